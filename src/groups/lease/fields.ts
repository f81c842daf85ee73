/** Fields of replies about leases (document 2 §4.5). */
import type { Fields } from '../../model/catalogue/field.ts';

export const lookUpFields = {
  id: { type: 'text', summary: 'Lease ID', rank: 0 },
  path: { type: 'text', summary: 'Path that gave the lease', source: 'recorded' },
  issue_time: { type: 'time', summary: 'Time at which it was given' },
  expire_time: { type: 'time', summary: 'Time at which it ends' },
  last_renewal: { type: 'time', summary: 'Time of the latest renewal' },
  ttl: { type: 'duration', unit: 's', summary: 'Time left' },
  renewable: { type: 'boolean', summary: 'The lease can be renewed' },
} as const satisfies Fields;
