/** Both ends belong to the validity. */
import { rfc3339 } from '../../../../documents/rfc3339.ts';
import type { CertificateRule } from '../rule.ts';
import { everyRole } from '../rule.ts';

export const validityRules: readonly CertificateRule[] = [
  {
    code: 'expired',
    check: 'expiry',
    severity: 'refused',
    of: everyRole,
    hint: 'Renew it.',
    wrong: ({ notAfter }, { at }) => (notAfter < at ? `it expired ${rfc3339(notAfter)}` : undefined),
  },
  {
    code: 'not-yet-valid',
    check: 'expiry',
    severity: 'refused',
    of: everyRole,
    hint: 'Check the clock of this machine and of the issuer.',
    wrong: ({ notBefore }, { at }) =>
      notBefore > at ? `it is valid only from ${rfc3339(notBefore)}` : undefined,
  },
];
