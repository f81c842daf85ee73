import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../secrets-client.ts';
import { fieldsOf, listOf, openSecrets, textOf } from '../secrets-client.ts';
import { replayed } from './secrets.ts';

const begin = { at: Date.parse('2026-11-23T10:00:00Z'), frozen: true };
let owner: Caller;
let reader: Caller;

beforeEach(async () => {
  owner = await openSecrets({ begin });
  reader = owner.as(owner.sandbox.tokens.reader);
});

describe('a borrowed account follows the recorded sequence', () => {
  const set = [/rec-set/, 'rec-set'] as const;
  const open = ['data'];

  async function replaySequence(how: 'revoke' | 'expire'): Promise<unknown> {
    const step = async (name: string, as = owner, body?: object): Promise<ReturnType<typeof replayed>> =>
      replayed(as, `ldap.library.sequence.${how}-${name}`, {
        path: [set],
        open: name.includes('status') ? open : [],
        ...(body === undefined ? {} : { body: { ...body } }),
        // The recorded account has another name here.
        ...(name.includes('manage') ? { body: { service_account_names: ['svc-01'] } } : {}),
      });
    const other = owner.as(owner.sandbox.tokens.operator);
    const first = await step('1-check-out-a');
    await step('2-manage-check-in');
    const second = await step('3-check-out-b', other);
    expect(second.data['service_account_name']).toBe(first.data['service_account_name']);
    expect((await step('4-status')).data['svc-01']).toMatchObject({ available: false });
    if (how === 'revoke') {
      await step('5-revoke-lease-a', owner, { lease_id: first.body['lease_id'] });
      owner.sandbox.clock.advance(1000);
    } else owner.sandbox.clock.advance(8000);
    expect((await step('6-status-after')).data['svc-01']).toEqual({ available: true });
    await step('7-lease-b', other, { lease_id: second.body['lease_id'] });
    expect((await step('8-check-in-b', other)).data).toEqual({ check_ins: [] });
    await step('9-revoke-lease-b', owner, { lease_id: second.body['lease_id'] });
    return (await step('z-status-end')).data['svc-01'];
  }

  beforeEach(async () => {
    await owner.post('ldap/config', {
      binddn: 'cn=bindadmin,dc=example,dc=com',
      bindpass: 'bind-secret-1',
      userattr: 'uid',
      userdn: 'dc=example,dc=com',
    });
    await owner.post('ldap/library/rec-set', {
      service_account_names: ['svc-01'],
      ttl: '1h',
      max_ttl: '24h',
    });
  });

  it.each(['revoke', 'expire'] as const)('when the lease of an earlier borrower ends (%s)', async (how) => {
    expect(await replaySequence(how)).toEqual({ available: true });
  });
});

describe('leases', () => {
  it('are looked up, listed, renewed and revoked as on a real server', async () => {
    await owner.post('pki/root/generate/internal', { common_name: 'Rec Root', ttl: '8760h' });
    await owner.post('pki/roles/lease', {
      allowed_domains: ['example.com'],
      allow_subdomains: true,
      generate_lease: true,
    });
    const issued = await owner.post('pki/issue/lease', { common_name: 'l.example.com', ttl: '1h' });
    const lease = textOf(issued.body['lease_id']);
    const path = [[/rec-pki/, 'pki']] as const;
    const body = { lease_id: lease };
    const shown = await replayed(owner, 'lease.lookup.ok', { body });
    expect(shown.data).toMatchObject({ id: lease, path: 'pki/issue/lease', renewable: false });
    // Whoever knows the ID of a lease may look it up.
    await replayed(reader, 'lease.lookup.no-right', { body });
    await replayed(owner, 'lease.lookup.unknown');
    await replayed(owner, 'lease.lookup.no-id');
    await replayed(owner, 'lease.renew.not-renewable', { body });
    await replayed(owner, 'lease.renew.unknown');
    await replayed(owner, 'lease.revoke.unknown');
    const name = lease.split('/').at(-1);
    expect((await replayed(owner, 'lease.list.prefix-list-verb', { path })).data['keys']).toEqual([name]);
    expect((await replayed(owner, 'lease.list.prefix-query', { path })).data['keys']).toEqual([name]);
    expect((await replayed(owner, 'lease.list.trailing-slash', { path })).data['keys']).toEqual([name]);
    expect((await replayed(owner, 'lease.list.top', { path })).data['keys']).toEqual(['issue/', 'root/']);
    await replayed(owner, 'lease.list.none');
    await replayed(reader, 'lease.list.no-right', { path });
    await replayed(reader, 'lease.revoke-prefix.no-right', { path });
    await replayed(owner, 'lease.revoke-prefix.nothing-there', { path });
    await replayed(owner, 'lease.revoke-prefix.ok', { path });
    await replayed(owner, 'lease.list.after-revoke-prefix', { path });
  });
});

