/** Reads the organization of a request to the workspaces service. */
import type { HttpRequest } from '../../catalogue/http.ts';
import type { Scope } from '../../catalogue/target.ts';
import { routed } from '../../http/decoded.ts';

/** Paths that are about no organization: of the account, of the server, and the list of all organizations. */
const outside = /^(?:\/api\/v2)?\/(?:account\/details|organizations|ping|users\/[^/]+)\/?$/;

/** Returns the organization of the path; an object by its ID has one of its own. */
export const scopeOf = (request: Pick<HttpRequest, 'path'>): Scope => {
  const path = routed(request.path);
  if (outside.test(path)) return {};
  const [, name] = /^(?:\/api\/v2)?\/organizations\/([^/]+)/.exec(path) ?? [];
  return name === undefined ? { unknown: 'organization' } : { organization: name };
};
