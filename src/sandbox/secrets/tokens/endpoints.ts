/** `/auth/token`: the caller's token, and tokens below it. */
import type { Json, Principal, PrincipalName } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asBoolean, asInteger, asList, asMap, asSeconds, asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import type { ServiceReply } from '../envelope.ts';
import { formatTime, shortDuration } from '../rfc3339.ts';
import { hasSudo } from '../policy.ts';
import type { SystemContext, SystemRequest, SystemRoutes } from '../system/request.ts';
import type { TokenRecord, TokenRequest } from './store.ts';
import { accessorOf } from './store.ts';

const DEFAULT_TTL = 32 * 24 * 3600;

export function caller(request: SystemRequest): Principal {
  if (request.principal === undefined) throw new EngineError(403, 'permission denied');
  return request.principal;
}

function policiesOf(principal: Principal): readonly string[] {
  if (hasSudo(principal)) return ['root'];
  return ['default', principal.paths === undefined ? principal.name : (principal.label ?? principal.name)];
}

/** Like a root token: `ttl` 0, no `expire_time`. */
function fixedToken(principal: Principal, started: number): Readonly<Record<string, Json>> {
  return {
    accessor: accessorOf(principal.token),
    creation_time: Math.floor(started / 1000),
    creation_ttl: 0,
    display_name: principal.name,
    entity_id: '',
    expire_time: null,
    explicit_max_ttl: 0,
    id: principal.token,
    meta: null,
    num_uses: 0,
    orphan: true,
    path: 'auth/token/create',
    policies: [...policiesOf(principal)],
    ttl: 0,
    type: 'service',
  };
}

function ownToken(record: TokenRecord, now: number): Readonly<Record<string, Json>> {
  const { renewed } = record;
  return {
    accessor: record.accessor,
    creation_time: Math.floor(record.created / 1000),
    creation_ttl: record.ttl,
    display_name: record.displayName,
    entity_id: record.entity ?? '',
    expire_time: formatTime(record.expires),
    explicit_max_ttl: record.explicitMaximum,
    id: record.token,
    issue_time: formatTime(record.created),
    ...(renewed === undefined
      ? undefined
      : { last_renewal: formatTime(renewed), last_renewal_time: Math.floor(renewed / 1000) }),
    meta: record.meta,
    num_uses: record.usesLeft,
    orphan: record.parent === undefined,
    path: record.path ?? (record.parent === undefined ? 'auth/token/create-orphan' : 'auth/token/create'),
    ...(record.period === 0 ? undefined : { period: record.period }),
    policies: [...record.policies],
    renewable: record.renewable,
    ttl: Math.max(0, Math.floor((record.expires - now) / 1000)),
    type: record.type,
  };
}

export function authOf(record: TokenRecord, seconds: number): Json {
  return {
    client_token: record.token,
    accessor: record.accessor,
    policies: [...record.policies],
    token_policies: [...record.policies],
    metadata: record.meta,
    lease_duration: seconds,
    renewable: record.renewable,
    entity_id: record.entity ?? '',
    token_type: record.type,
    orphan: record.parent === undefined,
    mfa_requirement: null,
    num_uses: record.uses,
  };
}

/** Other policies than those of the sandbox's tokens let their holder read. */
function holderOf(policies: readonly string[]): PrincipalName {
  if (policies.includes('root')) return 'owner';
  return policies.includes('operator') ? 'operator' : 'reader';
}

