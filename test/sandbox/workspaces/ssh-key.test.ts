import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributesBody, begin, call, effects, finish, named } from './client.ts';

describe('an SSH key', () => {
  beforeAll(async () => begin());
  afterAll(finish);

  it('is assigned and removed', async () => {
    const key = (await named('network-prod')).relationships['ssh-key']?.data?.id;
    const { id } = await named('network-dev');
    const path = `/workspaces/${id}/relationships/ssh-key`;
    const assigned = await call('PATCH', path, attributesBody({ id: key }));
    expect([assigned.status, assigned.data.relationships['ssh-key']?.data]).toStrictEqual([
      200,
      { type: 'ssh-keys', id: key },
    ]);
    expect((await call('PATCH', path, attributesBody({ id: 'sshkey-none' }))).status).toBe(404);
    expect((await call('PATCH', path, attributesBody({}))).status).toBe(422);
    expect((await call('PATCH', path, { data: { type: 'ssh-keys', id: key } })).status).toBe(422);
    expect((await named('network-dev')).relationships['ssh-key']?.data?.id).toBe(key);
    const unassigned = await call('PATCH', path, attributesBody({ id: null }));
    expect(unassigned.data.relationships['ssh-key']?.data).toBeNull();
    expect(effects()).toStrictEqual(['workspace.ssh-key-assigned', 'workspace.ssh-key-unassigned']);
  });
});
