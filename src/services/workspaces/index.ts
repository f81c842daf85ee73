/** The code of the service; what few commands need is loaded when they run. */
import type { ServiceCode } from '../service.ts';
import { workspaces as adapter } from './adapter.ts';
import { terraformCandidate, terraformLogin, terraformUnused } from './terraform-variables.ts';

export const workspaces = {
  adapter,
  settings: { variables: terraformCandidate, leftOver: terraformLogin, refused: {}, unused: terraformUnused },
  products: () => import('./terraform.ts'),
  doctor: () => import('./doctor.ts'),
  status: () => import('./status.ts'),
  whoami: () => import('./whoami.ts'),
  login: () => import('./login.ts'),
} as const satisfies ServiceCode;
