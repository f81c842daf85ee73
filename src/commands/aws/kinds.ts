import type { ObjectKind } from '../../catalogue/kind.ts';
import { commandsByPath } from '../command-at.ts';
import commands from './commands.ts';
import { configFields, roleFields, staticRoleFields } from './fields.ts';

const command = commandsByPath(commands);

const kinds: readonly ObjectKind[] = [
  {
    kind: 'cloud-role',
    summary: 'role of the AWS engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'name', input: 'name' },
    fields: roleFields,
    show: command('aws role show'),
    list: { command: command('aws role list'), reportsFields: ['key'] },
    remove: command('aws role delete'),
    write: {
      create: command('aws role write'),
      update: command('aws role update'),
      omitted: 'kept',
      resetValues: { permissions_boundary_arn: { value: '' } },
    },
  },
  {
    kind: 'cloud-static-role',
    summary: 'static role of the AWS engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'name', input: 'name' },
    fields: staticRoleFields,
    show: command('aws static-role show'),
    remove: command('aws static-role delete'),
    write: {
      create: command('aws static-role write'),
      update: command('aws static-role update'),
      omitted: 'kept',
      rotates: { text: 'makes a new access key' },
    },
  },
  {
    kind: 'cloud-config',
    summary: 'root configuration of the AWS engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'mount', input: 'mount' },
    singleton: true,
    fields: configFields,
    show: command('aws config show'),
    write: { create: command('aws config set'), update: command('aws config set'), omitted: 'reset' },
  },
];

export { commands };

export default kinds;
