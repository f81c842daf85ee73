import type { ServiceCode } from '../service.ts';
import { jobs as adapter } from './adapter.ts';
import { nomadCandidate, nomadRefused, nomadUnused } from './nomad-variables.ts';
import { productFrom } from './nomad.ts';
import { placedBy } from './placed.ts';
import scopes, { knownPaths } from './scopes.ts';

export default {
  adapter,
  settings: {
    variables: (_, surroundings) => nomadCandidate(surroundings),
    refused: nomadRefused,
    unused: nomadUnused,
  },
  products: productFrom,
  placed: placedBy,
  scopes,
  beyond: knownPaths,
  sessions: () => import('./login.ts'),
} as const satisfies ServiceCode;
