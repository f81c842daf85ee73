/** The CAs of a mount in an inventory: clients accept nothing from one that was revoked. */
import { createHash } from 'node:crypto';
import { memoize } from '../../../system/values/memoize.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSameAuthority } from '../policy/path.ts';
import type { CachedCertificate, ListedCertificate, NamedAuthority } from './certificate-cache.ts';

/** SHA-256 of a name. Thousands of certificates share that of their issuer. */
export const nameHash = memoize((der: Uint8Array): string => createHash('sha256').update(der).digest('hex'));

export const namedAs = ({ subject, values }: ParsedCertificate): NamedAuthority => ({
  hash: nameHash(subject.der),
  keyId: values.subjectKeyIdentifier ?? '',
});

export const isOf = (certificate: CachedCertificate, { hash, keyId }: NamedAuthority): boolean =>
  certificate.authorityKeyId === keyId && certificate.issuerHash === hash;

/**
 * The revoked ones, except for those of a CA that has another certificate, which clients can accept.
 * @param now milliseconds since the epoch
 */
export const withoutAnother = (
  revoked: readonly ParsedCertificate[],
  others: readonly ParsedCertificate[],
  now: number,
): readonly ParsedCertificate[] => {
  const valid = others.filter(({ notAfter }) => notAfter > now);
  return revoked.filter((one) => !valid.some((other) => isSameAuthority(one, other)));
};

const finding = 'the CA that signed it was revoked';

/** The certificate, refused if one of these CAs signed it. */
export const judgedBy = <Shown extends CachedCertificate | ListedCertificate>(
  certificate: Shown,
  revoked: readonly NamedAuthority[],
): Shown =>
  'findings' in certificate && revoked.some((one) => isOf(certificate, one))
    ? { ...certificate, findings: [...certificate.findings, finding] }
    : certificate;
