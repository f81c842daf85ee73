import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  WORKSPACES,
  attributesBody,
  begin,
  call,
  effects,
  finish,
  named,
  names,
  pointers,
  sandbox,
  update,
} from './client.ts';
import type { Loose, Reply } from './client.ts';

describe('an update', () => {
  let id: string;
  beforeEach(async () => {
    await begin();
    ({ id } = await named('billing-dev'));
  });
  afterAll(finish);

  it('keeps what is not given, except assessments-enabled', async () => {
    const first = await update(id, { 'assessments-enabled': true, 'auto-apply': true, description: 'x' });
    expect(first.data.attributes['assessments-enabled']).toBe(true);
    sandbox.clock.advance(1000);
    const second = await update(id, { description: 'y' });
    expect(second.data.attributes).toMatchObject({
      'assessments-enabled': false,
      'auto-apply': true,
      description: 'y',
      'updated-at': '2026-03-01T12:00:01.000Z',
    });
    expect(effects()).toStrictEqual(['workspace.updated', 'workspace.updated']);
  });

  it('renames a workspace, by either address', async () => {
    const path = `${WORKSPACES}/billing-dev`;
    const reply = await call('PATCH', path, attributesBody({ name: 'billing-development' }));
    expect(reply.data.id).toBe(id);
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('GET', `${WORKSPACES}/billing-development`)).data.id).toBe(id);
  });

  it('clears attributes with null', async () => {
    await update(id, { description: 'x', 'trigger-patterns': ['a'], 'working-directory': 'w' });
    const reply = await update(id, {
      description: null,
      'trigger-patterns': null,
      'working-directory': null,
    });
    expect(reply.data.attributes).toMatchObject({
      description: null,
      'trigger-patterns': [],
      'working-directory': null,
    });
  });

  it('refuses attributes that are only for creation', async () => {
    expect(pointers(await update(id, { 'source-name': 'x', 'source-url': 'y' }))).toStrictEqual([
      '/data/attributes/source-name',
      '/data/attributes/source-url',
    ]);
  });

  it('changes nothing if one attribute is wrong', async () => {
    expect((await update(id, { description: 'changed', 'auto-apply': 'x' })).status).toBe(422);
    expect((await named('billing-dev')).attributes['description']).not.toBe('changed');
  });

  it('connects, changes and disconnects a repository', async () => {
    expect(pointers(await update(id, { 'vcs-repo': { branch: 'main' } }))).toStrictEqual([
      '/data/attributes/vcs-repo/identifier',
      '/data/attributes/vcs-repo/oauth-token-id',
    ]);
    await update(id, { 'vcs-repo': { identifier: 'a/p/_git/r', 'oauth-token-id': 'ot-1', branch: 'main' } });
    const changed = await update(id, { 'vcs-repo': { 'tags-regex': 'v.*', branch: '' } });
    expect(changed.data.attributes['vcs-repo']).toMatchObject({
      identifier: 'a/p/_git/r',
      branch: '',
      'oauth-token-id': 'ot-1',
      'tags-regex': 'v.*',
    });
    const both = { 'oauth-token-id': 'ot-2', 'vcs-app-installation-id': 'ghain-1' };
    expect((await update(id, { 'vcs-repo': both })).status).toBe(422);
    const app = await update(id, { 'vcs-repo': { 'github-app-installation-id': 'ghain-1' } });
    expect(app.data.attributes['vcs-repo']).toMatchObject({
      'oauth-token-id': null,
      'vcs-app-installation-id': 'ghain-1',
    });
    expect((await update(id, { description: 'kept' })).data.attributes['vcs-repo']).not.toBeNull();
    expect((await update(id, { 'vcs-repo': null })).data.attributes['vcs-repo']).toBeNull();
    expect((await update(id, { 'vcs-repo': null })).status).toBe(200);
  });

  it('keeps the pool of an agent workspace and drops it with the mode', async () => {
    const runners = await named('ci-runners-prod');
    const pool = runners.attributes['agent-pool-id'];
    expect(runners.attributes).toMatchObject({ 'execution-mode': 'agent', operations: true });
    const kept = await update(runners.id, { 'execution-mode': 'agent' });
    expect(kept.data.attributes['agent-pool-id']).toBe(pool);
    const remote = await update(runners.id, { 'execution-mode': 'remote' });
    expect(remote.data.attributes['agent-pool-id']).toBeNull();
    expect((await update(runners.id, { 'agent-pool-id': pool })).status).toBe(422);
    const again = await update(runners.id, { 'execution-mode': 'agent', 'agent-pool-id': pool });
    expect(again.data.attributes['agent-pool-id']).toBe(pool);
  });

  it('moves a workspace to another project, but not if the project is blank or unchanged', async () => {
    const target = (await named('network-dev')).relationships['project']?.data?.id;
    const move = async (project: unknown): Promise<Reply> =>
      update(id, {}, { project: { data: { type: 'projects', id: project } } });
    expect((await move(target)).data.relationships['project']?.data?.id).toBe(target);
    expect((await move('')).data.relationships['project']?.data?.id).toBe(target);
    expect((await move(target)).status).toBe(200);
    expect((await move('prj-none')).status).toBe(422);
  });

  it('needs admin permission on both projects for a move', async () => {
    const lab = await named('playground-dev');
    const target = (await named('network-dev')).relationships['project']?.data?.id;
    const body = attributesBody({}, { project: { data: { type: 'projects', id: target } } });
    expect((await call('PATCH', `/workspaces/${lab.id}`, body, 'operator')).status).toBe(422);
    expect((await call('PATCH', `/workspaces/${lab.id}`, attributesBody({}), 'operator')).status).toBe(200);
  });

  it('replaces the key-value tags', async () => {
    const tags = (...pairs: [string, string?][]): Loose => ({
      'tag-bindings': {
        data: pairs.map(([key, value]) => ({ type: 'tag-bindings', attributes: { key, value } })),
      },
    });
    expect(await names({ 'filter[tagged][0][key]': 'new' })).toStrictEqual([]);
    expect((await update(id, {}, tags(['new', 'x'], ['flag']))).status).toBe(200);
    expect(await names({ 'filter[tagged][0][key]': 'new' })).toStrictEqual(['billing-dev']);
    expect(await names({ 'filter[tagged][0][key]': 'flag' })).toStrictEqual(['billing-dev']);
    await update(id, { description: 'tags stay' });
    expect(await names({ 'filter[tagged][0][value]': 'x' })).toStrictEqual(['billing-dev']);
    await update(id, {}, tags());
    expect(await names({ 'filter[tagged][0][key]': 'new' })).toStrictEqual([]);
    expect((await update(id, {}, tags(['a', '1'], ['a', '2']))).status).toBe(422);
    expect((await update(id, {}, tags(['']))).status).toBe(422);
    expect((await update(id, {}, { 'tag-bindings': { data: {} } })).status).toBe(422);
  });
});
