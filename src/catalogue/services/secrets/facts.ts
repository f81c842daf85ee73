import { flags } from './flags.ts';
import { products } from './products.ts';

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
