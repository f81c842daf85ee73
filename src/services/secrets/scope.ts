import type { HttpRequest } from '../../catalogue/http.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { pathPattern } from '../../catalogue/path-pattern.ts';
import { storageNamespace, withoutSlash } from '../../catalogue/storage-path.ts';
import type { Scope } from '../../catalogue/target.ts';
import { textAt } from '../../documents/json/json.ts';
import { routed } from '../../http/decoded.ts';

const ownPaths = /^\/(?:auth|cubbyhole|identity|sys)\//;

export const isOwnPath = (path: string): boolean => ownPaths.test(routed(path));

const ofLease = /^\/sys\/(?:leases\/)?(?:lookup|(?:renew|revoke)(?:\/(.*))?)\/?$/;
const ofToken = /^\/(?:auth\/token|sys\/wrapping)\//;

type Said = Pick<HttpRequest, 'path' | 'body'>;

const inBody = ({ body }: Said, name: string): string =>
  (body?.kind === 'json' ? textAt(body.value, name) : undefined) ?? '';

export const leasesIn = (request: Said): readonly string[] => {
  const found = ofLease.exec(routed(request.path));
  return found === null ? [] : [found[1] ?? '', inBody(request, 'lease_id')].filter((id) => id !== '');
};

/**
 * Whether an ID decides the namespace, whatever the header: a lease has it after the last dot of its last segment
 * (`SplitIDFromString` of the servers), and a token can hide it. Leases of the root namespace have none.
 */
const isById = (request: Said): boolean =>
  leasesIn(request).some((id) => /\.[^./]+\/*$/.test(id)) ||
  (ofToken.test(routed(request.path)) && `${inBody(request, 'token')}${inBody(request, 'accessor')}` !== '');

/** A mount of several parts, or of an unknown path, may begin with a namespace. */
export const scopeOf = (
  request: Pick<HttpRequest, 'path' | 'headers' | 'body'>,
  operation: Pick<Operation, 'path' | 'parameters'>,
): Scope => {
  const { path, headers } = request;
  const namespace = storageNamespace(headers['x-vault-namespace']);
  if (isOwnPath(path)) return isById(request) ? { unknown: 'namespace' } : { namespace };
  const isMounted = operation.path.startsWith('/{mount}/');
  const found = isMounted ? pathPattern(operation).exec(path)?.[1] : undefined;
  if (found === undefined) return { namespace, unknown: 'namespace' };
  const mount = withoutSlash(routed(found));
  return { namespace, mount, ...(mount.includes('/') ? { unknown: 'namespace' } : {}) };
};
