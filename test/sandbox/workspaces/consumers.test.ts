import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { begin, call, effects, finish, named, pointers } from './client.ts';
import type { Loose } from './client.ts';

describe('remote state consumers', () => {
  let path: string;
  let self: string;
  beforeEach(async () => {
    await begin();
    self = (await named('network-dev')).id;
    path = `/workspaces/${self}/relationships/remote-state-consumers`;
  });
  afterAll(finish);

  const body = async (...wanted: string[]): Promise<Loose> => ({
    data: await Promise.all(wanted.map(async (name) => ({ type: 'workspaces', id: (await named(name)).id }))),
  });
  const present = async (): Promise<string[]> =>
    (await call('GET', path)).list.map(({ attributes }) => String(attributes['name'])).toSorted();

  it('are added, replaced and removed, even if some are already there', async () => {
    expect((await call('POST', path, await body('dns-dev', 'dns-dev', 'billing-dev'))).status).toBe(204);
    expect((await call('POST', path, await body('dns-dev', 'search-dev'))).status).toBe(204);
    expect(await present()).toStrictEqual(['billing-dev', 'dns-dev', 'search-dev']);
    expect((await call('DELETE', path, await body('dns-dev', 'warehouse-dev'))).status).toBe(204);
    expect(await present()).toStrictEqual(['billing-dev', 'search-dev']);
    expect((await call('PATCH', path, await body('warehouse-dev'))).status).toBe(204);
    expect(await present()).toStrictEqual(['warehouse-dev']);
    expect((await call('PATCH', path, { data: [] })).status).toBe(204);
    expect(await present()).toStrictEqual([]);
    expect((await call('DELETE', path, await body('dns-dev'))).status).toBe(204);
    expect(effects()).toStrictEqual([
      'consumers.added',
      'consumers.added',
      'consumers.removed',
      'consumers.replaced',
      'consumers.replaced',
    ]);
  });

  it('never include the workspace itself', async () => {
    for (const method of ['POST', 'PATCH']) {
      const reply = await call(method, path, await body('dns-dev', 'network-dev'));
      expect([reply.status, pointers(reply)]).toStrictEqual([422, ['/data/1/id']]);
    }
    expect(await present()).toStrictEqual([]);
  });

  it.each<[string, unknown]>([
    ['an object in place of a list', { data: { type: 'workspaces', id: 'ws-1' } }],
    ['another type', { data: [{ type: 'projects', id: 'ws-1' }] }],
    ['an unknown workspace', { data: [{ type: 'workspaces', id: 'ws-1' }] }],
    ['no id', { data: [{ type: 'workspaces' }] }],
    ['text', { data: ['ws-1'] }],
  ])('refuse %s', async (_what, payload) => {
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      expect((await call(method, path, payload)).status).toBe(422);
    }
  });

  it('with global-remote-state are all others, and cannot be changed', async () => {
    const { id } = await named('observability-prod');
    const shared = `/workspaces/${id}/relationships/remote-state-consumers`;
    const reply = await call('GET', `${shared}?page[size]=50`);
    expect(reply.meta.pagination).toMatchObject({ 'total-count': 59, 'total-pages': 2 });
    expect(reply.list.map((workspace) => workspace.id)).not.toContain(id);
    const readers = await call('GET', shared, undefined, 'reader');
    expect(readers.meta.pagination).toMatchObject({ 'page-size': 20, 'total-count': 55 });
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      expect((await call(method, shared, await body('dns-dev'))).status).toBe(422);
    }
  });
});
