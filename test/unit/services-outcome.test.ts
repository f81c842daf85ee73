/** Tests what a reply, or its absence, is reported as: every status and kind of failure, for reads and changes. */
import { describe, expect, test } from 'vitest';
import type { HttpRequest, HttpResponse, TransportFault } from '../../src/catalogue/http.ts';
import { TransportError } from '../../src/catalogue/http.ts';
import { SendError } from '../../src/http/retry.ts';
import { TrivetError } from '../../src/system/error.ts';
import type { Operation } from '../../src/catalogue/operation.ts';
import { show, write } from '../../src/commands/ldap/operations/library.ts';
import type { Call } from '../../src/services/call.ts';
import { knowingEndpoint } from '../support/endpoint.ts';
import { loadService } from '../../src/services/index.ts';
import {
  garbledReply,
  isAbsent,
  lacksPlace,
  replyFailure,
  transportFailure,
  unauthenticated,
} from '../../src/services/outcome.ts';
import type { KnownError, Product, Proven } from '../../src/services/product.ts';
import { readBackAs } from '../../src/services/proof.ts';
import { productOf } from '../../src/services/products.ts';
import type { ServerError, Service } from '../../src/services/service.ts';

/** What differs from a request about the set team-a, sent with a token of TOKEN. */
interface Case {
  /** Default: a read. */
  readonly operation?: Operation;
  readonly asked?: Partial<Call>;
  /** The address of the server. */
  readonly at?: string;
  readonly service?: Partial<Service>;
  readonly product?: Partial<Product>;
  /** What the service reads from the reply. */
  readonly says?: ServerError;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly reached?: true;
}

const { steps: _steps, ...oneStep } = write;
const change: Operation = oneStep;
const several: Operation = write;
const repeatable: Operation = { ...change, effect: 'harmless' };
const { lookUp: _, ...unseen } = change;
const baseUrl = 'https://s/v1';

const documented = (): Promise<Product> => productOf('secrets', { product: 'generic' });

const requestTo = (path: string, method: 'GET' | 'POST' = 'GET'): HttpRequest => ({
  method,
  path,
  query: [],
  headers: {},
  secrets: [],
});

const askedOf = async ({
  operation = show,
  asked,
  at = baseUrl,
  service,
  product,
  says,
}: Case): Promise<Call> => ({
  operation,
  server: {
    endpoint: { ...knowingEndpoint('secrets'), baseUrl: at },
    product: { ...(await documented()), errors: [], lacks: {}, ...product },
    route: () => {
      throw new Error('nothing is sent');
    },
  },
  how: {},
  service: { ...(await loadService('secrets')).adapter, readError: () => says ?? { text: '' }, ...service },
  request: requestTo('/ldap/library/team-a', operation.effect === 'read' ? 'GET' : 'POST'),
  input: { mount: 'ldap', set_name: 'team-a' },
  tokenSource: 'TOKEN',
  serverFlags: [],
  ...asked,
});

const reply = (status: number, headers: Case['headers'] = {}, body = ''): HttpResponse => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()])),
  body: new TextEncoder().encode(body),
});

/** Everything of an error, in lines. */
const linesOf = ({ code, exit, message, effect, details }: TrivetError): readonly string[] => {
  const { effect: _, cause, missing, ...rest } = details;
  const { kind, name, scope } = missing ?? {};
  return [
    `${code} ${exit}${effect === undefined ? '' : ` ${effect}`}: ${message}`,
    ...(missing === undefined ? [] : [`missing: ${kind} ${name} ${JSON.stringify(scope)}`]),
    ...(cause instanceof Error ? [`cause: ${cause.message}`] : []),
    ...Object.entries(rest)
      .filter(([key, value]) => value !== undefined && key !== 'request')
      .map(([key, value]) => `${key}: ${value}`),
  ];
};

const outcome = async (status: number, one: Case): Promise<readonly string[]> => {
  const error = replyFailure(await askedOf(one), reply(status, one.headers), one.reached === true);
  const sent = one.operation === undefined || one.operation.effect === 'read' ? 'GET' : 'POST';
  expect(error.details.request).toBe(`${sent} ${one.asked?.request?.path ?? '/ldap/library/team-a'}`);
  return linesOf(error);
};

/** `lines`: what is reported, but for the status, in any order, with ` | ` between. */
type Rows = readonly (readonly [name: string, status: number, one: Case, lines: string])[];

const sorted = (lines: string, ...more: readonly string[]): readonly string[] =>
  [...lines.split(' | '), ...more].toSorted();

const lookUp = 'lookUp: trivet ldap library show team-a --mount ldap';
const missing = 'missing: ldap-set team-a {"mount":"ldap"}';
const place = 'in mount ldap at https://s/v1';
const found = { found: new Map([['team-a', 'Team A']]) };
const hidden = { 404: 'the set is not found, or the caller is not authorized' };
const permitted: Operation = { ...show, permission: 'read sets' };
const refuses: Proven = { made: 'nothing', shownBy: 'https://vendor/page' };
const known: KnownError = {
  status: [400],
  text: /in use/,
  is: { exit: 6, code: 'conflict' },
  proves: refuses,
};

const earlier = (status: number): string =>
  `unknown-outcome 9 unknown: the first attempt may have succeeded: a retry got status ${status} | ${lookUp}`;

