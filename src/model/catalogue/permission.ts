/** The least right that an operation needs. */
import { serviceTraits } from './product.ts';
import type { Operation } from './operation.ts';

/** A policy of the secrets service names the path and what may be done to it; `create` is not enough for any write. */
const capability: Readonly<Record<Operation['method'], string>> = {
  GET: 'read',
  LIST: 'list',
  POST: 'update',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/**
 * Returns the right as its operation declares it, or, on the secrets service, what follows from the request:
 * `path "{mount}/issue/{name}" { capabilities = ["update"] }`.
 * @param path as it is sent, below the base URL; by default with the names of the parameters
 */
export const permissionOf = (
  { permission, service, auth, method, path: template }: Operation,
  path = template,
): string | undefined => {
  const { policiesNamePaths } = serviceTraits[service];
  if (permission !== undefined || auth === 'none' || policiesNamePaths !== true) return permission;
  return `path "${path.replace(/^\//, '')}" { capabilities = ["${capability[method]}"] }`;
};
