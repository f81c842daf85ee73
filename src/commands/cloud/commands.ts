/** The commands of `trivet cloud`. */
import type { Command } from '../../catalogue/command.ts';
import type { Parameters } from '../../catalogue/parameter.ts';
import { commandOf } from '../../catalogue/command.ts';
import { lendCredentialsFlags, lendLeaseRights } from '../../config/globals.ts';
import * as config from './operations/config.ts';
import { creds, sts } from './operations/creds.ts';
import * as lease from './operations/lease.ts';
import * as role from './operations/role.ts';
import * as staticRole from './operations/static-role.ts';

/** For programs that request credentials repeatedly. */
const cacheFlags = {
  cache: {
    in: 'local',
    type: 'boolean',
    summary: 'Keep one credential between runs of credential-process',
  },
  refresh: {
    in: 'local',
    type: 'boolean',
    summary: 'Replace the cached credential now',
  },
  'min-ttl': {
    in: 'local',
    type: 'duration',
    summary: 'Replace a cached credential that expires sooner',
    default: '10m',
    metavar: 'duration',
  },
} as const satisfies Parameters;

const updated = { workflow: () => import('../../workflows/update.ts') } as const;
const name = [{ name: 'name' }] as const;

const commands: readonly Command[] = [
  commandOf('cloud config set', config.set, { aliases: ['write'] }),
  commandOf('cloud config show', config.show, { aliases: ['read', 'get'] }),
  commandOf('cloud config rotate-root', config.rotateRoot, {
    workflow: () => import('./workflows/rotate-root.ts'),
    aliases: ['rotate'],
  }),
  commandOf('cloud lease set', lease.set, { aliases: ['write'] }),
  commandOf('cloud lease show', lease.show, { aliases: ['read', 'get'] }),
  commandOf('cloud role write', role.write, { positional: name, aliases: ['create', 'set'] }),
  commandOf('cloud role update', role.update, { ...updated, positional: name, aliases: ['edit', 'patch'] }),
  commandOf('cloud role show', role.show, { positional: name, aliases: ['read', 'get'] }),
  commandOf('cloud role list', role.list, { aliases: ['ls'] }),
  commandOf('cloud role delete', role.remove, { positional: name, aliases: ['rm'] }),
  commandOf('cloud creds', creds, {
    positional: name,
    alsoNeeds: lendLeaseRights,
    local: { ...lendCredentialsFlags, ...cacheFlags },
    workflow: () => import('./workflows/creds.ts'),
    tail: true,
    aliases: ['credentials'],
  }),
  commandOf('cloud sts', sts, {
    positional: name,
    local: { ...lendCredentialsFlags, ...cacheFlags },
    workflow: () => import('./workflows/creds.ts'),
    tail: true,
    aliases: ['token', 'assume'],
  }),
  commandOf('cloud static-role list', staticRole.list, { aliases: ['ls'] }),
  commandOf('cloud static-role write', staticRole.write, {
    positional: name,
    aliases: ['create', 'set'],
  }),
  commandOf('cloud static-role update', staticRole.update, {
    ...updated,
    positional: name,
    aliases: ['edit'],
  }),
  commandOf('cloud static-role show', staticRole.show, { positional: name, aliases: ['read', 'get'] }),
  commandOf('cloud static-role delete', staticRole.remove, { positional: name, aliases: ['rm'] }),
  commandOf('cloud static-creds', staticRole.staticCreds, {
    positional: name,
    local: lendCredentialsFlags,
    workflow: () => import('./workflows/static-creds.ts'),
    tail: true,
    aliases: ['static-cred'],
  }),
];

export default commands;
