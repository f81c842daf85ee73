/** The scope that a request says is the one that it was made for: every example, every product, any names. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storageNamespace } from '../../src/catalogue/storage-path.ts';
import type { Part, Scope } from '../../src/catalogue/target.ts';
import { placeKeyOf } from '../../src/catalogue/target.ts';
import type { Endpoint } from '../../src/config/endpoint.ts';
import { targetOf } from '../../src/run/session/target.ts';
import type { Server } from '../../src/run/session/server.ts';
import { serverAt } from '../../src/run/session/server.ts';
import type { Operation } from '../../src/catalogue/operation.ts';
import type { Json, JsonObject } from '../../src/documents/json/json.ts';
import type { InputRecord } from '../../src/catalogue/parameter.ts';
import { documentedName, isRequired } from '../../src/catalogue/parameter.ts';
import type { BuildOptions } from '../../src/http/request.ts';
import { scopeOf as scopeOfJobs } from '../../src/services/jobs/scope.ts';
import { scopeOf as scopeOfSecrets } from '../../src/services/secrets/scope.ts';
import { scopeOf as scopeOfWorkspaces } from '../../src/services/workspaces/scope.ts';
import type { HttpRequest } from '../../src/catalogue/http.ts';
import { withContext } from '../../src/services/context.ts';
import { serviceOf } from '../../src/services/index.ts';
import { productsOfService } from '../../src/services/products.ts';
import { allCommands, parse, withIds } from '../support/catalogue.ts';
import { knowingEndpoint } from '../support/endpoint.ts';
import { words } from '../support/run-cli.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,12}$/);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const scopes = fc.record({ organization: name, mount: path, namespace: name, region: name, above: path });
type Names = typeof scopes extends fc.Arbitrary<infer Value> ? Value : never;

/** A server whose settings have all of the names. */
const serverWith = (
  service: Operation['service'],
  product: Server['product'],
  { organization, mount, namespace, region, above }: Names,
): Server => {
  const source = 'the test';
  const endpoint: Endpoint = {
    ...knowingEndpoint(service),
    context: {
      organization: { value: organization, source },
      namespace: { value: service === 'secrets' ? above : namespace, source },
      region: { value: region, source },
      mounts: Object.fromEntries(
        ['pki', 'ldap', 'cloud'].map((engine) => [engine, { value: mount, source }]),
      ),
    },
  };
  return serverAt(endpoint, product, {});
};

const scopeOfInput = (
  server: Server,
  operation: Operation,
  input: InputRecord,
  options: BuildOptions = {},
): Scope => {
  // The name of an object can be in a file, which the example does not have here.
  const named = Object.entries(operation.parameters).flatMap(([key, parameter]) => {
    const isMissing = parameter.context === undefined && isRequired(parameter, server.product);
    return isMissing && parameter.in !== 'body' ? [[key, 'x'] as const] : [];
  });
  const given = { ...Object.fromEntries(named), ...input };
  const filled = withContext(operation, given, server.endpoint, server.product);
  const request = server.plan(operation).request(filled, { ...options, token: undefined, userAgent: '' });
  return targetOf({ server, operation, request, service: serviceOf(operation.service) }).scope;
};

/** The scope that the names give the operation. */
const expected = ({ service, parameters }: Operation, names: Names): Scope => {
  const has = (part: Part): boolean => Object.values(parameters).some(({ context }) => context === part);
  if (service === 'workspaces')
    return has('organization') ? { organization: names.organization } : { unknown: 'organization' };
  const mount = has('mount') ? { mount: names.mount } : {};
  if (service === 'secrets')
    return {
      namespace: storageNamespace(names.above),
      ...mount,
      ...(names.mount.includes('/') && has('mount') ? { unknown: 'namespace' } : {}),
    };
  return { ...(has('namespace') ? { namespace: names.namespace } : {}), region: names.region };
};

const withoutUnknown = (scope: Scope): Scope =>
  Object.fromEntries(Object.entries(scope).filter(([part]) => part !== 'unknown'));

const examples = allCommands.flatMap(({ operations }) =>
  operations.flatMap(({ operation }) => operation.examples.map(({ argv }) => argv)),
);

