/** `trivet lease`: leases, wrapped replies, and accounts that could not be returned. */
import type { Command } from '../../model/command.ts';
import { commandOf, ownCommand } from '../../model/command.ts';
import { lookup, renew, revoke, unwrap } from './lease.ts';

const lease = [{ name: 'lease_id' }] as const;

const commands: readonly Command[] = [
  commandOf('lease lookup', lookup, { positional: lease, aliases: ['show', 'read'] }),
  commandOf('lease renew', renew, { positional: lease }),
  commandOf('lease revoke', revoke, {
    positional: lease,
    workflow: () => import('../../workflows/lease/revoke.ts'),
    aliases: ['delete'],
  }),
  commandOf('lease unwrap', unwrap, {
    positional: [{ name: 'token' }],
    workflow: () => import('../../workflows/lease/unwrap.ts'),
  }),
  ownCommand({
    path: 'lease recover',
    summary: 'Give back what a lend left behind',
    description:
      'A lend (a command with -- COMMAND: trivet help lending) that was killed, or that could not give back what it ' +
      'had, is kept in a ledger that only its owner can read, without secrets. This checks in accounts, revokes ' +
      'leases and takes off locks that are still ours, and clears the ledger. What commands have that still run, in ' +
      'whatever container, is kept. Entries of other servers stay and are listed; exit 1 when entries remain that ' +
      'need somebody.',
    service: 'secrets',
    workflow: () => import('../../workflows/lease/recover.ts'),
    requests: 'own',
    changes: 'server',
    prints: 'text',
    examples: [{ summary: 'After a crash', argv: 'lease recover' }],
  }),
];

export default commands;
