import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import type { Check, PolicyFinding, Severity } from './finding.ts';

export type Purpose = 'tls-server' | 'tls-client' | 'smime' | 'code';

export type Role = 'leaf' | 'authority' | 'anchor';

interface Circumstances {
  readonly role: Role;
  readonly purpose: Purpose;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface CertificateRule {
  readonly code: string;
  readonly check: Check;
  readonly severity: Severity;
  readonly of: readonly Role[];
  readonly hint: string;
  readonly wrong: (certificate: ParsedCertificate, circumstances: Circumstances) => string | undefined;
}

export const everyRole: readonly Role[] = ['leaf', 'authority', 'anchor'];
export const issuers: readonly Role[] = ['authority', 'anchor'];
export const belowAnchor: readonly Role[] = ['leaf', 'authority'];

/** Whether it has the extension, and that is critical or not. */
export const marks = ({ all }: ParsedCertificate, name: string, critical: boolean): boolean =>
  all.some((one) => one.name === name && one.critical === critical);

export const brokenRules = (
  rules: readonly CertificateRule[],
  certificate: ParsedCertificate,
  circumstances: Circumstances,
): readonly PolicyFinding[] =>
  rules.flatMap(({ code, check, severity, of, hint, wrong }) => {
    if (!of.includes(circumstances.role)) return [];
    const message = wrong(certificate, circumstances);
    return message === undefined ? [] : [{ code, check, severity, certificate, message, hint }];
  });
