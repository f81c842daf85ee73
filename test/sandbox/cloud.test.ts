import { beforeEach, describe, expect, it } from 'vitest';
import type { Harness } from './secrets-engine.ts';
import { startCloud } from './secrets-engine.ts';

const POLICY = '{"Version": "2012-10-17", "Statement": []}';
const ROLE_ARN = 'arn:aws:iam::123456789012:role/deploy';
const POLICY_ARN = 'arn:aws:iam::123456789012:policy/read-only';
const KEYS = { access_key: 'AKIA1', secret_key: 's3cret' };

let cloud: Harness;

beforeEach(async () => {
  cloud = await startCloud(true);
});

describe('root configuration', () => {
  it('overwrites the whole record (2.4.3-01)', async () => {
    await cloud.write('config/root', { ...KEYS, region: 'eu-north-1', max_retries: '3' });
    await cloud.write('config/root', { max_retries: 1 });
    expect(await cloud.read('config/root')).toMatchObject({ access_key: '', region: '', max_retries: 1 });
  });

  it.each([
    ['2.2.3-04', { access_key: 'AKIA1' }],
    ['2.2.3-04', { secret_key: 's' }],
    ['2.2.3-03', { ...KEYS, identity_token_audience: 'aud', role_arn: ROLE_ARN }],
    ['2.2.3-05', { identity_token_audience: 'aud' }],
    ['2.2.3-02', { ...KEYS, max_retries: 'many' }],
  ])('refuses what the document forbids (%s) %j', async (_, input) => {
    expect((await cloud.refusal('POST', 'config/root', input)).status).toBe(400);
  });
});

describe('rotation of the root key (2.4.3-03)', () => {
  it('returns the new access key and uses it', async () => {
    await cloud.write('config/root', KEYS);
    const { data } = await cloud.write('config/rotate-root');
    expect(data?.['access_key']).toMatch(/^AKIA[A-Z0-9]{16}$/);
    expect(await cloud.read('config/root')).toMatchObject({ access_key: data?.['access_key'] ?? '' });
    const again = await cloud.write('config/rotate-root');
    expect(again.data?.['access_key']).not.toBe(data?.['access_key']);
  });

  it('needs static credentials', async () => {
    expect((await cloud.refusal('POST', 'config/rotate-root')).status).toBe(500);
    await cloud.write('config/root', { identity_token_audience: 'aud', role_arn: ROLE_ARN });
    expect((await cloud.refusal('POST', 'config/rotate-root')).status).toBe(400);
  });
});

describe('lease configuration (2.2.3-15, 2.4.3-04)', () => {
  it.each([
    [{ lease: '30m' }, "'lease_max' is a required parameter"],
    [{ lease_max: '30m' }, "'lease' is a required parameter"],
    [{ lease: '30 minutes', lease_max: '12h' }, 'Invalid lease: time: unknown unit " minutes"'],
    [{ lease: '1h', lease_max: '1d' }, 'Invalid lease_max: time: unknown unit "d"'],
  ])('refuses %j', async (input, message) => {
    const refusal = await cloud.refusal('POST', 'config/lease', input);
    expect(refusal.status).toBe(400);
    expect(refusal.message).toContain(message);
  });
});

