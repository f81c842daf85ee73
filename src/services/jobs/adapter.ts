/** test/seeds/3-jobs.md: plain JSON, plain-text errors, pages by a token in a header. */
import type { HttpResponse } from '../../catalogue/http.ts';
import { header } from '../../catalogue/http.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { at, isArray, isObject, itemsIn, own, textAt } from '../../documents/json/json.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { View } from '../../catalogue/view.ts';
import { wordOf } from '../../catalogue/text/server-text.ts';
import { bodyText, isHtml } from '../document.ts';
import { misshapenRows, rowsOf, rowsWanted } from '../items.ts';
import type { Service, ServiceCode } from '../service.ts';
import { scopeOf } from './scope.ts';
import { nomadCandidate, nomadRefused, nomadUnused } from './nomad-variables.ts';
import { productFrom } from './nomad.ts';
import { placedBy } from './placed.ts';
import scopes, { knownPaths } from './scopes.ts';

const readItems = (document: Json, view: View): readonly JsonObject[] => {
  const wanted = rowsOf(document, rowsWanted(view));
  if (wanted !== undefined) return wanted;
  if (isArray(document)) return document.filter(isObject);
  return isObject(document) ? [document] : [];
};

const otherObject = (
  document: Json,
  { path }: Operation,
  { job_id: id }: InputRecord,
): string | undefined => {
  const [, part] = /^(?:\/v1)?\/job\/\{job_id\}(.*)$/.exec(path) ?? [];
  if (typeof id !== 'string' || part === undefined) return undefined;
  const isJob = part === '';
  for (const one of isArray(document) ? document : [document]) {
    const named = textAt(one, isJob ? 'ID' : 'JobID');
    if (named !== undefined && named !== id) return `it is about job ${wordOf(named)}`;
  }
  return undefined;
};

const isNomad = (response: HttpResponse): boolean =>
  Object.keys(response.headers).some((name) => name.startsWith('x-nomad-'));

/** The health of an agent, `{"server":{"ok":true,"message":"ok"}}`, which no other product sends. */
const isAgentHealth = (document: Json): boolean =>
  [own(document, 'server'), own(document, 'client')].some(
    (part) => typeof own(part, 'ok') === 'boolean' && typeof own(part, 'message') === 'string',
  );

/** Errors of this API are bare messages; a mux, an ingress or another API repeats the status, or sends JSON. */
const isForeign = (response: HttpResponse, text: string): boolean =>
  response.status === 404 &&
  header(response, 'x-nomad-index') === undefined &&
  /^(?:404\b|default backend|[[{])/i.test(text);

export const jobs: Service = {
  name: 'jobs',
  scopeOf,
  readItems,
  listAt: { path: '' },
  readError: (response) => {
    if (isHtml(response)) return { text: '', kind: 'html' };
    const text = bodyText(response)
      // Validation errors of a job have status 500; only the text identifies them.
      .replaceAll(/\d+ errors? occurred:\s*/g, 'invalid: ')
      .replaceAll(/\s*\n\s*\*\s*/g, '; ')
      .replaceAll(/^(invalid: )?\s*\*\s*/g, '$1')
      .trim();
    // An unknown path is a 404 without a body.
    if (response.status === 404 && text === '') return { text, kind: 'missing-route' };
    if (isForeign(response, text)) return { text, kind: 'foreign' };
    // Anything unlike a token is parsed as a signed one; both are status 500.
    return /^(?:failed to parse signed token|ACL token expired)/.test(text)
      ? { text, kind: 'bad-token' }
      : { text };
  },
  readWarnings: (document) => {
    const text = isObject(document) ? document['Warnings'] : undefined;
    if (typeof text !== 'string') return [];
    const entries = text.replace(/^\d+ warnings?:\s*/, '').split(/^\s*\*\s+/m);
    return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  },
  successOf: () => [200],
  otherObject,
  misshapen: (document, view) => {
    if (view.kind === 'table') return misshapenRows(document, view.rows ?? { path: '' });
    return isObject(document) ? undefined : 'it is not an object';
  },
  nextPage: (_operation, response, document) => {
    const next = header(response, 'x-svc-nexttoken') ?? header(response, 'x-nomad-nexttoken');
    if (next === undefined || next === '') return undefined;
    // An empty page ends the list.
    if (isArray(document) && document.length === 0) return undefined;
    return { query: [['next_token', next]] };
  },
  mergePages: (pages, limit) => pages.flatMap(itemsIn).slice(0, limit),
  detect: (response) => (isNomad(response) ? { family: 'nomad', product: 'nomad' } : undefined),
  // With access control the first two questions show nothing of Nomad; the third needs no token.
  questions: [{ path: '/v1/status/leader' }, { path: '/v1/jobs' }, { path: '/v1/agent/health' }],
  ownToken: { path: '/v1/acl/token/self', holds: 'AccessorID' },
  identify: (response, document) =>
    isNomad(response) || isAgentHealth(document) ? { product: 'nomad' } : undefined,
  agent: {
    path: '/v1/agent/self',
    identify: (document) => {
      const found = at(document, 'config', 'Version');
      const version = textAt(found, 'Version');
      const edition = /\bent\b/.test(textAt(found, 'VersionMetadata') ?? '') ? 'enterprise' : 'community';
      return version === undefined ? undefined : { product: 'nomad', edition, version };
    },
  },
  hidesBadTokens: true,
};

/** The code of the service; what log-ins need is loaded for them. */
export default {
  adapter: jobs,
  settings: {
    variables: (_, surroundings) => nomadCandidate(surroundings),
    refused: nomadRefused,
    unused: nomadUnused,
  },
  products: productFrom,
  placed: placedBy,
  scopes,
  beyond: knownPaths,
  sessions: () => import('./login.ts'),
} as const satisfies ServiceCode;
