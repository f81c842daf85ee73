/** The service as data. */
import { flags } from './flags.ts';
import { products } from './products.ts';

export const workspaces = {
  speaks: 'terraform',
  suffix: '/api/v2',
  context: { organization: 'shared' },
  flags,
  products,
} as const;
