import type { HttpRequest } from '../../catalogue/http.ts';
import type { Scope } from '../../catalogue/target.ts';
import type { Json } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import { routed } from '../../http/decoded.ts';

type Said = Pick<HttpRequest, 'path' | 'query' | 'body'>;

/** Paths outside any organization: the account, the server, and the list of organizations. */
const outside = /^(?:\/api\/v2)?\/(?:account\/details|organizations|ping|users\/[^/]+)\/?$/;

/**
 * Query names that cannot choose an object. OTF reads path parameters from the query first (`decode.ID`), ignoring
 * case (gorilla/schema), so any other name can choose another object.
 */
const documented = /^(?:(?:fields|filter|page|search)\[.*|include|sort)$/;

const ofOrganization = /^organizations?(?:[-_]?(?:id|name))?$/i;

/** Finds organizations in a field of that name, or an object of that type. */
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

export const staysIn = (organization: string, { query, body }: Said): boolean =>
  query.every(([name]) => documented.test(name)) &&
  organizationsIn(body?.kind === 'json' ? body.value : undefined).every((one) => one === organization);

/** Objects that are named by ID have their own organization. */
export const scopeOf = (request: Said): Scope => {
  const path = routed(request.path);
  if (outside.test(path)) return {};
  const [, name] = /^(?:\/api\/v2)?\/organizations\/([^/]+)/.exec(path) ?? [];
  return name !== undefined && staysIn(name, request) ? { organization: name } : { unknown: 'organization' };
};
