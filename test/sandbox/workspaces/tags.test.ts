import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { WORKSPACES, begin, call, effects, finish, named, names } from './client.ts';
import type { Loose } from './client.ts';

describe('tags', () => {
  let path: string;
  beforeEach(async () => {
    await begin();
    path = `/workspaces/${(await named('network-dev')).id}/relationships/tags`;
  });
  afterAll(finish);

  const byName = (...tags: string[]): Loose => ({
    data: tags.map((name) => ({ type: 'tags', attributes: { name } })),
  });
  const byId = (id: string): Loose => ({ data: [{ type: 'tags', id }] });
  const present = async (): Promise<unknown[]> =>
    (await call('GET', path)).list.map(({ attributes }) => attributes['name']);

  it('are added and removed by name and by ID', async () => {
    expect(await present()).toStrictEqual(['dev', 'platform']);
    expect((await call('POST', path, byName('blue', 'dev'))).status).toBe(204);
    expect(await present()).toStrictEqual(['dev', 'platform', 'blue']);
    expect((await named('network-dev')).attributes['tag-names']).toStrictEqual(['blue', 'dev', 'platform']);
    const other = `/workspaces/${(await named('dns-dev')).id}/relationships/tags`;
    const blue =
      (await call('GET', path)).list.find(({ attributes }) => attributes['name'] === 'blue')?.id ?? '';
    expect(blue).toMatch(/^tag-[A-Za-z0-9]{16}$/);
    expect((await call('POST', other, byId(blue))).status).toBe(204);
    expect(await names({ 'search[tags]': 'blue' })).toStrictEqual(['network-dev', 'dns-dev']);
    expect((await call('DELETE', path, byId(blue))).status).toBe(204);
    expect((await call('DELETE', path, byName('dev', 'never-heard-of'))).status).toBe(204);
    expect(await present()).toStrictEqual(['platform']);
    expect((await call('POST', path, byName('platform'))).status).toBe(204);
    expect(effects()).toStrictEqual(['tags.added', 'tags.added', 'tags.removed', 'tags.removed']);
  });

  it('disappear from the organization with their last workspace', async () => {
    await call('POST', path, byName('short-lived'));
    const id = (await call('GET', path)).list.at(-1)?.id ?? '';
    await call('DELETE', path, byName('short-lived'));
    expect((await call('DELETE', path, byId(id))).status).toBe(404);
    expect((await call('POST', path, byId(id))).status).toBe(404);
    await call('POST', path, byName('short-lived'));
    const second = (await call('GET', path)).list.at(-1)?.id;
    expect(second).not.toBe(id);
    await call('DELETE', `${WORKSPACES}/network-dev`);
    const other = `/workspaces/${(await named('dns-dev')).id}/relationships/tags`;
    await call('POST', other, byName('short-lived'));
    expect((await call('GET', other)).list.at(-1)?.id).not.toBe(second);
  });

  it.each<[string, unknown, number]>([
    ['another type', { data: [{ type: 'tag', attributes: { name: 'x' } }] }, 422],
    ['no type', { data: [{ attributes: { name: 'x' } }] }, 422],
    ['neither id nor name', { data: [{ type: 'tags' }] }, 422],
    ['an object in place of a list', { data: { type: 'tags', id: 'x' } }, 422],
    ['an unknown id', { data: [{ type: 'tags', id: 'tag-x' }] }, 404],
  ])('refuse %s and change nothing', async (_what, payload, status) => {
    const mixed =
      payload !== null && typeof payload === 'object' && 'data' in payload && Array.isArray(payload.data)
        ? { data: [{ type: 'tags', attributes: { name: 'platform' } }, ...payload.data] }
        : payload;
    for (const method of ['POST', 'DELETE']) expect((await call(method, path, mixed)).status).toBe(status);
    expect(await present()).toStrictEqual(['dev', 'platform']);
  });
});