const statuses: Rows = [
  ['a read is refused', 400, {}, 'refused 1: the server refused the request (400)'],
  [
    'a read is refused with a reason',
    422,
    { says: { text: 'no ttl' } },
    'refused 1: the server refused the request (422): "no ttl" | server: no ttl',
  ],
  [
    'a change is refused',
    400,
    { operation: change },
    'refused 1 unchanged: the server refused the request (400)',
  ],
  ...[400, 409, 422].map((status): Rows[number] => [
    'a change in steps is refused',
    status,
    { operation: several },
    `unknown-outcome 9 unknown: the server failed with status ${status} | ${lookUp}`,
  ]),
  [
    'a change in steps is redirected before it works',
    307,
    { operation: several },
    'redirect 8 unchanged: the server redirects to nowhere; trivet does not follow redirects | hint: If that is the right server, make it the base URL.',
  ],
  ...[409, 412, 423].map((status): Rows[number] => [
    'a change conflicts',
    status,
    { operation: change },
    `conflict 6 unchanged: the server reports a conflict (${status})`,
  ]),
  [
    'a change conflicts with a reason',
    409,
    { operation: change, says: { text: 'locked by ada' } },
    'conflict 6 unchanged: the server reports a conflict (409): "locked by ada" | server: locked by ada',
  ],
  [
    'a read is limited',
    429,
    {},
    'rate-limited 7: the server limits the rate of requests | hint: Try again later.',
  ],
  [
    'a read is limited with a reason and a wait',
    429,
    { says: { text: 'slow down' }, headers: { 'retry-after': '1.5' } },
    'rate-limited 7: the server limits the rate of requests: "slow down" | server: slow down | hint: Try again in 1.5 s.',
  ],
  [
    'a read is limited with several waits, of which the retry takes the longest',
    429,
    { headers: { 'retry-after': ['2', 'banana', '7', '3'] } },
    'rate-limited 7: the server limits the rate of requests | hint: Try again in 7 s.',
  ],
  [
    'a read is limited until a date that is later than a number of seconds',
    429,
    {
      headers: {
        date: 'Fri, 20 Nov 2026 12:00:00 GMT',
        'retry-after': ['2', 'Fri, 20 Nov 2026 12:00:05 GMT'],
      },
    },
    'rate-limited 7: the server limits the rate of requests | hint: Try again after Fri, 20 Nov 2026 12:00:05 GMT.',
  ],
  [
    'a read is limited until a date',
    429,
    { headers: { 'retry-after': 'Fri, 20 Nov 2026 12:00:05 GMT' } },
    'rate-limited 7: the server limits the rate of requests | hint: Try again after Fri, 20 Nov 2026 12:00:05 GMT.',
  ],
  [
    'a read is limited until a time that begins with a number',
    429,
    { headers: { 'retry-after': '5 minutes' } },
    'rate-limited 7: the server limits the rate of requests | hint: Try again after 5 minutes.',
  ],
  [
    'a read is limited until a time that ends with a number',
    429,
    { headers: { 'retry-after': 'in 5' } },
    'rate-limited 7: the server limits the rate of requests | hint: Try again after in 5.',
  ],
  [
    'a read is limited until the limit is reset',
    429,
    { headers: { 'x-ratelimit-reset': '0.7' } },
    'rate-limited 7: the server limits the rate of requests | hint: Try again in 0.7 s.',
  ],
  [
    'a change is limited',
    429,
    { operation: change },
    'rate-limited 7 unchanged: the server limits the rate of requests | hint: Try again later.',
  ],
  ['a read fails', 500, {}, 'unavailable 7: the server failed with status 500'],
  [
    'a read fails with a wait',
    500,
    { headers: { 'retry-after': '5' } },
    'unavailable 7: the server failed with status 500',
  ],
  ['a read fails for a while', 503, {}, 'unavailable 7: the server failed with status 503'],
  [
    'a read fails for a stated while',
    503,
    { headers: { 'retry-after': '5' } },
    'unavailable 7: the server failed with status 503 | hint: Try again in 5 s.',
  ],
  [
    'a read fails with a reason',
    502,
    { says: { text: 'no leader' } },
    'unavailable 7: the server failed with status 502: "no leader" | server: no leader',
  ],
  [
    'a change fails',
    500,
    { operation: change },
    `unknown-outcome 9 unknown: the server failed with status 500 | ${lookUp}`,
  ],
  [
    'a change fails with a reason',
    500,
    { operation: change, says: { text: 'no leader' } },
    `unknown-outcome 9 unknown: the server failed with status 500: "no leader" | ${lookUp} | server: no leader`,
  ],
  [
    'a change without a look-up command fails',
    500,
    { operation: unseen },
    'unknown-outcome 9 unknown: the server failed with status 500 | hint: Check on the server before you run the command again.',
  ],
  [
    'a change meets a sealed server',
    503,
    { operation: change, says: { text: 'Vault is sealed', kind: 'sealed' } },
    'unavailable 7 unchanged: the server failed with status 503: "Vault is sealed" | server: Vault is sealed | hint: Unseal the server.',
  ],
  [
    'a read is redirected',
    301,
    { headers: { location: 'https://other/' } },
    'redirect 8: the server redirects to https://other/; trivet does not follow redirects | hint: If that is the right server, make it the base URL.',
  ],
  [
    'a read is redirected nowhere',
    399,
    {},
    'redirect 8: the server redirects to nowhere; trivet does not follow redirects | hint: If that is the right server, make it the base URL.',
  ],
  [
    'a read is redirected with choices',
    300,
    {},
    'redirect 8: the server redirects to nowhere; trivet does not follow redirects | hint: If that is the right server, make it the base URL.',
  ],
  ...[307, 308].map((status): Rows[number] => [
    'a change is to be sent elsewhere',
    status,
    { operation: change },
    'redirect 8 unchanged: the server redirects to nowhere; trivet does not follow redirects | hint: If that is the right server, make it the base URL.',
  ]),
  ...[301, 303].map((status): Rows[number] => [
    'a change is redirected',
    status,
    { operation: change },
    `unknown-outcome 9 unknown: the server redirects to nowhere; trivet does not follow redirects (status ${status}) | ${lookUp} | hint: If that is the right server, make it the base URL.`,
  ]),
  ['a status that no server sends', 299, {}, 'refused 1: the server refused the request (299)'],
];

