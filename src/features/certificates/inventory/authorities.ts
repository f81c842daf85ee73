/** A CA as certificates name it. */
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import type { CachedCertificate } from './certificate-cache.ts';
import { nameHash } from './name-hash.ts';

interface NamedAuthority {
  readonly hash: string;
  readonly keyId: string;
}

export const namedAs = ({ subject, values }: ParsedCertificate): NamedAuthority => ({
  hash: nameHash(subject.der),
  keyId: values.subjectKeyIdentifier ?? '',
});

export const isOf = (certificate: CachedCertificate, { hash, keyId }: NamedAuthority): boolean =>
  certificate.authorityKeyId === keyId && certificate.issuerHash === hash;
