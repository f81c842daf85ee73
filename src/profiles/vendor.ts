/** What the variables and files of the vendors' own tools say. */
import type { ServiceName } from '../model/product.ts';
import type { Candidate, TokenAccess } from './candidate.ts';
import type { Surroundings } from './endpoint.ts';
import { nomadCandidate } from './nomad-variables.ts';
import { terraformCandidate, terraformLogin } from './terraform-variables.ts';
import { vaultCandidate } from './vault-variables.ts';

/** The vendor's variables that say where `service` is; undefined when none does. */
export const vendorCandidate = (
  service: ServiceName,
  baseUrl: string | undefined,
  surroundings: Surroundings,
  access: TokenAccess,
): Candidate | undefined => {
  switch (service) {
    case 'workspaces':
      return terraformCandidate(baseUrl, surroundings);
    case 'secrets':
      return vaultCandidate(surroundings, access);
    case 'jobs':
      return nomadCandidate(surroundings);
  }
};

/** Credentials that a vendor's tool left in a file, for when nothing else says where `service` is. */
export const leftOverCandidate = (
  service: ServiceName,
  baseUrl: string | undefined,
  surroundings: Surroundings,
): Candidate | undefined => (service === 'workspaces' ? terraformLogin(baseUrl, surroundings) : undefined);