const tokens: Rows = [
  [
    'a change in steps without a permission',
    403,
    { operation: several },
    'denied 4 unchanged: permission denied for POST /ldap/library/team-a | hint: The token is known (the token came from TOKEN) but not allowed to do this. It needs: path "ldap/library/team-a" { capabilities = ["create", "update"] }.',
  ],
  [
    'a token is not accepted',
    401,
    {},
    'unauthenticated 4: the server does not accept the token (the token came from TOKEN) | hint: See where it comes from: trivet profile explain secrets',
  ],
  [
    'a change without a token',
    401,
    { operation: change, asked: { tokenSource: undefined } },
    'unauthenticated 4 unchanged: the server does not accept the token (the request had no token) | hint: See where it comes from: trivet profile explain secrets',
  ],
  [
    'a bad token that another status reports',
    400,
    { says: { text: 'bad token', kind: 'bad-token' } },
    'unauthenticated 4: the server does not accept the token (the token came from TOKEN) | server: bad token | hint: See where it comes from: trivet profile explain secrets',
  ],
  [
    'a token lacks the permission, or is not known',
    403,
    { service: { hidesBadTokens: true }, says: { text: 'permission denied' } },
    'denied 4: permission denied for GET /ldap/library/team-a | server: permission denied | hint: The token is not allowed to do this, or not known to the server (the token came from TOKEN). It needs: path "ldap/library/team-a" { capabilities = ["read"] }.',
  ],
  [
    'a token lacks the permission of a path that is sent encoded',
    403,
    { asked: { request: requestTo('/ldap/library/team%20a%2Fb?list=true&x=y') } },
    'denied 4: permission denied for GET /ldap/library/team%20a%2Fb?list=true&x=y | hint: The token is known (the token came from TOKEN) but not allowed to do this. It needs: path "ldap/library/team a/b" { capabilities = ["read"] }.',
  ],
  [
    'a token lacks the permission of a path that is not encoded as it should be',
    403,
    { asked: { request: requestTo('/ldap/library/%zz') } },
    'denied 4: permission denied for GET /ldap/library/%zz | hint: The token is known (the token came from TOKEN) but not allowed to do this. It needs: path "ldap/library/%zz" { capabilities = ["read"] }.',
  ],
  [
    'a token lacks a permission that is not known',
    403,
    { operation: { ...show, permission: 'none' } },
    'denied 4: permission denied for GET /ldap/library/team-a | hint: The token is known (the token came from TOKEN) but not allowed to do this.',
  ],
  [
    'a known token lacks a permission',
    403,
    { operation: permitted },
    'denied 4: permission denied for GET /ldap/library/team-a | hint: The token is known (the token came from TOKEN) but not allowed to do this. It needs: path "ldap/library/team-a" { capabilities = ["read"] }, read sets.',
  ],
  ...(
    [
      ['one namespace', { namespace: 'team a' }, " in namespace 'team a'"],
      ['every namespace', { namespace: '*' }, ' in all namespaces'],
      ['a place without a namespace', {}, ''],
    ] as const
  ).map(([name, scope, words]): Rows[number] => [
    `a permission is missing in ${name}`,
    403,
    { service: { scopeOf: () => scope } },
    `denied 4: permission denied for GET /ldap/library/team-a${words} | hint: The token is known (the token came from TOKEN) but not allowed to do this. It needs: path "ldap/library/team-a" { capabilities = ["read"] }.`,
  ]),
  [
    'a permission is missing without a token',
    403,
    { operation: permitted, asked: { tokenSource: undefined } },
    'denied 4: permission denied for GET /ldap/library/team-a | hint: The request had no token. It needs: path "ldap/library/team-a" { capabilities = ["read"] }, read sets. Give one with --token-file FILE, or store one: trivet login secrets',
  ],
  [
    'a web page that asks to log in',
    403,
    { says: { text: '', kind: 'html' } },
    'denied 4: permission denied for GET /ldap/library/team-a | hint: The token is known (the token came from TOKEN) but not allowed to do this. It needs: path "ldap/library/team-a" { capabilities = ["read"] }.',
  ],
  [
    'another server that does not know the token',
    401,
    { says: { text: '', kind: 'foreign' } },
    'unauthenticated 4: the server does not accept the token (the token came from TOKEN) | hint: See where it comes from: trivet profile explain secrets',
  ],
];

