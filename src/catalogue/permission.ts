import { serviceTraits } from './product.ts';
import type { Operation } from './operation.ts';

/** Policies of the secrets service name a path and capabilities. */
const capability: Readonly<Record<Operation['method'], string>> = {
  GET: 'read',
  LIST: 'list',
  POST: 'update',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/**
 * The declared right, or for the secrets service one made of the request:
 * `path "{mount}/issue/{name}" { capabilities = ["update"] }`.
 * @param path as sent, below the base URL; default: with the names of the parameters
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
