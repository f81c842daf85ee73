import { describe, expect, it } from 'vitest';
import { at, startControlled } from './client.ts';

type Objects = readonly Readonly<Record<string, unknown>>[];

describe('the state', () => {
  it('comes out as objects without secrets', async () => {
    const first = await startControlled();
    const { body } = await first.control('GET /-/state');
    const objects = at(body, 'objects') as Objects;
    const kinds = new Set(objects.map(({ kind }) => kind));
    for (const kind of ['workspace', 'pki-role', 'cloud-role', 'ldap-set', 'message', 'job'])
      expect(kinds).toContain(kind);
    expect(JSON.stringify(body)).not.toContain('bind-secret');
  });

  it('replaces the demo state, and a reset returns to it', async () => {
    const { ask, control } = await startControlled();
    const workspace = {
      kind: 'workspace',
      name: 'net',
      organization: 'platform',
      settings: { 'auto-apply': true, project: 'prj-OfAnotherServer' },
      tags: ['core'],
      'ssh-key': 'sshkey-elsewhere',
      consumers: ['dns'],
    };
    const objects = [
      workspace,
      { kind: 'workspace', name: 'dns', organization: 'platform' },
      {
        kind: 'pki-role',
        name: 'web',
        mount: 'certs/eu',
        namespace: 'team/one',
        settings: { key_type: 'ec' },
      },
      {
        kind: 'job',
        source: 'job "web" {\n group "g" {\n task "t" {\n driver = "raw_exec"\n }\n }\n}',
        namespace: 'apps',
      },
      {
        kind: 'ldap-static-role',
        name: 'nobody',
        settings: { username: 'nobody', dn: 'cn=nobody', rotation_period: '1h' },
      },
      { kind: 'quota', name: 'x' },
    ];
    const { body } = await control('PUT /-/state', { version: 1, objects });
    expect(at(body, 'left')).toMatchObject([
      { kind: 'ldap-static-role' },
      { kind: 'quota', reason: 'the sandbox has no such kind' },
    ]);
    expect(body).toMatchObject({ written: 4 });
    const net = await ask('GET /api/v2/organizations/platform/workspaces/net');
    expect(at(net.body, 'data', 'attributes')).toMatchObject({ 'auto-apply': true, 'tag-names': ['core'] });
    expect((await ask('GET /v1/team/one/certs/eu/roles/web')).status).toBe(200);
    expect((await ask('GET /v1/job/web?namespace=apps')).status).toBe(200);
    expect((await ask('GET /api/v2/organizations/acme/workspaces/dns-prod')).status).toBe(404);
    await ask('DELETE /v1/job/web?namespace=apps&purge=true');
    await control('POST /-/reset');
    expect((await ask('GET /v1/job/web?namespace=apps')).status).toBe(200);
  });

  it("brings another server's directory with it: its bind DN and the accounts that it manages", async () => {
    const { ask, control } = await startControlled({ empty: true });
    const settings = { binddn: 'cn=bao,dc=live,dc=test', userdn: 'ou=people,dc=live,dc=test' };
    const dn = 'uid=alice,ou=people,dc=live,dc=test';
    const objects = [
      { kind: 'ldap-config', settings },
      { kind: 'ldap-static-role', name: 'alice', settings: { username: 'alice', dn, rotation_period: 3600 } },
      { kind: 'ldap-static-role', name: 'found', settings: { username: 'bob', rotation_period: '1h' } },
      { kind: 'ldap-set', name: 'ops', settings: { service_account_names: ['svc-eu-1', 'svc-eu-2'] } },
    ];
    const { body } = await control('PUT /-/state', { version: 1, objects });
    expect(body).toEqual({ written: 4, left: [] });
    expect((await ask('GET /v1/ldap/config')).body).toMatchObject({ data: settings });
    expect((await ask('GET /v1/ldap/static-cred/found')).body).toMatchObject({ data: { username: 'bob' } });
    const lent = await ask('POST /v1/ldap/library/ops/check-out', {});
    expect(at(lent.body, 'data', 'service_account_name')).toBe('svc-eu-1');
  });

  it('is refused unless it is a state', async () => {
    const { control } = await startControlled({ empty: true });
    for (const bad of [
      {},
      { version: 2, objects: [] },
      { version: 1, objects: [{}] },
      { version: 1, objects: [{ kind: 'job', settings: 1 }] },
    ])
      expect((await control('PUT /-/state', bad)).status).toBe(400);
  });
});
