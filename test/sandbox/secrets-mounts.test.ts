import { X509Certificate } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, effectsOf, listOf, makeRoot, openSecrets, textOf } from './secrets-client.ts';
import type { Caller, Fields } from './secrets-client.ts';

afterEach(closeAll);

const MISSING = (route: string): string => `no handler for route "${route}". route entry not found.`;

async function enable(caller: Caller, path: string, input: Fields = {}): Promise<void> {
  const reply = await caller.post(`sys/mounts/${path}`, { type: 'pki', ...input });
  expect(reply).toMatchObject({ status: 204, errors: [] });
}

describe('a mount', () => {
  it('can have a root or an intermediate, and issue certificates below both', async () => {
    const caller = await openSecrets();
    await enable(caller, 'pki_team', { config: { max_lease_ttl: '43800h' } });
    const root = new X509Certificate(textOf((await makeRoot(caller)).data['certificate']));
    const name = { common_name: 'team authority', key_type: 'ec' };
    const { csr } = (await caller.post('pki_team/intermediate/generate/internal', name)).data;
    const signed = await caller.post('pki/root/sign-intermediate', { csr, ...name, ttl: '8760h' });
    const chain = listOf(signed.data['ca_chain']).map(textOf);
    const set = await caller.post('pki_team/intermediate/set-signed', { certificate: chain.join('\n') });
    expect(set.status).toBe(200);
    const role = { allowed_domains: 'example.com', allow_subdomains: true, key_type: 'ec' };
    await caller.post('pki_team/roles/web', role);
    const { data } = await caller.post('pki_team/issue/web', { common_name: 'a.example.com', ttl: '1h' });
    const [leaf, middle] = [data['certificate'], data['issuing_ca']].map(
      (pem) => new X509Certificate(textOf(pem)),
    );
    expect(leaf?.verify(middle?.publicKey ?? root.publicKey)).toBe(true);
    expect(middle?.verify(root.publicKey)).toBe(true);
    expect((await caller.list('pki/roles')).status).toBe(404);
    expect((await caller.as(undefined).get('pki_team/ca/pem')).status).toBe(200);
  });

  it('of another namespace has it in its path where it is asked for by the path, and is in no list', async () => {
    const caller = await openSecrets();
    await caller.post('sys/namespaces/team-a');
    await caller.post('team-a/sys/mounts/pki', { type: 'pki' });
    const { data } = await caller.get('sys/internal/ui/mounts/team-a/pki/roles/web');
    expect(data).toMatchObject({ type: 'pki', path: 'team-a/pki/' });
    const header = { 'x-vault-namespace': 'team-a' };
    const inside = await caller.call('GET', 'sys/internal/ui/mounts/pki', undefined, header);
    expect(inside.data).toMatchObject({ type: 'pki', path: 'pki/' });
    expect((await caller.get('sys/internal/ui/mounts')).data).not.toHaveProperty(['secret', 'team-a/pki/']);
  });

  it('can be listed, described, tuned and removed', async () => {
    const caller = await openSecrets();
    await enable(caller, 'team/pki', { description: 'of a team', config: { max_lease_ttl: '87600h' } });
    const config = { default_lease_ttl: 0, max_lease_ttl: 315_360_000 };
    const listing = { type: 'pki', description: 'of a team', config };
    expect((await caller.get('sys/mounts')).data).toMatchObject({ 'team/pki/': listing });
    expect((await caller.get('sys/mounts/team/pki')).data).toMatchObject(listing);
    expect((await caller.get('sys/internal/ui/mounts/team/pki/roles')).data).toMatchObject({
      ...listing,
      path: 'team/pki/',
    });
    expect((await caller.post('sys/mounts/team/pki/tune', { default_lease_ttl: '24h' })).status).toBe(204);
    expect((await caller.get('sys/mounts/team/pki/tune')).data).toStrictEqual({
      default_lease_ttl: 86_400,
      description: 'of a team',
      force_no_cache: false,
      max_lease_ttl: 315_360_000,
    });
    await caller.post('team/pki/roles/web');
    expect((await caller.list('team/pki/roles')).data).toStrictEqual({ keys: ['web'] });
    expect((await caller.remove('sys/mounts/team/pki')).status).toBe(204);
    expect((await caller.remove('sys/mounts/team/pki')).status).toBe(204);
    expect(await caller.list('team/pki/roles')).toMatchObject({
      status: 404,
      errors: [MISSING('team/pki/roles/')],
    });
    expect(await caller.get('sys/mounts/team/pki')).toMatchObject({
      status: 400,
      errors: ['No secret engine mount at team/pki/'],
    });
    const mounts = (await effectsOf(caller)).filter((what) => what.startsWith('mount'));
    expect(mounts).toStrictEqual(['mount.enabled', 'mount.tuned', 'mount.disabled']);
  });

  it('begins empty, and is empty again after it was removed and mounted again', async () => {
    const caller = await openSecrets({ empty: false });
    for (const [path, type] of [
      ['directory', 'ldap'],
      ['amazon', 'aws'],
      ['plug-in', 'openbao-plugin-secrets-aws'],
    ] as const) {
      await enable(caller, path, { type });
    }
    expect((await caller.get('directory/config')).status).toBe(404);
    expect((await caller.list('amazon/roles')).status).toBe(404);
    expect((await caller.list('plug-in/roles')).status).toBe(404);
    await caller.remove('sys/mounts/pki_int');
    await enable(caller, 'pki_int');
    expect((await caller.list('pki_int/roles')).status).toBe(404);
  });

  it('is removed with its leases', async () => {
    const caller = await openSecrets({ empty: false });
    const { body } = await caller.get('ldap/creds/temp');
    const lookup = { lease_id: body['lease_id'] };
    expect((await caller.post('sys/leases/lookup', lookup)).status).toBe(200);
    await caller.remove('sys/mounts/ldap');
    expect((await caller.post('sys/leases/lookup', lookup)).status).toBe(400);
  });

  it.each([
    ['no type', 'x', {}, 'backend type must be specified as a string'],
    ['an unknown type', 'x', { type: 'transit' }, 'plugin not found in the catalog: transit'],
    ['a path that is taken', 'pki', { type: 'ldap' }, 'path is already in use at pki/'],
    ['a path below a mount', 'pki/team', { type: 'pki' }, 'path is already in use at pki/'],
    ["the service's own path", 'sys/x', { type: 'pki' }, 'cannot mount under existing path "sys/x/"'],
    ["a path of the jobs API's", 'jobs', { type: 'pki' }, 'cannot mount under existing path "jobs/"'],
    [
      'a default above the maximum',
      'x',
      { type: 'pki', config: { default_lease_ttl: '2h', max_lease_ttl: '1h' } },
      'given default lease TTL greater than given max lease TTL',
    ],
  ])('is refused with %s', async (_what, path, input, error) => {
    const caller = await openSecrets();
    const reply = await caller.post(`sys/mounts/${path}`, input);
    expect([reply.status, reply.errors]).toStrictEqual([400, [error]]);
    expect(await effectsOf(caller)).toStrictEqual([]);
  });

  it('can be made only by the owner, and read by others', async () => {
    const caller = await openSecrets();
    for (const name of ['operator', 'reader'] as const) {
      const other = caller.as(caller.sandbox.tokens[name]);
      expect((await other.get('sys/mounts')).status).toBe(200);
      expect((await other.post('sys/mounts/x', { type: 'pki' })).status).toBe(403);
      expect((await other.remove('sys/mounts/pki')).status).toBe(403);
    }
  });
});

