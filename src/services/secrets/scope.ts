/** Reads the namespace and the mount of a request to the secrets service. */
import type { HttpRequest } from '../../catalogue/http.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { pathPattern } from '../../catalogue/path-pattern.ts';
import { storedNamespace, withoutSlash } from '../../catalogue/stored.ts';
import type { Scope } from '../../catalogue/target.ts';
import { routed } from '../../http/decoded.ts';

/** Paths of the server itself, below no engine. */
const ownPaths = /^\/(?:auth|cubbyhole|identity|sys)\//;

/**
 * Returns the namespace of the header and the mount of the path. A mount of several parts, and a path that no operation
 * has, can begin with a namespace.
 */
export const scopeOf = (
  { path, headers }: Pick<HttpRequest, 'path' | 'headers'>,
  operation: Pick<Operation, 'path' | 'parameters'>,
): Scope => {
  const namespace = storedNamespace(headers['x-vault-namespace']);
  if (ownPaths.test(routed(path))) return { namespace };
  const isMounted = operation.path.startsWith('/{mount}/');
  const found = isMounted ? pathPattern(operation).exec(path)?.[1] : undefined;
  if (found === undefined) return { namespace, unknown: 'namespace' };
  const mount = withoutSlash(routed(found));
  return { namespace, mount, ...(mount.includes('/') ? { unknown: 'namespace' } : {}) };
};
