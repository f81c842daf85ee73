import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller, Fields } from '../secrets-client.ts';
import { fieldsOf, openSecrets, textOf } from '../secrets-client.ts';
import { replayed } from './secrets.ts';

const begin = { at: Date.parse('2026-11-23T10:00:00Z'), frozen: true };
let owner: Caller;
let reader: Caller;

/** A token below the owner's, as its holder. */
async function holder(input: Fields): Promise<Caller> {
  const made = await owner.post('auth/token/create', { policies: ['reader'], ...input });
  expect(made.status).toBe(200);
  return owner.as(textOf(fieldsOf(made.body['auth'])['client_token']));
}

beforeEach(async () => {
  owner = await openSecrets({ begin });
  reader = owner.as(owner.sandbox.tokens.reader);
});

describe('a token looks itself up as on a real server', () => {
  it('with a life, with uses, in batch, or without an end', async () => {
    await replayed(owner, 'token.lookup-self.root');
    await replayed(await holder({ ttl: '5m', renewable: false }), 'token.lookup-self.not-renewable');
    const limited = await holder({ ttl: '1m', explicit_max_ttl: '2m' });
    owner.sandbox.clock.advance(30_000);
    await limited.post('auth/token/renew-self');
    expect((await replayed(limited, 'token.lookup-self.explicit-max')).data['ttl']).toBe(60);
    const periodic = await holder({ period: '10m' });
    await periodic.post('auth/token/renew-self', { increment: '24h' });
    const shown = await replayed(periodic, 'token.lookup-self.periodic', { absent: [] });
    expect(shown.data).toMatchObject({ ttl: 600, num_uses: 0 });
    const batch = await holder({ type: 'batch' });
    await replayed(batch, 'token.lookup-self.batch', {
      absent: ['.data.bound_cidrs', '.data.meta.role_name'],
    });
  });

  it('and each look counts as a use', async () => {
    const counted = await holder({ num_uses: 2 });
    expect((await replayed(counted, 'token.lookup-self.num-uses')).data['num_uses']).toBe(1);
    expect((await replayed(counted, 'token.lookup-self.num-uses-last')).data['num_uses']).toBe(-1);
    await replayed(counted, 'token.lookup-self.num-uses-gone');
  });

  it('unless it is unknown, revoked or expired', async () => {
    await replayed(owner.as(undefined), 'token.lookup-self.no-token');
    await replayed(owner.as('s.unknown'), 'token.lookup-self.unknown');
    const short = await holder({ ttl: 60 });
    owner.sandbox.clock.advance(60_000);
    await replayed(short, 'token.lookup-self.expired');
    await replayed(short, 'token.renew-self.expired');
    const over = await holder({});
    await replayed(over, 'token.revoke-self.ok');
    await replayed(over, 'token.lookup-self.revoked');
    await replayed(over, 'token.revoke-self.again');
    await replayed(reader, 'token.revoke-self.ok');
    expect((await replayed(reader, 'token.lookup-self.revoked')).status).toBe(403);
  });
});

describe('a token is renewed as on a real server', () => {
  it('by its own time, by an increment, or as far as its limit goes', async () => {
    const token = await holder({ ttl: '1h', meta: { username: 'ann' } });
    expect((await replayed(token, 'token.renew-self.ok')).body['auth']).toMatchObject({
      lease_duration: 3600,
    });
    const shorter = await replayed(token, 'token.renew-self.increment');
    expect(shorter.body['auth']).toMatchObject({ lease_duration: 1800 });
    const limited = await holder({ ttl: '1m', explicit_max_ttl: '2m' });
    const capped = await replayed(limited, 'token.renew-self.past-explicit-max');
    expect(capped.body['auth']).toMatchObject({ lease_duration: 120 });
    const periodic = await replayed(await holder({ period: '10m' }), 'token.renew-self.periodic');
    expect(periodic.body['auth']).toMatchObject({ lease_duration: 600 });
  });

  it('unless it is a root token, a batch token or not renewable', async () => {
    await replayed(owner, 'token.renew-self.root');
    await replayed(await holder({ type: 'batch' }), 'token.renew-self.batch');
    await replayed(await holder({ type: 'batch' }), 'token.revoke-self.batch');
    const fixed = await replayed(await holder({ renewable: false }), 'token.renew-self.not-renewable');
    expect(fixed.status).toBe(400);
  });
});