const absences: Rows = [
  [
    'an object is not found',
    404,
    {},
    `not-found 5: library set team-a not found ${place} | ${missing} | hint: It does not exist, or the token might not be allowed to see it.`,
  ],
  [
    'an object is gone',
    410,
    { operation: change, says: { text: 'gone' } },
    `not-found 5 unchanged: library set team-a not found ${place} | ${missing} | server: gone | hint: It does not exist, or the token might not be allowed to see it.`,
  ],
  [
    'an object is not found, or may not be read',
    404,
    { operation: permitted },
    `not-found 5: library set team-a not found ${place} | ${missing} | hint: It does not exist, or the token lacks the permission (read sets).`,
  ],
  [
    'an object that needs no token is not found',
    404,
    { operation: { ...permitted, permission: 'none' } },
    `not-found 5: library set team-a not found ${place} | ${missing} | hint: It does not exist; no token is needed to see it.`,
  ],
  [
    'what a path without an object names is not found',
    404,
    { operation: { ...show, parameters: {} } },
    'not-found 5: GET /ldap/library/team-a not found in mount ldap at https://s/v1 | hint: It does not exist, or the token might not be allowed to see it.',
  ],
  [
    'an object was read just before',
    404,
    { asked: found },
    `not-found 5: library set 'Team A' exists, but the server reports "not found" for the request to show a library set ${place} | hint: The token might not be allowed to do this, or something else that the request names does not exist.`,
  ],
  [
    'an object was read just before, and a permission is known',
    404,
    { operation: permitted, asked: found },
    `not-found 5: library set 'Team A' exists, but the server reports "not found" for the request to show a library set ${place} | hint: Either the token lacks the permission (read sets), or something else that the request names does not exist.`,
  ],
  [
    'what hangs on an object that was read just before is not found',
    404,
    { operation: { ...show, part: 'SSH key of' }, asked: found },
    `not-found 5: library set 'Team A' exists, but the server reports "not found" for the request to show a library set ${place} | hint: The token might not be allowed to do this, or something else that the request names does not exist.`,
  ],
  [
    'an object is not found at an odd base URL',
    404,
    { at: 'https://s' },
    `not-found 5: library set team-a not found in mount ldap at https://s | ${missing} | hint: It does not exist, or the token might not be allowed to see it. The base URL does not end in /v1. Try: https://s/v1`,
  ],
  [
    'another object was read just before',
    404,
    { asked: { found: new Map([['team-b', 'Team B']]) } },
    `not-found 5: library set team-a not found ${place} | ${missing} | hint: It does not exist, or the token might not be allowed to see it.`,
  ],
  [
    'nothing was read before',
    404,
    { asked: { found: new Map() } },
    `not-found 5: library set team-a not found ${place} | ${missing} | hint: It does not exist, or the token might not be allowed to see it.`,
  ],
  [
    'an object of another type was read just before',
    404,
    {
      operation: { ...permitted, errors: hidden },
      asked: { found: new Map([['7', 'seven']]), input: { mount: 'ldap', set_name: 'team-a', ttl: 7 } },
    },
    `not-found 5: library set team-a not found ${place} | ${missing} | hint: It does not exist, or the token lacks the permission (read sets).`,
  ],
  [
    'a 404 hides a 403',
    404,
    {
      operation: { ...permitted, errors: { 400: 'bad', ...hidden } },
      asked: found,
      says: { text: 'not found' },
    },
    `denied 4: permission denied for the request to show a library set: library set 'Team A' ${place} | server: not found | hint: The object exists, since it was read just before: the token (TOKEN) lacks the permission. It needs: read sets.`,
  ],
  [
    'a 404 hides a 403 of a request without a token',
    404,
    { operation: { ...show, errors: hidden }, asked: { ...found, tokenSource: undefined } },
    `denied 4: permission denied for the request to show a library set: library set 'Team A' ${place} | hint: The object exists, since it was read just before: the token lacks the permission.`,
  ],
  [
    'a 404 that may be about another object in the request',
    404,
    {
      operation: { ...show, errors: hidden },
      asked: { ...found, input: { mount: 'ldap', set_name: 'team-a', accounts: ['svc-01'] } },
    },
    `not-found 5: library set 'Team A' exists, but the server reports "not found" for the request to show a library set ${place} | hint: The token might not be allowed to do this, or something else that the request names does not exist.`,
  ],
  [
    'a 404 of an operation that documents a 403 for it',
    404,
    {
      operation: {
        ...show,
        errors: { 403: hidden[404], 404: 'no such set' },
      },
      asked: found,
    },
    `not-found 5: library set 'Team A' exists, but the server reports "not found" for the request to show a library set ${place} | hint: The token might not be allowed to do this, or something else that the request names does not exist.`,
  ],
  [
    'a mount is not found',
    404,
    { says: { text: 'no handler for route', kind: 'missing-mount' } },
    'mount-not-found 5: mount ldap not found at https://s/v1 | server: no handler for route | hint: Name the mount with --mount.',
  ],
  [
    'a namespace is not found',
    404,
    {
      says: { text: 'namespace not found', kind: 'missing-namespace' },
      asked: { serverFlags: [{ key: 'profile', text: ' --profile prod' }] },
    },
    'namespace-not-found 5: the server refused the request (404): "namespace not found" | server: namespace not found | hint: Check --namespace and trivet profile explain secrets --profile prod.',
  ],
  ...[405, 501].map((status): Rows[number] => [
    'a server lacks the operation',
    status,
    { operation: change },
    'not-supported 7 unchanged: this server has no POST /ldap/library/team-a | hint: The operation is missing in this product, edition or version.',
  ]),
  [
    'a server has no such route',
    400,
    { says: { text: 'unsupported path', kind: 'missing-route' } },
    'not-supported 7: this server has no GET /ldap/library/team-a | server: unsupported path | hint: The operation is missing in this product, edition or version.',
  ],
  [
    'a product lacks the operation',
    404,
    { product: { lacks: { 'ldap.library.': 'S has no libraries' } } },
    'not-supported 7: S has no libraries | hint: The operation is missing in this product, edition or version.',
  ],
  [
    'a product that lacks the operation refuses it',
    400,
    { product: { lacks: { 'ldap.library.': 'S has no libraries' } } },
    'refused 1: the server refused the request (400)',
  ],
  [
    'a server has no such route at an odd base URL',
    501,
    { at: 'https://s/api/v2' },
    'not-supported 7: this server has no GET /ldap/library/team-a | hint: The base URL https://s/api/v2 looks like an address of the workspaces service.',
  ],
  [
    'a route has no place for the name',
    404,
    {
      service: { routable: /^[\w.-]+$/ },
      says: { text: '', kind: 'missing-route' },
      asked: { input: { mount: 'l d', set_name: 'team a', ttl: 'x y' } },
    },
    'not-supported 7: this server has no GET /ldap/library/team-a | hint: The server takes only letters, digits, dots, dashes and underscores in names, so it might not take "team a"; otherwise it lacks the operation.',
  ],
  [
    'a route has a place for the name',
    404,
    {
      service: { routable: /^[\w.-]+$/ },
      says: { text: '', kind: 'missing-route' },
    },
    'not-supported 7: this server has no GET /ldap/library/team-a | hint: The operation is missing in this product, edition or version.',
  ],
  [
    'a method is refused for a name that no route has a place for',
    405,
    {
      service: { routable: /^[\w.-]+$/ },
      asked: { input: { mount: 'ldap', set_name: 'team a' } },
    },
    'not-supported 7: this server has no GET /ldap/library/team-a | hint: The operation is missing in this product, edition or version.',
  ],
  [
    'a web page is there instead',
    404,
    { says: { text: '', kind: 'html' } },
    'not-the-api 8: https://s/v1 sent a web page (status 404); this is not the API | hint: Check the base URL.',
  ],
  [
    'a web page is there instead, at an odd base URL',
    502,
    { at: 'https://s', says: { text: '', kind: 'html' } },
    'not-the-api 8: https://s sent a web page (status 502); this is not the API | hint: The base URL does not end in /v1. Try: https://s/v1',
  ],
  [
    'another API is there instead',
    404,
    { operation: change, says: { text: 'what?', kind: 'foreign' } },
    'not-the-api 8 unchanged: https://s/v1 is not the API of the secrets service: it has no POST /ldap/library/team-a (status 404) | server: what? | hint: Check the base URL.',
  ],
  [
    'a proxy fails during a change',
    500,
    { operation: change, says: { text: 'Bad Gateway', kind: 'html' } },
    `unknown-outcome 9 unknown: https://s/v1 sent a web page (status 500); this is not the API | ${lookUp}`,
  ],
  [
    'a proxy refuses a change in steps',
    400,
    { operation: several, says: { text: '', kind: 'html' } },
    `unknown-outcome 9 unknown: https://s/v1 sent a web page (status 400); this is not the API | ${lookUp}`,
  ],
  [
    'a proxy refuses a change',
    499,
    { operation: change, says: { text: '', kind: 'html' } },
    'not-the-api 8 unchanged: https://s/v1 sent a web page (status 499); this is not the API | hint: Check the base URL.',
  ],
];