describe('the scope of a request', () => {
  test('is that of the settings, and that of the flags, for every example', async () => {
    let tried = 0;
    for (const argv of new Set(examples)) {
      const { operation, input, given } = await parse(words(argv));
      if (operation === undefined || given.globals.namespace !== undefined) continue;
      const products = await productsOfService(operation.service);
      const bare = Object.fromEntries(
        Object.entries(withIds(operation, input)).filter(
          ([key]) => operation.parameters[key]?.context === undefined,
        ),
      );
      fc.assert(
        fc.property(scopes, fc.nat(products.length - 1), (names, at) => {
          const product = products[at];
          if (product === undefined) throw new Error('no product');
          const server = serverWith(operation.service, product, names);
          const other: Names = {
            organization: 'o',
            mount: 'm',
            namespace: 'n',
            region: 'r',
            above: names.above,
          };
          const flags = Object.fromEntries(
            Object.entries(operation.parameters).flatMap(([key, { context }]) =>
              context === undefined ? [] : [[key, names[context]]],
            ),
          );
          const byFlags = serverWith(operation.service, product, other);
          const options = { base: given.body };
          for (const scope of [
            scopeOfInput(server, operation, bare, options),
            scopeOfInput(byFlags, operation, { ...bare, ...flags }, options),
          ]) {
            const wanted = expected(operation, names);
            // An allocation or a deployment decides its namespace itself.
            expect([argv, withoutUnknown(scope)]).toEqual([argv, withoutUnknown(wanted)]);
            if (operation.service !== 'jobs') expect([argv, scope.unknown]).toEqual([argv, wanted.unknown]);
          }
          tried += 1;
        }),
        { numRuns: 4 },
      );
    }
    expect(tried).toBeGreaterThan(600);
  });

  test('of a registration is that of the query, else of the body, whatever the case of its keys', async () => {
    const { operation, input } = await parse(['job', 'register', 'web.json']);
    if (operation === undefined) throw new Error('no operation');
    const [product] = await productsOfService('jobs');
    if (product === undefined) throw new Error('no product');
    const settings = { ...knowingEndpoint('jobs'), context: { mounts: {} } };
    const server = serverAt(settings, product, {});
    const of = (Job: JsonObject, namespace?: string, base: Json = {}): Scope =>
      scopeOfInput(server, operation, { ...input, Job, namespace }, { base });
    const prod = { ID: 'web', Namespace: 'prod' };
    expect([
      of({ ...prod, Region: 'eu' }),
      of({ ID: 'web', Region: 'global' }),
      of({ ID: 'web', namespace: 'a', Namespace: 'b' }),
      of(prod, undefined, { Namespace: 'outer' }),
      of(prod, 'asked', { Namespace: 'outer' }),
    ]).toEqual([
      { namespace: 'prod', region: 'eu' },
      { namespace: 'default' },
      { namespace: 'b', unknown: 'namespace' },
      { namespace: 'outer' },
      { namespace: 'asked' },
    ]);
  });
});

type Query = HttpRequest['query'];

const bodyOf = (value: Json | undefined): HttpRequest['body'] =>
  value === undefined ? undefined : { kind: 'json', value };

const workspaces = (path: string, query: Query = [], value?: Json): Scope =>
  scopeOfWorkspaces({ path, query, body: bodyOf(value) });

/** Two different names. */
const two = fc.uniqueArray(name, { minLength: 2, maxLength: 2 });

/** A name in other letters: servers compare it without its case. */
const spelledAnyhow = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) =>
      upper.map((isUpper, at) => (isUpper ? text.charAt(at).toUpperCase() : text.charAt(at))).join(''),
    );

/** A value at any depth of an object. */
const nested = (key: string, value: Json, around: readonly string[]): Json =>
  around.reduce<Json>((inner, name) => (name === '' ? [inner] : { [name]: inner }), { [key]: value });

const around = fc.array(fc.constantFrom('data', 'attributes', 'relationships', ''), { maxLength: 4 });

