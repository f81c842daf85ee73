/** The certificates that a server sends: all that clients have beside their own roots. */
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSameCertificate } from '../../../documents/x509/certificate.ts';
import type { PolicyFinding, Severity } from './finding.ts';
import { calledName, findingsOfCheck } from './finding.ts';
import type { Path } from './path.ts';

export interface ServedChain {
  /** In the order in which they are sent, the server's own first. */
  readonly certificates: readonly ParsedCertificate[];
  /** False if the order is unknown; `file`: it may not be sent. */
  readonly isOrdered: boolean | 'file';
}

const finding = findingsOfCheck(
  'served',
  'Let the server send its certificate and then each CA in turn, as in fullchain.pem; the root can be left out.',
);

const neededOf = ({ certificates, end }: Path): readonly ParsedCertificate[] =>
  end === 'partial' || end === 'untrusted'
    ? certificates
    : certificates.slice(0, Math.max(1, certificates.length - 1));

export const servedFindings = (
  path: Path,
  { certificates, isOrdered }: ServedChain,
): readonly PolicyFinding[] => {
  const needed = neededOf(path);
  const positions = needed.map((one) => certificates.findIndex((sent) => isSameCertificate(one, sent)));
  const missing = needed.filter((_, index) => positions[index] === -1);
  const of = (code: string, severity: Severity, message: string): PolicyFinding =>
    finding(code, severity, undefined, message);
  const findings: PolicyFinding[] = [];
  if (missing.length > 0) {
    const names = missing.map(calledName).join('; ');
    findings.push(of('not-served', 'refused', `what the server sends lacks ${names}`));
  }
  const repeated = certificates.find(
    (one, index) => certificates.findIndex((other) => isSameCertificate(one, other)) < index,
  );
  if (repeated !== undefined) {
    findings.push(of('served-twice', 'nonconforming', `it is sent twice: ${calledName(repeated)}`));
  }
  if (!isOrdered) {
    if (certificates.length > 2) {
      findings.push(
        of('order-unknown', 'unknown', 'the order in which the certificates are sent is unknown'),
      );
    }
    return findings;
  }
  const isInOrder = positions.every((position, index) => position === -1 || position === index);
  if (missing.length === 0 && !isInOrder) {
    const [severity, message]: [Severity, string] =
      isOrdered === 'file'
        ? ['unknown', 'the certificates are not in the order of the chain, as a server sends them']
        : ['nonconforming', 'the certificates are not sent in the order of the chain'];
    findings.push(of('served-order', severity, message));
  }
  return findings;
};