function readRequest(input: Input, parent: Principal, orphan: boolean): TokenRequest {
  const given = asList(input, 'policies', []);
  const wanted = given.length === 0 ? policiesOf(parent) : given;
  const isRoot = wanted.includes('root');
  const withDefault = !isRoot && !asBoolean(input, 'no_default_policy', false);
  const policies = [...new Set([...(withDefault ? ['default'] : []), ...wanted])].sort();
  const own = policiesOf(parent);
  if (!hasSudo(parent) && policies.some((policy) => policy !== 'default' && !own.includes(policy))) {
    throw new EngineError(400, 'child policies must be subset of parent');
  }
  const type = asText(input, 'type', '') || 'service';
  if (type !== 'service' && type !== 'batch') throw new EngineError(400, `invalid 'type' value: ${type}`);
  const label = asText(input, 'display_name', '');
  return {
    name: holderOf(policies),
    ...(parent.paths === undefined ? {} : { paths: parent.paths }),
    ...(parent.entity === undefined || orphan ? {} : { entity: parent.entity }),
    policies,
    displayName: label === '' ? 'token' : `token-${label}`,
    type,
    renewable: type === 'service' && asBoolean(input, 'renewable', true),
    ttl: asSeconds(input, 'ttl', 0) || DEFAULT_TTL,
    explicitMaximum: asSeconds(input, 'explicit_max_ttl', 0),
    period: asSeconds(input, 'period', 0),
    uses: asInteger(input, 'num_uses', 0),
    meta: readMeta(input),
    parent: orphan ? undefined : parent.token,
  };
}

function readMeta(input: Input): Readonly<Record<string, string>> | null {
  const entries = Object.entries(asMap(input, 'meta', {}));
  return entries.length === 0
    ? null
    : Object.fromEntries(
        entries.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
      );
}

export function tokenRoutes({ clock, effects, startedAt, tokens }: SystemContext): SystemRoutes {
  const record = ({ method, path }: SystemRequest, what: string): void =>
    effects.record({ service: 'secrets', method, path, what });

  const create = (request: SystemRequest, orphan: boolean): ServiceReply => {
    const made = tokens.create(
      readRequest(request.input, caller(request), orphan || asBoolean(request.input, 'no_parent', false)),
    );
    record(request, `token.created ${made.accessor}`);
    return { auth: authOf(made, made.ttl) };
  };

  /** Only tokens that clients made. */
  const named = ({ input }: SystemRequest): string => {
    const token = asText(input, 'token', '');
    if (tokens.find(token) === undefined) throw new EngineError(403, 'bad token');
    return token;
  };

  const lookUp = (token: string, principal: Principal): ServiceReply => {
    const own = tokens.find(token);
    return { data: own === undefined ? fixedToken(principal, startedAt) : ownToken(own, clock.now()) };
  };

  const renew = (request: SystemRequest, token: string): ServiceReply => {
    const increment = asSeconds(request.input, 'increment');
    const renewal = tokens.renew(token, increment);
    record(request, `token.renewed ${renewal.record.accessor}`);
    const auth = authOf(renewal.record, renewal.seconds);
    if (renewal.capped === undefined) return { auth };
    const wanted = asText(request.input, 'increment', '');
    const longest = shortDuration(renewal.capped);
    return {
      auth,
      warnings: [
        `TTL of "${wanted}" exceeded the effective max_ttl of "${longest}"; TTL value is capped accordingly`,
      ],
    };
  };

  const revoke = (request: SystemRequest, token: string): ServiceReply => {
    const own = tokens.find(token);
    if (own?.type === 'batch') throw new EngineError(400, 'batch tokens cannot be revoked');
    tokens.revoke(token);
    record(request, `token.revoked ${own?.accessor ?? accessorOf(token)}`);
    return {};
  };

  return {
    'auth/token/create': { POST: ({ request }) => create(request, false) },
    'auth/token/create-orphan': { POST: ({ request }) => create(request, true) },
    'auth/token/lookup': { POST: ({ request }) => lookUp(named(request), caller(request)) },
    'auth/token/lookup-self': { GET: ({ request }) => lookUp(caller(request).token, caller(request)) },
    'auth/token/renew': { POST: ({ request }) => renew(request, named(request)) },
    'auth/token/renew-self': { POST: ({ request }) => renew(request, caller(request).token) },
    'auth/token/revoke': { POST: ({ request }) => revoke(request, named(request)) },
    'auth/token/revoke-self': { POST: ({ request }) => revoke(request, caller(request).token) },
  };
}
