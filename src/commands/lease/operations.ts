/** The paths `sys/leases` are not in test/seeds/2-secrets.md, but all servers have them. */
import { defineOperation } from '../../catalogue/operation.ts';
import { recordView, tableView } from '../../catalogue/view.ts';
import { keyFields, leaseFields } from '../../services/secrets/engine-fields.ts';
import { lookUpFields } from './fields.ts';
import type { Parameter } from '../../catalogue/parameter.ts';

const shared = {
  source: { page: 'https://developer.hashicorp.com/vault/api-docs/system/leases', servers: ['vault'] },
  service: 'secrets',
  method: 'POST',
} as const;

const leaseId = {
  in: 'body',
  type: 'string',
  summary: 'Lease ID, as returned with the credentials',
  required: true,
  complete: 'lease',
  metavar: 'lease',
} as const satisfies Parameter;

const lookUp = 'lease lookup {lease_id}';

export const lookup = defineOperation({
  ...shared,
  id: 'lease.lookup',
  summary: 'Show the path and lifetime of a lease',
  path: '/sys/leases/lookup',
  parameters: { lease_id: leaseId },
  effect: 'read',
  view: recordView({
    fields: lookUpFields,
    essential: ['id'],
    name: 'id',
    columns: [
      ['id', 'lease'],
      'path',
      ['issue_time', 'issued'],
      ['expire_time', 'expires'],
      ['last_renewal', 'last renewal'],
      'ttl',
      'renewable',
    ],
  }),
  examples: [
    { summary: 'How long is left', argv: 'lease lookup ldap/creds/dev/6RTn03IVuCawEFIfPC64Qlhu --field ttl' },
  ],
});

export const list = defineOperation({
  ...shared,
  id: 'lease.list',
  summary: 'List leases by their path',
  description:
    'Lists one level: a name that ends in / has leases below it, such as ldap/creds/dev/. -o name and the field id have ' +
    'the whole ID of a lease, which lease revoke - takes.',
  method: 'LIST',
  path: '/sys/leases/lookup{/prefix}',
  parameters: {
    prefix: {
      in: 'path',
      type: 'string',
      summary: 'Path to list below',
      slashes: 'folder',
      metavar: 'path',
    },
  },
  effect: 'read',
  view: tableView({
    fields: {
      ...keyFields('Part of a lease ID'),
      id: { type: 'text', summary: 'Whole ID of the lease', source: 'recorded' },
    },
    name: 'id',
    columns: ['key'],
    empty: 'no leases',
  }),
  permission: ['list', 'sudo'],
  examples: [
    { summary: 'Which engines have leases', argv: 'lease list' },
    { summary: 'Their IDs, to revoke all below a path', argv: 'lease list ldap/creds/dev -o name' },
  ],
});

export const renew = defineOperation({
  ...shared,
  id: 'lease.renew',
  undo: { because: 'a lease is not shortened, only revoked: trivet lease revoke' },
  summary: 'Extend a lease',
  description: 'An increment above the limit of the lease is capped, with a warning.',
  path: '/sys/leases/renew',
  parameters: {
    lease_id: leaseId,
    increment: {
      in: 'body',
      type: 'duration',
      summary: 'New lifetime, from now',
      default: "the lease's own duration",
      metavar: 'duration',
    },
  },
  effect: 'harmless',
  doneText: 'renewed {lease_id}[ for {lease_duration}]',
  view: recordView({
    fields: leaseFields,
    essential: ['lease_id'],
    name: 'lease_id',
    columns: [['lease_id', 'lease'], ['lease_duration', 'lease duration'], 'renewable'],
  }),
  lookUp,
  examples: [
    { summary: 'Another hour', argv: 'lease renew ldap/creds/dev/6RTn03IVuCawEFIfPC64Qlhu --increment 1h' },
  ],
});

export const revoke = defineOperation({
  ...shared,
  id: 'lease.revoke',
  undo: { because: 'revoked credentials stay revoked' },
  summary: 'Revoke a lease and its credentials',
  description:
    'With --no-sync the revocation is only queued. The server also reports success for an unknown lease: trivet ' +
    'looks first, and one that is not there is exit 5. The default policy does not permit revoking.',
  path: '/sys/leases/revoke',
  parameters: {
    lease_id: leaseId,
    sync: { in: 'body', type: 'boolean', summary: 'Wait until the lease is revoked', default: 'true' },
  },
  effect: 'harmless',
  steps: 'several',
  objectRead: lookup,
  looksFirst: 'always',
  risks: [
    {
      risk: 'revokes',
      gravity: 'ask',
      question:
        'Revoke lease {lease_id}? What it gave stops working at once, but for keys of a token service.',
    },
  ],
  slow: true,
  // The status 202 means that the revocation is queued.
  reply: [200, 202, 204],
  view: { kind: 'message', text: 'revoked lease {lease_id}' },
  lookUp,
  examples: [
    {
      summary: 'Do not wait for it',
      argv: 'lease revoke ldap/creds/dev/6RTn03IVuCawEFIfPC64Qlhu --no-sync --yes',
    },
  ],
});

export const unwrap = defineOperation({
  ...shared,
  id: 'lease.unwrap',
  undo: { because: 'a wrapping token opens only once' },
  source: {
    page: 'https://developer.hashicorp.com/vault/api-docs/system/wrapping-unwrap',
    servers: ['vault'],
  },
  summary: 'Open a wrapped reply with its single-use token',
  description:
    'Only the wrapping token is sent; no other token is needed. It works once, so keep the reply. With --layout ' +
    'and --out DIR a wrapped certificate becomes files, as pki issue writes them.',
  path: '/sys/wrapping/unwrap',
  permission: 'none',
  parameters: {
    token: {
      in: 'header',
      type: 'secret',
      name: 'X-Vault-Token',
      summary: 'Wrapping token: @file, - or env:NAME',
      required: true,
      metavar: 'token',
    },
  },
  effect: 'unsafe',
  returnedOnce: true,
  reply: [200],
  view: recordView({ fields: leaseFields, name: 'lease_id', columns: [], open: true }),
  errors: { 400: 'the wrapping token is not valid, or was already used' },
  examples: [
    { summary: 'From a file', argv: 'lease unwrap @wrapping-token.txt -o json' },
    { summary: 'From a pipe', argv: 'lease unwrap - -o json' },
    {
      summary: 'The files of a wrapped certificate, for nginx',
      argv: 'lease unwrap @wrapping-token.txt --layout nginx --out www',
    },
  ],
});
