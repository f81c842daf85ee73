import { products } from './products.ts';

const flags = {
  namespace: {
    short: 'n',
    in: 'local',
    scope: 'server',
    type: 'string',
    summary: 'Namespace of the secrets service',
    complete: 'secrets-namespace',
    metavar: 'path',
  },
  'wrap-ttl': {
    in: 'local',
    scope: 'output',
    of: 'document',
    reply: true,
    type: 'duration',
    summary: 'Wrap the reply in a single-use token',
    metavar: 'duration',
  },
  'fail-on-warning': {
    in: 'local',
    scope: 'item',
    reply: true,
    type: 'boolean',
    summary: 'Exit 1 when the server warns',
  },
} as const;

export const secrets = {
  family: 'vault',
  usualProduct: 'vault+ent',
  suffix: '/v1',
  context: { namespace: 'own' },
  mounts: true,
  policiesNamePaths: true,
  headers: { namespace: 'x-vault-namespace', wrapTtl: 'x-vault-wrap-ttl' },
  vendorVariables: ['BAO_ADDR', 'BAO_NAMESPACE', 'VAULT_ADDR', 'VAULT_NAMESPACE'],
  flags,
  products,
} as const;
