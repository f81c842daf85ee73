import { beforeEach, describe, expect, it } from 'vitest';
import type { Harness } from './secrets-engine.ts';
import { START, startDirectory } from './secrets-engine.ts';

const BIND = { binddn: 'cn=bindadmin,dc=example,dc=com', bindpass: 'bind-secret-1' };
const CONFIG = { ...BIND, userdn: 'dc=example,dc=com', userattr: 'uid' };
const ROLE = { username: 'alice', rotation_period: '24h' };
const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
const DAY = 86_400_000;

let ldap: Harness;

beforeEach(async () => {
  ldap = await startDirectory(true);
});

const rotations = (): number => ldap.effects().filter((what) => what.startsWith('password.rotated')).length;

describe('configuration (2.4.4-01)', () => {
  it('is absent until written and after it is deleted', async () => {
    expect((await ldap.refusal('GET', 'config')).status).toBe(404);
    await ldap.write('config', BIND);
    await ldap.call('DELETE', 'config');
    expect((await ldap.refusal('GET', 'config')).status).toBe(404);
    await expect(ldap.call('DELETE', 'config')).resolves.toEqual({});
  });

  it('is updated in part', async () => {
    await ldap.write('config', CONFIG);
    await ldap.write('config', {
      request_timeout: '60s',
      connection_timeout: 20,
      starttls: 'true',
      certificate: PEM,
    });
    expect(await ldap.read('config')).toMatchObject({
      userattr: 'uid',
      request_timeout: 60,
      connection_timeout: 20,
      starttls: true,
      certificate: PEM,
    });
  });

  it.each([
    ['2.2.4-02', { bindpass: 'x' }],
    ['2.2.4-02', { binddn: 'cn=x' }],
    ['2.2.4-05', { ...BIND, schema: 'novell' }],
    ['2.2.4-12', { ...BIND, certificate: 'no PEM' }],
    ['2.2.4-09', { ...BIND, request_timeout: 'later' }],
    ['2.7-08', { ...BIND, length: 20, password_policy: 'corp' }],
  ])('refuses (%s) %j', async (_, input) => {
    expect((await ldap.refusal('POST', 'config', input)).status).toBe(400);
    expect((await ldap.refusal('GET', 'config')).status).toBe(404);
  });

  it('accepts a length after the password policy was removed (2.7-08)', async () => {
    await ldap.write('config', { ...CONFIG, password_policy: 'corp' });
    expect((await ldap.refusal('POST', 'config', { length: 20 })).status).toBe(400);
    await ldap.write('config', { length: 20, password_policy: '' });
    expect(await ldap.read('config')).toMatchObject({ length: 20 });
    await ldap.write('static-role/a', ROLE);
    expect((await ldap.read('static-cred/a'))['password']).toMatch(/^[A-Za-z0-9]{20}$/);
  });
});

describe('the connection to the directory', () => {
  it('needs a password policy that exists when a password is generated (2.2.4-04)', async () => {
    await ldap.write('config', { ...CONFIG, password_policy: 'absent' });
    const refusal = await ldap.refusal('POST', 'static-role/a', ROLE);
    expect(refusal.status).toBe(500);
    expect(refusal.message).toContain('no password policy found');
    expect((await ldap.refusal('GET', 'static-role/a')).status).toBe(404);
    await ldap.write('config', { password_policy: 'strong' });
    await ldap.write('static-role/a', ROLE);
    expect((await ldap.read('static-cred/a'))['password']).toMatch(/^.{24}$/);
  });

  it('binds with the configured entry (2.2.4-08, 2.2.4-15)', async () => {
    await ldap.write('config', { ...CONFIG, bindpass: 'wrong' });
    expect((await ldap.refusal('POST', 'static-role/a', ROLE)).message).toContain('Code 49');
    await ldap.write('config', { ...CONFIG, binddn: 'cn=ghost,dc=example,dc=com' });
    expect((await ldap.refusal('POST', 'rotate-root')).message).toContain('Code 49');
    await ldap.write('config', { ...CONFIG, binddn: 'bindadmin', upndomain: 'example.com' });
    await expect(ldap.write('static-role/a', ROLE)).resolves.toEqual({});
  });
});

describe('rotation of the bind password (2.4.4-02)', () => {
  it('uses the new password afterwards, and shows it to nobody', async () => {
    expect((await ldap.refusal('POST', 'rotate-root')).status).toBe(500);
    await ldap.write('config', CONFIG);
    expect(await ldap.write('rotate-root')).toEqual({});
    expect(ldap.effects()).toContain('bind-password.rotated cn=bindadmin,dc=example,dc=com');
    expect(await ldap.read('config')).toHaveProperty('last_bind_password_rotation', '2026-11-21T03:00:00Z');
    await expect(ldap.write('static-role/a', ROLE)).resolves.toEqual({});
    await ldap.write('config', { bindpass: BIND.bindpass });
    expect((await ldap.refusal('POST', 'rotate-root')).message).toContain('Code 49');
  });
});

