import type { ServiceCode } from '../service.ts';
import { workspaces as adapter } from './adapter.ts';
import { terraformCandidate, terraformLogin, terraformUnused } from './terraform-variables.ts';

export default {
  adapter,
  settings: { variables: terraformCandidate, leftOver: terraformLogin, refused: {}, unused: terraformUnused },
  products: async () => (await import('./terraform.ts')).productFrom,
  placed: async () => (await import('./placed.ts')).placedBy,
  whoami: () => import('./whoami.ts'),
  login: () => import('./login.ts'),
  scopes: () => import('./scopes.ts'),
  beyond: async () => (await import('./scopes.ts')).knownPaths,
  keeper: () => import('./credential-store.ts'),
  envelope: () => import('./envelope.ts'),
} as const satisfies ServiceCode;
