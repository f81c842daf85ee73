/** The code of the service; what few commands need is loaded when they run. */
import type { ServiceCode } from '../service.ts';
import { secrets as adapter } from './adapter.ts';
import { vaultCandidate, vaultRefused, vaultUnused } from './vault-variables.ts';

export const secrets = {
  adapter,
  settings: {
    variables: (_, surroundings, access) => vaultCandidate(surroundings, access),
    refused: vaultRefused,
    unused: vaultUnused,
  },
  products: () => import('./vault.ts'),
  doctor: () => import('./doctor.ts'),
  status: () => import('./status.ts'),
  whoami: () => import('./whoami.ts'),
  login: () => import('./login.ts'),
} as const satisfies ServiceCode;
