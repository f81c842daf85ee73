import { beforeEach, describe, expect, it } from 'vitest';
import type { Harness } from './secrets-engine.ts';
import { operator, owner, startDirectory } from './secrets-engine.ts';

const CONFIG = { binddn: 'cn=bindadmin,dc=example,dc=com', bindpass: 'bind-secret-1', userattr: 'uid' };
const SET = { service_account_names: ['svc-one', 'svc-two'], ttl: '2h', max_ttl: '12h' };

let ldap: Harness;

beforeEach(async () => {
  ldap = await startDirectory(true);
  await ldap.write('config', CONFIG);
});

const status = async (): Promise<unknown> => ldap.read('library/ops/status');
const OUT = { available: false, borrower_client_token: expect.stringMatching(/^[\da-f]{40}$/) };
const IN = { available: true };

describe('sets (2.4.4-12)', () => {
  it('can be partly updated and deleted', async () => {
    await ldap.write('library/ops', SET);
    await ldap.write('library/ops', { ttl: '3h', disable_check_in_enforcement: 'true' });
    expect(await ldap.read('library/ops')).toMatchObject({
      ttl: 10_800,
      max_ttl: 43_200,
      disable_check_in_enforcement: true,
      service_account_names: SET.service_account_names,
    });
    await ldap.call('DELETE', 'library/ops');
    expect((await ldap.refusal('GET', 'library/ops')).status).toBe(404);
    await expect(ldap.write('library/again', SET)).resolves.toEqual({});
  });

  it.each(['a/status', 'manage/a'])('cannot be named %s', async (name) => {
    const refusal = await ldap.refusal('POST', `library/${name}`, SET);
    expect(refusal.status).toBe(400);
    expect(refusal.message).toContain('invalid set name');
  });

  it.each([
    [{}, 400, "'service_account_names' must be provided"],
    [{ service_account_names: ['svc-ghost', 'svc-one'] }, 500, 'received 0'],
    [{ service_account_names: ['svc-three'] }, 400, 'already managed'],
    [{ service_account_names: ['alice'] }, 400, 'already managed'],
    [{ service_account_names: ['svc-one'], ttl: '10h', max_ttl: '1h' }, 400, 'may not be less than ttl'],
  ])('refuse %j (2.2.4-21, 2.2.4-22)', async (input, code, message) => {
    await ldap.write('library/other', { service_account_names: 'svc-three' });
    await ldap.write('static-role/a', { username: 'alice', rotation_period: '1h' });
    const before = ldap.effects().length;
    const refusal = await ldap.refusal('POST', 'library/ops', input);
    expect(refusal.status).toBe(code);
    expect(refusal.message).toContain(message);
    expect(ldap.effects()).toHaveLength(before);
  });

  it('keep an account while it is checked out', async () => {
    await ldap.write('library/ops', SET);
    await ldap.write('library/ops/check-out');
    expect((await ldap.refusal('DELETE', 'library/ops')).status).toBe(400);
    expect((await ldap.refusal('POST', 'library/ops', { service_account_names: 'svc-two' })).status).toBe(
      400,
    );
    await ldap.write('library/ops', { service_account_names: 'svc-one' });
    expect(await status()).toEqual({ 'svc-one': OUT });
    await expect(ldap.write('static-role/a', { username: 'svc-two', rotation_period: 60 })).resolves.toEqual(
      {},
    );
  });
});

describe('check-out (2.4.4-14)', () => {
  beforeEach(async () => {
    await ldap.write('library/ops', SET);
  });

  it('lends one account after another, then answers 400 (2.3-05, 2.3-06, 2.7-09)', async () => {
    const first = await ldap.write('library/ops/check-out');
    expect(first.data).toEqual({
      password: expect.stringMatching(/^[A-Za-z0-9]{64}$/),
      service_account_name: 'svc-one',
    });
    expect(first.lease).toMatchObject({ seconds: 7200, renewable: true });
    expect(ldap.leases.get(first.lease?.id ?? '')).toMatchObject({
      path: 'ldap/library/ops/check-out',
      maximum: 43_200,
    });
    expect(await status()).toEqual({ 'svc-one': OUT, 'svc-two': IN });
    await ldap.write('library/ops/check-out', {}, operator);
    const refusal = await ldap.refusal('POST', 'library/ops/check-out');
    expect(refusal).toMatchObject({ status: 400, message: 'No service accounts available for check-out.' });
    expect(await status()).toEqual({ 'svc-one': OUT, 'svc-two': OUT });
  });

  it.each([
    [{}, {}, 7200],
    [{}, { ttl: '30m' }, 1800],
    [{}, { ttl: '100h' }, 7200],
    [{}, { ttl: 0 }, 7200],
    [{ ttl: 0 }, { ttl: '20h' }, 43_200],
    [{ ttl: 0 }, {}, 43_200],
    [{ ttl: 0, max_ttl: 0 }, { ttl: '1000h' }, 3_600_000],
  ])('has a TTL from the set and the request: set %j, request %j', async (set, input, seconds) => {
    await ldap.write('library/ops', set);
    expect((await ldap.write('library/ops/check-out', input)).lease?.seconds).toBe(seconds);
  });

  it('without a time limit does not end', async () => {
    await ldap.write('library/ops', { ttl: 0, max_ttl: 0 });
    const { lease } = await ldap.write('library/ops/check-out');
    expect(ldap.leases.get(lease?.id ?? '')?.maximum).toBe(0);
    ldap.clock.advance(10 * 365 * 86_400_000);
    expect(await status()).toEqual({ 'svc-one': OUT, 'svc-two': IN });
  });

  it('of an unknown set is 400', async () => {
    expect((await ldap.refusal('POST', 'library/absent/check-out')).message).toBe('"absent" doesn\'t exist');
    expect((await ldap.refusal('GET', 'library/absent/status')).status).toBe(400);
    expect((await ldap.refusal('GET', 'library/ops/check-out')).status).toBe(405);
  });

  it('ends even if the directory is down', async () => {
    await ldap.write('library/ops/check-out', { ttl: 60 });
    await ldap.write('config', { url: 'ldap://127.0.0.1:1' });
    ldap.clock.advance(60_000);
    expect(await status()).toEqual({ 'svc-one': IN, 'svc-two': IN });
  });
});

