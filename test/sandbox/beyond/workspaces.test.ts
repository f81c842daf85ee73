import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { attributesBody, begin, call, create, finish, named, sandbox, update } from '../workspaces/client.ts';
import { jsonOf, members, recorded, typeOf } from './recorded.ts';

const host = async (path: string, method = 'GET', token?: string): Promise<Response> =>
  fetch(`${sandbox.origin}${path}`, {
    method,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });

beforeEach(async () => begin());
afterAll(finish);

describe('what vendors ask a workspaces server before they work', () => {
  it('the services of the host need no token', async () => {
    const real = recorded('workspaces', 'discovery.ok');
    const reply = await host('/.well-known/terraform.json');
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, typeOf(real)]);
    // The sandbox has no registry, no message of the day and no log-in.
    expect(jsonOf(real)).toMatchObject((await reply.json()) as object);
    const head = await host('/.well-known/terraform.json', 'HEAD');
    expect([head.status, await head.text()]).toEqual([
      recorded('workspaces', 'discovery.head').response.status,
      '',
    ]);
    expect((await host('/.well-known/terraform.json', 'POST')).status).toBe(405);
  });

  it('every reply below the API names its version', async () => {
    const [, version] =
      recorded('workspaces', 'ping.token').response.headers.find(([name]) => name === 'Tfp-Api-Version') ??
      [];
    for (const path of ['ping', 'organizations', 'organizations/nosuch']) {
      const reply = await host(`/api/v2/${path}`, 'GET', sandbox.token);
      expect(reply.headers.get('tfp-api-version')).toBe(version);
    }
  });

  it('the account is the user who holds locks; a token of an organization has none', async () => {
    const real = recorded('workspaces', 'account.details.user-owner');
    const reply = await host('/api/v2/account/details', 'GET', sandbox.token);
    const body = (await reply.json()) as never;
    expect([reply.status, members(body)]).toEqual([real.response.status, members(jsonOf(real))]);
    const { data } = await call('GET', '/account/details');
    expect(data.attributes['username']).toBe('owner');
    const { id } = await named('warehouse-prod');
    const locked = await call('POST', `/workspaces/${id}/actions/lock`);
    expect(locked.data.relationships['locked-by']?.data?.id).toBe(data.id);
    expect((await host('/api/v2/account/details')).status).toBe(
      recorded('workspaces', 'account.details.no-token').response.status,
    );
    const none = await host('/api/v2/account/details', 'GET', sandbox.tokens.organization);
    expect([none.status, await none.text()]).toEqual([404, 'no user in context\n']);
  });

  it('an organization says what the caller may do with it, and what it may use', async () => {
    for (const [as, may] of [
      ['owner', true],
      ['organization', true],
      ['reader', false],
    ] as const) {
      const { data } = await call('GET', '/organizations/acme', undefined, as);
      expect(data).toMatchObject({
        type: 'organizations',
        id: 'acme',
        attributes: { name: 'acme', permissions: { 'can-create-workspace': may } },
      });
    }
    const { data } = await call('GET', '/organizations/acme/entitlement-set');
    expect(data).toMatchObject({ type: 'entitlement-sets', attributes: { agents: true, sentinel: false } });
    expect((await call('GET', '/organizations/nosuch')).status).toBe(404);
  });
});

describe('a workspace document', () => {
  it('says what its reader may do', async () => {
    const real = jsonOf(recorded('workspaces', 'workspace.create.unknown-attribute'));
    const { data } = await create({ name: 'mine' });
    const known = members(real).filter((path) => /\.attributes\.(?:actions|permissions)\b/.test(path));
    expect(members({ data } as never)).toEqual(expect.arrayContaining([...known]));
    const { id } = await named('warehouse-prod');
    const permissions = async (as: 'owner' | 'operator' | 'reader'): Promise<unknown> =>
      (await call('GET', `/workspaces/${id}`, undefined, as)).data.attributes['permissions'];
    expect(await permissions('owner')).toMatchObject({ 'can-destroy': true, 'can-force-delete': true });
    expect(await permissions('operator')).toMatchObject({ 'can-lock': true, 'can-update': false });
    expect(await permissions('reader')).toMatchObject({ 'can-lock': false, 'can-force-delete': false });
  });
});

describe('a workspace is created or updated as on a real server', () => {
  const organization = '/organizations/demo/workspaces';

  it.each([
    'workspace.create.structured-output-true',
    'workspace.create.structured-output-false',
    'workspace.create.tags-objects',
    'workspace.create.tags-relationship-names',
    'workspace.create.unknown-attribute',
    'workspace.create.tags-attribute',
  ])('in the case %s', async (name) => {
    const real = recorded('workspaces', name);
    const wanted = (jsonOf(real) as { data: { attributes: Record<string, unknown> } }).data.attributes;
    const reply = await call('POST', organization, real.request.body?.json);
    expect(reply.status).toBe(real.response.status);
    expect(reply.data.attributes).toMatchObject({
      name: wanted['name'],
      // The document's empty list is null on the real server.
      'tag-names': wanted['tag-names'] ?? [],
      'structured-run-output-enabled': wanted['structured-run-output-enabled'],
    });
    const shown = await call('GET', `/workspaces/${reply.data.id}`);
    expect(shown.data.attributes['tag-names']).toEqual(reply.data.attributes['tag-names']);
  });

  it.each([
    'workspace.update.unknown-attribute',
    'workspace.update.tag-names',
    'workspace.update.structured-output-true',
  ])('in the case %s', async (name) => {
    const { data } = await create({ name: 'w' });
    const real = recorded('workspaces', name);
    const reply = await call('PATCH', `/workspaces/${data.id}`, real.request.body?.json);
    expect(reply.status).toBe(real.response.status);
    expect(reply.data.attributes['tag-names']).toEqual([]);
    const structured = name.includes('structured');
    expect(reply.data.attributes['structured-run-output-enabled']).toBe(structured);
    expect((await update(data.id, {})).data.attributes['structured-run-output-enabled']).toBe(structured);
  });

  it('a tag that has neither an ID nor a name is refused, and nothing is created', async () => {
    for (const tags of [{ data: [{ type: 'tags' }] }, { data: 'x' }]) {
      const reply = await call('POST', organization, attributesBody({ name: 'w' }, { tags }));
      expect(reply.status).toBe(422);
    }
    expect((await call('GET', `${organization}/w`)).status).toBe(404);
    const [tag] = (await call('GET', '/organizations/demo/tags')).list;
    const byId = await create({ name: 'w' }, { tags: { data: [{ type: 'tags', id: tag?.id }] } });
    expect(byId.data.attributes['tag-names']).toEqual([tag?.attributes['name']]);
  });
});