const absent: KnownError = { ...known, status: [404], is: { exit: 5, code: 'not-found' } };
const { proves: _proves, ...unproven } = known;
const failed: KnownError = { ...unproven, status: [500] };
const inTurn = { of: 'accounts', says: 'Those before it may be done.' };
const inUse = { text: 'set is in use' };

const words: Rows = [
  [
    'known words of a change',
    400,
    {
      operation: change,
      product: { errors: [{ ...known, is: { exit: 6, code: 'conflict', reason: 'in-use' } }] },
      says: inUse,
    },
    'conflict 6 unchanged: the server refused the request (400): "set is in use" | server: set is in use | reason: in-use',
  ],
  [
    'known words with a hint',
    400,
    {
      operation: change,
      product: {
        errors: [
          { ...known, hint: 'Show {set_name}; a policy is path "x" { capabilities = [] }, {nothing}.' },
        ],
      },
      says: inUse,
    },
    'conflict 6 unchanged: the server refused the request (400): "set is in use" | server: set is in use | hint: Show team-a; a policy is path "x" { capabilities = [] }, {nothing}.',
  ],
  ...(
    [
      ['See it: trivet ldap library show {set_name}', 'See it: trivet ldap library show team-a --mount x -q'],
      ['Name it: trivet ldap --mount m show {set_name}', 'Name it: trivet ldap --mount m show team-a -q'],
      ['See it: trivet ldap library show', 'See it: trivet ldap library show --mount x -q'],
      ['See: trivet mount {set_name}', 'See: trivet mount team-a --mount x -q'],
      ['See it: trivet ldap show {set_name}. Then wait.', 'See it: trivet ldap show team-a. Then wait.'],
      ['It is {set_name}', 'It is team-a'],
    ] as const
  ).map(([hint, printed]): Rows[number] => [
    'known words with a command that needs the flags of the server',
    400,
    {
      operation: change,
      product: { errors: [{ ...known, hint }] },
      says: inUse,
      asked: {
        serverFlags: [
          { key: 'mount', text: ' --mount x' },
          { key: 'quiet', text: ' -q' },
        ],
      },
    },
    `conflict 6 unchanged: the server refused the request (400): "set is in use" | server: set is in use | hint: ${printed}`,
  ]),
  [
    'known words that do not prove that a change was not made',
    400,
    { operation: change, product: { errors: [unproven] }, says: inUse },
    'conflict 6 unchanged: the server refused the request (400): "set is in use" | server: set is in use',
  ],
  [
    'known words of a change in steps that do not prove that it was not made',
    400,
    { operation: several, product: { errors: [unproven] }, says: inUse },
    `unknown-outcome 9 unknown: the server failed with status 400: "set is in use" | ${lookUp} | server: set is in use`,
  ],
  [
    'known words of a change in steps that prove that it was not made',
    400,
    { operation: several, product: { errors: [known] }, says: inUse },
    'conflict 6 unchanged: the server refused the request (400): "set is in use" | server: set is in use',
  ],
  [
    'a proof for the words of the status',
    400,
    {
      operation: several,
      product: { errors: [{ status: [400], text: /in use/, proves: refuses }] },
      says: inUse,
    },
    'refused 1 unchanged: the server refused the request (400): "set is in use" | server: set is in use',
  ],
  [
    'known words of a read',
    400,
    { product: { errors: [unproven] }, says: inUse },
    'conflict 6: the server refused the request (400): "set is in use" | server: set is in use',
  ],
  [
    'a failure of a change with known words that do not prove that it was not made',
    500,
    {
      operation: change,
      product: { errors: [{ ...failed, hint: 'Show {set_name}.' }] },
      says: inUse,
    },
    `unknown-outcome 9 unknown: the server failed with status 500: "set is in use" | ${lookUp} | server: set is in use | hint: Show team-a.`,
  ],
  [
    'a failure of a change without a look-up command, with known words that do not prove that it was not made',
    500,
    { operation: unseen, product: { errors: [failed] }, says: inUse },
    'unknown-outcome 9 unknown: the server failed with status 500: "set is in use" | server: set is in use | hint: Check on the server before you run the command again.',
  ],
  [
    'a failure of a change with known words that prove that it was not made',
    500,
    { operation: change, product: { errors: [{ ...failed, proves: refuses, inTurn }] }, says: inUse },
    'conflict 6 unchanged: the server refused the request (500): "set is in use" | server: set is in use',
  ],
  [
    'a failure in the middle of several',
    500,
    {
      operation: change,
      product: { errors: [{ ...failed, proves: refuses, hint: 'Show {set_name}.', inTurn }] },
      asked: { input: { mount: 'ldap', set_name: 'team-a', accounts: ['svc-01', 'svc-02'] } },
      says: inUse,
    },
    `unknown-outcome 9 unknown: the server failed with status 500: "set is in use" | ${lookUp} | server: set is in use | hint: Show team-a.\nThose before it may be done.`,
  ],
  [
    'a failure of one of which several could be asked for',
    500,
    {
      operation: change,
      product: { errors: [{ ...failed, hint: 'Show {set_name}.', inTurn }] },
      asked: { input: { mount: 'ldap', set_name: 'team-a', accounts: ['svc-01'] } },
      says: inUse,
    },
    `unknown-outcome 9 unknown: the server failed with status 500: "set is in use" | ${lookUp} | server: set is in use | hint: Show team-a.`,
  ],
  [
    'known words of a change that is made all the same',
    400,
    {
      operation: change,
      product: { errors: [{ ...known, proves: { ...refuses, made: 'all' } }] },
      says: inUse,
    },
    'conflict 6 done: the server refused the request (400): "set is in use" | server: set is in use',
  ],
  [
    'known words of a change that may be made in part',
    500,
    {
      operation: change,
      product: { errors: [{ ...failed, proves: { ...refuses, made: 'part' } }] },
      says: inUse,
    },
    'unknown-outcome 9 unknown: the server failed with status 500: "set is in use" | server: set is in use | lookUp: trivet ldap library show team-a --mount ldap',
  ],
  [
    'known words of a read about what a change leaves',
    400,
    { product: { errors: [{ ...known, proves: { ...refuses, made: 'all' } }] }, says: inUse },
    'conflict 6: the server refused the request (400): "set is in use" | server: set is in use',
  ],
  [
    'known words that are none',
    400,
    { product: { errors: [{ ...known, text: /^$/ }] } },
    'conflict 6: the server refused the request (400)',
  ],
  [
    'known words of a web page',
    400,
    { product: { errors: [known] }, says: { ...inUse, kind: 'html' } },
    'not-the-api 8: https://s/v1 sent a web page (status 400); this is not the API | server: set is in use | hint: Check the base URL.',
  ],
  [
    'known words after a lost reply',
    400,
    { operation: change, product: { errors: [known] }, says: inUse, reached: true },
    `${earlier(400)} | server: set is in use`,
  ],
  [
    'known words about the object',
    404,
    { product: { errors: [{ ...absent, names: 'object' }] }, says: inUse },
    `not-found 5: library set team-a not found ${place} | ${missing} | server: set is in use`,
  ],
  [
    'known words about an object that the path does not name',
    404,
    {
      operation: { ...show, parameters: {} },
      product: { errors: [{ ...absent, names: 'object' }] },
      asked: { input: { region: 'west' } },
      says: inUse,
    },
    'not-found 5: the server refused the request (404): "set is in use" | server: set is in use',
  ],
  [
    'known words about the mount',
    404,
    { product: { errors: [{ ...absent, names: 'mount' }] }, says: inUse },
    `not-found 5: mount ldap not found at https://s/v1 | ${missing} | server: set is in use`,
  ],
  [
    'known words about the region',
    404,
    {
      product: { errors: [{ ...absent, names: 'region' }] },
      asked: { input: { mount: 'ldap', set_name: 'team-a', region: 'the west' } },
      says: inUse,
    },
    `not-found 5: region 'the west' not found at https://s/v1 | ${missing} | server: set is in use`,
  ],
  [
    'known words about a region that was not named',
    404,
    { product: { errors: [{ ...absent, names: 'region' }] }, says: inUse },
    `not-found 5: the server refused the request (404): "set is in use" | ${missing} | server: set is in use`,
  ],
];