describe('issuers and certificates', () => {
  const path = [[/rec-pki/, 'pki']] as const;
  const open = ['key_info'];

  beforeEach(async () => {
    await owner.post('pki/root/generate/internal', { common_name: 'Rec Root', ttl: '8760h' });
    await owner.post('pki/roles/web', {
      allowed_domains: ['example.com'],
      allow_subdomains: true,
      max_ttl: '72h',
    });
    for (const name of ['a', 'b']) {
      await owner.post('pki/issue/web', { common_name: `${name}.example.com`, ttl: '1h' });
    }
  });

  it('are listed and shown; the list of issuers and a certificate need no token', async () => {
    const listed = await replayed(owner, 'pki.issuers.list', { path, open });
    await replayed(owner.as(undefined), 'pki.issuers.list-no-token', { path, open });
    const [id] = listOf(listed.data['keys']);
    const byId = [...path, [/rec-root/, textOf(id)]] as const;
    const shown = await replayed(owner, 'pki.issuers.read', { path: byId });
    expect(shown.data).toMatchObject({ issuer_id: id, leaf_not_after_behavior: 'err', revoked: false });
    await replayed(owner.as(undefined), 'pki.issuers.read-json', { path: byId });
    expect((await owner.as(undefined).get(`pki/issuer/${textOf(id)}`)).status).toBe(403);
    expect((await replayed(owner, 'pki.issuers.default', { path })).data['default']).toBe(id);
    await replayed(owner, 'pki.issuers.unknown', { path });
    expect((await owner.get('pki/issuer/default')).data['issuer_id']).toBe(id);
  });

  it('are listed with their names, dates and keys', async () => {
    const listed = await replayed(owner, 'pki.certs.detailed.list-verb', { path, open });
    await replayed(owner, 'pki.certs.detailed.list-query', { path, open });
    await replayed(owner, 'pki.certs.detailed.plain-get', { path, open });
    const entries = Object.values(fieldsOf(listed.data['key_info'])).map(fieldsOf);
    expect(entries).toHaveLength(3);
    expect(entries.find((entry) => entry['common_name'] === 'b.example.com')).toEqual({
      common_name: 'b.example.com',
      dns_names: ['b.example.com'],
      issuer: 'CN=Rec Root',
      key_bits: 2048,
      key_type: 'rsa',
      not_after: '2026-11-23T11:00:00Z',
      not_before: '2026-11-23T09:59:30Z',
    });
    expect(entries.find((entry) => entry['common_name'] === 'Rec Root')).toMatchObject({ dns_names: null });
  });

  it('are listed in parts, as OpenBao does', async () => {
    const all = listOf((await owner.list('pki/certs')).data['keys']);
    const first = await replayed(owner, 'pki.certs.detailed.limit', { path, open });
    expect(first.data['keys']).toEqual(all.slice(0, 1));
    expect(Object.keys(fieldsOf(first.data['key_info']))).toEqual(all.slice(0, 1));
    const second = await owner.call('GET', `pki/certs?list=true&limit=1&after=${textOf(all[0])}`);
    expect(second.data['keys']).toEqual(all.slice(1, 2));
    const beyond = await owner.call('GET', `pki/certs?list=true&after=${textOf(all.at(-1))}`);
    expect([beyond.status, beyond.errors]).toEqual([404, []]);
  });

  it('that are revoked have their own list', async () => {
    expect((await owner.list('pki/certs/revoked')).status).toBe(404);
    for (const one of listOf((await owner.list('pki/certs')).data['keys'])) {
      await owner.post('pki/revoke', { serial_number: one });
    }
    const revoked = await replayed(owner, 'pki.certs.revoked', { path });
    expect(listOf(revoked.data['keys'])).toHaveLength(2);
  });

  it('have settings that warn about fields they do not know', async () => {
    const crl = await owner.post('pki/config/crl', { expiri: '72h' });
    expect([crl.status, crl.warnings]).toEqual([
      200,
      ['Endpoint ignored these unrecognized parameters: [expiri]'],
    ]);
    const urls = await owner.post('pki/config/urls', { ocsp_server: 'http://x.example.com' });
    expect([urls.status, urls.warnings]).toEqual([
      200,
      ['Endpoint ignored these unrecognized parameters: [ocsp_server]'],
    ]);
    expect((await owner.post('pki/config/crl', { expiry: '48h' })).warnings).toEqual([]);
  });

  it('can be issued to a person, whose name is not a host name', async () => {
    const role = { allow_any_name: true, enforce_hostnames: false };
    await owner.post('pki/roles/people', role);
    const issued = await owner.post('pki/issue/people', { common_name: 'Jürgen Müller', ttl: '1h' });
    expect(issued.status).toBe(200);
    const strict = await owner.post('pki/issue/web', { common_name: 'Jürgen Müller', ttl: '1h' });
    expect(strict.status).toBe(400);
    expect((await owner.get('pki/roles/people')).data['cn_validations']).toEqual(['email', 'hostname']);
    await owner.post('pki/roles/free', { cn_validations: ['disabled'] });
    expect((await owner.post('pki/issue/free', { common_name: 'Anna Maria' })).status).toBe(200);
  });
});

