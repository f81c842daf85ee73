/** Document 1: JSON:API envelope, bearer token, numbered pages, error objects. */
import type { HttpResponse } from '../http/http.ts';
import { header } from '../http/http.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { at, isArray, isObject, own, textAt } from '../model/json.ts';
import { parseJson } from '../model/lossless.ts';
import type { View } from '../model/view.ts';
import { rowsOf, rowsWanted } from './items.ts';
import type { PageAsked, PageRequest, ServerError, Service } from './service.ts';

const identity = (resource: Json | undefined): string =>
  `${textAt(resource, 'type')}/${textAt(resource, 'id')}`;

const relationId = (relation: Json | undefined): Json => {
  const data = own(relation, 'data');
  if (isArray(data)) return data.map((one) => own(one, 'id') ?? null);
  return own(data, 'id') ?? null;
};

/** `current_run` of `include` is the relationship `current-run`: its attributes stand as `current-run.status`. */
const joined = (resource: JsonObject, included: ReadonlyMap<string, Json>): JsonObject => {
  const item: Record<string, Json | undefined> = { id: resource['id'], type: resource['type'] };
  const attributes = resource['attributes'];
  if (isObject(attributes)) Object.assign(item, attributes);
  const relationships = resource['relationships'];
  if (!isObject(relationships)) return item;
  if (textAt(resource, 'type')?.startsWith('data-retention-policy') === true) {
    // The answer may be the default of the organization: its target tells.
    const target = textAt(at(relationships, 'target', 'data'), 'type');
    // The request's spelling is the reply's too on some servers.
    item['delete-older-than-n-days'] ??= item['deleteOlderThanNDays'];
    item['set-on'] =
      target === 'organizations' ? 'organization' : target === 'workspaces' ? 'workspace' : null;
  }
  for (const [name, relation] of Object.entries(relationships)) {
    if (own(relation, 'data') === undefined) continue;
    item[name] ??= relationId(relation);
    const data = own(relation, 'data');
    for (const reference of isArray(data) ? data : [data]) {
      const found = included.get(identity(reference));
      const extra = own(found, 'attributes');
      if (!isObject(extra)) continue;
      if (isArray(data)) {
        // A list of outputs: name -> value, a sensitive one masked by its own flag.
        const label = textAt(extra, 'name') ?? textAt(reference, 'id') ?? '';
        const hidden = own(extra, 'sensitive') === true;
        item[`${name}.${label}`] = hidden ? '(sensitive)' : (own(extra, 'value') ?? extra);
      } else {
        for (const [key, value] of Object.entries(extra)) item[`${name}.${key}`] = value;
      }
    }
  }
  // An attribute of the document, a relationship of the hosted edition.
  const pool = item['agent-pool'];
  if (pool !== undefined) item['agent-pool-id'] ??= pool;
  return item;
};

const readItems = (document: Json, view: View): readonly JsonObject[] => {
  const wanted = rowsOf(document, rowsWanted(view));
  if (wanted !== undefined) return wanted;
  const included = new Map<string, Json>();
  const others = own(document, 'included');
  if (isArray(others)) for (const one of others) included.set(identity(one), one);
  const data = own(document, 'data');
  const resources = isArray(data) ? data : [data];
  return resources.filter(isObject).map((resource) => joined(resource, included));
};

const detailOf = (error: Json): string => {
  if (typeof error === 'string') return error;
  const detail = textAt(error, 'detail') ?? '';
  const title = textAt(error, 'title') ?? '';
  const pointer = textAt(own(error, 'source'), 'pointer');
  const text = detail === '' ? title : detail;
  return pointer === undefined ? text : `${text} (${pointer})`;
};

export const bodyText = (response: HttpResponse): string =>
  new TextDecoder('utf-8').decode(response.body).trim().slice(0, 4000);

export const isHtml = (response: HttpResponse): boolean =>
  (header(response, 'content-type') ?? '').includes('text/html');

const readError = (response: HttpResponse): ServerError => {
  const text = bodyText(response);
  if (isHtml(response)) return { text: '', kind: 'html' };
  try {
    const errors = at(parseJson(text), 'errors');
    if (isArray(errors)) return { text: errors.map(detailOf).filter(Boolean).join('; ') };
  } catch {
    // Plain text: OTF and proxies.
  }
  // A route that does not exist is plain text and lacks the API's header; a missing resource has both.
  if (
    response.status === 404 &&
    header(response, 'tfp-api-version') === undefined &&
    /page not found/.test(text)
  ) {
    return { text, kind: 'missing-route' };
  }
  return { text };
};

const nextPage = (
  _operation: unknown,
  _response: HttpResponse,
  document: Json,
  asked: PageAsked,
): PageRequest | undefined => {
  const pagination = at(document, 'meta', 'pagination');
  const next = own(pagination, 'next-page');
  const current = own(pagination, 'current-page');
  const data = own(document, 'data');
  // The loop guard: a server that ignores the number answers with the first page and names a next one for ever.
  if (typeof next !== 'number' || (isArray(data) && data.length === 0)) return undefined;
  if (typeof current === 'number' && current !== asked.number) return undefined;
  return next > asked.number ? { query: [['page[number]', String(next)]] } : undefined;
};

const unseen = (document: Json, seen: Set<string>): Json => {
  const data = own(document, 'data');
  if (!isObject(document) || !isArray(data)) return document;
  const fresh = data.filter((one) => {
    const name = identity(one);
    return !seen.has(name) && seen.add(name);
  });
  return fresh.length === data.length ? document : { ...document, data: fresh };
};

const mergePages = (pages: readonly Json[], limit: number | undefined): Json => {
  const [first] = pages;
  if (!isObject(first)) return first ?? null;
  const data = pages
    .flatMap((page) => {
      const part = own(page, 'data');
      return isArray(part) ? part : [];
    })
    .slice(0, limit);
  const seen = new Map<string, Json>();
  for (const page of pages) {
    const included = own(page, 'included');
    if (isArray(included)) for (const one of included) seen.set(identity(one), one);
  }
  const total = at(first, 'meta', 'pagination', 'total-count');
  return {
    data,
    ...(own(first, 'included') === undefined ? {} : { included: [...seen.values()] }),
    meta: { count: data.length, ...(total === undefined ? {} : { 'total-count': total }) },
  };
};

export const workspaces: Service = {
  name: 'workspaces',
  readItems,
  readError,
  readWarnings: () => [],
  nextPage,
  unseen,
  mergePages,
  detect: (response) => {
    const name = header(response, 'tfp-appname');
    if (name !== undefined && /enterprise/i.test(name)) return 'terraform-enterprise';
    if (name !== undefined) return 'hcp-terraform';
    if (header(response, 'x-tfe-version') !== undefined) return 'terraform-enterprise';
    return header(response, 'tfp-api-version') === undefined ? undefined : 'otf';
  },
};
