/** What the variables and files of the vendors' own tools say. */
import type { ServiceName } from '../model/product.ts';
import type { Candidate, TokenAccess } from './candidate.ts';
import type { Surroundings } from './endpoint.ts';

/** The vendor's variables that say where `service` is; undefined when none does. */
export const vendorCandidate = (
  _service: ServiceName,
  _baseUrl: string | undefined,
  _surroundings: Surroundings,
  _access: TokenAccess,
): Candidate | undefined => undefined;

/** Credentials that a vendor's tool left in a file, for when nothing else says where `service` is. */
export const leftOverCandidate = (
  _service: ServiceName,
  _surroundings: Surroundings,
  _access: TokenAccess,
): Candidate | undefined => undefined;