const retries: Rows = [
  ...[399, 400, 404, 409, 429, 503].map((status): Rows[number] => [
    'a change',
    status,
    { operation: change, reached: true },
    earlier(status),
  ]),
  ...[399, 400, 404, 429, 503].map((status): Rows[number] => [
    'a change that can be repeated',
    status,
    { operation: repeatable, reached: true },
    earlier(status),
  ]),
  [
    'a change that can be repeated, refused by a proxy',
    400,
    { operation: repeatable, says: { text: 'no', kind: 'foreign' }, reached: true },
    `${earlier(400)} | server: no`,
  ],
  [
    'a change that can be repeated, refused by a web page',
    400,
    { operation: repeatable, says: { text: '', kind: 'html' }, reached: true },
    earlier(400),
  ],
  [
    'a read',
    404,
    { reached: true },
    `not-found 5: library set team-a not found ${place} | ${missing} | hint: It does not exist, or the token might not be allowed to see it.`,
  ],
  [
    'a read that is limited',
    429,
    { reached: true },
    'rate-limited 7: the server limits the rate of requests | hint: Try again later.',
  ],
];

describe('a reply is reported', () => {
  const groups = {
    'by its status': statuses,
    'by what it says of the token': tokens,
    'by what is absent': absences,
    "by the server's own words": words,
    'as unknown if an earlier attempt may have worked': retries,
  };
  const all = Object.entries(groups).flatMap(([how, rows]) => rows.map((row) => [how, ...row] as const));

  test.each(all)('%s: %s (%d)', async (_, __, status, one, lines) => {
    expect((await outcome(status, one)).toSorted()).toEqual(sorted(lines, `status: ${status}`));
  });
});

