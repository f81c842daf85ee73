/** Commands that look at certificates wherever they are. */
import type { Command } from '../../../model/catalogue/command.ts';
import { ownCommand } from '../../../model/catalogue/command.ts';
import type { Parameter } from '../../../model/catalogue/parameter.ts';
import { tableView } from '../../../model/catalogue/view.ts';
import { findingFields } from '../../finding-fields.ts';
import { factColumns, inspectedFields } from './certificate-facts.ts';

const localMount = {
  in: 'local',
  type: 'string',
  summary: 'Mount of the PKI engine',
  default: 'pki',
  metavar: 'mount',
} as const satisfies Parameter;

export const inspection: readonly Command[] = [
  ownCommand({
    path: 'pki inspect',
    summary: 'Show certificates of a file, mount or server',
    description:
      'Takes a file (PEM, or one certificate in DER; - is standard input), a serial number, which is read from ' +
      'the mount, or https://HOST:PORT, for which every certificate is shown that the server sends; it is not ' +
      'verified, and nothing but the TLS handshake is sent. Prints readable text on a terminal, elsewhere a row ' +
      'for each certificate. Private keys in the file are left out.',
    service: 'secrets',
    positional: [{ name: 'certificate' }],
    local: {
      certificate: {
        in: 'local',
        type: 'string',
        summary: 'File, serial number, or https://HOST:PORT',
        complete: 'file',
        metavar: 'file|serial|url',
      },
      mount: localMount,
    },
    view: tableView({
      fields: inspectedFields,
      name: 'serial',
      rows: { path: '' },
      columns: factColumns,
      empty: 'no certificate',
    }),
    workflow: () => import('../workflows/inspect.ts'),
    requests: 'own',
    aliases: ['parse', 'x509'],
    examples: [
      { summary: 'A file', argv: 'pki inspect cert.pem' },
      {
        summary: 'Days left of a stored certificate',
        argv: 'pki inspect 39:dd:2e:90:b7:23:1f:8d --field days_left',
      },
    ],
  }),
  ownCommand({
    path: 'pki verify',
    summary: 'Check certificate, key and chain in a folder',
    description:
      'Checks key, chain, names, revocation and expiry. The folder has cert.pem, fullchain.pem or bundle.pem, ' +
      'the key as key.pem, privkey.pem or in bundle.pem, and CA certificates in chain.pem, ca.pem or after the ' +
      'certificate. The chain must end at a certificate of --trust; without it, at a root in the folder or at ' +
      'the last CA there. Revocation is read from the mount, or from --crl. Every check is a row; exit 1 when ' +
      'one is a problem.',
    service: 'secrets',
    positional: [{ name: 'folder' }],
    local: {
      folder: {
        in: 'local',
        type: 'string',
        summary: 'Folder with certificate, key and chain',
        complete: 'file',
        metavar: 'folder',
      },
      host: {
        in: 'local',
        type: 'string',
        summary: 'Host name or address to check for',
        metavar: 'name',
      },
      trust: {
        in: 'local',
        type: 'string',
        summary: 'File of the CA certificates to trust',
        complete: 'file',
        metavar: 'file',
      },
      crl: {
        in: 'local',
        type: 'string',
        summary: 'Revocation list file, instead of the mount',
        complete: 'file',
        metavar: 'file',
      },
      mount: localMount,
    },
    view: tableView({
      fields: findingFields,
      name: 'check',
      rows: { path: '' },
      columns: ['check', 'status', 'detail'],
      empty: 'nothing',
    }),
    workflow: () => import('../workflows/verify/verify.ts'),
    requests: 'own',
    reads: true,
    aliases: ['check'],
    examples: [{ summary: 'For a host', argv: 'pki verify site --host www.example.com' }],
  }),
];
