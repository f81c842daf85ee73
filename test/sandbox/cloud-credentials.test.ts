import { beforeEach, describe, expect, it } from 'vitest';
import type { Harness } from './secrets-engine.ts';
import { START, operator, startCloud } from './secrets-engine.ts';

const POLICY = '{"Version": "2012-10-17", "Statement": []}';
const ROLE_ARN = 'arn:aws:iam::123456789012:role/deploy';
const POLICY_ARN = 'arn:aws:iam::123456789012:policy/read-only';
const KEYS = { access_key: 'AKIA1', secret_key: 's3cret' };

let cloud: Harness;

beforeEach(async () => {
  cloud = await startCloud(true);
});

describe('credentials', () => {
  beforeEach(async () => {
    await cloud.write('config/root', KEYS);
    await cloud.write('config/lease', { lease: '30m', lease_max: '12h' });
    await cloud.write('roles/ci', { credential_type: 'iam_user', policy_document: POLICY });
    await cloud.write('roles/deploy', {
      credential_type: 'assumed_role',
      role_arns: [ROLE_ARN],
      default_sts_ttl: '30m',
      max_sts_ttl: '2h',
    });
    await cloud.write('roles/fed', { credential_type: 'federation_token', policy_document: POLICY });
  });

  const created = (): string | undefined =>
    cloud
      .effects()
      .find((what) => what.startsWith('user.created'))
      ?.replace('user.created ', '');

  it('of a user end with their lease (2.4.3-09)', async () => {
    const reply = await cloud.call('GET', 'creds/ci', {}, operator);
    expect(reply.data).toEqual({
      access_key: expect.stringMatching(/^AKIA/),
      secret_key: expect.stringMatching(/^.{40}$/),
      security_token: null,
    });
    expect(reply.lease).toMatchObject({ seconds: 1800, renewable: true });
    expect(cloud.leases.get(reply.lease?.id ?? '')).toMatchObject({ path: 'aws/creds/ci', maximum: 43_200 });
    expect(created()).toMatch(/^vault-operator-ci-\d+-[A-Za-z0-9]{20}$/);
    cloud.clock.advance(1_799_000);
    expect(cloud.effects().at(-1)).toContain('user.created');
    cloud.clock.advance(1000);
    expect(cloud.effects().at(-1)).toBe(`user.deleted ${created() ?? ''}`);
  });

  it('of a user are deleted with the user after the lease, which cannot exceed lease_max', async () => {
    await cloud.write('config/lease', { lease: '24h', lease_max: '1h' });
    expect((await cloud.call('GET', 'creds/ci')).lease?.seconds).toBe(3600);
    const adopt = { username: created() ?? '', rotation_period: '1h' };
    await expect(cloud.write('static-roles/a', adopt)).resolves.toHaveProperty(
      'data.username',
      adopt.username,
    );
    cloud.clock.advance(3_600_000);
    expect((await cloud.refusal('POST', 'static-roles/b', adopt)).message).toContain('cannot be found');
  });

  it('role_session_name is truncated to 64 characters, or generated (2.8-03)', async () => {
    const long = await cloud.write('sts/deploy', { role_session_name: 'n'.repeat(80) });
    expect(long.data?.['arn']).toBe(`arn:aws:sts::123456789012:assumed-role/deploy/${'n'.repeat(64)}`);
    const generated = await cloud.write('sts/deploy');
    expect(generated.data?.['arn']).toMatch(/\/vault-owner-deploy-\d+-\w{20}$/);
  });

  it("are refused for a ttl beyond the provider's limit, and for a user with a ttl", async () => {
    expect((await cloud.refusal('POST', 'sts/deploy', { ttl: '5m' })).message).toContain(
      'minimum field value of 900',
    );
    expect((await cloud.refusal('POST', 'sts/fed', { ttl: '400h' })).status).toBe(400);
    expect((await cloud.refusal('GET', 'creds/ci', { ttl: '1h' })).status).toBe(400);
    expect((await cloud.refusal('GET', 'creds/deploy', { ttl: 'soon' })).status).toBe(400);
  });

  it('need a role_arn of the role, if it has several', async () => {
    await cloud.write('roles/multi', {
      credential_type: 'assumed_role',
      role_arns: `${ROLE_ARN},${ROLE_ARN}2`,
    });
    expect((await cloud.refusal('POST', 'sts/multi')).message).toContain('did not supply a role_arn');
    expect((await cloud.refusal('POST', 'sts/multi', { role_arn: `${ROLE_ARN}3` })).message).toContain(
      'not in allowed',
    );
    const { data } = await cloud.write('sts/multi', { role_arn: `${ROLE_ARN}2` });
    expect(data?.['arn']).toContain('assumed-role/deploy2/');
  });

  it('need mfa_code only with mfa_serial_number (2.4.3-14)', async () => {
    await cloud.write('roles/mfa', { credential_type: 'session_token', mfa_serial_number: 'GAHT1' });
    expect((await cloud.refusal('GET', 'creds/mfa')).status).toBe(400);
    expect((await cloud.refusal('GET', 'creds/mfa', { mfa_code: 'abc' })).status).toBe(400);
    expect(await cloud.read('creds/mfa', { mfa_code: '123456' })).toMatchObject({ ttl: 3600 });
  });

  it('follow the username template; too long a name is 500 (2.2.3-11, 2.7-03, 2.8-02)', async () => {
    const template = (width: number): string =>
      `{{ if (eq .Type "STS") }}{{ random ${width} }}{{ else }}{{ .PolicyName | uppercase }}-{{ .DisplayName }}{{ end }}`;
    await cloud.write('config/root', { ...KEYS, username_template: template(32) });
    await cloud.read('creds/ci');
    expect(created()).toBe('CI-owner');
    await expect(cloud.write('sts/fed')).resolves.toHaveProperty('data.security_token');
    await cloud.write('config/root', { ...KEYS, username_template: template(33) });
    const sts = await cloud.refusal('POST', 'sts/fed');
    expect(sts).toMatchObject({ status: 500, message: expect.stringContaining('32 chars') });
    await cloud.write('config/root', { ...KEYS, username_template: '{{ random 65 }}' });
    const iam = await cloud.refusal('GET', 'creds/ci');
    expect(iam).toMatchObject({ status: 500, message: expect.stringContaining('64 chars') });
    expect(cloud.effects().filter((what) => what.startsWith('user.created'))).toHaveLength(1);
  });

  it('of a legacy role are issued only at the right path (2.4.3-15, 2.7-12)', async () => {
    const { warnings } = await cloud.write('roles/old', { policy: POLICY });
    expect(warnings?.[0]).toContain('legacy');
    expect(await cloud.read('roles/old')).toMatchObject({ credential_type: 'iam_user,federation_token' });
    expect((await cloud.read('creds/old'))['security_token']).toBeNull();
    expect((await cloud.write('sts/old')).data).toHaveProperty('ttl', 3600);
    await cloud.write('roles/old-role', { arn: ROLE_ARN });
    expect((await cloud.refusal('GET', 'creds/old-role')).message).toContain('not allowed for legacy roles');
    expect((await cloud.write('sts/old-role')).data).toHaveProperty('arn');
    await cloud.write('roles/old-policy', { arn: POLICY_ARN });
    expect((await cloud.refusal('POST', 'sts/old-policy')).status).toBe(400);
    expect(await cloud.read('creds/old-policy')).toHaveProperty('access_key');
  });
});

