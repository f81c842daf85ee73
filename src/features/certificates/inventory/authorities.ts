/** A CA as certificates name it. */
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import type { CachedCertificate } from './certificate-cache.ts';
import { sha256 } from '../../../system/values/sha256.ts';

interface NamedAuthority {
  readonly hash: string;
  readonly keyId: string;
}

export const namedAs = ({ subject, values }: ParsedCertificate): NamedAuthority => ({
  hash: sha256(subject.der),
  keyId: values.subjectKeyIdentifier ?? '',
});

export const isOf = (certificate: CachedCertificate, { hash, keyId }: NamedAuthority): boolean =>
  certificate.authorityKeyId === keyId && certificate.issuerHash === hash;
