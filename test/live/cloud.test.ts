/**
 * Tests `trivet cloud` and `trivet lease` with a real OpenBao, its plugin and a fake provider: TRIVET_LIVE_BAO_URL,
 * TRIVET_LIVE_BAO_TOKEN; a mount `aws` whose root configuration works. Optional: TRIVET_LIVE_CLOUD_USER (an existing
 * user without a static role), TRIVET_LIVE_CLOUD_ROLE_ARN.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { runCli, words } from '../support/run-cli.ts';

const { env } = process;
const url = env['TRIVET_LIVE_BAO_URL'] ?? '';
const token = env['TRIVET_LIVE_BAO_TOKEN'] ?? '';
const user = env['TRIVET_LIVE_CLOUD_USER'] ?? 'svc-static-3';
const arn = env['TRIVET_LIVE_CLOUD_ROLE_ARN'] ?? 'arn:aws:iam::123456789012:role/demo-role';
const policy =
  '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"*"}]}';

const trivet = (line: string, more: Readonly<Record<string, string>> = {}) =>
  runCli(words(line), {
    env: { TRIVET_SECRETS_URL: url, TRIVET_SECRETS_TOKEN: token, TRIVET_SECRETS_PRODUCT: 'openbao', ...more },
  });
const ok = async (line: string, more?: Readonly<Record<string, string>>): Promise<string> => {
  const result = await trivet(line, more);
  expect({ line, code: result.code, stderr: result.stderr }).toMatchObject({ line, code: 0 });
  return result.stdout;
};

/** A value of a reply that is returned once. */
const given = async (line: string, field: string): Promise<string> => {
  const { data, lease_id } = JSON.parse(await ok(`${line} -o json`)) as {
    readonly data: Readonly<Record<string, string>>;
    readonly lease_id: string;
  };
  return field === 'lease_id' ? lease_id : (data[field] ?? '');
};

const missing = url === '' || token === '';
test.runIf(missing)('skipped: TRIVET_LIVE_BAO_URL and TRIVET_LIVE_BAO_TOKEN are not set', () => {
  expect(missing).toBe(true);
});

describe.skipIf(missing)('the cloud engine of a real server', () => {
  afterAll(async () => {
    for (const name of ['live-user', 'live-assume', 'live-legacy'])
      await trivet(`aws role delete ${name} --yes`);
    await trivet('aws static-role delete live-static --yes');
  });

  test('shows its configuration, and trivet asks before wiping it', async () => {
    expect(await ok('aws config show --field access_key')).toMatch(/^AKIA/);
    const declined = await trivet('aws config set --region eu-north-1 --no-input');
    expect(declined.code).toBe(2);
    expect(declined.stderr).toContain('Overwrite the root configuration of aws?');
    await ok('aws lease set --lease 30m --lease-max 12h');
    expect(await ok('aws lease show')).toBe('lease\t30m0s\nlease_max\t12h0m0s\n');
  });

  test('writes, partly updates, shows and lists roles', async () => {
    await ok(
      `aws role write live-user --credential-type iam_user --policy-document '${policy}' --iam-tags a=b`,
    );
    await ok(`aws role write live-assume --credential-type assumed_role --role-arns ${arn} --max-sts-ttl 2h`);
    await ok('aws role write live-assume --default-sts-ttl 30m');
    expect(JSON.parse(await ok('aws role show live-assume -o json')).data).toMatchObject({
      role_arns: [arn],
      max_sts_ttl: 7200,
      default_sts_ttl: 1800,
    });
    expect((await ok('aws role list -o name')).split('\n')).toContain('live-user');
    expect((await trivet('aws role show no-such-role')).code).toBe(5);
    await ok(`aws role write live-legacy --policy '${policy}'`);
    expect((await trivet('aws role write live-none --iam-groups g')).code).toBe(1);
  });

  test('creates a user whose lease can be looked up, renewed and revoked', async () => {
    const { lease_id: lease, data } = JSON.parse(await ok('aws creds live-user -o json'));
    expect(data.access_key).toMatch(/^AKIA/);
    expect(await ok(`lease lookup ${lease} --field id`)).toBe(lease);
    expect(await ok(`lease renew ${lease} --increment 20m --field lease_duration`)).toBe('1200');
    const capped = await trivet(`lease renew ${lease} --increment 100h --fail-on-warning`);
    expect(capped.code).toBe(1);
    expect(capped.stderr).toContain('max_ttl');
    await ok(`lease revoke ${lease} --sync --yes`);
    expect((await trivet(`lease lookup ${lease}`)).code).toBe(5);
    expect((await trivet('aws creds no-such-role --reveal')).code).toBe(5);
  });

  test('issues tokens as env and credential-process, which cannot be renewed', async () => {
    const text = await ok('aws sts live-assume --ttl 15m --role-session-name live -o env');
    expect(text).toMatch(/^AWS_ACCESS_KEY_ID=ASIA\w+\nAWS_SECRET_ACCESS_KEY=\S+\nAWS_SESSION_TOKEN=\S+\n$/);
    const credentials = JSON.parse(await ok('aws sts live-assume -o credential-process'));
    expect(credentials).toMatchObject({ Version: 1, Expiration: expect.stringMatching(/^\d{4}-/) });
    const lease = await given('aws sts live-assume', 'lease_id');
    expect((await trivet(`lease renew ${lease}`)).code).toBe(1);
    expect((await trivet(`aws sts live-assume --role-arn ${arn}-other --reveal`)).code).toBe(1);
    expect((await trivet('aws creds live-legacy --reveal')).code).toBe(0);
  });

  test('unwraps a wrapped reply once', async () => {
    const wrapped = await ok('aws sts live-assume --wrap-ttl 60s --field token');
    expect(await ok('lease unwrap env:WRAPPED --field access_key', { WRAPPED: wrapped })).toMatch(/^ASIA/);
    expect((await trivet('lease unwrap env:WRAPPED --reveal', { WRAPPED: wrapped })).code).toBe(1);
  });

  test('adopts a user by a static role, shows its credentials, and deletes the role', async () => {
    await ok(`aws static-role write live-static --username ${user} --rotation-period 24h --yes`);
    await ok('aws static-role write live-static --rotation-period 48h --yes');
    expect(await ok('aws static-role show live-static --field rotation_period')).toBe('172800');
    expect(await ok('aws static-creds live-static --field access_key')).toMatch(/^AKIA/);
    await ok('aws static-role delete live-static --yes');
    expect((await trivet('aws static-creds live-static')).code).toBe(5);
    const ghost = await trivet(
      'aws static-role write live-ghost --username no-such-user --rotation-period 24h --yes',
    );
    expect(ghost.code).toBe(5);
  });

  test('rotates the root key', async () => {
    const before = await ok('aws config show --field access_key');
    const after = await ok('aws rotate-root --yes --field access_key');
    expect(after).not.toBe(before);
    expect(await ok('aws config show --field access_key')).toBe(after);
  });

  test('reports a bad token, a missing mount, and a missing namespace', async () => {
    const bad = await trivet('aws config show', { TRIVET_SECRETS_TOKEN: 'no-such-token' });
    expect({ code: bad.code, stderr: bad.stderr }).toEqual({
      code: 4,
      stderr: expect.stringContaining('does not accept the token'),
    });
    expect((await trivet('aws config show --mount no-such-mount')).code).toBe(5);
    expect((await trivet('aws config show --namespace no-such-namespace')).code).toBe(5);
  });
});
