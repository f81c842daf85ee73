import { serviceTraits } from './product.ts';
import type { Operation } from './operation.ts';
import { needsToken } from './operation.ts';

/** Policies of the secrets service name a path and capabilities. */
const capability: Readonly<Record<Operation['method'], string>> = {
  GET: 'read',
  LIST: 'list',
  POST: 'update',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

export const permissionText = ({ permission }: Pick<Operation, 'permission'>): string | undefined =>
  typeof permission === 'string' ? permission : undefined;

/**
 * The declared right, or for the secrets service one made of the request:
 * `path "{mount}/issue/{name}" { capabilities = ["update"] }`.
 * @param path as sent, below the base URL; default: with the names of the parameters
 */
export const permissionOf = (operation: Operation, path: string = operation.path): string | undefined => {
  const { permission, service, method } = operation;
  const text = permissionText(operation);
  if (!needsToken(operation)) return undefined;
  if (serviceTraits[service].policiesNamePaths !== true) return text;
  const capabilities = typeof permission === 'object' ? permission : [capability[method]];
  const allowed = capabilities.map((one) => `"${one}"`).join(', ');
  const beside = text === undefined ? '' : `, ${text}`;
  return `path "${path.replace(/^\//, '')}" { capabilities = [${allowed}] }${beside}`;
};
