/**
 * Tests loans with real servers: credentials of OpenBao's engines, locks of OTF. Needs what test/live/cloud.test.ts,
 * test/live/ldap.test.ts and test/live/workspaces.test.ts need. Optional, both pointed at TRIVET_LIVE_AWS_URL:
 * TRIVET_LIVE_AWS, the AWS command line; TRIVET_LIVE_BOTO3, a Python with boto3.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli, words } from '../support/run-cli.ts';
import { entryBase } from '../support/live-servers.ts';

const { env } = process;
const bao = { url: env['TRIVET_LIVE_BAO_URL'] ?? '', token: env['TRIVET_LIVE_BAO_TOKEN'] ?? '' };
const otf = { url: env['TRIVET_LIVE_OTF_URL'] ?? '', token: env['TRIVET_LIVE_OTF_TOKEN'] ?? '' };
const arn = env['TRIVET_LIVE_CLOUD_ROLE_ARN'] ?? 'arn:aws:iam::123456789012:role/demo-role';
const [aws, awsUrl] = [env['TRIVET_LIVE_AWS'] ?? '', env['TRIVET_LIVE_AWS_URL'] ?? ''];
const python = env['TRIVET_LIVE_BOTO3'] ?? '';
const policy =
  '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"*"}]}';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-live-loans-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  TRIVET_SECRETS_URL: bao.url,
  TRIVET_SECRETS_TOKEN: bao.token,
  TRIVET_SECRETS_PRODUCT: 'openbao',
  TRIVET_WORKSPACES_URL: otf.url,
  TRIVET_WORKSPACES_TOKEN: otf.token,
  TRIVET_WORKSPACES_PRODUCT: 'otf',
  TRIVET_ORGANIZATION: 'acme',
  TRIVET_CONFIG_DIR: join(folder, 'config'),
  PATH: env['PATH'] ?? '',
  ...more,
});
const trivet = (line: string, more: Readonly<Record<string, string>> = {}) =>
  runCli(words(line), { env: environment(more) });
const ok = async (line: string): Promise<string> => {
  const result = await trivet(line);
  expect({ line, code: result.code, stderr: result.stderr }).toMatchObject({ line, code: 0 });
  return result.stdout;
};
const kept = (): readonly string[] =>
  readdirSync(join(folder, 'config', 'lends')).filter((name) => name.endsWith('.json'));
/** The lease that a loan reported. */
const leaseIn = (stderr: string): string => /lease (\S+),/.exec(stderr)?.[1] ?? '';

