import type { ObjectKind } from '../../model/kind.ts';
import { commandsByPath } from '../command-at.ts';
import commands from './commands.ts';
import { certificateFields } from './fields.ts';
import { roleFields } from './role-fields.ts';

const command = commandsByPath(commands);

const kinds: readonly ObjectKind[] = [
  {
    kind: 'pki-role',
    summary: 'role of the PKI engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'name', input: 'name' },
    fields: roleFields,
    show: command('pki role show'),
    list: { command: command('pki role list'), gives: ['key'] },
  },
  {
    kind: 'pki-certificate',
    summary: 'certificate',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'serial_number', input: 'serial', assigned: true },
    fields: certificateFields,
    show: command('pki cert show'),
    list: { command: command('pki cert list'), gives: ['key'] },
  },
];

export default kinds;
