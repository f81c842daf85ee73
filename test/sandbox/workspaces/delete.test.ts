import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { WORKSPACES, begin, call, effects, finish, named, names } from './client.ts';

describe('deleting a workspace', () => {
  beforeEach(async () => begin());
  afterAll(finish);

  it('safely is allowed only if it manages nothing, by either address', async () => {
    const path = `${WORKSPACES}/network-prod/actions/safe-delete`;
    const refused = await call('POST', path);
    expect([refused.status, refused.errors[0]?.detail]).toStrictEqual([
      409,
      expect.stringContaining('still managing 42 resources'),
    ]);
    expect((await call('POST', `${WORKSPACES}/billing-dev/actions/safe-delete`)).status).toBe(204);
    expect((await call('POST', `${WORKSPACES}/billing-dev/actions/safe-delete`)).status).toBe(404);
    const { id } = await named('search-dev');
    expect((await call('POST', `/workspaces/${id}/actions/safe-delete`)).status).toBe(204);
    expect(effects()).toStrictEqual(['workspace.deleted', 'workspace.deleted']);
  });

  it('safely is refused if it is locked', async () => {
    const path = `${WORKSPACES}/billing-dev`;
    const { id } = await named('billing-dev');
    await call('POST', `/workspaces/${id}/actions/lock`, { reason: 'release' });
    for (const address of [path, `/workspaces/${id}`]) {
      const refused = await call('POST', `${address}/actions/safe-delete`);
      expect([refused.status, refused.errors[0]?.detail]).toStrictEqual([
        409,
        expect.stringContaining('locked by User owner (reason: release)'),
      ]);
    }
    expect(effects()).toStrictEqual(['workspace.locked']);
    await call('POST', `/workspaces/${id}/actions/unlock`);
    expect((await call('POST', `${path}/actions/safe-delete`)).status).toBe(204);
  });

  it('by force is allowed whatever it manages, by either address', async () => {
    expect((await call('DELETE', `${WORKSPACES}/network-prod`)).status).toBe(204);
    const { id } = await named('dns-prod');
    expect((await call('DELETE', `/workspaces/${id}`)).status).toBe(204);
    expect((await call('DELETE', `/workspaces/${id}`)).status).toBe(404);
    expect((await call('DELETE', `${WORKSPACES}/..`)).status).toBe(404);
    expect(await names({})).toHaveLength(58);
  });

  it('by force is allowed only for organization owners', async () => {
    for (const as of ['operator', 'reader', 'organization'] as const) {
      expect((await call('DELETE', `${WORKSPACES}/network-dev`, undefined, as)).status).toBe(403);
    }
    expect((await call('DELETE', `${WORKSPACES}/payroll-dev`, undefined, 'reader')).status).toBe(404);
  });

  it('removes it from lists of consumers', async () => {
    const { id } = await named('network-prod');
    const path = `/workspaces/${id}/relationships/remote-state-consumers`;
    expect((await call('GET', path)).list).toHaveLength(4);
    await call('DELETE', `${WORKSPACES}/storefront-prod`);
    expect((await call('GET', path)).list).toHaveLength(3);
  });
});
