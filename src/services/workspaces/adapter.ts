import type { HttpResponse } from '../../catalogue/http.ts';
import { header } from '../../catalogue/http.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { at, isArray, isObject, listAt, own, textAt } from '../../documents/json/json.ts';
import { jsonIn } from '../../documents/json/lossless.ts';
import type { ProductName, ServerKind } from '../../catalogue/product.ts';
import type { View } from '../../catalogue/view.ts';
import { bodyText, isHtml } from '../document.ts';
import { misshapenRows, rowsOf, rowsWanted } from '../items.ts';
import { identity, itemOf, withoutSensitive } from './resource.ts';
import type { PageAsked, PageRequest, ServerError, Service, ServiceCode } from '../service.ts';
import { scopeOf } from './scope.ts';
import { terraformCandidate, terraformLogin, terraformUnused } from './terraform-variables.ts';
import { productFrom } from './terraform.ts';
import { placedBy } from './placed.ts';
import scopes, { knownPaths } from './scopes.ts';

const readItems = (document: Json, view: View): readonly JsonObject[] => {
  const wanted = rowsOf(document, rowsWanted(view));
  if (wanted !== undefined) return wanted;
  const included = new Map<string, Json>();
  const others = own(document, 'included');
  if (isArray(others)) for (const one of others) included.set(identity(one), one);
  const data = own(document, 'data');
  const resources = isArray(data) ? data : [data];
  return resources.filter(isObject).map((resource) => itemOf(resource, included));
};

/** The view with what `--include` added; of a single resource only plain values. */
const viewOf = (document: Json, view: View): View | undefined => {
  const [item] =
    view.kind === 'record' && isArray(own(document, 'included')) ? readItems(document, view) : [];
  if (view.kind !== 'record' || item === undefined) return undefined;
  const more = Object.entries(item).filter(([key, value]) => {
    const relation = at(document, 'data', 'relationships', key.split('.')[0] ?? '', 'data');
    return key.includes('.') && (isArray(relation) || !isObject(value));
  });
  return { ...view, columns: [...view.columns, ...more.map(([key]) => key)] };
};

const detailOf = (error: Json): string => {
  if (typeof error === 'string') return error;
  const detail = textAt(error, 'detail') ?? '';
  const title = textAt(error, 'title') ?? '';
  const pointer = textAt(own(error, 'source'), 'pointer');
  const text = detail === '' ? title : detail;
  return pointer === undefined ? text : `${text} (${pointer})`;
};

const readError = (response: HttpResponse): ServerError => {
  const text = bodyText(response);
  if (isHtml(response)) return { text: '', kind: 'html' };
  // OTF and proxies also reply with plain text.
  const errors = at(jsonIn(text), 'errors');
  if (isArray(errors)) return { text: errors.map(detailOf).filter(Boolean).join('; ') };
  // An unknown route has plain text without the API's header; a missing resource has both.
  if (
    response.status === 404 &&
    header(response, 'tfp-api-version') === undefined &&
    /page not found/.test(text)
  ) {
    return { text, kind: 'missing-route' };
  }
  // OTF sends plain texts with its header.
  const foreign = response.status === 404 && header(response, 'tfp-api-version') === undefined;
  return foreign && !text.trimStart().startsWith('{') ? { text, kind: 'foreign' } : { text };
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
  // A server that ignores the page number repeats the first page, with a next one, for ever.
  if (typeof next !== 'number' || (isArray(data) && data.length === 0)) return undefined;
  if (typeof current === 'number' && current !== asked.number) return undefined;
  return next > asked.number ? { query: [['page[number]', String(next)]] } : undefined;
};

const otherPage = (document: Json, asked: number, came: number): boolean => {
  const pagination = at(document, 'meta', 'pagination');
  const current = own(pagination, 'current-page');
  const total = own(pagination, 'total-count');
  return typeof current === 'number' && current !== asked && !(typeof total === 'number' && came >= total);
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
  const data = pages.flatMap((page) => listAt(page, 'data')).slice(0, limit);
  const seen = new Map<string, Json>();
  for (const page of pages) {
    for (const one of listAt(page, 'included')) seen.set(identity(one), one);
  }
  const total = at(first, 'meta', 'pagination', 'total-count');
  return {
    data,
    ...(own(first, 'included') === undefined ? {} : { included: [...seen.values()] }),
    meta: { count: data.length, ...(total === undefined ? {} : { 'total-count': total }) },
  };
};

const productIn = (response: HttpResponse): ProductName | undefined => {
  const name = header(response, 'tfp-appname');
  if (name !== undefined && /enterprise/i.test(name)) return 'terraform-enterprise';
  if (name !== undefined) return 'hcp-terraform';
  if (header(response, 'x-tfe-version') !== undefined) return 'terraform-enterprise';
  return header(response, 'tfp-api-version') === undefined ? undefined : 'otf';
};

const identify = (response: HttpResponse, document: Json): ServerKind | undefined => {
  // OTF reports `Version`, `Commit` and `Built` beside its API; a build without a version is `unknown`.
  if (textAt(document, 'Commit') !== undefined) {
    const version = textAt(document, 'Version');
    return { product: 'otf', version: version === 'unknown' ? undefined : version };
  }
  const product = productIn(response);
  return product && { product, version: header(response, 'x-tfe-version') };
};

export const workspaces: Service = {
  name: 'workspaces',
  scopeOf,
  readItems,
  withoutSecrets: withoutSensitive,
  listAt: { path: 'data' },
  viewOf,
  readError,
  // test/seeds/1-workspaces.md §4 leaves the status of a creation open; real servers send 201.
  successOf: ({ view }) => (view.kind === 'message' ? [204] : [200]),
  misshapen: (document, view) => {
    if (view.kind === 'table') return misshapenRows(document, { path: 'data' });
    return isObject(own(document, 'data')) ? undefined : 'it has no data';
  },
  readWarnings: () => [],
  nextPage,
  otherPage,
  unseen,
  mergePages,
  detect: (response) => {
    const product = productIn(response);
    return product && { family: 'terraform', product };
  },
  questions: [{ path: '/ping' }, { path: '/version', atOrigin: true }],
  // A token of an organization or a team may have no account.
  ownToken: { path: '/account/details', holds: 'data', orElse: '/ping' },
  identify,
};

/** The code of the service; what log-ins need is loaded for them. */
export default {
  adapter: workspaces,
  settings: { variables: terraformCandidate, leftOver: terraformLogin, refused: {}, unused: terraformUnused },
  products: productFrom,
  placed: placedBy,
  scopes,
  beyond: knownPaths,
  sessions: () => import('./login.ts'),
} as const satisfies ServiceCode;
