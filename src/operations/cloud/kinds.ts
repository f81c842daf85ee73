import type { ObjectKind } from '../../model/kind.ts';
import { commandsByPath } from '../command-at.ts';
import commands from './commands.ts';
import { roleFields, staticRoleFields } from './fields.ts';

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
  },
  {
    kind: 'cloud-static-role',
    summary: 'static role of the cloud engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'name', input: 'name' },
    fields: staticRoleFields,
    show: command('cloud static-role show'),
  },
];

export default kinds;