describe('an organization', () => {
  const path = (organization: string): string => `/organizations/${organization}/workspaces`;

  test('of a body is that of the path, or the scope is unknown', () => {
    const keys = fc.constantFrom('organization', 'organization-name', 'organization_name', 'organizations');
    const form = fc.constantFrom<(of: string) => Json>(
      (of) => of,
      (of) => ({ data: { id: of, type: 'organizations' } }),
      (of) => [{ name: of }],
    );
    fc.assert(
      fc.property(
        two,
        keys.chain(spelledAnyhow),
        form,
        around,
        ([own = '', other = ''], key, form, above) => {
          const body = (of: string): Json => nested(key, form(of), above);
          expect(workspaces(path(own), [], body(own))).toEqual({ organization: own });
          expect(workspaces(path(own), [], body(other))).toEqual({ unknown: 'organization' });
        },
      ),
    );
    expect([
      workspaces(path('a'), [], { data: [{ type: 'organizations', id: 'b' }] }),
      workspaces(path('a'), [], {
        data: { type: 'workspaces', attributes: { name: 'b', 'source-name': 'c' } },
      }),
      workspaces('/organizations/a', [], { data: { type: 'organizations', attributes: { name: 'b' } } }),
    ]).toEqual([{ unknown: 'organization' }, { organization: 'a' }, { organization: 'a' }]);
  });

  test('is unknown where a query has a name that could choose another object', () => {
    const undocumented = fc.oneof(
      fc
        .constantFrom('workspace_id', 'organization_name', 'workspace_name', 'name', 'id', 'team_id')
        .chain(spelledAnyhow),
      fc
        .string({ minLength: 1 })
        .filter((text) => !/[[\]]/.test(text) && !['include', 'sort'].includes(text)),
    );
    fc.assert(
      fc.property(two, undocumented, ([own = '', other = ''], key) => {
        expect(workspaces(path(own), [[key, other]])).toEqual({ unknown: 'organization' });
      }),
    );
    const declared = allCommands
      .flatMap(({ operations }) => operations.map(({ operation }) => operation))
      .filter(({ service }) => service === 'workspaces')
      .flatMap(({ parameters }) => Object.entries(parameters))
      .filter(([, parameter]) => parameter.in === 'query')
      .flatMap(([key, parameter]) =>
        key === 'tagged' ? 'filter[tagged][0][key]' : documentedName(key, parameter),
      );
    expect(declared.length).toBeGreaterThan(10);
    for (const key of [...declared, 'page[number]', 'filter[x]', 'fields[workspaces]'])
      expect([key, workspaces(path('a'), [[key, 'b']])]).toEqual([key, { organization: 'a' }]);
  });
});

test.each<readonly [path: string, query: string, body: Json, region: string | undefined]>([
  ['/v1/jobs', 'asked', { Region: 'outer', Job: { Region: 'own' } }, 'outer'],
  ['/v1/jobs', 'asked', { Job: { Region: 'own' } }, 'asked'],
  ['/v1/jobs', '', { Job: { Region: 'own' } }, 'own'],
  ['/v1/jobs', '', { Job: { Region: 'global' } }, undefined],
  ['/v1/job/web', 'asked', { Region: 'outer', Job: {} }, 'outer'],
  ['/v1/job/a/b/plan', 'asked', { Region: 'outer', Job: {} }, 'outer'],
  ['/v1/job/web/scale', 'asked', { Region: 'outer' }, 'asked'],
  ['/v1/job/web/scale', '', { Region: 'outer' }, 'outer'],
  ['/v1/job/web/evaluate', 'asked', { Region: 'outer', Job: { Region: 'own' } }, 'asked'],
  ['/v1/job/web/periodic/force', 'asked', { Region: 'outer' }, 'asked'],
  ['/v1/validate/job', 'asked', { Region: 'outer', Job: {} }, 'asked'],
  ['/v1/validate/job', '', { Job: { Region: 'own' } }, undefined],
  ['/v1/volumes', 'asked', { Region: 'outer' }, 'asked'],
])('the region of %s?region=%s with %j is %s', (path, query, value, region) => {
  expect(scopeOfJobs({ path, query: [['region', query]], body: bodyOf(value) }).region).toBe(region);
});

test('a namespace in the body of what is no job stands over that of the query', () => {
  const above = fc.array(fc.constantFrom('Volume', 'Volumes', 'Var', ''), { maxLength: 3 });
  const paths = fc.constantFrom(
    '/v1/var/x',
    '/v1/volume/host/create',
    '/v1/volumes',
    '/v1/services',
    '/v1//var/x',
  );
  const jobs = (path: string, value: Json, query: Query): Scope =>
    scopeOfJobs({ path, query, body: bodyOf(value) });
  fc.assert(
    fc.property(two, paths, spelledAnyhow('namespace'), above, ([own = '', other = ''], path, key, above) => {
      const query: Query = [['namespace', own]];
      expect(jobs(path, nested(key, own, above), query)).toEqual({ namespace: own });
      expect(jobs(path, nested(key, other, above), query)).toEqual({ unknown: 'namespace' });
      expect(jobs(path, nested(key, '', above), query)).toEqual({ namespace: own });
      expect(jobs('/v1/jobs', nested(key, other, above), query)).toEqual({ namespace: own });
      // Values that an object holds for others are theirs.
      expect(
        jobs(path, { Items: { [key]: other }, Volumes: [{ Parameters: { [key]: other } }] }, query),
      ).toEqual({
        namespace: own,
      });
    }),
  );
  const batch: Query = [['namespace', 'batch']];
  expect([
    jobs('/v1/var/x', { Namespace: 'prod' }, []),
    jobs('/v1/volume/host/register', { Volume: { Namespace: 'prod' } }, []),
    jobs('/v1/evaluations', { EvalIDs: ['0b1c'] }, batch),
    scopeOfJobs({ path: '/v1/evaluations', query: batch, body: undefined }),
    jobs('/v1/sentinel/policy/x', {}, batch),
    jobs('/v1/anything/new', {}, batch),
  ]).toEqual([
    { namespace: 'prod' },
    { unknown: 'namespace' },
    { unknown: 'namespace' },
    { namespace: 'batch' },
    {},
    {},
  ]);
});

