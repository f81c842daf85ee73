import type { KeyObject } from 'node:crypto';
import { X509Certificate } from 'node:crypto';
import type { JsonObject } from '../../../documents/json/json.ts';
import type { Block } from '../../../documents/pem.ts';
import { blocksOf, isPem } from '../../../documents/pem.ts';
import type { Certificate, CertificateFacts } from '../../../documents/x509.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { parsedOrNone } from '../../../documents/x509/certificate.ts';
import { certificatesOfSignedData } from '../../../documents/x509/pkcs7.ts';
import { readCertificate, readFacts } from '../../../documents/x509.ts';

const day = 86_400_000;

export const daysLeft = (notAfter: number, now: number): number => Math.floor((notAfter - now) / day);

export const factsItem = (
  certificate: Pick<Certificate, 'serial' | 'issuer' | 'notBefore' | 'notAfter' | 'key'> &
    Partial<Pick<Certificate, 'subject'>>,
  { commonName, names }: { readonly commonName: string; readonly names: readonly string[] },
  now: number,
): JsonObject => ({
  serial: certificate.serial,
  common_name: commonName,
  names,
  subject: certificate.subject ?? null,
  issuer: certificate.issuer,
  not_before: rfc3339(certificate.notBefore),
  not_after: rfc3339(certificate.notAfter),
  days_left: daysLeft(certificate.notAfter, now),
  key: certificate.key,
});

const readable = <T>(read: (der: Uint8Array) => T, der: Uint8Array | undefined): T | undefined => {
  try {
    return der === undefined ? undefined : read(der);
  } catch {
    return undefined;
  }
};

const isCertificate = ({ label }: Block): boolean =>
  label === 'CERTIFICATE' || label === 'X509 CERTIFICATE' || label === 'TRUSTED CERTIFICATE';

export const factsIn = (pem: string): CertificateFacts | undefined =>
  readable(readFacts, blocksOf(pem).find(isCertificate)?.der);

/** Undefined stands for one that cannot be read. */
export const certificatesIn = (bytes: Uint8Array): readonly (Certificate | undefined)[] => {
  const text = Buffer.from(bytes).toString('latin1');
  if (isPem(text)) {
    return blocksOf(text)
      .filter(isCertificate)
      .map(({ der }) => readable(readCertificate, der));
  }
  const one = readable(readCertificate, bytes);
  return one === undefined ? [] : [one];
};

export const parsedIn = (bytes: Uint8Array): readonly (ParsedCertificate | undefined)[] => {
  const text = Buffer.from(bytes).toString('latin1');
  if (!isPem(text)) {
    const one = parsedOrNone(bytes);
    return one === undefined ? certificatesOfSignedData(bytes).map(parsedOrNone) : [one];
  }
  return blocksOf(text).flatMap((block) => {
    if (isCertificate(block)) return [parsedOrNone(block.der)];
    return block.label === 'PKCS7' || block.label === 'CMS'
      ? certificatesOfSignedData(block.der).map(parsedOrNone)
      : [];
  });
};

export const belongs = ({ der }: Certificate, key: KeyObject): boolean =>
  new X509Certificate(der).checkPrivateKey(key);