describe('static roles', () => {
  beforeEach(async () => {
    await cloud.write('config/root', KEYS);
  });

  it('adopt a user and make a credential (2.2.3-30, 2.4.3-11, 2.4.3-12)', async () => {
    const { data } = await cloud.write('static-roles/b', { username: 'build-user', rotation_period: '24h' });
    expect(data).toEqual({
      id: expect.stringMatching(/^AIDA/),
      name: 'b',
      rotation_period: 86_400,
      username: 'build-user',
    });
    expect(await cloud.read('static-roles/b')).toEqual(data);
    expect(Object.keys(await cloud.read('static-creds/b'))).toEqual(['access_key', 'secret_key']);
    await cloud.call('DELETE', 'static-roles/b');
    expect((await cloud.refusal('GET', 'static-roles/b')).status).toBe(404);
    expect((await cloud.refusal('GET', 'static-creds/b')).status).toBe(404);
    await expect(
      cloud.write('static-roles/b', { username: 'build-user', rotation_period: 60 }),
    ).resolves.toBeDefined();
  });

  it('rotate on schedule until deleted (2.3-10)', async () => {
    await cloud.write('static-roles/b', { username: 'backup', rotation_period: '1m' });
    const first = (await cloud.read('static-creds/b'))['access_key'];
    cloud.clock.advance(59_999);
    expect((await cloud.read('static-creds/b'))['access_key']).toBe(first);
    cloud.clock.advance(1);
    const second = (await cloud.read('static-creds/b'))['access_key'];
    expect(second).not.toBe(first);
    cloud.clock.advance(60_000);
    expect((await cloud.read('static-creds/b'))['access_key']).not.toBe(second);
    await cloud.call('DELETE', 'static-roles/b');
    const rotations = cloud.effects().filter((what) => what.startsWith('access-key.rotated')).length;
    cloud.clock.advance(600_000);
    expect(cloud.effects().filter((what) => what.startsWith('access-key.rotated'))).toHaveLength(rotations);
  });

  it('restart the period when it is changed (2.2.3-31)', async () => {
    await cloud.write('static-roles/b', { username: 'backup', rotation_period: '10m' });
    const before = (await cloud.read('static-creds/b'))['access_key'];
    cloud.clock.advance(540_000);
    await cloud.write('static-roles/b', { rotation_period: '20m' });
    expect((await cloud.read('static-creds/b'))['access_key']).toBe(before);
    cloud.clock.advance(1_199_000);
    expect((await cloud.read('static-creds/b'))['access_key']).toBe(before);
    cloud.clock.advance(1000);
    expect((await cloud.read('static-creds/b'))['access_key']).not.toBe(before);
    expect(cloud.clock.now()).toBe(START + 1_740_000);
  });

  it('replace the oldest key when the user has the maximum number (2.2.3-32)', async () => {
    await expect(
      cloud.write('static-roles/r', { username: 'reporting', rotation_period: '1h' }),
    ).resolves.toHaveProperty('data.username', 'reporting');
    // The service's own key is made older than that of the static role, so it is replaced.
    await cloud.write('static-roles/own', { username: 'service', rotation_period: '1h' });
    await cloud.write('roles/s', { credential_type: 'session_token' });
    await expect(cloud.read('creds/s')).resolves.toBeDefined();
    cloud.clock.advance(3_600_000);
    expect((await cloud.refusal('GET', 'creds/s')).message).toContain('InvalidClientTokenId');
  });

  it.each([
    [{ rotation_period: '24h' }, 400, 'missing "username"'],
    [{ username: 'backup' }, 400, 'missing "rotation_period"'],
    [{ username: 'backup', rotation_period: '59s' }, 400, 'out of range'],
    [{ username: 'backup', rotation_period: 'daily' }, 400, 'invalid duration'],
    [{ username: 'ghost', rotation_period: '24h' }, 500, 'cannot be found'],
  ])('refuse %j (2.8-05)', async (input, status, message) => {
    const refusal = await cloud.refusal('POST', 'static-roles/x', input);
    expect(refusal.status).toBe(status);
    expect(refusal.message).toContain(message);
  });
});

describe('the demo state', () => {
  it('has a role of each common kind, a static role, and no effects', async () => {
    const demo = await startCloud();
    expect((await demo.call('LIST', 'roles')).data).toEqual({
      keys: ['build', 'ci', 'deploy', 'imported'],
    });
    expect(await demo.read('static-roles/backup')).toMatchObject({ rotation_period: 86_400 });
    expect(demo.effects()).toEqual([]);
    expect((await demo.call('GET', 'creds/ci')).lease?.seconds).toBe(3600);
    expect(await demo.read('creds/deploy')).toHaveProperty('arn');
    await expect(demo.write('config/rotate-root')).resolves.toHaveProperty('data.access_key');
  });

  it('shows invalid data of an earlier release (2.2.3-29)', async () => {
    const demo = await startCloud();
    expect(await demo.read('roles/imported')).toHaveProperty('invalid_data');
    expect(await demo.read('roles/ci')).not.toHaveProperty('invalid_data');
    expect((await demo.refusal('GET', 'creds/imported')).message).toContain('invalid data');
  });
});
