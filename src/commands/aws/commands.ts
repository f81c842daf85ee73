import type { Command } from '../../catalogue/command.ts';
import type { Parameters } from '../../catalogue/parameter.ts';
import { toggle } from '../../catalogue/parameter.ts';
import { commandOf } from '../../catalogue/command.ts';
import { credentialsLoanFlags, loanLeaseRights } from '../../config/globals.ts';
import * as config from './operations/config.ts';
import { creds, sts } from './operations/creds.ts';
import * as lease from './operations/lease.ts';
import * as role from './operations/role.ts';
import * as staticRole from './operations/static-role.ts';

const cacheFlags = {
  cache: toggle('Keep one credential between runs of credential-process'),
  refresh: toggle('Replace the cached credential now'),
  'min-ttl': {
    in: 'local',
    type: 'duration',
    summary: 'Replace a cached credential that expires sooner',
    default: '10m',
    metavar: 'duration',
  },
} as const satisfies Parameters;

const updated = { workflow: () => import('../../run/single/update.ts') } as const;
const name = [{ name: 'name' }] as const;

const commands: readonly Command[] = [
  commandOf('aws config set', config.set, { aliases: ['write'] }),
  commandOf('aws config show', config.show, { aliases: ['read', 'get'] }),
  commandOf('aws rotate-root', config.rotateRoot, {
    workflow: () => import('./workflows/rotate-root.ts'),
    aliases: ['rotate'],
  }),
  commandOf('aws lease set', lease.set, { aliases: ['write'] }),
  commandOf('aws lease show', lease.show, { aliases: ['read', 'get'] }),
  commandOf('aws role write', role.write, { positional: name, aliases: ['create', 'set'] }),
  commandOf('aws role update', role.update, { ...updated, positional: name, aliases: ['edit', 'patch'] }),
  commandOf('aws role show', role.show, { positional: name, aliases: ['read', 'get'] }),
  commandOf('aws role list', role.list, {}),
  commandOf('aws role delete', role.remove, { positional: name }),
  commandOf('aws creds', creds, {
    positional: name,
    alsoNeeds: loanLeaseRights,
    local: { ...credentialsLoanFlags, ...cacheFlags },
    workflow: () => import('./workflows/creds.ts'),
    tail: true,
    aliases: ['credentials'],
  }),
  commandOf('aws sts', sts, {
    positional: name,
    local: { ...credentialsLoanFlags, ...cacheFlags },
    workflow: () => import('./workflows/creds.ts'),
    tail: true,
    aliases: ['token', 'assume'],
  }),
  commandOf('aws static-role list', staticRole.list, {}),
  commandOf('aws static-role write', staticRole.write, {
    positional: name,
    aliases: ['create', 'set'],
  }),
  commandOf('aws static-role update', staticRole.update, {
    ...updated,
    positional: name,
    aliases: ['edit'],
  }),
  commandOf('aws static-role show', staticRole.show, { positional: name, aliases: ['read', 'get'] }),
  commandOf('aws static-role delete', staticRole.remove, { positional: name }),
  commandOf('aws static-creds', staticRole.staticCreds, {
    positional: name,
    local: credentialsLoanFlags,
    workflow: () => import('./workflows/static-creds.ts'),
    tail: true,
  }),
];

export default commands;
