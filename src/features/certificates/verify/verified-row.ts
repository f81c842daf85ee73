import type { Check, PolicyFinding } from '../policy/finding.ts';

export interface VerifiedRow {
  readonly check: 'files' | 'key' | Check;
  readonly status: 'ok' | 'warning' | 'problem' | 'unknown' | 'skipped';
  readonly detail: string;
  readonly code?: string;
  readonly severity?: PolicyFinding['severity'];
  /** The subject of the certificate that it is about. */
  readonly certificate?: string;
  readonly hint?: string;
}
