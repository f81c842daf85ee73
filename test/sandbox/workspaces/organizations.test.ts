import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { attributesBody, begin, call, finish, names } from './client.ts';

const ACME = '/organizations/acme/workspaces';

describe('two organizations', () => {
  beforeEach(async () => begin());
  afterAll(finish);

  const namesOf = async (path: string, as: 'owner' | 'reader' = 'owner'): Promise<unknown[]> =>
    (await call('GET', path, undefined, as)).list.map(({ attributes }) => attributes['name']);

  it('keep their workspaces apart', async () => {
    expect(await namesOf(ACME)).toStrictEqual([
      'network-prod',
      'dns-prod',
      'billing',
      'app-prod',
      'app-staging',
      'network-dev',
    ]);
    expect(await names({})).toHaveLength(60);
    const { data } = await call('GET', `${ACME}/network-prod`);
    expect(data.relationships['organization']?.data).toStrictEqual({ type: 'organizations', id: 'acme' });
    expect(data.attributes['tag-names']).toStrictEqual(['critical', 'eu']);
    const other = await call('GET', '/organizations/demo/workspaces/network-prod');
    expect(other.data.id).not.toBe(data.id);
    const consumers = `/workspaces/${data.id}/relationships/remote-state-consumers`;
    const foreign = { data: [{ type: 'workspaces', id: other.data.id }] };
    expect((await call('POST', consumers, foreign)).status).toBe(422);
    expect((await call('POST', ACME, attributesBody({ name: 'search-prod' }))).status).toBe(201);
    expect((await call('POST', ACME, attributesBody({ name: 'search-prod' }))).status).toBe(422);
  });

  it('keep and list their own tags, keys, pools and projects', async () => {
    expect(await namesOf('/organizations')).toStrictEqual(['demo', 'acme']);
    expect(await namesOf('/organizations/acme/tags?page[size]=2')).toStrictEqual(['core', 'eu']);
    expect(await namesOf('/organizations/acme/ssh-keys')).toStrictEqual(['modules', 'deploy']);
    expect(await namesOf('/organizations/acme/agent-pools')).toStrictEqual(['datacenter']);
    expect(await namesOf('/organizations/acme/projects')).toStrictEqual(['Default Project']);
    const [key] = (await call('GET', '/organizations/demo/ssh-keys')).list;
    const { data } = await call('GET', `${ACME}/app-staging`);
    expect(data.id).toBe('ws-mJbn8i3TqTQm4eMH');
    const assign = { data: { type: 'workspaces', attributes: { id: key?.id } } };
    expect((await call('PATCH', `/workspaces/${data.id}/relationships/ssh-key`, assign)).status).toBe(404);
    expect((await call('GET', '/organizations/nosuch/tags')).status).toBe(404);
  });

  it('are hidden from users without access', async () => {
    expect(await namesOf('/organizations/demo/projects')).toContain('finance');
    expect(await namesOf('/organizations/demo/projects', 'reader')).not.toContain('finance');
    expect(await namesOf('/organizations/demo/tags?page[size]=100', 'reader')).not.toContain('finance');
  });
});
