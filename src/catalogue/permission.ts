/** The least right that an operation needs. */
import { serviceTraits } from './product.ts';
import type { Operation } from './operation.ts';

/** A policy of the secrets service names the path and what may be done to it. */
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
  { permission, capabilities, service, auth, method, path: template }: Operation,
  path = template,
): string | undefined => {
  const { policiesNamePaths } = serviceTraits[service];
  if (auth === 'none' || policiesNamePaths !== true) return permission;
  const allowed = (capabilities ?? [capability[method]]).map((one) => `"${one}"`).join(', ');
  const beside = permission === undefined ? '' : `, ${permission}`;
  return `path "${path.replace(/^\//, '')}" { capabilities = [${allowed}] }${beside}`;
};
