import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView, tableView } from '../../../catalogue/view.ts';
import { certificateFields, listedCertificateFields } from '../fields.ts';
import { encoding, mount, serial } from '../parts.ts';

export const show = defineOperation({
  id: 'pki.cert.show',
  summary: 'Show a stored certificate',
  description:
    'Takes the serial number in hex (with colons, hyphens, spaces or nothing between the octets, in any ' +
    'case), @FILE with the certificate in PEM, ca_chain, or crl. On a terminal it prints readable text. No ' +
    'token is sent.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'GET',
  path: '/{mount}/cert/{serial}',
  permission: 'none',
  parameters: { mount, serial },
  effect: 'read',
  view: recordView({
    fields: certificateFields,
    essential: ['certificate'],
    name: 'serial',
    columns: [
      'certificate',
      ['revocation_time', 'revoked'],
      ['revocation_time_rfc3339', 'revoked at'],
      ['issuer_id', 'issuer'],
      ['ca_chain', 'ca chain'],
    ],
  }),
  errors: { 404: 'no stored certificate has this serial number' },
  examples: [
    { summary: 'By serial number', argv: 'pki cert show 39:dd:2e:90:b7:23:1f:8d' },
    { summary: 'As openssl prints it', argv: 'pki cert show 39DD2E90B7231F8D' },
    { summary: 'The revocation list', argv: 'pki cert show crl --field certificate' },
  ],
});

export const download = defineOperation({
  id: 'pki.cert.download',
  summary: 'Download a stored certificate as bytes',
  description: 'Prints PEM unless --der is given; on a terminal, readable text. No token is sent.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'GET',
  path: '/{mount}/cert/{serial}/raw{/encoding}',
  permission: 'none',
  parameters: { mount, serial, encoding },
  effect: 'read',
  reply: 'bytes',
  view: { kind: 'bytes', media: 'certificate' },
  errors: { 204: 'no stored certificate has this serial number' },
  examples: [
    { summary: 'DER into a file', argv: 'pki cert download 39:dd:2e:90:b7:23:1f:8d --der --out web.der' },
  ],
});

/** A list with a read of each; host names after the fifth are left out. */
export const listDetailed = defineOperation({
  id: 'pki.cert.list-detailed',
  summary: 'List stored certificates with names and ends',
  source: {
    page: 'https://openbao.org/api-docs/secret/pki/#list-certificates',
    servers: [{ family: 'vault', supports: 'detailed-certificates' }],
  },
  service: 'secrets',
  method: 'LIST',
  path: '/{mount}/certs/detailed',
  parameters: { mount },
  effect: 'read',
  view: tableView({
    fields: listedCertificateFields,
    name: 'key',
    columns: [
      ['key', 'serial'],
      ['common_name', 'common name'],
      ['dns_names', 'names'],
      ['not_after', 'expires'],
      ['key_type', 'key'],
      ['key_bits', 'bits'],
      'issuer',
    ],
    empty: 'no certificates are stored',
  }),
  examples: [{ summary: 'With names and ends', argv: 'pki cert list --detailed' }],
});

export const listRevoked = defineOperation({
  id: 'pki.cert.list-revoked',
  summary: 'List the serial numbers of revoked certificates',
  source: { page: 'https://openbao.org/api-docs/secret/pki/#list-revoked-certificates', servers: ['vault'] },
  service: 'secrets',
  method: 'LIST',
  path: '/{mount}/certs/revoked',
  parameters: { mount },
  effect: 'read',
  view: tableView({
    fields: listedCertificateFields,
    name: 'key',
    columns: [['key', 'serial']],
    empty: 'no certificates are revoked',
  }),
  examples: [],
});

export const list = defineOperation({
  id: 'pki.cert.list',
  summary: 'List the serial numbers of stored certificates',
  description:
    'Includes expired and revoked certificates until a tidy removes them, but not those of roles with ' +
    'no_store.',
  source: '2 §4.2',
  service: 'secrets',
  method: 'LIST',
  path: '/{mount}/certs',
  parameters: { mount },
  effect: 'read',
  view: tableView({
    fields: listedCertificateFields,
    name: 'key',
    columns: [['key', 'serial']],
    empty: 'no certificates are stored',
    unconditional: true,
  }),
  examples: [{ summary: 'All serial numbers', argv: 'pki cert list' }],
});
