import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { attributesBody, begin, call, create, finish, named, pointers } from './client.ts';

describe('permissions', () => {
  beforeEach(async () => begin());
  afterAll(finish);

  // Status codes on an ordinary workspace for owner, operator, reader, organization, in this order.
  it.each<[string, string, unknown, number[]]>([
    ['GET', '', undefined, [200, 200, 200, 200]],
    ['PATCH', '', attributesBody({ description: 'x' }), [200, 404, 404, 200]],
    ['POST', '/actions/lock', undefined, [200, 200, 404, 404]],
    ['POST', '/actions/force-unlock', undefined, [409, 404, 404, 404]],
    ['POST', '/actions/safe-delete', undefined, [409, 404, 404, 409]],
    ['PATCH', '/relationships/ssh-key', attributesBody({ id: null }), [200, 404, 404, 200]],
    ['GET', '/relationships/remote-state-consumers', undefined, [200, 200, 200, 200]],
    ['POST', '/relationships/remote-state-consumers', { data: [] }, [204, 404, 404, 204]],
    ['PATCH', '/relationships/remote-state-consumers', { data: [] }, [204, 404, 404, 404]],
    ['DELETE', '/relationships/remote-state-consumers', { data: [] }, [204, 404, 404, 204]],
    ['GET', '/relationships/tags', undefined, [200, 200, 200, 200]],
    ['POST', '/relationships/tags', { data: [] }, [204, 404, 404, 204]],
    ['DELETE', '/relationships/tags', { data: [] }, [204, 404, 404, 204]],
    ['GET', '/relationships/data-retention-policy', undefined, [200, 200, 200, 200]],
    ['DELETE', '/relationships/data-retention-policy', undefined, [404, 404, 404, 404]],
  ])('are checked for %s %s', async (method, path, body, expected) => {
    const { id } = await named('warehouse-prod');
    const statuses: number[] = [];
    for (const as of ['owner', 'operator', 'reader', 'organization'] as const) {
      statuses.push((await call(method, `/workspaces/${id}${path}`, body, as)).status);
      if (path === '/actions/lock') await call('POST', `/workspaces/${id}/actions/force-unlock`);
    }
    expect(statuses).toStrictEqual(expected);
  });

  it('let the owner and the organization token create', async () => {
    const statuses = await Promise.all(
      (['owner', 'operator', 'reader', 'organization'] as const).map(
        async (as) => (await create({ name: `by-${as}` }, {}, as)).status,
      ),
    );
    expect(statuses).toStrictEqual([201, 404, 404, 201]);
  });

  it('hide a workspace as 404 from users without access', async () => {
    const { id } = await named('payroll-prod');
    for (const as of ['operator', 'reader'] as const) {
      expect((await call('GET', `/workspaces/${id}`, undefined, as)).status).toBe(404);
      expect((await call('POST', `/workspaces/${id}/actions/lock`, undefined, as)).status).toBe(404);
      expect((await call('DELETE', `/workspaces/${id}`, undefined, as)).status).toBe(404);
    }
  });

  it('let the operator administer the lab, but not replace its consumers', async () => {
    const { id } = await named('playground-dev');
    const consumers = `/workspaces/${id}/relationships/remote-state-consumers`;
    expect((await call('PATCH', `/workspaces/${id}`, attributesBody({}), 'operator')).status).toBe(200);
    expect((await call('POST', consumers, { data: [] }, 'operator')).status).toBe(204);
    expect((await call('PATCH', consumers, { data: [] }, 'operator')).status).toBe(404);
    const hidden = { data: [{ type: 'workspaces', id: (await named('payroll-dev')).id }] };
    const refused = await call('POST', consumers, hidden, 'operator');
    expect([refused.status, pointers(refused)]).toStrictEqual([422, ['/data/0/id']]);
    expect((await call('POST', consumers, hidden)).status).toBe(204);
    expect((await call('GET', consumers)).list).toHaveLength(1);
    expect((await call('GET', consumers, undefined, 'operator')).list).toStrictEqual([]);
  });
});
