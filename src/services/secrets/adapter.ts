/** test/seeds/2-secrets.md: the standard envelope, `errors` as texts, warnings, leases. */
import type { HttpResponse } from '../../catalogue/http.ts';
import { header } from '../../catalogue/http.ts';
import { usageError } from '../../system/error.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { at, isArray, isObject, numberAt, own, textAt, textsAt } from '../../documents/json/json.ts';
import { jsonIn } from '../../documents/json/lossless.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { ServerKind } from '../../catalogue/product.ts';
import type { View } from '../../catalogue/view.ts';
import { recordView } from '../../catalogue/view.ts';
import { bodyText, isHtml } from '../document.ts';
import { misshapenRows, rowsOf, rowsWanted } from '../items.ts';
import type { ServerError, Service, ServiceCode } from '../service.ts';
import { scopeOf } from './scope.ts';
import { vaultCandidate, vaultGuarding, vaultRefused, vaultUnused } from './vault-variables.ts';
import { productFrom } from './vault.ts';
import scopes, { knownPaths, mounted, placedBy } from './scopes.ts';

const leaseFields = (document: Json): JsonObject | undefined => {
  const id = own(document, 'lease_id');
  if (typeof id !== 'string' || id === '') return undefined;
  return {
    lease_id: id,
    lease_duration: own(document, 'lease_duration'),
    renewable: own(document, 'renewable'),
  };
};

/** The items of `data.keys` with `key_info`, or one item from `data` and the lease. */
const readItems = (document: Json, view: View): readonly JsonObject[] => {
  const wanted = rowsOf(document, rowsWanted(view));
  if (wanted !== undefined) return wanted;
  if (view.kind === 'bytes') return isObject(document) ? [document] : [];
  const data = own(document, 'data');
  const keys = own(data, 'keys');
  if (view.kind === 'table' && isArray(keys)) {
    const info = own(data, 'key_info');
    return keys.map((key): JsonObject => {
      const extra = typeof key === 'string' ? own(info, key) : undefined;
      return { key, ...(isObject(extra) ? extra : {}) };
    });
  }
  if (view.kind === 'table') return [];
  const wrap = own(document, 'wrap_info');
  if (isObject(wrap)) return [wrap];
  const plain = isObject(data) ? data : {};
  const lease = leaseFields(document);
  const item = lease === undefined ? plain : { ...plain, ...lease };
  // The reply has no content, or only warnings.
  return Object.keys(item).length === 0 ? [] : [item];
};

const oneLine = (text: string): string =>
  text
    .replaceAll(/\s*-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----\s*/g, ' (PEM omitted) ')
    .replaceAll(/\d+ errors? occurred:\s*/g, '')
    .replaceAll(/\s*\n\s*\*\s*/g, '; ')
    .replaceAll(/^\s*\*\s*/g, '')
    .trim();

const kindOf = (status: number, texts: readonly string[]): ServerError['kind'] => {
  const all = texts.join('\n');
  if (status === 503 && /sealed/i.test(all)) return 'sealed';
  if (status === 404 && /no handler for route/i.test(all)) return 'missing-mount';
  if (status === 404 && /namespace not found/i.test(all)) return 'missing-namespace';
  if (status === 404 && /unsupported path/i.test(all)) return 'missing-route';
  if (status === 405) return 'missing-route';
  if (status === 403) {
    if (/bad token|invalid token/i.test(all) || texts.some((text) => text.trim() === 'permission denied')) {
      return 'bad-token';
    }
    return 'denied';
  }
  return undefined;
};

const readError = (response: HttpResponse): ServerError => {
  if (isHtml(response)) return { text: '', kind: 'html' };
  const text = bodyText(response);
  // Proxies and raw endpoints reply with other text.
  const errors = at(jsonIn(text), 'errors');
  if (isArray(errors)) {
    const texts = errors.filter((one) => typeof one === 'string');
    return { text: texts.map(oneLine).join('; '), kind: kindOf(response.status, texts) };
  }
  const raw = header(response, 'x-vault-raw-error');
  if (raw !== undefined) return { text: raw };
  // The reply about a missing object is an envelope, maybe with warnings.
  return response.status === 404 && !text.trimStart().startsWith('{') ? { text, kind: 'foreign' } : { text };
};

/** A 404 without errors means that the mount exists and nothing is below the path. */
const emptyList: Service['emptyList'] = (operation, response) => {
  const { method, view } = operation;
  // One list is documented with GET; its view shows the keys of a folder.
  const listing = method === 'LIST' || (view.kind === 'table' && view.rows === undefined);
  if (!listing || response.status !== 404) return undefined;
  const errors = at(jsonIn(bodyText(response)), 'errors');
  return isArray(errors) && errors.length === 0 ? { data: { keys: [] } } : undefined;
};

