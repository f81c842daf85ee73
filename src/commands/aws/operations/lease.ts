import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView } from '../../../catalogue/view.ts';
import { leaseConfigFields } from '../fields.ts';
import { mount, shared } from '../parts.ts';

const path = '/{mount}/config/lease';

/** Servers know no unit beyond the hour. */
const limits = {
  pattern: '[0-9]+|(?:[0-9]+(?:\\.[0-9]+)?(?:ns|us|µs|ms|s|m|h))+',
  meaning: 'a duration such as 30m or 12h (the hour is the largest unit)',
} as const;

export const show = defineOperation({
  ...shared,
  id: 'cloud.lease.show',
  summary: 'Show how long leases of created users last',
  method: 'GET',
  path,
  parameters: { mount },
  effect: 'read',
  view: recordView({
    fields: leaseConfigFields,
    essential: ['lease', 'lease_max'],
    name: 'lease',
    columns: ['lease', ['lease_max', 'longest lease']],
  }),
  examples: [{ summary: 'As set', argv: 'aws lease show' }],
});

export const set = defineOperation({
  ...shared,
  id: 'cloud.lease.set',
  objectRead: show,
  undo: {
    // Both values are written together.
    reverse: ({ before }) =>
      before === null
        ? { because: 'no lease was set before, and none can be removed' }
        : { command: 'aws lease set', input: before },
  },
  summary: 'Set how long leases of created users last',
  description: 'Optional: the service has defaults. Both values must be given together.',
  method: 'POST',
  path,
  parameters: {
    mount,
    lease: {
      in: 'body',
      type: 'duration',
      summary: 'Lease of new credentials',
      required: true,
      limits,
      metavar: 'duration',
    },
    lease_max: {
      in: 'body',
      type: 'duration',
      summary: 'Longest lease, including renewals',
      required: true,
      limits,
      metavar: 'duration',
    },
  },
  rules: [{ rule: 'notLonger', parameter: 'lease', than: 'lease_max' }],
  effect: 'idempotent',
  view: { kind: 'message', text: 'set leases of {mount} to {lease}, at most {lease_max}' },
  lookUp: 'aws lease show --mount {mount}',
  examples: [
    { summary: 'Half an hour, at most half a day', argv: 'aws lease set --lease 30m --lease-max 12h' },
  ],
});