describe.skipIf(bao.url === '' || bao.token === '')('OpenBao', () => {
  beforeAll(async () => {
    await ok(`aws role write lend-user --credential-type iam_user --policy-document '${policy}'`);
    await ok(`aws role write lend-assume --credential-type assumed_role --role-arns ${arn}`);
    const ldif = `dn: uid={{.Username}},${entryBase}\nobjectClass: inetOrgPerson\nuid: {{.Username}}\ncn: x\nsn: x\nuserPassword: {{.Password}}\n`;
    const deletion = `dn: uid={{.Username}},${entryBase}\nchangetype: delete\n`;
    await ok(
      `ldap role write lend-entry --creation-ldif '${ldif}' --deletion-ldif '${deletion}' --default-ttl 6s --max-ttl 1h`,
    );
  });
  afterAll(async () => {
    for (const name of ['lend-user', 'lend-assume']) await trivet(`aws role delete ${name} --yes`);
    await trivet('ldap role delete lend-entry --yes');
  });

  test.each([
    ['aws creds lend-user', 'AWS_ACCESS_KEY_ID'],
    ['ldap creds lend-entry', 'LDAP_PASSWORD'],
  ])('%s lends to the command, and revokes afterwards', async (line, variable) => {
    const result = await trivet(`${line} -- sh -c 'test -n "$${variable}" && exit 7'`);
    expect(result.code).toBe(7);
    expect(result.stderr).toContain('revoked the credentials');
    expect((await trivet(`lease lookup ${leaseIn(result.stderr)}`)).code).toBe(5);
    expect(kept()).toEqual([]);
  });

  test('aws sts notes that the token stays valid', async () => {
    const result = await trivet(`aws sts lend-assume --ttl 15m -- sh -c 'test -n "$AWS_SESSION_TOKEN"'`);
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('cannot be revoked: they stay valid until');
  });

  test('a lease of six seconds is renewed for a command of ten', async () => {
    const result = await trivet('ldap creds lend-entry -- sleep 10');
    expect(result.code).toBe(0);
    expect(result.stderr).not.toContain('warning');
    expect(result.stderr).toContain('revoked the credentials of role lend-entry in mount ldap');
  });

  test('a lease that somebody else revokes while the command runs is reported', async () => {
    const script = join(folder, 'revoke.sh');
    const find = `trivet api secrets LIST /sys/leases/lookup/ldap/creds/lend-entry --query 'data.keys[0]' -o tsv`;
    writeFileSync(
      script,
      `#!/bin/sh\nset -eu\ntrivet lease revoke "ldap/creds/lend-entry/$(${find})" --sync --yes --quiet\nsleep 5\n`,
    );
    chmodSync(script, 0o755);
    const bin = `${resolve('bin')}:${env['PATH'] ?? ''}`;
    const result = await trivet(`ldap creds lend-entry --keep-token -- ${script}`, { PATH: bin });
    expect({ code: result.code, stderr: result.stderr }).toMatchObject({ code: 0 });
    expect(result.stderr).toContain('ended early');
  });

  test.skipIf(aws === '')('ten calls of the AWS command line make one credential', async () => {
    const config = join(folder, 'aws-config');
    const program = resolve('bin/trivet');
    writeFileSync(
      config,
      `[default]\nregion = us-east-1\ncredential_process = ${program} aws creds lend-user -o credential-process --cache\n`,
    );
    const run = () =>
      promisify(execFile)(aws, ['sts', 'get-caller-identity', '--endpoint-url', awsUrl, '--output', 'json'], {
        env: environment({ AWS_CONFIG_FILE: config, HOME: folder, PATH: env['PATH'] ?? '' }),
      });
    const [first] = await Promise.all([run(), run(), run()]);
    for (let call = 0; call < 7; call += 1) expect((await run()).stdout).toBe(first.stdout);
    const keys = JSON.parse(
      await ok('api secrets LIST /sys/leases/lookup/aws/creds/lend-user --query data.keys'),
    );
    expect(keys).toHaveLength(1);
    await ok(`lease revoke aws/creds/lend-user/${keys[0]} --sync --yes`);
  });

  test.skipIf(python === '')(
    'ten sessions of boto3 share one credential, which is replaced near its end',
    async () => {
      const [config, script] = [join(folder, 'boto3-config'), join(folder, 'ask.py')];
      const program = resolve('bin/trivet');
      const command = `${program} aws sts lend-assume --ttl 15m -o credential-process --cache --min-ttl`;
      // The second profile needs more time than the first credential has left.
      const profile = (name: string, rest: string): string =>
        `[profile ${name}]\nregion = us-east-1\ncredential_process = ${command} ${rest}\n`;
      writeFileSync(config, profile('usual', '2m') + profile('wary', '899s'));
      writeFileSync(
        script,
        `import boto3, sys
keys = []
for name in sys.argv[2:]:
    session = boto3.Session(profile_name=name)
    session.client('sts', endpoint_url=sys.argv[1]).get_caller_identity()
    keys.append(session.get_credentials().access_key)
print(len(set(keys)))
`,
      );
      const ask = async (...profiles: readonly string[]): Promise<string> => {
        const { stdout } = await promisify(execFile)(python, [script, awsUrl, ...profiles], {
          env: environment({ AWS_CONFIG_FILE: config, HOME: folder, PATH: env['PATH'] ?? '' }),
        });
        return stdout.trim();
      };
      expect(await ask(...Array<string>(10).fill('usual'))).toBe('1');
      await new Promise((done) => setTimeout(done, 1500));
      expect(await ask('usual', 'wary', 'usual')).toBe('2');
    },
  );
});

describe.skipIf(otf.url === '' || otf.token === '')('OTF', () => {
  beforeAll(() => ok('workspace create lend-lock'));
  afterAll(() => trivet('workspace force-delete lend-lock --confirm lend-lock'));
  const locked = (): Promise<string> => ok('workspace show lend-lock --field locked');

  // Its locks have no reason, no holder and no time, so nothing would prove whose they are.
  test('refuses to lock a workspace for a command, and leaves it as it is', async () => {
    for (const before of ['false', 'true']) {
      if (before === 'true') await ok('workspace lock lend-lock');
      const refused = await trivet('workspace lock lend-lock --reason r -- true');
      expect(refused.code).toBe(7);
      expect(refused.stderr).toContain('trivet workspace unlock lend-lock');
      expect([await locked(), kept()]).toEqual([before, []]);
    }
    await ok('workspace unlock lend-lock');
  });
});