describe('roles', () => {
  it('are listed, read and deleted; an unknown one is 404 (2.4.3-06, -07, -08, 2.7-02)', async () => {
    expect((await cloud.refusal('LIST', 'roles')).status).toBe(404);
    await cloud.write('roles/web', { credential_type: 'iam_user', policy_document: POLICY });
    expect((await cloud.call('LIST', 'roles')).data).toEqual({ keys: ['web'] });
    await cloud.call('DELETE', 'roles/web');
    expect((await cloud.refusal('GET', 'roles/web')).status).toBe(404);
    expect((await cloud.refusal('DELETE', 'roles/web')).status).toBe(404);
  });

  it('show every field, whichever way lists were given (2.2.3-17 to 2.2.3-27)', async () => {
    await cloud.write('roles/full', {
      credential_type: 'iam_user',
      policy_arns: `${POLICY_ARN}, ${POLICY_ARN}2`,
      policy_document: POLICY,
      iam_groups: ['developers'],
      iam_tags: ['team=web', 'env=dev=1'],
      user_path: '/apps/',
      permissions_boundary_arn: POLICY_ARN,
      mfa_serial_number: 'GAHT12345678',
    });
    expect(await cloud.read('roles/full')).toEqual({
      credential_type: 'iam_user',
      default_sts_ttl: 0,
      iam_groups: ['developers'],
      iam_tags: { team: 'web', env: 'dev=1' },
      max_sts_ttl: 0,
      mfa_serial_number: 'GAHT12345678',
      permissions_boundary_arn: POLICY_ARN,
      policy_arns: [POLICY_ARN, `${POLICY_ARN}2`],
      policy_document: '{"Version":"2012-10-17","Statement":[]}',
      role_arns: null,
      user_path: '/apps/',
    });
    await cloud.write('roles/plain', { credential_type: 'iam_user', policy_arns: [POLICY_ARN] });
    expect(await cloud.read('roles/plain')).toMatchObject({
      user_path: '/',
      iam_groups: null,
      iam_tags: null,
    });
  });

  const assumed = { credential_type: 'assumed_role', role_arns: [ROLE_ARN] };
  const user = { credential_type: 'iam_user', policy_document: POLICY };
  const federation = { credential_type: 'federation_token', policy_arns: [POLICY_ARN] };
  const session = { credential_type: 'session_token' };

  it.each([
    ['2.2.3-18', { policy_document: POLICY }, 'did not supply credential_type'],
    ['2.2.3-18', { ...user, credential_type: 'root_user' }, 'unrecognized credential type'],
    ['2.2.3-19', { credential_type: 'assumed_role' }, 'role_arns'],
    ['2.2.3-19', { ...user, role_arns: [ROLE_ARN] }, 'role_arns'],
    ['2.2.3-19', { ...session, role_arns: [ROLE_ARN] }, 'role_arns'],
    ['2.2.3-20', { credential_type: 'iam_user' }, 'at least one of policy_arns or policy_document'],
    ['2.2.3-20', { credential_type: 'federation_token' }, 'at least one of policy_arns or policy_document'],
    ['2.2.3-20', { ...session, policy_arns: [POLICY_ARN] }, 'policy_arns'],
    ['2.2.3-21', { ...session, policy_document: POLICY }, 'policy_document'],
    ['2.2.3-21', { ...user, policy_document: '{not json' }, 'cannot parse policy document'],
    ['2.2.3-24', { ...user, default_sts_ttl: '1h' }, 'default_sts_ttl'],
    ['2.2.3-24', { ...session, max_sts_ttl: '1h' }, 'max_sts_ttl'],
    ['2.2.3-24', { ...federation, default_sts_ttl: '2h', max_sts_ttl: '1h' }, 'less than or equal'],
    ['2.2.3-25', { ...assumed, user_path: '/a/' }, 'user_path'],
    ['2.2.3-25', { ...user, user_path: 'a' }, 'user_path'],
    ['2.2.3-26', { ...federation, permissions_boundary_arn: POLICY_ARN }, 'permissions_boundary_arn'],
    ['2.2.3-23', { ...user, iam_tags: ['team'] }, 'iam_tags'],
    ['2.2.3-28', { policy: POLICY, arn: ROLE_ARN }, 'only one of policy or arn'],
    ['2.2.3-28', { policy: POLICY, credential_type: 'iam_user' }, 'deprecated'],
    ['2.2.3-28', { arn: ROLE_ARN, iam_groups: ['a'] }, 'deprecated'],
    ['2.2.3-28', { arn: 'arn:aws:s3:::bucket' }, 'neither'],
  ])('refuses (%s) %j', async (_, input, message) => {
    const refusal = await cloud.refusal('POST', 'roles/x', input);
    expect(refusal.status).toBe(400);
    expect(refusal.message).toContain(message);
    expect((await cloud.refusal('GET', 'roles/x')).status).toBe(404);
  });
});
