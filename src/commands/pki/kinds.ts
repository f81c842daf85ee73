import type { ObjectKind } from '../../catalogue/kind.ts';
import { commandsByPath } from '../command-at.ts';
import commands from './commands.ts';
import { certificateFields, crlConfigFields, urlsFields } from './fields.ts';
import { mountOfCertificate } from './mount-of-certificate.ts';
import { roleFields } from './operations/role/role-fields.ts';

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
    list: { command: command('pki role list'), reportsFields: ['key'] },
    remove: command('pki role delete'),
    write: { create: command('pki role write'), update: command('pki role update'), omitted: 'reset' },
  },
  {
    kind: 'pki-certificate',
    summary: 'certificate',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'serial_number', input: 'serial', sample: '00:00' },
    fields: certificateFields,
    show: command('pki cert show'),
    mountOf: mountOfCertificate,
    list: {
      command: command('pki cert list'),
      reportsFields: ['key'],
      richer: {
        text: 'The inventory reads the certificates themselves',
        commands: ['pki inventory --where {where} -o name', 'pki revoke -'],
      },
    },
  },
  {
    kind: 'pki-urls',
    summary: 'URLs of certificates of the PKI engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'mount', input: 'mount' },
    singleton: true,
    fields: urlsFields,
    show: command('pki urls show'),
    write: { create: command('pki urls set'), update: command('pki urls set'), omitted: 'kept' },
  },
  {
    kind: 'pki-crl-config',
    summary: 'CRL configuration of the PKI engine',
    service: 'secrets',
    scope: ['namespace', 'mount'],
    name: { field: 'mount', input: 'mount' },
    singleton: true,
    fields: crlConfigFields,
    show: command('pki crl config show'),
    write: { create: command('pki crl config set'), update: command('pki crl config set'), omitted: 'kept' },
  },
];

export { commands };

export default kinds;