describe('a change in steps was not begun', () => {
  const effectOf = async (status: number, kind?: ServerError['kind']): Promise<string | undefined> => {
    const call = await askedOf({ operation: several, says: { text: 'no', kind } });
    return replyFailure(call, reply(status), false).effect;
  };

  test('where the status is that of a server which refuses unread', async () => {
    const all = Array.from({ length: 300 }, (_, index) => 300 + index);
    const unchanged = await Promise.all(all.map(async (status) => [status, await effectOf(status)] as const));
    expect(unchanged.flatMap(([status, effect]) => (effect === 'unchanged' ? [status] : []))).toEqual([
      307, 308, 401, 403, 404, 405, 410, 411, 413, 414, 415, 417, 421, 426, 429, 431, 501,
    ]);
  });

  test.each([
    'missing-route',
    'missing-mount',
    'missing-namespace',
    'bad-token',
    'denied',
    'sealed',
  ] as const)('where the service says %s', async (kind) => {
    expect(await effectOf(400, kind)).toBe('unchanged');
  });

  test('unless it is another server that speaks', async () => {
    expect(await effectOf(400, 'foreign')).toBe('unknown');
  });
});

describe('no reply is reported', () => {
  const failure = (fault: TransportFault, reached: boolean, sent: boolean, hint?: string): SendError =>
    new SendError(new TransportError(fault, 'sent', 's:443 failed', hint), 2, reached, sent);
  const cause = 'cause: s:443 failed';

  test.each<readonly [name: string, error: TransportError, one: Case, lines: string]>([
    [
      'a change that may have arrived',
      failure('closed', true, true),
      { operation: change },
      `unknown-outcome 9 unknown: the request to create or update a library set: s:443 failed | ${cause} | ${lookUp}`,
    ],
    [
      'a read that arrived',
      failure('closed', true, true),
      {},
      `unreachable 8: s:443 failed | ${cause} | hint: The address is https://s/v1.`,
    ],
    [
      'a change of which nothing was done',
      failure('closed', false, true),
      { operation: change },
      `unreachable 8 unchanged: s:443 failed | ${cause} | hint: The address is https://s/v1.`,
    ],
    [
      'a change of which nothing was sent',
      failure('refused', false, false, 'Start it.'),
      { operation: change },
      `unreachable 8 not-sent: s:443 failed | ${cause} | hint: Start it.`,
    ],
    [
      'a change that was not tried',
      new TransportError('refused', 'not-sent', 's:443 failed'),
      { operation: change },
      `unreachable 8 not-sent: s:443 failed | ${cause} | hint: The address is https://s/v1.`,
    ],
    [
      'a change that was interrupted',
      failure('aborted', false, false),
      { operation: change },
      `interrupted 8 not-sent: the request to create or update a library set was interrupted | ${cause}`,
    ],
    [
      'a read that took too long',
      failure('timeout', true, true),
      {},
      `deadline 124: s:443 failed | ${cause} | hint: Give more time with --timeout.`,
    ],
    [
      'a wait that took too long',
      failure('timeout', true, true),
      { asked: { isWait: true } },
      `deadline 124: s:443 failed | ${cause} | hint: Wait longer with --wait-timeout.`,
    ],
  ])('as what is known of the request: %s', async (_, error, one, lines) => {
    expect(linesOf(transportFailure(await askedOf(one), error)).toSorted()).toEqual(sorted(lines));
  });

  test('a read without a token', () => {
    expect(linesOf(unauthenticated(show, { baseUrl, profile: 'prod' }))).toEqual([
      'unauthenticated 4: no token for secrets at https://s/v1',
      'hint: Set TRIVET_SECRETS_TOKEN, give --token-file FILE, or store one: trivet login secrets --profile prod',
    ]);
  });

  test('a change without a token', () => {
    expect(linesOf(unauthenticated(change, { baseUrl }))[0]).toBe(
      'unauthenticated 4 not-sent: no token for secrets at https://s/v1',
    );
  });
});

