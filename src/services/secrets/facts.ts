/** The service as data. */
import { flags } from './flags.ts';
import { products } from './products.ts';

export const secrets = {
  speaks: 'vault',
  suffix: '/v1',
  context: { namespace: 'own' },
  mounts: true,
  namespaceInHeader: true,
  flags,
  products,
} as const;
