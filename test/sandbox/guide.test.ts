import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { attributesBody, begin, call, finish, sandbox } from './workspaces/client.ts';
import { closeAll, openSecrets } from './secrets-client.ts';

afterEach(async () => {
  await finish();
  await closeAll();
});

const ids = (line: string, prefix: string): readonly string[] =>
  line.match(new RegExp(`${prefix}-\\w+`, 'g')) ?? [];

describe('the guide of what to type', () => {
  it('equals the one in the README', async () => {
    await begin();
    const readme = await readFile(new URL('../../src/sandbox/README.md', import.meta.url), 'utf8');
    const [, block = ''] = /<!-- guide -->\n\n```text\n(.*?)\n```/s.exec(readme) ?? [];
    expect(block.split('\n')).toStrictEqual(await sandbox.guide());
  });

  it.each([false, true])(
    'names organizations, SSH keys and agent pools that the sandbox accepts (empty: %s)',
    async (empty) => {
      await begin(empty);
      const lines = (await sandbox.guide()).filter((line) => line.startsWith('organization '));
      expect(lines.map((line) => line.split(/[ :]/)[1])).toStrictEqual(['demo', 'acme']);
      for (const line of lines) {
        const [, organization = '', count = ''] = /^organization (\w+): (\d+) workspaces/.exec(line) ?? [];
        const path = `/organizations/${organization}/workspaces`;
        expect((await call('GET', path)).meta.pagination['total-count']).toBe(Number(count));
        const created = await call('POST', path, attributesBody({ name: 'typed' }));
        const own = `/workspaces/${created.data.id}`;
        for (const id of ids(line, 'sshkey')) {
          const key = { data: { type: 'workspaces', attributes: { id } } };
          expect((await call('PATCH', `${own}/relationships/ssh-key`, key)).status).toBe(200);
        }
        for (const id of ids(line, 'apool')) {
          const mode = attributesBody({ 'execution-mode': 'agent', 'agent-pool-id': id });
          expect((await call('PATCH', own, mode)).status).toBe(200);
        }
      }
    },
  );

  it('names tokens, mounts, a namespace, a bind DN, accounts and cloud users that the sandbox accepts', async () => {
    const caller = await openSecrets({ empty: false });
    const lines = await caller.sandbox.guide();
    const line = (beginning: string): string => lines.find((one) => one.startsWith(beginning)) ?? '';
    expect(lines.join('\n')).not.toContain(caller.sandbox.token);
    for (const suffix of line('tokens').match(/-\w+/g) ?? []) {
      expect(Object.values(caller.sandbox.tokens)).toContain(`${caller.sandbox.token}${suffix}`);
    }
    const mounts = Object.keys((await caller.get('sys/mounts')).data).map((path) => path.slice(0, -1));
    for (const mount of mounts) expect(line('secrets')).toContain(mount);
    expect((await caller.get('team-a/pki/roles/web')).status).toBe(200);
    const [, binddn = '', bindpass = ''] = /bind DN (\S+), password (\S+);/.exec(line('directory')) ?? [];
    const url = 'ldap://127.0.0.1';
    expect((await caller.post('ldap/config', { binddn, bindpass, url })).status).toBe(204);
    expect((await caller.post('ldap/rotate-root')).status).toBe(204);
    const accounts = line('directory').split(': ').at(-1)?.split(', ') ?? [];
    for (const username of accounts) {
      const dn = `uid=${username},ou=users,dc=example,dc=com`;
      const role = { username, dn, rotation_period: '24h', skip_import_rotation: true };
      const reply = await caller.post(`ldap/static-role/typed-${username}`, role);
      // An account that belongs to a role or a set of the demo state is refused.
      if (reply.status !== 204) expect(JSON.stringify(reply.errors)).toMatch(/already|library|managed|set/);
    }
    const users = line('cloud users').split(': ').at(-1)?.split(', ') ?? [];
    expect(users).toContain('build-user');
    expect((await caller.get('cloud/static-creds/build')).status).toBe(200);
  });
});
