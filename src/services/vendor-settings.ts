/** Settings from the variables and files of the vendors' own tools. */
import type { ServiceName } from '../model/catalogue/product.ts';
import type { Candidate, TokenAccess } from '../profiles/candidate.ts';
import type { Surroundings } from '../world/surroundings.ts';
import { nomadCandidate, nomadRefused, nomadUnused } from './jobs/nomad-variables.ts';
import { terraformCandidate, terraformLogin, terraformUnused } from './workspaces/terraform-variables.ts';
import { vaultCandidate, vaultRefused, vaultUnused } from './secrets/vault-variables.ts';

interface Vendor {
  variables(
    baseUrl: string | undefined,
    surroundings: Surroundings,
    access: TokenAccess,
  ): Candidate | undefined;
  leftOver?(baseUrl: string | undefined, surroundings: Surroundings): Candidate | undefined;
}

/** Variables of the vendors that are refused, and those that have no effect, with what to use instead. */
export const unheeded = {
  refused: { ...vaultRefused, ...nomadRefused },
  unused: { ...vaultUnused, ...nomadUnused, ...terraformUnused },
} as const;

const vendors: Readonly<Record<ServiceName, Vendor>> = {
  workspaces: { variables: terraformCandidate, leftOver: terraformLogin },
  secrets: { variables: (_, surroundings, access) => vaultCandidate(surroundings, access) },
  jobs: { variables: (_, surroundings) => nomadCandidate(surroundings) },
};

/** The vendor's variables with the address of `service`; undefined if there are none. */
export const vendorCandidate = (
  service: ServiceName,
  baseUrl: string | undefined,
  surroundings: Surroundings,
  access: TokenAccess,
): Candidate | undefined => vendors[service].variables(baseUrl, surroundings, access);

/** Credentials that a vendor's tool left in a file, used if no other source has an address of `service`. */
export const leftOverCandidate = (
  service: ServiceName,
  baseUrl: string | undefined,
  surroundings: Surroundings,
): Candidate | undefined => vendors[service].leftOver?.(baseUrl, surroundings);
