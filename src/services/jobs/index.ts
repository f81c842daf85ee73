import type { ServiceCode } from '../service.ts';
import { jobs as adapter } from './adapter.ts';
import { nomadCandidate, nomadRefused, nomadUnused } from './nomad-variables.ts';

export default {
  adapter,
  settings: {
    variables: (_, surroundings) => nomadCandidate(surroundings),
    refused: nomadRefused,
    unused: nomadUnused,
  },
  products: async () => (await import('./nomad.ts')).productFrom,
  placed: async () => (await import('./placed.ts')).placedBy,
  whoami: () => import('./whoami.ts'),
  login: () => import('./login.ts'),
  scopes: () => import('./scopes.ts'),
  beyond: async () => (await import('./scopes.ts')).knownPaths,
} as const satisfies ServiceCode;