describe('the demo mounts', () => {
  it('have an intermediate with its chain in pki_int, and another root in pki_old', async () => {
    const caller = await openSecrets({ empty: false });
    const issued = await caller.post('pki_int/issue/web', { common_name: 'a.example.com' });
    const [middle, root] = listOf(issued.data['ca_chain']).map((pem) => new X509Certificate(textOf(pem)));
    expect([middle?.subject, root?.subject]).toStrictEqual(['CN=demo intermediate', 'CN=demo offline root']);
    expect(root !== undefined && middle?.verify(root.publicKey)).toBe(true);
    const chain = (await caller.get('pki_int/ca_chain')).bytes.toString();
    expect(new X509Certificate(chain).subject).toBe('CN=demo intermediate');
    expect((await caller.remove('pki_old/root')).status).toBe(204);
    expect((await caller.post('pki/issue/web', { common_name: 'a.example.com' })).status).toBe(200);
  });

  it('have one certificate in pki, with the same serial number in every sandbox', async () => {
    for (let time = 0; time < 2; time += 1) {
      const caller = await openSecrets({ empty: false });
      const { data } = await caller.get('pki/cert/39:dd:2e:90:b7:23:1f:8d');
      expect(new X509Certificate(textOf(data['certificate'])).subject).toBe('CN=www.example.com');
    }
  });
});

