/** Tests `trivet cloud` against the sandbox: document 2 §2.3, §4.3. */
import { expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
const { trivet } = bench;

const policy = '{"Version":"2012-10-17","Statement":[]}';
const arn = 'arn:aws:iam::123456789012:role/build';

// A receipt reads the state before and after a change.
const last = () => bench.requests().findLast(({ method }) => method !== 'GET') ?? bench.requests().at(-1);

test('a write of the root configuration asks, and says what it would lose', async () => {
  const declined = await trivet('cloud config set --region eu-north-1 --no-input');
  expect(declined.code).toBe(2);
  expect(declined.stderr).toMatch(/these settings are not given and would be lost: access_key AKIA/);
  expect(declined.stderr).toContain('lose access_key with its secret_key?');
  // The read shows the server's own template; a write without a template keeps it.
  expect(declined.stderr).not.toContain('username_template');
  expect(bench.requests().map(({ method }) => method)).toEqual(['GET']);
  const no = await trivet('cloud config set --region eu-north-1', { typed: 'n' });
  expect(no.code).toBe(2);
  const yes = await trivet('cloud config set --region eu-north-1', { typed: 'y' });
  expect(yes.code).toBe(0);
  expect(last()).toMatchObject({
    method: 'POST',
    path: '/v1/cloud/config/root',
    body: { region: 'eu-north-1' },
  });
  const shown = await trivet('cloud config show --fields access_key,region');
  expect(shown.stdout).toBe('access_key\t\nregion\teu-north-1\n');
});

test('a write without a custom name template asks, because it would lose the template', async () => {
  await trivet(`cloud config set --region eu-north-1 --username-template 'x-{{random 8}}' --yes`);
  const declined = await trivet('cloud config set --region eu-north-1 --no-input');
  expect(declined.stderr).toContain('lose username_template?');
});

test('a name that no route of the server accepts is reported as such', async () => {
  const refused = await trivet(`cloud role write 'my&role' --credential-type iam_user --policy-arns ${arn}`);
  expect(refused.code).toBe(7);
  expect(refused.stderr).toContain('might not take "my&role"');
  const fine = await trivet('cloud role show "my&role"');
  expect(fine.stderr).toContain('might not take "my&role"');
});

test('an empty secret is refused, since the program that should have written it failed', async () => {
  bench.clear();
  const piped = await trivet('cloud config set --access-key AKIA1 --secret-key - --yes', { stdin: '\n' });
  expect(piped.code).toBe(2);
  expect(piped.stderr).toContain('--secret-key: standard input is empty');
  const unwrap = await trivet('lease unwrap @/dev/null --reveal');
  expect(unwrap.code).toBe(2);
  expect(unwrap.stderr).toContain('<token>: /dev/null is empty');
  expect(bench.requests()).toEqual([]);
});

test('the secret key comes from a file, standard input or the environment, and is never shown', async () => {
  const literal = await trivet('cloud config set --access-key AKIA1 --secret-key the-very-secret --yes');
  expect(literal.code).toBe(2);
  expect(literal.stderr).toContain('takes no literal value');
  expect(literal.stderr).not.toContain('the-very-secret');
  const written = await trivet('cloud config set --access-key AKIA1 --secret-key - --yes -v', {
    stdin: 'the-very-secret\n',
  });
  expect(written.code).toBe(0);
  expect(last()?.body).toEqual({ access_key: 'AKIA1', secret_key: 'the-very-secret' });
  expect(written.stdout + written.stderr).not.toContain('the-very-secret');
  const dry = await trivet('cloud config set --access-key A --secret-key env:KEY --dry-run', {
    env: { KEY: 'another-secret' },
  });
  expect(dry.stdout).toContain('TRIVET_SECRET_SECRET_KEY');
  expect(dry.stdout).not.toContain('another-secret');
  const shown = await trivet('cloud config show -o json');
  expect(shown.stdout).not.toContain('secret');
});

test('federation needs its role and excludes the keys', async () => {
  const alone = await trivet('cloud config set --identity-token-audience a --yes');
  expect(alone.code).toBe(2);
  const both = `cloud config set --identity-token-audience a --role-arn ${arn} --identity-token-ttl 30m --yes`;
  expect((await trivet(`${both} --access-key A --secret-key env:S`, { env: { S: 's' } })).code).toBe(2);
  expect((await trivet(both)).code).toBe(0);
  expect(last()?.body).toEqual({ identity_token_audience: 'a', role_arn: arn, identity_token_ttl: '30m' });
});

test('rotation of the root key asks, prints the new key, and says that calls may fail', async () => {
  expect((await trivet('cloud config rotate-root --no-input')).code).toBe(2);
  const before = (await trivet('cloud config show --field access_key')).stdout;
  const rotated = await trivet('cloud config rotate-root --yes --field access_key');
  expect(rotated.code).toBe(0);
  expect(rotated.stdout).toMatch(/^AKIA/);
  expect(rotated.stdout).not.toBe(before);
  expect(rotated.stderr).toContain('can fail for a few seconds');
  expect((await trivet('cloud config show --field access_key')).stdout).toBe(rotated.stdout);
});

test('rotation without static credentials is refused', async () => {
  await trivet('cloud config set --region eu-north-1 --yes');
  const refused = await trivet('cloud config rotate-root --yes');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Only static credentials can be rotated');
});

test('both leases are set together and shown', async () => {
  expect((await trivet('cloud lease set --lease 30m')).code).toBe(2);
  expect((await trivet('cloud lease set --lease 30m --lease-max 12h')).code).toBe(0);
  expect(last()?.body).toEqual({ lease: '30m', lease_max: '12h' });
  expect((await trivet('cloud lease show')).stdout).toBe('lease\t30m0s\nlease_max\t12h0m0s\n');
});

test('a role can be written, shown, listed and deleted; an unknown one is exit 5', async () => {
  const write = `cloud role write app --credential-type iam_user --policy-document '${policy}'`;
  expect((await trivet(`${write} --iam-groups dev,ops --iam-tags team=web --user-path /apps/`)).code).toBe(0);
  expect(last()).toMatchObject({
    method: 'POST',
    path: '/v1/cloud/roles/app',
    body: {
      credential_type: 'iam_user',
      policy_document: policy,
      iam_groups: ['dev', 'ops'],
      iam_tags: ['team=web'],
      user_path: '/apps/',
    },
  });
  expect((await trivet('cloud role show app --field credential_type')).stdout).toBe('iam_user');
  expect((await trivet('cloud role list -o name')).stdout.split('\n')).toContain('app');
  expect((await trivet('cloud role delete app --no-input')).code).toBe(2);
  expect((await trivet('cloud role delete app --yes')).code).toBe(0);
  for (const verb of ['show', 'delete --yes']) expect((await trivet(`cloud role ${verb} app`)).code).toBe(5);
});

test('all parameters that do not fit the credential type are reported at once, and nothing is sent', async () => {
  const refused = await trivet(
    `cloud role write app --credential-type session_token --role-arns ${arn} --policy-document '${policy}' --user-path /a/`,
  );
  expect(refused.code).toBe(2);
  for (const flag of ['--role-arns', '--policy-document', '--user-path'])
    expect(refused.stderr).toContain(flag);
  expect(bench.requests()).toEqual([]);
  const anyway = await trivet(
    `cloud role write app --credential-type session_token --user-path /a/ --no-validate`,
  );
  expect(anyway.code).toBe(1);
});

test('a role with invalid data of an earlier release is shown', async () => {
  const shown = await trivet('cloud role show imported --field invalid_data');
  expect(shown.stdout).not.toBe('');
});

test('credentials are printed as env, export and credential-process, with lease and expiry on stderr', async () => {
  await trivet(`cloud role write app --credential-type iam_user --policy-document '${policy}'`);
  const table = await trivet('cloud creds app --reveal');
  expect(table.code).toBe(0);
  expect(table.stdout).toMatch(/^access_key\tAKIA/);
  expect(table.stdout).toMatch(/^secret_key\t\S{20,}/m);
  expect(table.stderr).toMatch(/lease cloud\/creds\/app\/\S+, until \d{4}-.*Z \(\d+ s\), renewable/);
  expect(table.stderr).toContain('reaches the whole provider after 5 to 15 seconds');
  const env = await trivet('cloud creds app -o env');
  expect(env.stdout).toMatch(/^AWS_ACCESS_KEY_ID=AKIA\w+\nAWS_SECRET_ACCESS_KEY=\S+\n$/);
  const exported = await trivet('cloud creds app -o export');
  expect(exported.stdout).toMatch(/unset AWS_SESSION_TOKEN\n$/);
  const sts = await trivet('cloud sts deploy --ttl 20m -o credential-process');
  expect(JSON.parse(sts.stdout)).toMatchObject({
    Version: 1,
    AccessKeyId: expect.stringMatching(/^ASIA/),
    SessionToken: expect.any(String),
    Expiration: expect.stringMatching(/^\d{4}-/),
  });
  const one = JSON.parse((await trivet('cloud creds app -o jsonl')).stdout);
  expect(one).toMatchObject({ lease_id: expect.stringContaining('cloud/creds/app/'), renewable: true });
});

test('creds sends its parameters in the query, sts in the body', async () => {
  const parameters = `--role-arn arn:aws:iam::123456789012:role/deploy --role-session-name ci --ttl 15m`;
  const creds = await trivet(`cloud creds deploy ${parameters} --dry-run`);
  expect(creds.stdout).toContain('GET');
  expect(creds.stdout).toMatch(/role_session_name=ci&ttl=15m/);
  expect((await trivet(`cloud sts deploy ${parameters} --reveal`)).code).toBe(0);
  expect(last()).toMatchObject({
    method: 'POST',
    path: '/v1/cloud/sts/deploy',
    body: { role_arn: 'arn:aws:iam::123456789012:role/deploy', role_session_name: 'ci', ttl: '15m' },
  });
});

test('a role with several role ARNs needs --role-arn to choose one of them', async () => {
  await trivet(`cloud role write two --credential-type assumed_role --role-arns ${arn},${arn}2`);
  expect((await trivet('cloud sts two --reveal')).code).toBe(1);
  expect((await trivet(`cloud sts two --role-arn ${arn}3 --reveal`)).code).toBe(1);
  expect((await trivet(`cloud sts two --role-arn ${arn}2 --reveal`)).code).toBe(0);
});

test('the ttl comes from the request, then the role, then 3600s, and is capped at the role', async () => {
  const plain = `cloud role write plain --credential-type assumed_role --role-arns ${arn}`;
  await trivet(plain);
  expect(await bench.given('cloud sts plain', 'lease_duration')).toBe('3600');
  await trivet(`${plain} --default-sts-ttl 30m --max-sts-ttl 2h`);
  expect(await bench.given('cloud sts plain', 'lease_duration')).toBe('1800');
  expect(await bench.given('cloud sts plain --ttl 15m', 'lease_duration')).toBe('900');
  expect(await bench.given('cloud sts plain --ttl 5h', 'lease_duration')).toBe('7200');
});

test('a legacy role gives a user by creds and a token by sts; the other command is refused', async () => {
  expect((await trivet(`cloud role write old --policy '${policy}'`)).code).toBe(0);
  expect((await trivet('cloud creds old --reveal')).code).toBe(0);
  expect(await bench.given('cloud sts old', 'access_key')).toMatch(/^ASIA/);
  await trivet(`cloud role write oldarn --arn ${arn}`);
  const wrong = await trivet('cloud creds oldarn --reveal');
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('otherwise trivet cloud sts');
});

test('a one-time code is a secret, and a role with a device requires it', async () => {
  await trivet(`cloud role write mfa --credential-type session_token --mfa-serial-number GAHT12345678`);
  expect((await trivet('cloud sts mfa --mfa-code 123456 --reveal')).code).toBe(2);
  expect((await trivet('cloud sts mfa --reveal')).code).toBe(1);
  expect((await trivet('cloud sts mfa --mfa-code env:CODE --reveal', { env: { CODE: '123456' } })).code).toBe(
    0,
  );
});

test('a session name of more than 64 characters is truncated, with a note', async () => {
  const result = await trivet(`cloud sts deploy --role-session-name ${'n'.repeat(80)} --reveal`);
  expect(result.code).toBe(0);
  expect(result.stderr).toContain('truncated to 64 characters');
  expect(result.stdout).toMatch(/\/n{64}$/m);
});

test('a generated user name that is too long is reported as a fault of the template: exit 1', async () => {
  const keys = 'cloud config set --access-key A --secret-key env:S --yes';
  await trivet(`${keys} --username-template ${'x'.repeat(65)}`, { env: { S: 's' } });
  const user = await trivet('cloud creds ci --reveal');
  expect(user.code).toBe(1);
  expect(user.stderr).toContain('Shorten --username-template');
  await trivet(`${keys} --username-template ${'x'.repeat(33)}`, { env: { S: 's' } });
  expect((await trivet('cloud creds ci --reveal')).code).toBe(0);
  await trivet(`cloud role write fed --credential-type federation_token --policy-document '${policy}'`);
  expect((await trivet('cloud sts fed --reveal')).code).toBe(1);
});

test('a static role manages a user, gives its credentials, and keeps the user after its deletion', async () => {
  const write = 'cloud static-role write archive --username deploy-user --rotation-period 24h';
  expect((await trivet(`${write} --no-input`)).code).toBe(2);
  expect((await trivet(`${write} --yes`)).code).toBe(0);
  expect(last()?.body).toEqual({ username: 'deploy-user', rotation_period: '24h' });
  expect((await trivet('cloud static-role show archive --field rotation_period')).stdout).toBe('86400');
  const first = await trivet('cloud static-creds archive -o export');
  expect(first.stdout).toMatch(/export AWS_ACCESS_KEY_ID='AKIA/);
  expect(first.stderr).toBe('');
  expect(
    (await trivet('cloud static-role write archive --username deploy-user --rotation-period 59s --yes')).code,
  ).toBe(2);
  const removed = await trivet('cloud static-role delete archive --yes');
  expect(removed.stderr).toContain('the user itself stays');
  for (const read of ['static-role show', 'static-creds'])
    expect((await trivet(`cloud ${read} archive`)).code).toBe(5);
});

test('the mount is cloud as documented and aws on real servers; --mount names another one', async () => {
  const shown = async (more: string, product = 'documented') =>
    (await trivet(`cloud role list --dry-run ${more}`, { env: { TRIVET_SECRETS_PRODUCT: product } })).stdout;
  expect(await shown('')).toMatch(/LIST .*\/v1\/cloud\/roles/);
  expect(await shown('', 'vault')).toMatch(/GET .*\/v1\/aws\/roles\?list=true/);
  expect(await shown('--mount team/aws')).toContain('/v1/team/aws/roles');
});
