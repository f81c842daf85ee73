import type { Check, PolicyFinding } from '../policy/finding.ts';

export interface VerifiedRow {
  readonly check: 'files' | 'key' | Check;
  readonly status: 'ok' | 'warning' | 'problem' | 'unknown' | 'skipped';
  readonly detail: string;
  readonly code?: string;
  readonly severity?: PolicyFinding['severity'];
  readonly certificate?: string;
  readonly hint?: string;
}
