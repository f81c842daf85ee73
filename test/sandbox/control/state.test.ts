import { describe, expect, it } from 'vitest';
import { at, startControlled } from './client.ts';

type Objects = readonly Readonly<Record<string, unknown>>[];

/** Without a field that a job has only before it is registered again. */
const objectsOf = (body: unknown): Objects =>
  JSON.parse(
    JSON.stringify(at(body, 'objects'), (key, value: unknown) => (key === 'ExtraClaims' ? undefined : value)),
  ) as Objects;

describe('the state', () => {
  it('comes out as objects, goes into an empty sandbox, and comes out equal', async () => {
    const first = await startControlled();
    const { body } = await first.control('GET /-/state');
    const objects = objectsOf(body);
    const kinds = new Set(objects.map(({ kind }) => kind));
    for (const kind of ['workspace', 'pki-role', 'cloud-role', 'ldap-set', 'message', 'job'])
      expect(kinds).toContain(kind);
    expect(JSON.stringify(body)).not.toContain('bind-secret');
    const second = await startControlled({ empty: true });
    const written = await second.control('PUT /-/state', body);
    // A role that only its configuration can hold.
    expect(written).toMatchObject({ status: 200, body: { left: [{ name: 'imported' }] } });
    const again = objectsOf((await second.control('GET /-/state')).body);
    // A message gets a new ID.
    const byName = (list: Objects): ReadonlyMap<string, Objects[number]> =>
      new Map(
        list.map((one) => {
          const name = one['kind'] === 'message' ? at(one, 'settings', 'title') : one['name'];
          return [
            JSON.stringify([one['kind'], name, one['mount'], one['namespace'], one['organization']]),
            one,
          ];
        }),
      );
    const after = byName(again);
    for (const [name, before] of byName(objects)) {
      if (name.includes('imported')) continue;
      const { name: _own, ...rest } = before;
      expect([name, after.get(name)]).toMatchObject([name, rest]);
    }
    expect(again.length).toBe(objects.length - 1);
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
