/** What the policy concludes: findings about certificates, and when they make a check fail. */
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';

/**
 * `refused`: openssl at security level 2, Go, Java or nginx refuses it. `nonconforming`: RFC 5280 or the rules of the
 * web do not allow it. `unknown`: it cannot be concluded.
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
  /** The certificate that it is about; undefined where it is about several. */
  readonly certificate: ParsedCertificate | undefined;
  readonly message: string;
  readonly hint: string;
}

/** Whether a finding makes a check fail. */
export const isFailure = ({ severity }: Pick<PolicyFinding, 'severity'>, strict: boolean): boolean =>
  severity === 'refused' || (strict && severity === 'nonconforming');

/** What a certificate is called in a message: its subject, else its serial number. */
export const calledName = ({ subject, serial }: ParsedCertificate): string =>
  subject.text === '' ? `serial ${serial}` : subject.text;
