import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { begin, call, effects, finish, named } from './client.ts';
import type { Loose } from './client.ts';

describe('a data retention policy', () => {
  let path: string;
  let id: string;
  beforeEach(async () => {
    await begin();
    ({ id } = await named('network-dev'));
    path = `/workspaces/${id}/relationships/data-retention-policy`;
  });
  afterAll(finish);

  const olders = (attributes: Loose): Loose => ({
    data: { type: 'data-retention-policy-delete-olders', attributes },
  });

  it('is the organization default until one is set, and again when it is deleted', async () => {
    const inherited = await call('GET', path);
    expect(inherited.data).toMatchObject({
      type: 'data-retention-policy-delete-olders',
      attributes: { 'delete-older-than-n-days': 90 },
      relationships: { target: { data: { type: 'organizations', id: 'demo' } } },
    });
    const set = await call('POST', path, olders({ deleteOlderThanNDays: 33 }));
    expect(set.status).toBe(200);
    const own = await call('GET', path);
    expect(own.data).toStrictEqual(set.data);
    expect(own.data).toMatchObject({
      attributes: { 'delete-older-than-n-days': 33 },
      relationships: { target: { data: { type: 'workspaces', id } } },
    });
    const updated = await call('POST', path, olders({ 'delete-older-than-n-days': 34 }));
    expect(updated.data.id).toBe(own.data.id);
    const replaced = await call('POST', path, {
      data: { type: 'data-retention-policy-dont-deletes', attributes: {} },
    });
    expect(replaced.data).toMatchObject({ type: 'data-retention-policy-dont-deletes', attributes: {} });
    expect(replaced.data.id).not.toBe(own.data.id);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).data.id).toBe(inherited.data.id);
    expect((await call('DELETE', path)).status).toBe(404);
  });

  it('is linked only to the workspace that has its own', async () => {
    const related = async (): Promise<unknown> =>
      (await named('network-dev')).relationships['data-retention-policy']?.data;
    expect(await related()).toBe(undefined);
    const { data } = await call('POST', path, olders({ deleteOlderThanNDays: 33 }));
    expect(await related()).toStrictEqual({ type: 'data-retention-policy-delete-olders', id: data.id });
    await call('DELETE', path);
    expect(await related()).toBe(undefined);
  });

  it.each<[string, unknown]>([
    ['no data', {}],
    ['another type', { data: { type: 'policies', attributes: {} } }],
    ['no days', olders({})],
    ['0 days', olders({ deleteOlderThanNDays: 0 })],
    ['half a day', olders({ deleteOlderThanNDays: 0.5 })],
    ['days as text', olders({ deleteOlderThanNDays: '30' })],
  ])('refuses %s', async (_what, payload) => {
    expect((await call('POST', path, payload)).status).toBe(422);
    expect(effects()).toStrictEqual([]);
  });
});
