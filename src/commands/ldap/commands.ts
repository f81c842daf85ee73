import { toggle } from '../../catalogue/parameter.ts';
import type { Command } from '../../catalogue/command.ts';
import { commandOf, commandOfEither, running } from '../../catalogue/command.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { credentialsLoanFlags, waitFlags, loanLeaseRights } from '../../config/globals.ts';
import * as config from './operations/config.ts';
import { checkIn, checkOut, manageCheckIn } from './operations/check-out.ts';
import * as library from './operations/library.ts';
import * as role from './operations/role.ts';
import * as staticRole from './operations/static-role.ts';

const role_name = [{ name: 'role_name' }] as const;
const set_name = [{ name: 'set_name' }] as const;
const everyAccount = toggle('Check in all borrowed accounts of the set');
const returned = [
  { name: 'set_name' },
  {
    name: 'service_account_names',
    variadic: true,
    optional: true,
    asked: ['every-account', 'lease-id', 'borrower', 'body', 'set'],
    pickedFrom: { command: 'ldap library status', field: 'account', offers: ['available=false'] },
  },
] as const;

const listing = (path: string, all: Operation, under: Operation, key: string): Command =>
  commandOfEither(
    path,
    [
      { when: { absent: key }, operation: all },
      { when: { given: key }, operation: under },
    ],
    { positional: [{ name: key, optional: true }] },
  );

const updated = { workflow: () => import('../../run/single/update.ts') } as const;

const commands: readonly Command[] = [
  commandOf('ldap config set', config.set, { aliases: ['write'] }),
  commandOf('ldap config show', config.show, { aliases: ['read', 'get'] }),
  commandOf('ldap config delete', config.remove, {}),
  commandOf('ldap rotate-root', config.rotateRoot, { aliases: ['rotate'] }),
  listing('ldap static-role list', staticRole.list, staticRole.listUnder, 'role_name'),
  commandOf('ldap static-role write', staticRole.write, {
    positional: role_name,
    workflow: () => import('./workflows/write.ts').then(running('writtenStaticRole')),
    aliases: ['create', 'set'],
  }),
  commandOf('ldap static-role update', staticRole.update, {
    ...updated,
    positional: role_name,
    aliases: ['edit'],
  }),
  commandOf('ldap static-role show', staticRole.show, { positional: role_name, aliases: ['read', 'get'] }),
  commandOf('ldap static-role delete', staticRole.remove, { positional: role_name }),
  commandOf('ldap static-role rotate', staticRole.rotate, {
    positional: role_name,
    aliases: ['rotate-role'],
  }),
  commandOf('ldap static-creds', staticRole.staticCred, {
    positional: role_name,
    local: credentialsLoanFlags,
    workflow: () => import('./workflows/credentials.ts').then(running('ofStaticRole')),
    tail: true,
  }),
  listing('ldap role list', role.list, role.listUnder, 'role_name'),
  commandOf('ldap role show', role.show, { positional: role_name, aliases: ['read', 'get'] }),
  commandOf('ldap role write', role.write, {
    positional: role_name,
    workflow: () => import('./workflows/write.ts').then(running('writtenRole')),
    aliases: ['create', 'set'],
  }),
  commandOf('ldap role update', role.update, {
    ...updated,
    positional: role_name,
    aliases: ['edit', 'patch'],
  }),
  commandOf('ldap role delete', role.remove, { positional: role_name }),
  commandOf('ldap creds', role.creds, {
    positional: role_name,
    alsoNeeds: loanLeaseRights,
    local: credentialsLoanFlags,
    workflow: () => import('./workflows/credentials.ts').then(running('ofEntry')),
    tail: true,
    aliases: ['credentials'],
  }),
  listing('ldap library list', library.list, library.listUnder, 'set_name'),
  commandOf('ldap library write', library.write, {
    positional: set_name,
    aliases: ['create', 'set'],
  }),
  commandOf('ldap library update', library.update, {
    ...updated,
    positional: set_name,
    aliases: ['edit', 'patch'],
  }),
  commandOf('ldap library show', library.show, { positional: set_name, aliases: ['read', 'get'] }),
  commandOf('ldap library delete', library.remove, { positional: set_name }),
  commandOf('ldap library status', library.status, { positional: set_name }),
  commandOf('ldap library check-out', checkOut, {
    positional: set_name,
    alsoNeeds:
      'path "{mount}/library/{set_name}/check-in" { capabilities = ["update"] } and ' +
      `path "{mount}/library/{set_name}/status" { capabilities = ["read"] }, ${loanLeaseRights}`,
    local: {
      ...waitFlags('Retry while no account is available'),
      ...credentialsLoanFlags,
    },
    workflow: () => import('./workflows/check-out.ts'),
    tail: true,
    aliases: ['checkout', 'borrow', 'lend'],
  }),
  commandOf('ldap library check-in', checkIn, {
    positional: returned,
    local: {
      'lease-id': {
        in: 'local',
        type: 'string',
        summary: 'End this lease of the check-out too',
        metavar: 'lease',
      },
      borrower: {
        in: 'local',
        type: 'string',
        summary: 'Only what the token with this hash borrowed',
        metavar: 'hash',
      },
      'every-account': everyAccount,
    },
    workflow: () => import('./workflows/check-in.ts'),
    aliases: ['checkin', 'return'],
  }),
  commandOf('ldap library manage check-in', manageCheckIn, {
    positional: returned,
    local: { 'every-account': everyAccount },
    workflow: () => import('./workflows/check-in.ts'),
    aliases: ['checkin'],
  }),
];

export default commands;
