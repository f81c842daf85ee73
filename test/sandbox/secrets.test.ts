import { afterEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/sandbox/clock.ts';
import { asBoolean, asInteger, asList, asMap, asSeconds, asText } from '../../src/sandbox/secrets/coerce.ts';
import { EngineError } from '../../src/sandbox/secrets/engine.ts';
import { LeaseManager } from '../../src/sandbox/secrets/leases.ts';
import { formatTime, parseTime } from '../../src/sandbox/secrets/rfc3339.ts';
import { closeAll, fieldsOf, makeRole, makeRoot, openSecrets, textOf } from './secrets-client.ts';

afterEach(closeAll);

const POLICY = '1 error occurred:\n\t* permission denied\n\n';

describe('the envelope', () => {
  it('has exactly the members of recorded replies', async () => {
    const caller = await openSecrets();
    await makeRole(caller, 'web');
    const reply = await caller.get('pki/roles/web');
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body)).toStrictEqual([
      'request_id',
      'lease_id',
      'renewable',
      'lease_duration',
      'data',
      'wrap_info',
      'warnings',
      'auth',
    ]);
    expect(reply.body).toMatchObject({ lease_id: '', renewable: false, wrap_info: null, warnings: null });
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('accepts LIST and GET with list=true, and PUT for POST', async () => {
    const caller = await openSecrets();
    const written = await caller.call('PUT', 'pki/roles/web', {});
    expect(written.status).toBe(200);
    const listed = await caller.list('pki/roles');
    expect(listed.data).toStrictEqual({ keys: ['web'] });
    expect((await caller.get('pki/roles?list=true')).data).toStrictEqual(listed.data);
    expect(await caller.get('pki/roles?list=perhaps')).toMatchObject({ status: 400, errors: [] });
  });

  it('is 404 without text for an empty list and an unknown object', async () => {
    const caller = await openSecrets();
    expect(await caller.list('pki/roles')).toMatchObject({ status: 404, errors: [] });
    expect(await caller.get('pki/roles/absent')).toMatchObject({ status: 404, errors: [] });
  });

  it('distinguishes a missing mount, a missing path and a wrong method', async () => {
    const caller = await openSecrets();
    expect(await caller.get('nomount/roles/web')).toMatchObject({
      status: 404,
      errors: ['no handler for route "nomount/roles/web". route entry not found.'],
    });
    expect(await caller.get('pki/nothing')).toMatchObject({
      status: 404,
      errors: ['1 error occurred:\n\t* unsupported path\n\n'],
    });
    expect(await caller.get('pki/roles')).toMatchObject({
      status: 405,
      errors: ['1 error occurred:\n\t* unsupported operation\n\n'],
    });
    expect(await caller.call('PATCH', 'pki/roles/web', {})).toMatchObject({
      status: 415,
      errors: ['PATCH requires Content-Type of application/merge-patch+json, provided application/json'],
    });
  });

  it('refuses a body that is not a JSON object, and a write to a path that ends with a slash', async () => {
    const caller = await openSecrets();
    const array = await fetch(`${caller.sandbox.urls.secrets}/pki/roles/web`, {
      method: 'POST',
      headers: { 'x-vault-token': caller.sandbox.token, 'content-type': 'application/json' },
      body: '[1]',
    });
    expect(array.status).toBe(400);
    expect(await caller.post('pki/roles/web/')).toMatchObject({
      status: 400,
      errors: ["cannot write to a path ending in '/'"],
    });
  });

  it('warns about unknown parameters', async () => {
    const caller = await openSecrets();
    const reply = await caller.post('pki/roles/web', { 'key-type': 'ec', allow_any_nam: true });
    expect(reply.warnings).toStrictEqual([
      'Endpoint ignored these unrecognized parameters: [allow_any_nam key-type]',
    ]);
  });
});

describe('the permissions', () => {
  it('have different errors for a bad token and for a policy that refuses', async () => {
    const caller = await openSecrets();
    const { tokens } = caller.sandbox;
    for (const token of [undefined, 'unknown', tokens.organization]) {
      const reply = await caller.as(token).list('pki/roles');
      expect(reply).toMatchObject({ status: 403, errors: ['permission denied'] });
      expect((await caller.as(token).get('nomount/x')).status).toBe(403);
    }
    const refused = await caller.as(tokens.reader).post('pki/roles/web');
    expect(refused).toMatchObject({ status: 403, errors: [POLICY] });
  });

  it('let a reader read and list, but not issue', async () => {
    const caller = await openSecrets({ empty: false });
    const reader = caller.as(caller.sandbox.tokens.reader);
    expect((await reader.get('pki/roles/web')).status).toBe(200);
    expect((await reader.list('pki/certs')).status).toBe(200);
    expect((await reader.post('pki/issue/web', { common_name: 'a.example.com' })).status).toBe(403);
    expect((await reader.get('pki/crl/rotate')).status).toBe(403);
    expect((await reader.remove('pki/roles/web')).status).toBe(403);
  });

  it('exclude an operator from sudo and the privileged paths', async () => {
    const caller = await openSecrets({ empty: false });
    const operator = caller.as(caller.sandbox.tokens.operator);
    expect((await operator.post('pki/issue/web', { common_name: 'a.example.com' })).status).toBe(200);
    expect((await operator.remove('pki/root')).status).toBe(403);
    expect((await operator.post('pki/root/sign-self-issued')).status).toBe(403);
    expect((await operator.post('pki/sign-verbatim')).status).toBe(403);
    expect((await operator.list('sys/leases/lookup/pki')).status).toBe(403);
    expect((await caller.post('pki/root/sign-self-issued')).status).toBe(400);
  });

  it('are reported by capabilities-self', async () => {
    const caller = await openSecrets();
    const paths = ['pki/roles', 'pki/sign-verbatim', 'nomount/x'];
    const ask = async (token: string) =>
      (await caller.as(token).post('sys/capabilities-self', { paths })).body;
    const { tokens } = caller.sandbox;
    expect(await ask(tokens.reader)).toMatchObject({
      'pki/roles': ['list', 'read'],
      'pki/sign-verbatim': ['deny'],
      'nomount/x': ['deny'],
      data: { 'pki/roles': ['list', 'read'] },
    });
    expect(await ask(tokens.operator)).toMatchObject({
      'pki/roles': ['create', 'delete', 'list', 'patch', 'read', 'update'],
      'pki/sign-verbatim': ['deny'],
    });
    expect(await ask(tokens.owner)).toMatchObject({ 'pki/sign-verbatim': ['root'], 'nomount/x': ['deny'] });
  });
});

describe('the mounts', () => {
  it('are pki, ldap and cloud under two names, and two more authorities for demonstration', async () => {
    const documented = ['aws/', 'cloud/', 'ldap/', 'pki/'];
    const bare = await openSecrets();
    expect(Object.keys((await bare.get('sys/mounts')).data).sort()).toStrictEqual(documented);
    const caller = await openSecrets({ empty: false });
    const { data } = await caller.get('sys/mounts');
    expect(Object.keys(data).sort()).toStrictEqual([...documented, 'pki_int/', 'pki_new/', 'pki_old/']);
    const names = await caller.list('cloud/roles');
    expect(names.status).toBe(200);
    expect((await caller.list('aws/roles')).data).toStrictEqual(names.data);
    expect((await caller.list('ldap/static-role')).status).toBe(200);
  });

  it('give no credentials to a reader', async () => {
    const caller = await openSecrets({ empty: false });
    const reader = caller.as(caller.sandbox.tokens.reader);
    for (const path of ['cloud/creds/x', 'aws/static-creds/x', 'ldap/creds/x', 'ldap/static-cred/x']) {
      expect(await reader.get(path)).toMatchObject({ status: 403, errors: [POLICY] });
    }
    const operator = caller.as(caller.sandbox.tokens.operator);
    expect((await operator.post('ldap/library/manage/x/check-in')).status).toBe(403);
    expect((await caller.post('ldap/library/manage/x/check-in')).status).not.toBe(403);
  });
});

describe('the status endpoints', () => {
  it('report health and seal status without a token, outside the envelope', async () => {
    const caller = await openSecrets();
    const health = await caller.as(undefined).get('sys/health');
    expect(health).toMatchObject({ status: 200, body: { initialized: true, sealed: false, standby: false } });
    expect(health.body).not.toHaveProperty('request_id');
    expect((await caller.as(undefined).get('sys/seal-status')).body).toMatchObject({ sealed: false, t: 1 });
  });

  it('describe the caller and the mounts', async () => {
    const caller = await openSecrets();
    const { reader } = caller.sandbox.tokens;
    expect((await caller.as(reader).get('auth/token/lookup-self')).data).toMatchObject({
      display_name: 'reader',
      id: reader,
      policies: ['default', 'reader'],
    });
    expect((await caller.as('unknown').get('auth/token/lookup-self')).status).toBe(403);
    expect((await caller.get('sys/internal/ui/mounts/pki')).data).toMatchObject({
      type: 'pki',
      path: 'pki/',
    });
    expect((await caller.get('sys/internal/ui/mounts/absent')).status).toBe(403);
    expect((await caller.get('sys/internal/ui/mounts')).data).toHaveProperty(['secret', 'pki/']);
  });
});

describe('response wrapping', () => {
  it('stores the reply under a token that works once', async () => {
    const caller = await openSecrets({ empty: false });
    const input = { common_name: 'a.example.com' };
    const hidden = await caller.call('POST', 'pki/issue/web', input, { 'x-vault-wrap-ttl': '5m' });
    expect(hidden.body).toMatchObject({ data: null, warnings: null, lease_id: '' });
    const info = fieldsOf(hidden.body['wrap_info']);
    expect(info).toMatchObject({ ttl: 300, creation_path: 'pki/issue/web' });
    const holder = caller.as(textOf(info['token']));
    const shown = await holder.post('sys/wrapping/unwrap');
    expect(shown.status).toBe(200);
    expect(shown.data).toHaveProperty('private_key');
    expect(await holder.post('sys/wrapping/unwrap')).toMatchObject({
      status: 400,
      errors: ['wrapping token is not valid or does not exist'],
    });
    expect((await holder.list('pki/roles')).status).toBe(403);
  });

  it('accepts the token in the body, expires it, and refuses a bad duration', async () => {
    const caller = await openSecrets({ empty: false });
    const wrap = async (ttl: string) =>
      caller.call('GET', 'pki/roles/web', undefined, { 'x-vault-wrap-ttl': ttl });
    const first = fieldsOf((await wrap('60')).body['wrap_info']);
    expect((await caller.post('sys/wrapping/unwrap', { token: first['token'] })).status).toBe(200);
    const second = fieldsOf((await wrap('60')).body['wrap_info']);
    caller.sandbox.clock.advance(61_000);
    expect((await caller.post('sys/wrapping/unwrap', { token: second['token'] })).status).toBe(400);
    expect(await wrap('soon')).toMatchObject({
      status: 400,
      errors: ['error parsing X-Vault-Wrap-TTL header: time: invalid duration "soon"'],
    });
  });
});

describe('the lease endpoints', () => {
  it('look up, list and revoke the lease of a certificate', async () => {
    const caller = await openSecrets();
    await makeRoot(caller);
    await makeRole(caller, 'leased', { generate_lease: true });
    const issued = await caller.post('pki/issue/leased', { common_name: 'a.example.com', ttl: '1h' });
    const id = textOf(issued.body['lease_id']);
    expect(id).toMatch(/^pki\/issue\/leased\/[A-Za-z0-9]{24}$/);
    expect(issued.body['lease_duration']).toBeGreaterThan(3000);
    const found = await caller.post('sys/leases/lookup', { lease_id: id });
    expect(found.data).toMatchObject({ id, path: 'pki/issue/leased', renewable: false, last_renewal: null });
    expect((await caller.list('sys/leases/lookup/pki/issue/leased')).data).toStrictEqual({
      keys: [id.split('/').at(-1)],
    });
    expect((await caller.list('sys/leases/lookup/pki')).data).toStrictEqual({ keys: ['issue/', 'root/'] });
    expect(await caller.post('sys/leases/renew', { lease_id: id })).toMatchObject({
      status: 400,
      errors: ['lease is not renewable'],
    });
    expect((await caller.post('sys/leases/revoke', { lease_id: id, sync: true })).status).toBe(204);
    expect(await caller.post('sys/leases/lookup', { lease_id: id })).toMatchObject({
      status: 400,
      errors: ['invalid lease'],
    });
    const serial = textOf(issued.data['serial_number']);
    expect((await caller.get(`pki/cert/${serial}`)).data['revocation_time']).toBeGreaterThan(0);
  });

  it('revoke at once, queue a revocation that need not be waited for, and accept an unknown lease', async () => {
    const caller = await openSecrets();
    await makeRoot(caller);
    await makeRole(caller, 'leased', { generate_lease: true });
    const issued = await caller.post('pki/issue/leased', { common_name: 'a.example.com' });
    const lease_id = textOf(issued.body['lease_id']);
    expect((await caller.post('sys/leases/revoke', { lease_id, sync: false })).status).toBe(202);
    expect((await caller.post('sys/leases/lookup', { lease_id })).status).toBe(200);
    caller.sandbox.clock.advance(1000);
    expect((await caller.post('sys/leases/lookup', { lease_id })).status).toBe(400);
    expect((await caller.post('sys/leases/revoke', { lease_id: 'pki/issue/x/y' })).status).toBe(204);
    const other = await caller.post('pki/issue/leased', { common_name: 'b.example.com' });
    await caller.post('sys/leases/revoke', { lease_id: other.body['lease_id'] });
    expect((await caller.post('sys/leases/lookup', { lease_id: other.body['lease_id'] })).status).toBe(400);
    expect((await caller.post('sys/leases/renew', { lease_id: 'pki/issue/x/y' })).errors).toStrictEqual([
      'lease not found',
    ]);
  });
});

describe('the lease manager', () => {
  it('ends a lease once, when it expires, and extends it up to the limit', () => {
    const clock = createManualClock(0);
    const events: string[] = [];
    const leases = new LeaseManager(clock, (event) => events.push(event));
    let ended = 0;
    const request = { path: 'cloud/creds/app', seconds: 100, renewable: true, maximum: 250 };
    const { id } = leases.create({ ...request, end: () => (ended += 1) });
    clock.advance(90_000);
    expect(leases.renew(id, 100)).toStrictEqual({ lease: { id, seconds: 100, renewable: true } });
    clock.advance(90_000);
    expect(ended).toBe(0);
    expect(leases.renew(id, 1000)).toMatchObject({ lease: { seconds: 70 }, capped: 70 });
    clock.advance(69_000);
    expect(ended).toBe(0);
    clock.advance(2_000);
    expect(ended).toBe(1);
    leases.revoke(id);
    expect(ended).toBe(1);
    expect(events).toStrictEqual(['renewed', 'renewed', 'expired']);
  });

  it('keeps a lease whose end fails, and can forget a lease without ending it', () => {
    const clock = createManualClock(0);
    const leases = new LeaseManager(clock, () => undefined);
    let fails = true;
    const request = { path: 'ldap/creds/x', seconds: 10, renewable: false, maximum: 0 };
    const { id } = leases.create({
      ...request,
      end() {
        if (fails) throw new EngineError(500, 'the directory is away');
      },
    });
    expect(() => leases.revoke(id)).toThrow('the directory is away');
    expect(leases.find(id)).toBeDefined();
    fails = false;
    leases.revoke(id);
    expect(leases.find(id)).toBeUndefined();
    const other = leases.create({ ...request, end: () => expect.fail('a forgotten lease ended') });
    leases.forget(other.id);
    clock.advance(20_000);
    expect(leases.ids()).toStrictEqual([]);
  });
});

describe('weakly typed parameters', () => {
  const input = { flag: 'true', count: '12', ttl: '1h30m', list: 'a, b,,c', map: ['k=v=w'], none: null };

  it('are converted where possible', () => {
    expect(asBoolean(input, 'flag')).toBe(true);
    expect(asInteger(input, 'count')).toBe(12);
    expect(asSeconds(input, 'ttl')).toBe(5400);
    expect(asSeconds({ ttl: '30d' }, 'ttl')).toBe(2_592_000);
    expect(asSeconds({ ttl: 90 }, 'ttl')).toBe(90);
    expect(asSeconds({ ttl: '1.5h' }, 'ttl')).toBe(5400);
    expect(asList(input, 'list')).toStrictEqual(['a', 'b', 'c']);
    expect(asMap(input, 'map')).toStrictEqual({ k: 'v=w' });
    expect(asText({ text: 5 }, 'text')).toBe('5');
  });

  it('accept null and absence as the default, and never a property of the prototype', () => {
    expect(asText(input, 'none', 'default')).toBe('default');
    expect(asBoolean(input, 'absent')).toBeUndefined();
    expect(asText({}, 'constructor', 'default')).toBe('default');
  });

  it.each([
    ['a word as bool', () => asBoolean({ v: 'maybe' }, 'v')],
    ['a word as int', () => asInteger({ v: 'many' }, 'v')],
    ['a fraction as int', () => asInteger({ v: 1.5 }, 'v')],
    ['a word as duration', () => asSeconds({ v: 'soon' }, 'v')],
    ['a duration with a space', () => asSeconds({ v: '1 day' }, 'v')],
    ['an object as text', () => asText({ v: { a: 1 } }, 'v')],
    ['objects in a list', () => asList({ v: [{ a: 1 }] }, 'v')],
    ['a text as map', () => asMap({ v: 'a=b' }, 'v')],
  ])('are refused: %s', (_, convert) => {
    expect(convert).toThrow(EngineError);
    expect(convert).toThrow(/^Field validation failed: error converting input for field "v": /);
  });
});

describe('RFC 3339 times', () => {
  it('are read with offsets and fractions, and written in UTC', () => {
    const written = (text: string): string | undefined => {
      const time = parseTime(text);
      return time === undefined ? undefined : formatTime(time);
    };
    expect(written('2026-11-01T02:00:00+02:00')).toBe('2026-11-01T00:00:00Z');
    expect(written('2026-11-01T00:00:00.120Z')).toBe('2026-11-01T00:00:00.12Z');
    for (const wrong of [
      '2026-02-30T00:00:00Z',
      '2026-11-01',
      '2026-11-01T24:00:00Z',
      '2026-11-01 00:00:00Z',
    ]) {
      expect(parseTime(wrong)).toBeUndefined();
    }
  });
});
