import type { Command, OperationChoice } from '../../catalogue/command.ts';
import { commandOf, commandOfEither } from '../../catalogue/command.ts';
import { Exit } from '../../system/error.ts';
import type { Parameters } from '../../catalogue/parameter.ts';
import { toggle } from '../../catalogue/parameter.ts';
import { waitFlags } from '../../config/globals.ts';
import * as ca from './operations/ca.ts';
import * as cert from './operations/cert.ts';
import * as crl from './operations/crl.ts';
import * as intermediate from './operations/intermediate.ts';
import { guard } from './operations/guard.ts';
import { inventory } from './operations/inventory.ts';
import { issue } from './operations/issue.ts';
import * as issuer from './operations/issuer.ts';
import { renewal } from './operations/renewal.ts';
import { revoke } from './operations/revoke.ts';
import * as role from './operations/role/role.ts';
import * as root from './operations/root.ts';
import { signIntermediate, signSelfIssued } from './operations/sign-authority.ts';
import { sign, signVerbatim } from './operations/sign.ts';
import { tidy, tidyStatus } from './operations/tidy.ts';
import { inspection } from './operations/inspection.ts';
import { layout, newKey, ownRequest } from './operations/new-files.ts';
import * as urls from './operations/urls.ts';

const name = [{ name: 'name' }] as const;
const type = [{ name: 'type' }] as const;
const serial = [{ name: 'serial' }] as const;

const encodings = {
  pem: toggle('Print PEM, the default'),
  der: toggle('Print DER; not to a terminal'),
} as const satisfies Parameters;

const bytes = { workflow: () => import('../../features/certificates/bytes.ts') } as const;
const updated = { workflow: () => import('../../run/single/update.ts') } as const;
const files = { workflow: () => import('../../features/certificates/files.ts') } as const;

const certificateLists: readonly [OperationChoice, OperationChoice] = [
  { when: { absent: 'detailed' }, operation: cert.list },
  { when: { given: 'detailed' }, operation: cert.listDetailed },
];

const commands: readonly Command[] = [
  commandOf('pki ca show', ca.show, { ...bytes, local: encodings, aliases: ['read', 'get'] }),
  commandOf('pki ca chain', ca.chain, bytes),
  commandOf('pki ca import', ca.importBundle, {
    workflow: () => import('../../features/certificates/existing-ca.ts'),
    aliases: ['set'],
  }),
  commandOf('pki cert show', cert.show, {
    positional: serial,
    workflow: () => import('../../features/certificates/cert-show.ts'),
    aliases: ['read', 'get'],
  }),
  commandOf('pki cert download', cert.download, {
    ...bytes,
    positional: serial,
    local: encodings,
    aliases: ['raw'],
  }),
  commandOfEither('pki cert list', certificateLists, {
    local: {
      detailed: toggle('With names and ends, in one request'),
    },
  }),
  commandOf('pki crl config show', crl.showConfig, {
    workflow: () => import('../../features/certificates/config-show.ts'),
    aliases: ['read'],
  }),
  commandOf('pki crl config set', crl.setConfig, { aliases: ['write'] }),
  commandOf('pki crl show', crl.show, { ...bytes, local: encodings, aliases: ['read', 'get'] }),
  commandOf('pki crl rotate', crl.rotate),
  commandOf('pki urls show', urls.show, {
    workflow: () => import('../../features/certificates/config-show.ts'),
    aliases: ['read'],
  }),
  commandOf('pki urls set', urls.set, { aliases: ['write'] }),
  commandOf('pki intermediate generate', intermediate.generate, { ...files, positional: type }),
  commandOf('pki intermediate set-signed', intermediate.setSigned),
  commandOf('pki issue', issue, { ...files, local: layout, positional: name }),
  commandOf('pki issuer list', issuer.list, {}),
  commandOf('pki issuer show', issuer.show, {
    positional: [{ name: 'issuer_ref', pickedFrom: { command: 'pki issuer list', field: 'key' } }],
    aliases: ['read', 'get'],
  }),
  commandOf('pki revoke', revoke, {
    positional: [{ name: 'serial_number' }],
    workflow: () => import('../../features/certificates/revoke.ts'),
  }),
  commandOf('pki role write', role.write, { positional: name, aliases: ['create', 'set'] }),
  commandOf('pki role update', role.update, { ...updated, positional: name, aliases: ['edit', 'patch'] }),
  commandOf('pki role show', role.show, { positional: name, aliases: ['read', 'get'] }),
  commandOf('pki role list', role.list, {}),
  commandOf('pki role delete', role.remove, { positional: name, aliases: ['remove'] }),
  commandOf('pki root generate', root.generate, { ...files, positional: type }),
  commandOf('pki root delete', root.remove, {
    workflow: () => import('../../features/certificates/root-delete.ts'),
    aliases: ['remove'],
  }),
  commandOf('pki root sign-intermediate', signIntermediate, files),
  commandOf('pki root sign-self-issued', signSelfIssued, files),
  commandOf('pki sign', sign, {
    ...files,
    local: { ...layout, ...newKey, csr: ownRequest },
    positional: name,
  }),
  commandOf('pki renew', sign, {
    ...renewal,
    positional: [{ name: 'folder' }],
    workflow: () => import('../../features/certificates/renew/renew.ts'),
    audience: 'people',
    exits: [Exit.failed],
  }),
  commandOf('pki sign-verbatim', signVerbatim, {
    ...files,
    local: layout,
    positional: [{ name: 'name', optional: true }],
  }),
  commandOf('pki tidy', tidy, {
    local: waitFlags('Wait for the end and show progress'),
    workflow: () => import('../../features/certificates/tidy.ts'),
    alsoNeeds: 'path "{mount}/tidy-status" { capabilities = ["read"] } with --wait',
    exits: [Exit.failed],
  }),
  commandOf('pki tidy-status', tidyStatus),
  guard,
  ...inspection,
  inventory,
];

export default commands;
