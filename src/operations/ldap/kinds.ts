import type { ObjectKind } from '../../model/kind.ts';
import { commandsByPath } from '../command-at.ts';
import commands from './commands.ts';
import { librarySetFields, roleFields, staticRoleFields } from './fields.ts';

const command = commandsByPath(commands);

const kinds: readonly ObjectKind[] = [
  {
    kind: 'ldap-role',
    summary: 'role of the LDAP engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'name', input: 'role_name' },
    fields: roleFields,
    show: command('ldap role show'),
  },
  {
    kind: 'ldap-static-role',
    summary: 'static role of the LDAP engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'name', input: 'role_name' },
    fields: staticRoleFields,
    show: command('ldap static-role show'),
    folders: true,
    list: { command: command('ldap static-role list'), gives: ['key'] },
  },
  {
    kind: 'ldap-set',
    summary: 'library set',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'name', input: 'set_name' },
    fields: librarySetFields,
    show: command('ldap library show'),
    folders: true,
    list: { command: command('ldap library list'), gives: ['key'] },
  },
];

export default kinds;
