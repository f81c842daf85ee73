/** The CAs of a mount in an inventory: clients accept nothing from one that was revoked. */
import { createHash } from 'node:crypto';
import { perObject } from '../../../../model/values/per-object.ts';
import type { ParsedCertificate } from '../../../../documents/x509/certificate.ts';
import type { CachedCertificate } from './certificate-cache.ts';

/** SHA-256 of a name. Thousands of certificates share that of their issuer. */
export const nameHash = perObject((der: Uint8Array): string =>
  createHash('sha256').update(der).digest('hex'),
);

export const isOf = (certificate: CachedCertificate, { subject, values }: ParsedCertificate): boolean =>
  certificate.authorityKeyId !== undefined &&
  certificate.authorityKeyId === values.subjectKeyIdentifier &&
  certificate.issuerHash === nameHash(subject.der);

const finding = 'the CA that signed it was revoked';

/** The certificate, refused if one of these CAs signed it. */
export const judgedBy = (
  certificate: CachedCertificate,
  revoked: readonly ParsedCertificate[],
): CachedCertificate =>
  revoked.some((one) => isOf(certificate, one))
    ? { ...certificate, findings: [...certificate.findings, finding] }
    : certificate;