test('the ID of a lease or a token decides its namespace, whatever the header says', () => {
  const secrets = (path: string, value?: Json): Scope =>
    scopeOfSecrets(
      { path, headers: { 'x-vault-namespace': 'team-a' }, body: bodyOf(value) },
      { path, parameters: {} },
    );
  const unknown = { unknown: 'namespace' };
  const leases = fc.array(name, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('/'));
  const requests = fc.constantFrom<(id: string) => Scope>(
    (id) => secrets('/sys/leases/revoke', { lease_id: id }),
    (id) => secrets('/sys/leases/renew', { lease_id: id, increment: 60 }),
    (id) => secrets('/sys/leases/lookup', { lease_id: id }),
    (id) => secrets(`/sys/leases/revoke/${id}`),
    (id) => secrets(`/sys/leases/revoke/${id}/`),
    (id) => secrets(`/sys/leases/renew/${encodeURIComponent(id)}`),
    (id) => secrets('/sys/leases/revoke/pki/issue/x/y', { lease_id: id }),
    (id) => secrets(`/sys/leases/revoke/${id}`, { lease_id: 'pki/issue/x/y' }),
    (id) => secrets(`/sys//revoke/${id}`),
    (id) => secrets('/sys/%6ceases/renew', { lease_id: id }),
  );
  fc.assert(
    fc.property(requests, leases, name, (request, id, namespace) => {
      expect(request(`${id}.${namespace}`)).toEqual(unknown);
      expect(request(id)).toEqual({ namespace: 'team-a' });
    }),
  );
  expect([
    secrets('/auth/token/revoke', { token: 's.abc' }),
    secrets('/auth/token/revoke-accessor', { accessor: 'abc.1vXNND' }),
    secrets('/sys/wrapping/unwrap', { token: 'hvs.abc' }),
    secrets('/sys/leases/revoke/pki/issue/a.example/abc'),
    secrets('/sys/leases/revoke-prefix/pki/issue/a.example'),
    secrets('/auth/token/revoke-self', {}),
    secrets('/auth/token/create', { policies: ['x'] }),
  ]).toEqual([unknown, unknown, unknown, ...Array.from({ length: 4 }, () => ({ namespace: 'team-a' }))]);
});

test('a raw path is read as a server routes it, and what several keys say is unclear', () => {
  const jobs = (path: string, query: HttpRequest['query'] = [], value?: Json): Scope =>
    scopeOfJobs({ path, query, body: bodyOf(value) });
  const batch = ['namespace', 'batch'] as const;
  const unknown = { namespace: 'batch', unknown: 'namespace' };
  expect([
    jobs('/v1//client/allocation/0b1c/restart', [batch]),
    jobs('/v1/%63lient/allocation/0b1c/restart', [batch]),
    jobs('/v1/job/web/action', [batch, ['allocID', '0b1c']]),
    jobs('/v1/jobs', [batch, ['namespace', 'other']]),
    jobs('/v1/jobs', [['namespace', ''], batch]),
    jobs('/v1/jobs', [], { Job: { Namespace: 'batch' }, job: { ID: 'web' } }),
    jobs('/v1/jobs', [], { Job: { Namespace: 'other', namespace: 'batch' } }),
    jobs('/v1/system/gc', []),
    workspaces('//organizations/acme/workspaces'),
    workspaces('/%77orkspaces/ws-1'),
  ]).toEqual([
    unknown,
    unknown,
    unknown,
    { namespace: 'batch' },
    { namespace: 'default' },
    unknown,
    unknown,
    {},
    { organization: 'acme' },
    { unknown: 'organization' },
  ]);
});

test('a place has one key, however its path from the root is spelled', () => {
  const keyOf = (scope: Scope, address = 'https://s'): string =>
    placeKeyOf({ service: 'secrets', address, scope });
  const key = keyOf({ namespace: 'team-a', mount: 'pki' });
  expect([
    keyOf({ namespace: '', mount: 'team-a/pki' }),
    keyOf({ namespace: '/team-a/', mount: 'pki/' }),
  ]).toEqual([key, key]);
  expect(keyOf({})).toBe(keyOf({ namespace: 'root' }));
  const others = [
    keyOf({ namespace: '', mount: 'pki' }),
    keyOf({ namespace: 'team-a', mount: 'pki' }, 'https://t'),
    keyOf({ namespace: 'team-a', mount: 'pki', unknown: 'namespace' }),
  ];
  expect(others).not.toContain(key);
});