describe('a wrapped reply', () => {
  it('is looked up, wrapped again and opened once', async () => {
    const wrap = { 'x-vault-wrap-ttl': '60s' };
    const made = await owner.call('POST', 'sys/wrapping/wrap', { a: 'b' }, wrap);
    const token = textOf(fieldsOf(made.body['wrap_info'])['token']);
    const looked = await owner.as(undefined).post('sys/wrapping/lookup', { token });
    expect(looked.data).toEqual({
      creation_path: 'sys/wrapping/wrap',
      creation_time: '2026-11-23T10:00:00Z',
      creation_ttl: 60,
    });
    const again = await owner.post('sys/wrapping/rewrap', { token });
    const second = textOf(fieldsOf(again.body['wrap_info'])['token']);
    expect(fieldsOf(again.body['wrap_info'])['creation_path']).toBe('sys/wrapping/wrap');
    const gone = await owner.post('sys/wrapping/unwrap', { token });
    expect([gone.status, gone.errors]).toEqual([400, ['wrapping token is not valid or does not exist']]);
    expect((await owner.as(second).post('sys/wrapping/unwrap')).data).toEqual({ a: 'b' });
    expect((await owner.post('sys/wrapping/lookup', { token: second })).status).toBe(400);
  });
});

describe('what monitors and log-ins ask', () => {
  it('is answered without a token', async () => {
    const head = await owner.as(undefined).call('HEAD', 'sys/health');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect((await owner.call('HEAD', 'sys/mounts')).status).toBe(405);
    expect((await owner.as(undefined).get('sys/leader')).body).toMatchObject({ ha_enabled: false });
    await replayed(owner.as(undefined), 'login.mounts.none-visible');
    await replayed(owner.as('s.unknown'), 'login.mounts.bad-token');
    expect(Object.keys(fieldsOf((await owner.get('sys/internal/ui/mounts')).data['secret']))).toContain(
      'pki/',
    );
  });

  it('shows tokens as the only way to log in', async () => {
    const methods = await owner.get('sys/auth');
    expect(methods.data['token/']).toMatchObject({ type: 'token', description: 'token based credentials' });
    expect(methods.body['token/']).toEqual(methods.data['token/']);
    expect((await owner.as(undefined).get('sys/auth')).status).toBe(403);
  });
});