describe('check-in (2.4.4-15, 2.4.4-16)', () => {
  const checkIn = async (input = {}, as = owner, path = 'library/ops/check-in'): Promise<unknown> =>
    (await ldap.write(path, input, as)).data;

  beforeEach(async () => {
    await ldap.write('library/ops', SET);
  });

  it('is allowed only for the borrower (2.5-04, 2.7-10)', async () => {
    await ldap.write('library/ops/check-out');
    for (const input of [{ service_account_names: ['svc-one'] }, {}]) {
      const refusal = await ldap.refusal('POST', 'library/ops/check-in', input, operator);
      expect(refusal.status).toBe(400);
      expect(refusal.message).toContain("wasn't checked out by the caller");
    }
    await ldap.write('library/ops/check-out', {}, operator);
    const both = { service_account_names: ['svc-two', 'svc-one'] };
    expect((await ldap.refusal('POST', 'library/ops/check-in', both, operator)).status).toBe(400);
    expect(await status()).toEqual({ 'svc-one': OUT, 'svc-two': OUT });
    expect(await checkIn({}, operator)).toEqual({ check_ins: ['svc-two'] });
  });

  it('is allowed for another token of the entity that borrowed, which the status shows', async () => {
    const entity = '1c3b1007-9960-bc1c-e7f6-3c4ac7eadb56';
    await ldap.write('library/ops/check-out', {}, { ...operator, token: 'token-1', entity });
    expect(await status()).toEqual({ 'svc-one': { ...OUT, borrower_entity_id: entity }, 'svc-two': IN });
    expect(await checkIn({}, { ...operator, token: 'token-2', entity })).toEqual({ check_ins: ['svc-one'] });
  });

  it('is forced at the manage path, which needs sudo (2.5-03)', async () => {
    await ldap.write('library/ops/check-out', {}, operator);
    const path = 'library/manage/ops/check-in';
    expect((await ldap.refusal('POST', path, {}, operator)).status).toBe(403);
    expect(await checkIn({}, owner, path)).toEqual({ check_ins: ['svc-one'] });
    expect(await checkIn({}, owner, path)).toEqual({ check_ins: [] });
  });

  it('refuses an account that is not in the set', async () => {
    expect(
      (await ldap.refusal('POST', 'library/ops/check-in', { service_account_names: 'svc-db-1' })).status,
    ).toBe(400);
  });

  it('leaves a lease that cannot be renewed while the account is in', async () => {
    const { lease } = await ldap.write('library/ops/check-out');
    const held = ldap.leases.get(lease?.id ?? '');
    expect(() => held?.renew?.()).not.toThrow();
    await checkIn();
    expect(() => held?.renew?.()).toThrow(/already checked in/);
  });

  it.each(['is revoked', 'expires'])(
    'leaves a lease that takes the account from its next borrower when it %s',
    async (how) => {
      const old = await ldap.write('library/ops/check-out', { ttl: 60 });
      await checkIn({}, owner, 'library/manage/ops/check-in');
      const next = await ldap.write('library/ops/check-out', {}, operator);
      expect(next.data?.['service_account_name']).toBe('svc-one');
      const before = ldap.effects().length;
      if (how === 'expires') ldap.clock.advance(60_000);
      else ldap.endLease(old.lease?.id ?? '');
      expect(await status()).toEqual({ 'svc-one': IN, 'svc-two': IN });
      // The next borrower has neither the account nor its password; its lease lives on.
      expect(ldap.effects().slice(before)).toEqual([
        expect.stringContaining('password.rotated uid=svc-one'),
        'account.checked-in svc-one',
      ]);
      expect(ldap.leases.has(next.lease?.id ?? '')).toBe(true);
      expect(await checkIn({}, operator)).toEqual({ check_ins: [] });
      const third = await ldap.write('library/ops/check-out');
      expect(third.data?.['service_account_name']).toBe('svc-one');
      expect(third.data?.['password']).not.toBe(next.data?.['password']);
    },
  );
});
