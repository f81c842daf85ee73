import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  WORKSPACES,
  attributesBody,
  begin,
  call,
  create,
  effects,
  finish,
  named,
  pointers,
  sandbox,
  update,
} from './client.ts';
import type { Loose } from './client.ts';

describe('creating a workspace', () => {
  beforeEach(async () => begin(true));
  afterAll(finish);

  it('starts in an organization without workspaces', async () => {
    const reply = await call('GET', WORKSPACES);
    expect(reply.status).toBe(200);
    expect(reply.type).toBe('application/vnd.api+json');
    expect(reply.list).toStrictEqual([]);
    expect(reply.meta.pagination).toStrictEqual({
      'current-page': 1,
      'page-size': 20,
      'prev-page': null,
      'next-page': null,
      'total-pages': 1,
      'total-count': 0,
    });
  });

  it('needs a token', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'Basic dG9rZW4=' }]) {
      const reply = await fetch(`${sandbox.urls.workspaces}${WORKSPACES}`, { headers });
      expect(reply.status).toBe(401);
      expect(await reply.json()).toMatchObject({ errors: [{ status: '401', title: 'unauthorized' }] });
    }
  });

  it('uses the defaults of the document', async () => {
    const reply = await create({ name: 'my_first-1' });
    expect(reply.status).toBe(201);
    expect(reply.data.id).toMatch(/^ws-[A-Za-z0-9]{16}$/);
    expect(reply.data.attributes).toStrictEqual({
      name: 'my_first-1',
      actions: { 'is-destroyable': true },
      permissions: expect.objectContaining({ 'can-update': true }),
      'agent-pool-id': null,
      'allow-destroy-plan': true,
      'assessments-enabled': false,
      'auto-apply': false,
      'auto-apply-run-trigger': false,
      'auto-destroy-at': null,
      'auto-destroy-activity-duration': null,
      description: null,
      'execution-mode': 'remote',
      'file-triggers-enabled': true,
      'global-remote-state': false,
      operations: true,
      'queue-all-runs': false,
      'source-name': null,
      'source-url': null,
      'speculative-enabled': true,
      'structured-run-output-enabled': false,
      'engine-version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
      'tag-names': [],
      'terraform-version': reply.data.attributes['engine-version'],
      'trigger-patterns': [],
      'trigger-prefixes': [],
      'working-directory': null,
      'setting-overwrites': { 'execution-mode': false, 'agent-pool': false },
      'vcs-repo': null,
      locked: false,
      'locked-reason': null,
      'resource-count': 0,
      'created-at': '2026-03-01T12:00:00.000Z',
      'updated-at': '2026-03-01T12:00:00.000Z',
      'latest-change-at': '2026-03-01T12:00:00.000Z',
    });
    expect(reply.data.relationships['organization']?.data).toStrictEqual({
      type: 'organizations',
      id: 'demo',
    });
    expect(effects()).toStrictEqual(['workspace.created']);
    expect((await named('my_first-1')).id).toBe(reply.data.id);
  });

  it('keeps every attribute that is given', async () => {
    const given = {
      name: 'full',
      'allow-destroy-plan': false,
      'assessments-enabled': true,
      'auto-apply': true,
      'auto-apply-run-trigger': true,
      'auto-destroy-at': '2026-05-01T00:00:00Z',
      'auto-destroy-activity-duration': '9999h',
      description: 'Ünïcode',
      'execution-mode': 'remote',
      'file-triggers-enabled': false,
      'global-remote-state': true,
      'queue-all-runs': true,
      'source-name': 'ci',
      'source-url': 'https://ci.example/1',
      'speculative-enabled': false,
      'engine-version': '~> 1.5.0',
      'trigger-patterns': ['/a/**'],
      'trigger-prefixes': ['b'],
      'working-directory': 'live',
    };
    const vcs = { identifier: 'acme/app', 'oauth-token-id': 'ot-1', branch: 'main', 'tags-regex': '^v\\d+' };
    const reply = await create({
      ...given,
      'setting-overwrites': { 'execution-mode': true },
      'vcs-repo': vcs,
    });
    expect(reply.status).toBe(201);
    expect(reply.data.attributes).toMatchObject(given);
    expect(reply.data.attributes['vcs-repo']).toStrictEqual({
      ...vcs,
      'ingress-submodules': false,
      'github-app-installation-id': null,
      'vcs-app-installation-id': null,
    });
    expect(reply.data.attributes['setting-overwrites']).toMatchObject({ 'execution-mode': true });
  });

  it.each(['terraform-version', 'engine-version'])(
    'accepts %s, and returns it under both names',
    async (name) => {
      const both = { 'engine-version': '1.5.7', 'terraform-version': '1.5.7' };
      expect((await create({ name: 'a', [name]: '1.5.7' })).data.attributes).toMatchObject(both);
      expect((await named('a')).attributes).toMatchObject(both);
    },
  );

  it.each<[string, Loose, string]>([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of another type', { name: 5 }, 'name'],
    ['a name with a dot', { name: 'a.b' }, 'name'],
    ['a name with a space', { name: 'a b' }, 'name'],
    ['a flag that is text', { name: 'a', 'auto-apply': 'true' }, 'auto-apply'],
    ['a text that is a number', { name: 'a', description: 5 }, 'description'],
    ['patterns that are text', { name: 'a', 'trigger-patterns': '/a' }, 'trigger-patterns'],
    ['patterns of numbers', { name: 'a', 'trigger-prefixes': [1] }, 'trigger-prefixes'],
    ['an unknown mode', { name: 'a', 'execution-mode': 'cloud' }, 'execution-mode'],
    ['mode and operations', { name: 'a', 'execution-mode': 'local', operations: false }, 'operations'],
    ['agent without a pool', { name: 'a', 'execution-mode': 'agent' }, 'agent-pool-id'],
    [
      'a pool that is not there',
      { name: 'a', 'execution-mode': 'agent', 'agent-pool-id': 'apool-x' },
      'agent-pool-id',
    ],
    [
      'a pool with remote',
      { name: 'a', 'execution-mode': 'remote', 'agent-pool-id': 'apool-x' },
      'agent-pool-id',
    ],
    [
      'a pool with local',
      { name: 'a', 'execution-mode': 'local', 'agent-pool-id': 'apool-x' },
      'agent-pool-id',
    ],
    ['a pool with operations', { name: 'a', operations: true, 'agent-pool-id': 'apool-x' }, 'agent-pool-id'],
    [
      'an overwrite without a mode',
      { name: 'a', 'setting-overwrites': { 'execution-mode': true } },
      'execution-mode',
    ],
    [
      'an overwrite that is not a flag',
      { name: 'a', 'setting-overwrites': { 'execution-mode': 'no' } },
      'setting-overwrites/execution-mode',
    ],
    ['duration 0', { name: 'a', 'auto-destroy-activity-duration': '0d' }, 'auto-destroy-activity-duration'],
    [
      'duration of five digits',
      { name: 'a', 'auto-destroy-activity-duration': '10000h' },
      'auto-destroy-activity-duration',
    ],
    [
      'duration in minutes',
      { name: 'a', 'auto-destroy-activity-duration': '5m' },
      'auto-destroy-activity-duration',
    ],
    ['no timestamp', { name: 'a', 'auto-destroy-at': 'tomorrow' }, 'auto-destroy-at'],
    ['an unreadable version', { name: 'a', 'engine-version': 'newest' }, 'engine-version'],
    ['a constraint that nothing meets', { name: 'a', 'engine-version': '> 99.0.0' }, 'engine-version'],
    [
      'assessments of an old engine',
      { name: 'a', 'assessments-enabled': true, 'engine-version': '0.15.3' },
      'assessments-enabled',
    ],
    [
      'assessments in local mode',
      { name: 'a', 'assessments-enabled': true, 'execution-mode': 'local' },
      'assessments-enabled',
    ],
    [
      'a repository without a token',
      { name: 'a', 'vcs-repo': { identifier: 'a/b' } },
      'vcs-repo/oauth-token-id',
    ],
    [
      'a repository without a name',
      { name: 'a', 'vcs-repo': { 'oauth-token-id': 'o' } },
      'vcs-repo/identifier',
    ],
    [
      'an invalid repository',
      { name: 'a', 'vcs-repo': { identifier: 'a/b/c', 'oauth-token-id': 'o' } },
      'vcs-repo/identifier',
    ],
    [
      'an application on creation',
      { name: 'a', 'vcs-repo': { identifier: 'a/b', 'oauth-token-id': 'o', 'vcs-app-installation-id': 'g' } },
      'vcs-repo/vcs-app-installation-id',
    ],
    [
      'a bad expression',
      { name: 'a', 'vcs-repo': { identifier: 'a/b', 'oauth-token-id': 'o', 'tags-regex': '(' } },
      'vcs-repo/tags-regex',
    ],
  ])('refuses %s', async (_what, attributes, pointer) => {
    const reply = await create(attributes);
    expect(reply.status).toBe(422);
    expect(pointers(reply)).toContain(`/data/attributes/${pointer}`);
    expect(reply.errors[0]).toMatchObject({ status: '422', title: 'unprocessable entity' });
    expect(effects()).toStrictEqual([]);
  });

  it.each<[string, unknown, number]>([
    ['invalid JSON', '{', 400],
    ['a list in place of an object', '[]', 422],
    ['no data', {}, 422],
    ['another type', { data: { type: 'projects', attributes: { name: 'a' } } }, 422],
    ['attributes that are a list', { data: { type: 'workspaces', attributes: [] } }, 422],
  ])('refuses a body with %s', async (_what, body, status) => {
    expect((await call('POST', WORKSPACES, body)).status).toBe(status);
  });

  it('reports all violations at once', async () => {
    const reply = await create({ name: '!', 'auto-apply': 1, 'execution-mode': 'x' });
    expect(pointers(reply).toSorted()).toStrictEqual(
      ['auto-apply', 'execution-mode', 'name'].map((name) => `/data/attributes/${name}`),
    );
  });

  it('refuses a name that is taken', async () => {
    await create({ name: 'a' });
    const other = await create({ name: 'b' });
    const twice = await create({ name: 'a' });
    expect([twice.status, twice.errors[0]?.detail]).toStrictEqual([422, 'Name has already been taken.']);
    expect((await update(other.data.id, { name: 'a' })).status).toBe(422);
    expect((await update(other.data.id, { name: 'b' })).status).toBe(200);
  });

  it.each(['>= 1.0, < 1.3', '~> 0.15', '= 1.5.7', '!= 1.9.8', '<= 1.0.11', 'latest', '1.10.0-beta1'])(
    'accepts engine version %s',
    async (version) => {
      const reply = await create({ name: 'a', 'engine-version': version });
      expect(reply.data.attributes['engine-version']).toBe(version);
    },
  );

  it('accepts operations as the old name of the mode', async () => {
    const reply = await create({ name: 'a', operations: false });
    expect(reply.data.attributes).toMatchObject({ 'execution-mode': 'local', operations: false });
    const back = await update(reply.data.id, { operations: true });
    expect(back.data.attributes).toMatchObject({ 'execution-mode': 'remote', operations: true });
  });

  it('takes the organization default if wanted', async () => {
    const { data } = await create({ name: 'a', 'execution-mode': 'local' });
    expect(data.attributes['setting-overwrites']).toMatchObject({ 'execution-mode': true });
    const reply = await update(data.id, { 'setting-overwrites': { 'execution-mode': false } });
    expect(reply.data.attributes).toMatchObject({
      'execution-mode': 'remote',
      'setting-overwrites': { 'execution-mode': false },
    });
  });

  it('refuses a project that does not exist', async () => {
    const reply = await create({ name: 'a' }, { project: { data: { type: 'projects', id: 'prj-none' } } });
    expect([reply.status, pointers(reply)]).toStrictEqual([422, ['/data/relationships/project/data/id']]);
  });

  it('answers 404 for another organization', async () => {
    expect((await call('GET', '/organizations/other/workspaces')).status).toBe(404);
    expect(
      (await call('POST', '/organizations/other/workspaces', attributesBody({ name: 'a' }))).status,
    ).toBe(404);
  });

  it('is one of the few endpoints: others answer 404', async () => {
    const { data } = await create({ name: 'a' });
    for (const [method, path] of [
      ['PUT', `/workspaces/${data.id}`],
      ['GET', '/workspaces'],
      ['GET', `/workspaces/${data.id}/nothing`],
      ['DELETE', WORKSPACES],
      ['POST', `${WORKSPACES}/a/actions/lock`],
      ['DELETE', '/organizations/demo'],
    ] as const) {
      expect((await call(method, path)).status).toBe(404);
    }
  });

  it('shows the organization default policy', async () => {
    const { data } = await create({ name: 'a' });
    const reply = await call('GET', `/workspaces/${data.id}/relationships/data-retention-policy`);
    expect(reply.data.type).toBe('data-retention-policy-dont-deletes');
  });
});
