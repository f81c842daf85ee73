/** test/seeds/2-secrets.md §4.5. */
import type { Fields } from '../../catalogue/field.ts';
import { tableView } from '../../catalogue/view.ts';

export const lookUpFields = {
  id: { type: 'text', summary: 'Lease ID', rank: 0 },
  path: { type: 'text', summary: 'Path that gave the lease', source: 'recorded' },
  issue_time: { type: 'time', summary: 'Time at which it was given', readOnly: true },
  expire_time: { type: 'time', summary: 'Time at which it ends', readOnly: true },
  last_renewal: { type: 'time', summary: 'Time of the latest renewal', readOnly: true },
  ttl: { type: 'duration', unit: 's', summary: 'Time left', readOnly: true },
  renewable: { type: 'boolean', summary: 'The lease can be renewed', readOnly: true },
} as const satisfies Fields;

export const recoveredRows = tableView({
  fields: {
    name: { type: 'text', summary: 'What was lent', rank: 0 },
    result: {
      type: 'text',
      summary: 'returned, ended, left, forgotten, unproven, in use, elsewhere, or failed',
      tones: { returned: 'good', failed: 'bad', unproven: 'warn', elsewhere: 'warn' },
      rank: 0,
    },
    reason: { type: 'text', summary: 'What happened, and what is left to do', rank: 1 },
  },
  columns: ['name', 'result', 'reason'],
  name: 'name',
  empty: 'Nothing was lent.',
});