describe('a success that is not the reply is reported', () => {
  test('as another API for a read', async () => {
    const error = garbledReply(
      await askedOf({}),
      reply(200, { 'content-type': 'text/html' }),
      'it is a page',
    );
    expect(linesOf(error)).toEqual([
      "not-the-api 8: https://s/v1 sent status 200 with text/html, which is not the API's reply to the request to show a library set: it is a page",
      'status: 200',
      'hint: Check the base URL; a proxy or a login page might be in between.',
    ]);
  });

  test('as a page to keep, for a read that takes anything', async () => {
    const any: Operation = { ...show, reply: 'any' };
    const page =
      'A proxy or a login page might be in between. If the page is what you want, keep it with --out FILE.';
    const usual = 'Check the base URL; a proxy or a login page might be in between.';
    const hintFor = async (operation: Operation, type: string): Promise<unknown> =>
      garbledReply(await askedOf({ operation }), reply(200, { 'content-type': type }), 'no').details.hint;
    expect(await hintFor(any, 'text/html')).toBe(page);
    expect(await hintFor(any, 'text/plain')).toBe(usual);
    expect(await hintFor(show, 'text/html')).toBe(usual);
  });

  test('as unknown for a change', async () => {
    const error = garbledReply(await askedOf({ operation: change }), reply(200), 'it is empty');
    expect(linesOf(error).toSorted()).toEqual(
      [
        "unknown-outcome 9 unknown: https://s/v1 sent status 200 with no content type, which is not the API's reply to the request to create or update a library set: it is empty",
        lookUp,
        'status: 200',
      ].toSorted(),
    );
  });

  test.each<readonly [name: string, type: string, body: string, more: readonly string[]]>([
    [
      'with the lease in it',
      'text/plain',
      '{"lease_id":"ldap/creds/a b"}',
      [
        'lease: ldap/creds/a b',
        "hint: The reply has a lease. To end it: trivet lease revoke 'ldap/creds/a b' --profile prod",
      ],
    ],
    ['without a lease', 'text/plain', '{"lease_id":""}', []],
    ['as a web page', 'text/html', '{"lease_id":"ldap/creds/a"}', []],
  ])('as unknown for a change: %s', async (_, type, body, more) => {
    const serverFlags = [{ key: 'profile', text: ' --profile prod' }];
    const asked = await askedOf({ operation: change, asked: { serverFlags } });
    const error = garbledReply(asked, reply(200, { 'content-type': type }, body), 'no');
    expect(linesOf(error).slice(1).toSorted()).toEqual(
      [`${lookUp} --profile prod`, 'status: 200', ...more].toSorted(),
    );
  });
});

describe('a 404 says only that there is no such object', () => {
  test.each<readonly [name: string, status: number, one: Case, is: boolean]>([
    ['with nothing else known', 404, {}, true],
    ['not with another status', 410, {}, false],
    ['not with a kind of its own', 404, { says: { text: '', kind: 'missing-mount' } }, false],
    ['not with known words', 404, { product: { errors: [absent] }, says: inUse }, false],
    ['not where the product lacks the operation', 404, { product: { lacks: { 'ldap.': 'no' } } }, false],
    ['not where it hides a 403', 404, { operation: { ...show, errors: hidden }, asked: found }, false],
  ])('or more: %s', async (_, status, one, is) => {
    expect(isAbsent(await askedOf(one), reply(status))).toBe(is);
  });
});

describe('a missing place is told from a missing object', () => {
  test.each<readonly [name: string, says: ServerError, is: boolean]>([
    ['a mount', { text: '', kind: 'missing-mount' }, true],
    ['a namespace', { text: '', kind: 'missing-namespace' }, true],
    ['an object', { text: '' }, false],
  ])('by the error: %s', async (_, says, is) => {
    expect(lacksPlace(replyFailure(await askedOf({ says }), reply(404), false))).toBe(is);
  });
});

test.each([
  ['nothing', 'unchanged'],
  ['part', 'unknown'],
  ['all', 'done'],
  [undefined, 'unknown'],
] as const)('what was read afterwards proves that %s of a change is made', (made, effect) => {
  expect(readBackAs(made, new TrivetError('refused', 1, 'no', { effect: 'done' })).effect).toBe(effect);
});
