import type { ObjectKind } from '../../catalogue/kind.ts';
import { commandsByPath } from '../command-at.ts';
import commands from './commands.ts';
import { configFields, librarySetFields, roleFields, staticRoleFields } from './fields.ts';

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
    remove: command('ldap role delete'),
    folders: true,
    list: { command: command('ldap role list'), reportsFields: ['key'] },
    write: {
      create: command('ldap role write'),
      update: command('ldap role update'),
      omitted: 'kept',
      resetValues: {
        rollback_ldif: { value: '' },
        username_template: { value: '' },
        default_ttl: { value: '' },
        max_ttl: { value: '' },
      },
    },
  },
  {
    kind: 'ldap-static-role',
    summary: 'static role of the LDAP engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'name', input: 'role_name' },
    fields: staticRoleFields,
    show: command('ldap static-role show'),
    remove: command('ldap static-role delete'),
    folders: true,
    list: { command: command('ldap static-role list'), reportsFields: ['key'] },
    write: {
      create: command('ldap static-role write'),
      update: command('ldap static-role update'),
      omitted: 'kept',
      rotates: { text: 'rotates the password', unlessSetting: 'skip_import_rotation' },
    },
  },
  {
    kind: 'ldap-set',
    summary: 'library set',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'name', input: 'set_name' },
    fields: librarySetFields,
    show: command('ldap library show'),
    remove: command('ldap library delete'),
    folders: true,
    list: { command: command('ldap library list'), reportsFields: ['key'] },
    write: {
      create: command('ldap library write'),
      update: command('ldap library update'),
      omitted: 'kept',
      rotates: { text: 'gives new accounts new passwords', growingList: 'service_account_names' },
    },
  },
  {
    kind: 'ldap-config',
    summary: 'connection of the LDAP engine to its directory',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'mount', input: 'mount' },
    singleton: true,
    fields: configFields,
    show: command('ldap config show'),
    write: { create: command('ldap config set'), update: command('ldap config set'), omitted: 'kept' },
  },
];

export { commands };

export default kinds;