/** The view of a wrapped reply, which replaces any other. */
const wrapped: View = recordView({
  fields: {
    token: { type: 'text', summary: 'Single-use wrapping token', sensitive: true, returnedOnce: true },
    accessor: { type: 'text', summary: 'Accessor of the wrapping token' },
    ttl: { type: 'duration', unit: 's', summary: 'How long the wrapping token lasts' },
    creation_time: { type: 'time', summary: 'Time of the wrapping' },
    creation_path: { type: 'text', summary: 'Path of the wrapped reply' },
    wrapped_accessor: { type: 'text', summary: 'Accessor of a wrapped token' },
  },
  name: 'token',
  columns: [
    ['token', 'wrapping token'],
    'accessor',
    'ttl',
    ['creation_time', 'created'],
    ['creation_path', 'path'],
    ['wrapped_accessor', 'wrapped accessor'],
  ],
});

/** The document has no statuses: real servers reply 204 to a write without a result, and 200 with warnings. */
const successOf = ({ effect, view }: Operation): readonly number[] => {
  if (view.kind === 'bytes') return [200, 204];
  const gives = 'essential' in view && view.essential !== undefined;
  return effect === 'read' || view.kind === 'table' || gives ? [200] : [200, 204];
};

const misshapen = (document: Json, view: View): string | undefined => {
  if (view.kind === 'bytes') return undefined;
  if (view.kind === 'table')
    return misshapenRows(document, view.rows ?? { path: 'data.keys', scalar: 'key' });
  const data = own(document, 'data');
  if (data === undefined) return 'it has no data';
  return own(data, 'success') === false ? 'it says success: false' : undefined;
};

/** Vault reports its edition since 1.16, or in its version; OpenBao's versions begin with 2. */
const identify = (document: Json): ServerKind | undefined => {
  const version = textAt(document, 'version');
  if (version === undefined) return undefined;
  const reported = own(document, 'enterprise');
  const enterprise = reported === true || version.includes('+ent');
  if (!enterprise && reported === undefined && !/^[01]\./.test(version))
    return { product: 'openbao', version };
  return { product: 'vault', edition: enterprise ? 'enterprise' : 'community', version };
};

const envelopeKeys: readonly string[] = [
  'request_id',
  'lease_id',
  'lease_duration',
  'renewable',
  'data',
  'warnings',
  'wrap_info',
  'auth',
  'errors',
  'mount_type',
];

/** Returns `data` of a reply that `-o json` wrote. @throws TrivetError usage, for a reply mixed with settings */
const bodyInReply: Service['bodyInReply'] = (body, { parameters }) => {
  const data = own(body, 'data');
  if (!isObject(body) || !isObject(data) || Object.hasOwn(parameters, 'data')) return undefined;
  const beside = Object.keys(body).filter((key) => !envelopeKeys.includes(key));
  if (beside.length === 0) return data;
  throw usageError(
    `--body contains a reply (data) and also ${beside.join(', ')}: only one of them can be sent`,
    'Give only the settings.',
  );
};

export const secrets: Service = {
  name: 'secrets',
  scopeOf,
  readItems,
  listAt: { path: 'data.keys', beside: 'data.key_info' },
  successOf,
  misshapen,
  wrapped,
  viewOf: (document) => (isObject(own(document, 'wrap_info')) ? wrapped : undefined),
  bodyInReply,
  readError,
  emptyList,
  readWarnings: (document) => textsAt(document, 'warnings'),
  nextPage: () => undefined,
  mergePages: (pages) => pages[0] ?? null,
  detect: (response) =>
    Object.keys(response.headers).some((name) => name.startsWith('x-vault-') && name !== 'x-vault-raw-error')
      ? { family: 'vault' }
      : undefined,
  questions: [{ path: '/sys/health' }],
  ownToken: {
    path: '/auth/token/lookup-self',
    holds: 'data',
    usesLeft: (document) => {
      const uses = numberAt(own(document, 'data'), 'num_uses');
      // The server reports -1 after the last request.
      return uses === 0 ? undefined : Math.max(uses, 0);
    },
    lastsFor: (document) => {
      const ttl = own(own(document, 'data'), 'ttl');
      if (typeof ttl !== 'number' && typeof ttl !== 'bigint') return undefined;
      return Number(ttl) > 0 ? Number(ttl) : Number.POSITIVE_INFINITY;
    },
  },
  identify: (_, document) => identify(document),
  health: {
    refuses: { 501: 'is not initialized', 503: 'is sealed' },
    // A standby has its own status and still serves.
    serves: [429, 472, 473],
  },
  routable: /^\w(?:[\w.@:-]*\w)?$/,
};

/** The code of the service; what log-ins need is loaded for them. */
export default {
  adapter: secrets,
  settings: {
    variables: (_, surroundings, access) => vaultCandidate(surroundings, access),
    refused: vaultRefused,
    guarding: vaultGuarding,
    unused: vaultUnused,
  },
  products: productFrom,
  placed: placedBy,
  scopes,
  beyond: knownPaths,
  mounted,
  sessions: () => import('./login.ts'),
} as const satisfies ServiceCode;
