import type { ServiceCode } from '../service.ts';
import { secrets as adapter } from './adapter.ts';
import { vaultCandidate, vaultGuarding, vaultRefused, vaultUnused } from './vault-variables.ts';
import { productFrom } from './vault.ts';
import scopes, { knownPaths, mounted, placedBy } from './scopes.ts';

export default {
  adapter,
  settings: {
    variables: (_, surroundings, access) => vaultCandidate(surroundings, access),
    refused: vaultRefused,
    guarding: vaultGuarding,
    unused: vaultUnused,
  },
  products: productFrom,
  placed: placedBy,
  scopes,
  beyond: knownPaths,
  mounted,
  sessions: () => import('./login.ts'),
} as const satisfies ServiceCode;