describe('a token below another', () => {
  it('has its rights at most, and ends with it, unless it is an orphan', async () => {
    const operator = owner.as(owner.sandbox.tokens.operator);
    const refused = await operator.post('auth/token/create', { policies: ['root'] });
    expect([refused.status, refused.errors]).toEqual([400, ['child policies must be subset of parent']]);
    const parent = await holder({ policies: ['operator'] });
    const child = async (path: string): Promise<Caller> =>
      owner.as(textOf(fieldsOf((await parent.post(path)).body['auth'])['client_token']));
    const below = await child('auth/token/create');
    const orphan = await child('auth/token/create-orphan');
    expect((await below.post('ldap/library/nosuch/check-out')).errors).toEqual(['"nosuch" doesn\'t exist']);
    await parent.post('auth/token/revoke-self');
    expect((await below.get('auth/token/lookup-self')).status).toBe(403);
    expect((await orphan.get('auth/token/lookup-self')).data).toMatchObject({
      orphan: true,
      policies: ['default', 'operator'],
    });
  });

  it('is looked up, renewed and revoked by whoever may manage tokens', async () => {
    const made = await owner.post('auth/token/create', { policies: ['reader'], ttl: '1h' });
    const token = textOf(fieldsOf(made.body['auth'])['client_token']);
    expect((await owner.post('auth/token/lookup', { token })).data).toMatchObject({ id: token, ttl: 3600 });
    const renewed = await owner.post('auth/token/renew', { token, increment: '2h' });
    expect(renewed.body['auth']).toMatchObject({ lease_duration: 7200 });
    expect((await reader.post('auth/token/revoke', { token })).status).toBe(403);
    expect((await owner.post('auth/token/revoke', { token })).status).toBe(204);
    expect((await owner.as(token).get('auth/token/lookup-self')).status).toBe(403);
    expect((await owner.post('auth/token/lookup', { token })).status).toBe(403);
  });

  it('borrows accounts under its own name', async () => {
    await owner.sandbox.close();
    owner = await openSecrets({ begin, empty: false });
    const [one, two] = [await holder({ policies: ['operator'] }), await holder({ policies: ['operator'] })];
    expect((await one.post('ldap/library/team/ops/check-out')).status).toBe(200);
    const refused = await two.post('ldap/library/team/ops/check-in', {
      service_account_names: ['svc-ops-1'],
    });
    expect(refused.status).toBe(400);
    const borrower = fieldsOf((await owner.get('ldap/library/team/ops/status')).data['svc-ops-1']);
    expect(borrower['borrower_client_token']).toMatch(/^[\da-f]{40}$/);
    expect((await one.post('ldap/library/team/ops/check-in')).data).toEqual({ check_ins: ['svc-ops-1'] });
  });

  it('ends what it obtained when it ends, and with its last request too, which gets nothing with a lease', async () => {
    await owner.sandbox.close();
    owner = await openSecrets({ begin, empty: false });
    const path = 'ldap/library/team/ops';
    const free = async (): Promise<unknown> =>
      fieldsOf((await owner.get(`${path}/status`)).data['svc-ops-1'])['available'];
    const one = await holder({ policies: ['operator'], num_uses: 1 });
    expect(await one.post(`${path}/check-out`)).toMatchObject({
      status: 400,
      errors: [
        'Secret cannot be returned; token had one use left, so leased credentials were immediately revoked.',
      ],
    });
    expect(await free()).toBe(true);
    const counted = await holder({ policies: ['operator'], num_uses: 3 });
    expect((await counted.post(`${path}/check-out`)).status).toBe(200);
    await counted.get(`${path}/status`);
    expect(await free()).toBe(false);
    await counted.get(`${path}/status`);
    expect(await free()).toBe(true);
    const short = await holder({ policies: ['operator'], ttl: 60 });
    await short.post(`${path}/check-out`);
    expect(await free()).toBe(false);
    owner.sandbox.clock.advance(60_000);
    expect(await free()).toBe(true);
  });

  it('of a log-in has an entity, which its child has too: one borrows, the other may check in', async () => {
    await owner.sandbox.close();
    owner = await openSecrets({ begin, empty: false });
    const made = async (by: Caller, path: string, input: Fields) => {
      const auth = fieldsOf((await by.post(path, input)).body['auth']);
      return { caller: owner.as(textOf(auth['client_token'])), entity: textOf(auth['entity_id']) };
    };
    const logIn = () =>
      made(owner.as(undefined), 'auth/userpass/login/alice', { password: 'alice-password' });
    const [one, two] = [await logIn(), await logIn()];
    expect(one.entity).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
    const child = await made(one.caller, 'auth/token/create', {});
    const orphan = await made(one.caller, 'auth/token/create-orphan', {});
    expect([two.entity, child.entity, orphan.entity]).toEqual([one.entity, one.entity, '']);
    expect((await two.caller.get('auth/token/lookup-self')).data['entity_id']).toBe(one.entity);
    await two.caller.post('ldap/library/team/ops/check-out');
    expect((await one.caller.post('ldap/library/team/ops/check-in')).data).toEqual({
      check_ins: ['svc-ops-1'],
    });
  });
});
