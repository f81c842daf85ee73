import type { ServiceCode } from '../service.ts';
import { secrets as adapter } from './adapter.ts';
import { vaultCandidate, vaultGuarding, vaultRefused, vaultUnused } from './vault-variables.ts';

export default {
  adapter,
  settings: {
    variables: (_, surroundings, access) => vaultCandidate(surroundings, access),
    refused: vaultRefused,
    guarding: vaultGuarding,
    unused: vaultUnused,
  },
  products: async () => (await import('./vault.ts')).productFrom,
  placed: async () => (await import('./scopes.ts')).placedBy,
  whoami: () => import('./whoami.ts'),
  login: () => import('./login.ts'),
  scopes: () => import('./scopes.ts'),
  beyond: async () => (await import('./scopes.ts')).knownPaths,
  mounted: async () => (await import('./scopes.ts')).mounted,
  keeper: () => import('./credential-store.ts'),
  envelope: () => import('./envelope.ts'),
} as const satisfies ServiceCode;