describe('namespaces', () => {
  const inTeam = { 'x-vault-namespace': 'team-a' };

  it('have their own data, by header and by path', async () => {
    const caller = await openSecrets({ empty: false });
    await caller.call('POST', 'pki/roles/only-here', {}, inTeam);
    expect((await caller.get('pki/roles/only-here')).status).toBe(404);
    expect((await caller.get('team-a/pki/roles/only-here')).status).toBe(200);
    const mounts = await caller.call('GET', 'sys/mounts', undefined, inTeam);
    expect(Object.keys(mounts.data)).toStrictEqual(['pki/']);
    expect(mounts.headers.get('x-vault-namespace')).toBe('team-a');
    const root = async (path: string): Promise<string> => (await caller.get(path)).bytes.toString();
    expect(await root('team-a/pki/ca/pem')).not.toBe(await root('pki/ca/pem'));
  });

  it('have their own leases and messages', async () => {
    const caller = await openSecrets({ empty: false });
    const input = { common_name: 'a.internal.example.com' };
    const { body } = await caller.call('POST', 'pki/issue/internal', input, inTeam);
    const lookup = { lease_id: body['lease_id'] };
    // As in OpenBao, the ID names its namespace, which the header does not change.
    expect(lookup.lease_id).toMatch(/\.team-a$/);
    for (const headers of [{}, inTeam]) {
      const { status, data } = await caller.call('POST', 'sys/leases/lookup', lookup, headers);
      expect([status, data['namespace_path']]).toStrictEqual([200, 'team-a/']);
    }
    const ofRoot = { lease_id: 'ldap/creds/dev/6RTn03IVuCawEFIfPC64Qlhu' };
    expect((await caller.post('sys/leases/lookup', ofRoot)).status).toBe(200);
    expect((await caller.call('POST', 'sys/leases/lookup', ofRoot, inTeam)).status).toBe(400);
    expect((await caller.list('sys/config/ui/custom-messages')).status).toBe(200);
    expect((await caller.list('team-a/sys/config/ui/custom-messages')).status).toBe(404);
  });

  it('that do not exist are refused, unless the token is unknown', async () => {
    const caller = await openSecrets({ empty: false });
    const elsewhere = { 'x-vault-namespace': 'team-b/' };
    const reply = await caller.call('GET', 'pki/roles/web', undefined, elsewhere);
    expect([reply.status, reply.errors]).toStrictEqual([404, ['namespace not found']]);
    expect(reply.headers.get('x-vault-namespace')).toBe('team-b/');
    const stranger = await caller.as('unknown').call('GET', 'pki/roles/web', undefined, elsewhere);
    expect([stranger.status, stranger.errors]).toStrictEqual([403, ['permission denied']]);
    expect((await caller.call('GET', 'sys/health', undefined, elsewhere)).status).toBe(200);
    const missing = await caller.call('GET', 'ldap/config', undefined, inTeam);
    expect([missing.status, missing.errors]).toStrictEqual([404, [MISSING('ldap/config')]]);
  });

  it('can be listed, and made inside one another', async () => {
    const caller = await openSecrets({ empty: false });
    expect((await caller.list('sys/namespaces')).data).toStrictEqual({ keys: ['team-a/'] });
    expect((await caller.post('sys/namespaces/payments')).data).toMatchObject({ path: 'payments/' });
    expect((await caller.post('sys/namespaces/payments')).status).toBe(200);
    expect((await caller.post('payments/sys/namespaces/eu')).data).toMatchObject({ path: 'payments/eu/' });
    expect((await caller.list('payments/sys/namespaces')).data).toStrictEqual({ keys: ['eu/'] });
    expect((await caller.get('sys/namespaces/nosuch')).status).toBe(404);
    const inner = { 'x-vault-namespace': 'payments/eu' };
    expect((await caller.call('POST', 'sys/mounts/pki', { type: 'pki' }, inner)).status).toBe(204);
    expect((await caller.list('payments/eu/pki/roles')).errors).toStrictEqual([]);
    expect((await caller.post('sys/namespaces/pki')).status).toBe(400);
    expect((await caller.post('sys/namespaces/a.b')).status).toBe(400);
    const made = (await effectsOf(caller)).filter((what) => what.startsWith('namespace'));
    expect(made).toStrictEqual(['namespace.created', 'namespace.created']);
  });
});
