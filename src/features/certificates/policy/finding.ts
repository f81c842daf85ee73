import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';

/**
 * `refused`: by openssl at security level 2, Go, Java or nginx. `nonconforming`: against RFC 5280 or the rules of
 * the web. `unknown`: cannot be concluded.
 */
export type Severity = 'refused' | 'nonconforming' | 'unknown';

export type Check =
  | 'served'
  | 'chain'
  | 'form'
  | 'algorithms'
  | 'purpose'
  | 'names'
  | 'expiry'
  | 'revocation';

export interface PolicyFinding {
  readonly code: string;
  readonly check: Check;
  readonly severity: Severity;
  readonly certificate: ParsedCertificate | undefined;
  readonly message: string;
  readonly hint: string;
  /** The time of the revocation, in milliseconds since the epoch. */
  readonly revokedAt?: number;
}

/** Findings of one check, most of them with one hint. */
export const findingsOfCheck =
  (check: Check, usual: string) =>
  (
    code: string,
    severity: Severity,
    certificate: ParsedCertificate | undefined,
    message: string,
    hint = usual,
  ): PolicyFinding => ({ code, check, severity, certificate, message, hint });

export const isFailure = ({ severity }: Pick<PolicyFinding, 'severity'>, strict: boolean): boolean =>
  severity === 'refused' || (strict && severity === 'nonconforming');

export const calledName = ({ subject, serial }: ParsedCertificate): string =>
  subject.text === '' ? `serial ${serial}` : subject.text;