describe('static roles', () => {
  beforeEach(async () => {
    await ldap.write('config', CONFIG);
  });

  it('rotate on schedule and by hand (2.3-10, 2.4.4-07)', async () => {
    await ldap.write('static-role/a', ROLE);
    const first = (await ldap.read('static-cred/a'))['password'];
    ldap.clock.advance(DAY - 1);
    expect((await ldap.read('static-cred/a'))['password']).toBe(first);
    ldap.clock.advance(1);
    const second = await ldap.read('static-cred/a');
    expect(second).toMatchObject({
      last_password: first,
      ttl: 86_400,
      last_vault_rotation: '2026-11-22T03:00:00Z',
    });
    expect(second['password']).not.toBe(first);
    ldap.clock.advance(DAY / 2);
    expect(await ldap.write('rotate-role/a')).toEqual({});
    ldap.clock.advance(DAY - 1);
    expect(rotations()).toBe(3);
    ldap.clock.advance(1);
    expect(rotations()).toBe(4);
    await ldap.call('DELETE', 'static-role/a');
    ldap.clock.advance(10 * DAY);
    expect(rotations()).toBe(4);
    expect(ldap.clock.now()).toBeGreaterThan(START);
  });

  it('keep rotating after a rotation that failed', async () => {
    await ldap.write('static-role/a', ROLE);
    await ldap.write('config', { bindpass: 'wrong' });
    expect((await ldap.refusal('POST', 'rotate-role/a')).message).toContain('retries will continue');
    ldap.clock.advance(DAY);
    expect(rotations()).toBe(1);
    await ldap.write('config', { bindpass: BIND.bindpass });
    // Nobody asks again.
    ldap.clock.advance(10_000);
    expect(rotations()).toBe(2);
  });

  it('form a hierarchy that GET and LIST show (2.4.4-03, 2.4.4-04)', async () => {
    expect((await ldap.refusal('GET', 'static-role')).status).toBe(404);
    await ldap.write('static-role/web', ROLE);
    await ldap.write('static-role/team/ops/bob', { username: 'bob', rotation_period: 60 });
    await ldap.write('static-role/team/carol', { username: 'carol', rotation_period: 60 });
    expect(await ldap.read('static-role')).toEqual({ keys: ['team/', 'web'] });
    expect((await ldap.call('LIST', 'static-role')).data).toEqual({ keys: ['team/', 'web'] });
    expect((await ldap.call('LIST', 'static-role/team')).data).toEqual({ keys: ['carol', 'ops/'] });
    expect((await ldap.refusal('LIST', 'static-role/absent')).status).toBe(404);
    expect(await ldap.read('static-role/team/ops/bob')).toMatchObject({ username: 'bob' });
    expect(await ldap.read('static-cred/team/ops/bob')).toMatchObject({ username: 'bob' });
    await expect(ldap.write('rotate-role/team/ops/bob')).resolves.toEqual({});
  });

  it('can be updated except for username, dn and skip_import_rotation (2.4.4-05)', async () => {
    await ldap.write('static-role/a', ROLE);
    ldap.clock.advance(DAY / 2);
    await ldap.write('static-role/a', { username: 'alice', rotation_period: '36h' });
    expect(await ldap.read('static-cred/a')).toMatchObject({ ttl: 86_400, rotation_period: 129_600 });
    for (const change of [
      { username: 'bob' },
      { dn: 'uid=alice,dc=example' },
      { skip_import_rotation: true },
    ]) {
      expect((await ldap.refusal('POST', 'static-role/a', change)).status).toBe(400);
    }
    expect(rotations()).toBe(1);
  });
});

describe('schemas', () => {
  it('keep one password of an Active Directory account, in its own form', async () => {
    await ldap.write('config', { ...BIND, schema: 'ad', upndomain: '', binddn: BIND.binddn });
    await ldap.write('static-role/a', { username: 'alice@example.com', rotation_period: '1h' });
    await ldap.write('rotate-root');
    await expect(ldap.write('rotate-role/a')).resolves.toEqual({});
    await ldap.write('config', { bindpass: BIND.bindpass });
    expect((await ldap.refusal('POST', 'rotate-root')).message).toContain('Code 49');
  });
});

describe('the demo state', () => {
  it('is complete and caused no effects', async () => {
    const demo = await startDirectory();
    expect(demo.effects()).toEqual([]);
    expect(await demo.read('static-role')).toEqual({ keys: ['app-01', 'hashed/', 'team/'] });
    expect((await demo.read('static-cred/hashed/app'))['password']).toHaveLength(64);
    expect((await demo.call('LIST', 'role')).data).toEqual({ keys: ['dev', 'temp'] });
    expect(await demo.read('creds/temp')).toHaveProperty('username');
    expect((await demo.call('LIST', 'library')).data).toEqual({ keys: ['team-a', 'team/'] });
    expect((await demo.call('LIST', 'library/team')).data).toEqual({ keys: ['db', 'ops'] });
    expect(Object.keys(await demo.read('library/team/ops/status'))).toEqual(['svc-ops-1', 'svc-ops-2']);
  });
});
