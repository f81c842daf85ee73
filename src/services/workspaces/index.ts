import type { ServiceCode } from '../service.ts';
import { workspaces as adapter } from './adapter.ts';
import { terraformCandidate, terraformLogin, terraformUnused } from './terraform-variables.ts';
import { productFrom } from './terraform.ts';
import { placedBy } from './placed.ts';
import scopes, { knownPaths } from './scopes.ts';

export default {
  adapter,
  settings: { variables: terraformCandidate, leftOver: terraformLogin, refused: {}, unused: terraformUnused },
  products: productFrom,
  placed: placedBy,
  scopes,
  beyond: knownPaths,
  sessions: () => import('./login.ts'),
} as const satisfies ServiceCode;
