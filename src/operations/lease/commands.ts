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
    summary: 'Return borrowed accounts that a lend left behind',
    description:
      'A lend (trivet ldap library check-out SET -- COMMAND) that was killed, or whose check-in failed, is kept in ' +
      'a ledger that only its owner can read, without the password. This checks in what is still borrowed and ' +
      'clears the ledger. Accounts of commands that still run, in whatever container, are kept. Entries of ' +
      'other servers stay and are listed; exit 1 when entries remain that need somebody.',
    service: 'secrets',
    workflow: () => import('../../workflows/lease/recover.ts'),
    requests: 'own',
    changes: 'server',
    prints: 'text',
    examples: [{ summary: 'After a crash', argv: 'lease recover' }],
  }),
];

export default commands;
