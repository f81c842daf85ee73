import type { Command } from '../../catalogue/command.ts';
import { commandOf, ownCommand } from '../../catalogue/command.ts';
import { layout } from '../pki/operations/new-files.ts';
import { recoveredRows } from './fields.ts';
import { list, lookup, renew, revoke, unwrap } from './operations.ts';

const lease = [{ name: 'lease_id' }] as const;

const commands: readonly Command[] = [
  commandOf('lease lookup', lookup, { positional: lease, aliases: ['show', 'read'] }),
  commandOf('lease list', list, {
    positional: [{ name: 'prefix', optional: true }],
    workflow: () => import('./workflows/list.ts'),
  }),
  commandOf('lease renew', renew, { positional: lease }),
  commandOf('lease revoke', revoke, {
    positional: lease,
    workflow: () => import('./workflows/revoke.ts'),
    aliases: ['delete'],
  }),
  commandOf('lease unwrap', unwrap, {
    positional: [{ name: 'token' }],
    local: layout,
    workflow: () => import('../../features/certificates/unwrap.ts'),
  }),
  ownCommand({
    path: 'lease recover',
    summary: 'Give back what a loan left behind',
    description:
      'A loan (a command with -- COMMAND: trivet help loans) that was killed, or could not give back what it ' +
      'borrowed, stays in a ledger that contains no secrets and that only its owner can read. This checks in ' +
      'those accounts, revokes those leases, releases those locks if the loan still holds them, and clears the ' +
      'ledger. Anything that a running command still uses, in any container, is kept. Something that nothing ' +
      "proves to be the loan's own stays: its row has the command that releases it, and says who can tell. Entries " +
      'of other servers stay and are listed; exit 1 when entries remain that need someone. --forget removes the entry of a loan that you looked after yourself, by its ID in trivet changes.',
    service: 'secrets',
    local: {
      forget: {
        in: 'local',
        type: 'string',
        summary: 'Only remove this entry, sending nothing',
        metavar: 'id',
      },
    },
    view: recoveredRows,
    workflow: () => import('./workflows/recover.ts'),
    requests: 'own',
    changes: 'server',
    // The command is about loans of this machine.
    audience: 'people',
    globals: { 'dry-run': true },
    examples: [
      { summary: 'What would be given back', argv: 'lease recover --dry-run' },
      { summary: 'After a crash', argv: 'lease recover' },
      { summary: 'Nothing of it is left', argv: 'lease recover --forget 4ed08ca19352', exit: 2 },
    ],
  }),
];

export default commands;
