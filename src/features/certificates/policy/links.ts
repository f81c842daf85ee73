import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSelfIssuedBy } from '../../../documents/x509/certificate.ts';
import { isSameName, nameOfDer } from '../../../documents/x509/names.ts';
import type { PolicyFinding } from './finding.ts';
import { calledName, findingsOfCheck } from './finding.ts';

export type SignedBy = (certificate: ParsedCertificate, issuer: ParsedCertificate) => boolean | 'unknown';

const finding = findingsOfCheck(
  'chain',
  'Replace the CA certificate by the one that issued it, or issue it again.',
);

interface Link {
  readonly certificate: ParsedCertificate;
  readonly issuer: ParsedCertificate;
}

const signatureFinding = (
  { certificate, issuer }: Link,
  signed: boolean | 'unknown',
): readonly PolicyFinding[] => {
  if (signed === true) return [];
  const message =
    signed === 'unknown'
      ? `its signature, ${certificate.algorithm.text}, cannot be verified with the key of ${calledName(issuer)}`
      : `it is not signed by ${calledName(issuer)}`;
  return [finding('signature', 'refused', certificate, message)];
};

/** Go compares octets. */
const nameFinding = ({ certificate, issuer }: Link): readonly PolicyFinding[] => {
  if (Buffer.compare(certificate.issuer.der, issuer.subject.der) === 0) return [];
  const message = `it writes the name of its issuer differently from ${calledName(issuer)} itself`;
  return [finding('issuer-encoding', 'refused', certificate, message)];
};

/** The issuer fields that do not match the given issuer, or undefined if all match. */
const otherThan = ({ certificate, issuer }: Link): string | undefined => {
  const { keyIdentifier, serial, issuer: names } = certificate.values.authorityKeyIdentifier ?? {};
  const present = issuer.values.subjectKeyIdentifier;
  if (keyIdentifier !== undefined && present !== undefined && keyIdentifier !== present) return 'key';
  const isOther = serial !== undefined && serial.replace(/^00:(?=.)/, '') !== issuer.serial;
  const above = names?.find(({ form }) => form === 'directory');
  // openssl compares both, so a CA with a renewed certificate is another one.
  return isOther || (above !== undefined && !isSameName(nameOfDer(above.bytes), issuer.issuer))
    ? 'certificate'
    : undefined;
};

const keyFinding = (link: Link): readonly PolicyFinding[] => {
  const { certificate, issuer } = link;
  const what = otherThan(link);
  if (what === undefined) return [];
  const message = `it names another ${what} than that of its issuer ${calledName(issuer)}`;
  return [finding('key-identifier', 'refused', certificate, message)];
};

const lengthFinding = (path: readonly ParsedCertificate[], index: number): readonly PolicyFinding[] => {
  const certificate = path[index];
  const limit = certificate?.values.basicConstraints?.pathLength;
  const between = path.slice(1, index).filter((one) => !isSelfIssuedBy(one)).length;
  if (certificate === undefined || limit === undefined || between <= limit) return [];
  const message = `it allows ${limit} CAs below it, and there are ${between}`;
  const hint = 'Issue the certificate from a CA that is nearer to the root.';
  return [finding('path-length', 'refused', certificate, message, hint)];
};

export const linkFindings = (
  path: readonly ParsedCertificate[],
  signedBy: SignedBy,
): readonly PolicyFinding[] =>
  path.flatMap((certificate, index) => {
    const issuer = path[index + 1];
    const length = lengthFinding(path, index);
    if (issuer === undefined) return length;
    const link = { certificate, issuer };
    return [
      ...signatureFinding(link, signedBy(certificate, issuer)),
      ...nameFinding(link),
      ...keyFinding(link),
      ...length,
    ];
  });
