/** Reads the organization of a request to the workspaces service. */
import type { HttpRequest } from '../../catalogue/http.ts';
import type { Scope } from '../../catalogue/target.ts';
import type { Json } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import { routed } from '../../http/decoded.ts';

type Said = Pick<HttpRequest, 'path' | 'query' | 'body'>;

/** Paths that are about no organization: of the account, of the server, and the list of all organizations. */
const outside = /^(?:\/api\/v2)?\/(?:account\/details|organizations|ping|users\/[^/]+)\/?$/;

/**
 * The documented names of a query. OTF reads any parameter of a path from the query first (`decode.ID`), and compares
 * names without their case (gorilla/schema): another name can choose another object.
 */
const documented = /^(?:(?:fields|filter|page|search)\[.*|include|sort)$/;

const ofOrganization = /^organizations?(?:[-_]?(?:id|name))?$/i;

/** The organizations that a body names: in a field of that name, or as an object of that type. */
const organizationsIn = (value: Json | undefined, isOne = false): readonly string[] => {
  if (typeof value === 'string') return isOne ? [value] : [];
  if (isArray(value)) return value.flatMap((one) => organizationsIn(one, isOne));
  if (!isObject(value)) return [];
  const { type } = value;
  const isReference = isOne || (typeof type === 'string' && ofOrganization.test(type));
  return Object.entries(value).flatMap(([key, one]) =>
    organizationsIn(one, ofOrganization.test(key) || (isReference && /^(?:data|id|name)$/i.test(key))),
  );
};

/** Whether the rest of a request leaves it in the organization that its path is about. */
export const staysIn = (organization: string, { query, body }: Said): boolean =>
  query.every(([name]) => documented.test(name)) &&
  organizationsIn(body?.kind === 'json' ? body.value : undefined).every((one) => one === organization);

/** Returns the organization of the path; an object by its ID has one of its own. */
export const scopeOf = (request: Said): Scope => {
  const path = routed(request.path);
  if (outside.test(path)) return {};
  const [, name] = /^(?:\/api\/v2)?\/organizations\/([^/]+)/.exec(path) ?? [];
  return name !== undefined && staysIn(name, request) ? { organization: name } : { unknown: 'organization' };
};
