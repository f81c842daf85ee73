import type { ObjectKind } from '../../catalogue/kind.ts';
import { commandsByPath } from '../command-at.ts';
import commands from './commands.ts';
import { configFields, roleFields, staticRoleFields } from './fields.ts';

const command = commandsByPath(commands);

const kinds: readonly ObjectKind[] = [
  {
    kind: 'cloud-role',
    summary: 'role of the cloud engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'name', input: 'name' },
    fields: roleFields,
    show: command('cloud role show'),
    list: { command: command('cloud role list'), gives: ['key'] },
    remove: command('cloud role delete'),
    write: { create: command('cloud role write'), update: command('cloud role update'), omitted: 'kept' },
  },
  {
    kind: 'cloud-static-role',
    summary: 'static role of the cloud engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'name', input: 'name' },
    fields: staticRoleFields,
    show: command('cloud static-role show'),
    remove: command('cloud static-role delete'),
    write: {
      create: command('cloud static-role write'),
      update: command('cloud static-role update'),
      omitted: 'kept',
      rotates: { says: 'makes a new access key' },
    },
  },
  {
    kind: 'cloud-config',
    summary: 'root configuration of the cloud engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'mount', input: 'mount' },
    singleton: true,
    fields: configFields,
    show: command('cloud config show'),
    write: { create: command('cloud config set'), update: command('cloud config set'), omitted: 'reset' },
  },
];

export default kinds;
