import type { Fields } from '../../catalogue/field.ts';
import { tableView } from '../../catalogue/view.ts';

export const leaseFields = {
  lease_id: { type: 'text', summary: 'Lease ID' },
  lease_duration: { type: 'duration', unit: 's', summary: 'How long the lease lasts' },
  renewable: { type: 'boolean', summary: 'The lease can be renewed' },
} as const satisfies Fields;

export const keyFields = (summary: string) =>
  ({ key: { type: 'text', summary, rank: 0 } }) as const satisfies Fields;

/** A list that holds only the names of objects. */
export const namesView = (summary: string, empty: string) =>
  tableView({ fields: keyFields(summary), name: 'key', columns: [['key', 'name']], empty });
