import type { Command } from '../../../catalogue/command.ts';
import { ownCommand } from '../../../catalogue/command.ts';
import type { Parameter } from '../../../catalogue/parameter.ts';
import { toggle } from '../../../catalogue/parameter.ts';
import { tableView } from '../../../catalogue/view.ts';
import { caMount } from '../parts.ts';
import { factColumns, inspectedFields, verifiedFields } from './certificate-facts.ts';

const localMount = {
  in: 'local',
  type: 'string',
  summary: 'Mount of the PKI engine',
  default: 'pki',
  metavar: 'mount',
} as const satisfies Parameter;

const storePassword = {
  in: 'local',
  type: 'secret',
  summary: 'Password of a key store',
  metavar: 'source',
} as const satisfies Parameter;

const serverName = {
  in: 'local',
  type: 'string',
  summary: 'Name to ask a server for (SNI)',
  metavar: 'name',
} as const satisfies Parameter;

export const inspection: readonly Command[] = [
  ownCommand({
    path: 'pki inspect',
    summary: 'Show certificates of files, mounts and servers',
    description:
      'Takes a file, a serial number, which is read from the mount, or the URL of a server (https, smtp, imap, pop3, ' +
      'ldap, postgres; with s at the end, TLS begins at once), for which every ' +
      'certificate is shown that the server sends; it is not verified, and nothing but the TLS handshake is sent. ' +
      'A file (- is standard input) is PEM or DER with certificates, requests, revocation lists and OCSP ' +
      'responses, PKCS #7, or a key store (PKCS #12). Every extension is shown. Prints readable text on a ' +
      'terminal, elsewhere a row for each. Private keys in the file are left out.',
    service: 'secrets',
    positional: [{ name: 'certificate' }],
    local: {
      certificate: {
        in: 'local',
        type: 'string',
        summary: 'File, serial number, or URL of a server',
        complete: 'file',
        metavar: 'file|serial|url',
      },
      password: storePassword,
      'server-name': serverName,
      mount: localMount,
    },
    view: tableView({
      fields: inspectedFields,
      name: 'serial',
      rows: { path: '' },
      columns: factColumns,
      empty: 'no certificate',
    }),
    workflow: () => import('../../../features/certificates/inspect.ts'),
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
    summary: 'Check a certificate, its key and chain',
    description:
      'Judges as TLS clients do: the chain as a server sends it, names, purposes, algorithms, form, validity and ' +
      'revocation. Takes a folder, a file (PEM, DER, PKCS #7 or PKCS #12; - is standard input) or the URL of a server ' +
      '(https, smtp, imap, pop3, ldap, postgres). A folder ' +
      'has cert.pem, fullchain.pem, bundle.pem, haproxy.pem, tls.crt or keystore.p12, the key beside it or in it, ' +
      'and CA certificates in chain.pem, ca.pem or after the certificate. A problem is what openssl at ' +
      'security level 2, Go, Java or nginx refuses, and exits with 1; a warning is what RFC 5280 or the rules of ' +
      'the web do not allow, and is a problem with --strict. The chain must end at a certificate of --trust; ' +
      'without it, whether clients trust its end is unknown. Revocation is read from the mount (of CAs in between, ' +
      'from the mount of their issuer, --ca-mount), or from --crl.',
    service: 'secrets',
    positional: [{ name: 'folder' }],
    local: {
      folder: {
        in: 'local',
        type: 'string',
        summary: 'Folder, file, or URL of a server',
        complete: 'file',
        metavar: 'folder|file|url',
      },
      purpose: {
        in: 'local',
        type: 'string',
        summary: 'Purpose that it must be for',
        enum: ['tls-server', 'tls-client', 'smime', 'code'],
      },
      host: {
        in: 'local',
        type: 'strings',
        summary: 'Host names or addresses it must be for',
        metavar: 'name',
      },
      at: {
        in: 'local',
        type: 'time',
        summary: 'Time at which it must be valid',
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
      revocation: {
        in: 'local',
        type: 'string',
        summary: 'Whether revocation must be known',
        enum: ['require', 'check', 'off'],
        default: 'check',
      },
      password: storePassword,
      'server-name': serverName,
      strict: toggle('Treat warnings as problems'),
      mount: localMount,
      'ca-mount': caMount,
    },
    view: tableView({
      fields: verifiedFields,
      name: 'check',
      rows: { path: '' },
      columns: ['check', 'status', 'detail'],
      empty: 'nothing',
    }),
    workflow: () => import('../../../features/certificates/verify/verify.ts'),
    requests: 'own',
    changes: 'nothing',
    aliases: ['check'],
    examples: [
      { summary: 'For a host', argv: 'pki verify site --host www.example.com' },
      { summary: 'By the rules of the web', argv: 'pki verify site --host www.example.com --strict' },
    ],
  }),
];
