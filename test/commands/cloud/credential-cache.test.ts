/**
 * Tests `cloud creds … -o credential-process --cache`: many calls use one credential, which is replaced near its end.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { secretsServer } from '../../support/small-server.ts';

const bench = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trivet: typeof bench.trivet = (line, options = {}) =>
  bench.trivet(line, { ...options, env: { TRIVET_CONFIG_DIR: folder, ...options.env } });
const line = 'cloud creds ci -o credential-process --cache';
const files = (): readonly string[] =>
  readdirSync(join(folder, 'cache', 'credentials'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, 'cache', 'credentials', name));
const made = (): number => bench.requests().filter(({ path }) => path.includes('/creds/')).length;
const keyOf = (stdout: string): string => (JSON.parse(stdout) as { AccessKeyId: string }).AccessKeyId;

test('ten calls, even at once, make one credential in a file that only its owner can read', async () => {
  const results = await Promise.all(Array.from({ length: 10 }, () => trivet(line)));
  expect(results.map(({ code }) => code)).toEqual(Array(10).fill(0));
  expect(new Set(results.map(({ stdout }) => stdout)).size).toBe(1);
  expect(made()).toBe(1);
  expect(JSON.parse(results[0]?.stdout ?? '')).toMatchObject({ Version: 1, Expiration: expect.any(String) });
  expect(files().map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
  expect(statSync(join(folder, 'cache', 'credentials')).mode & 0o777).toBe(0o700);
  bench.clear();
  expect((await trivet(line)).stdout).toBe(results[0]?.stdout);
  expect(bench.requests()).toEqual([]);
});

test('a credential is replaced near its end; --min-ttl says how near', async () => {
  const later = (minutes: number) => ({ now: () => Date.now() + minutes * 60_000 });
  const first = keyOf((await trivet(line)).stdout);
  expect(keyOf((await trivet(line, later(45))).stdout)).toBe(first);
  const second = keyOf((await trivet(line, later(55))).stdout);
  expect(second).not.toBe(first);
  expect(keyOf((await trivet(`${line} --min-ttl 20m`)).stdout)).toBe(second);
  expect(keyOf((await trivet(`${line} --min-ttl 20m`, later(80))).stdout)).toBe(second);
  expect(keyOf((await trivet(`${line} --min-ttl 40m`, later(95))).stdout)).not.toBe(second);
  expect(made()).toBe(3);
});

test('--min-ttl applies if the credential lives longer', async () => {
  const near = `${line} --min-ttl 50m`;
  const first = (await trivet(near)).stdout;
  expect((await trivet(near, { now: () => Date.now() + 480_000 })).stdout).toBe(first);
  const second = await trivet(near, { now: () => Date.now() + 720_000 });
  expect(second.stdout).not.toBe(first);
  expect(second.stderr).not.toContain('warning');
});

test('a credential that lives shorter than --min-ttl is used for half its life, with a warning', async () => {
  const short = 'cloud sts build --ttl 15m -o credential-process --cache --min-ttl 1h';
  const { stdout: first, stderr } = await trivet(short);
  expect(stderr).toContain(
    'warning: the credentials last 15 min, which is not more than --min-ttl (60 min): they are replaced when less ' +
      'than 7.5 min is left',
  );
  expect((await trivet(short, { now: () => Date.now() + 420_000 })).stdout).toBe(first);
  expect((await trivet(short, { now: () => Date.now() + 480_000 })).stdout).not.toBe(first);
});

test('another role, mount, ttl, server or token has its own credential; expired ones are removed', async () => {
  const lines = [line, line.replace('ci', 'deploy'), line.replace('creds ci', 'sts build')];
  for (const one of [...lines, `${lines[2] ?? ''} --ttl 20m`]) expect((await trivet(one)).code).toBe(0);
  await trivet(line, { as: 'operator' });
  expect(new Set(files().map((file) => readFileSync(file, 'utf8'))).size).toBe(5);
  await trivet(line, { now: () => Date.now() + 7_200_000 });
  expect(files()).toHaveLength(1);
});

test('a file that others can read, or that is not an entry, is not used', async () => {
  const first = keyOf((await trivet(line)).stdout);
  const [file = ''] = files();
  chmodSync(file, 0o644);
  const second = keyOf((await trivet(line)).stdout);
  expect(second).not.toBe(first);
  writeFileSync(file, 'no JSON', { mode: 0o600 });
  expect(keyOf((await trivet(line)).stdout)).not.toBe(second);
});

test.each([
  ['cloud creds ci --cache -o json', 'Add -o credential-process'],
  ['cloud creds ci --cache -o env', 'Add -o credential-process'],
  ['cloud creds ci -o credential-process --min-ttl 5m', '--min-ttl needs --cache'],
  ['cloud creds ci --cache -- true', 'a command after -- cannot be given together'],
])('%s is exit 2', async (typed, message) => {
  const refused = await trivet(typed);
  expect([refused.code, made()]).toEqual([2, 0]);
  expect(refused.stderr).toContain(message);
});

test('a dry run shows the request and stores nothing', async () => {
  const dry = await trivet(`${line} --dry-run`);
  expect([dry.code, made()]).toEqual([0, 0]);
  expect(dry.stdout).toContain('/creds/ci');
});

test('a credential that an earlier version kept is used, and removed there when it has expired', async () => {
  const first = keyOf((await trivet(line)).stdout);
  const [file = ''] = files();
  const former = join(folder, 'credentials', basename(file));
  mkdirSync(dirname(former), { recursive: true, mode: 0o700 });
  renameSync(file, former);
  expect(keyOf((await trivet(line)).stdout)).toBe(first);
  expect(files()).toEqual([]);
  const later = await trivet(line, { now: () => Date.now() + 7_200_000 });
  expect(keyOf(later.stdout)).not.toBe(first);
  expect([existsSync(former), files()]).toEqual([false, [file]]);
});

const leaseIn = async (): Promise<string> =>
  (JSON.parse(readFileSync(files()[0] ?? '', 'utf8')) as { lease: string }).lease;
const twoMinutesLater = { now: () => Date.now() + 120_000 };

test('a lease that trivet revokes takes its credential out of the cache', async () => {
  const first = keyOf((await trivet(line)).stdout);
  await trivet(`lease revoke ${await leaseIn()} --yes --sync`);
  expect(files()).toEqual([]);
  expect(keyOf((await trivet(line)).stdout)).not.toBe(first);
});

test('a lease that somebody else revoked is noticed within a minute, with one request', async () => {
  const first = keyOf((await trivet(line)).stdout);
  await trivet(`lease revoke ${await leaseIn()} --yes --sync`, {
    env: { TRIVET_CONFIG_DIR: join(folder, 'other') },
  });
  bench.clear();
  expect(keyOf((await trivet(line)).stdout)).toBe(first);
  expect(bench.requests()).toEqual([]);
  expect(keyOf((await trivet(line, twoMinutesLater)).stdout)).not.toBe(first);
});

test('a credential that is checked is not checked again for a minute, and is given out if the server cannot be asked', async () => {
  const first = keyOf((await trivet(line)).stdout);
  const down = {
    ...twoMinutesLater,
    env: { HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' },
  };
  expect(keyOf((await trivet(line, down)).stdout)).toBe(first);
  bench.clear();
  const much = { now: () => Date.now() + 240_000 };
  expect(keyOf((await trivet(line, much)).stdout)).toBe(first);
  expect(keyOf((await trivet(line, much)).stdout)).toBe(first);
  expect(bench.requests().map(({ path }) => path)).toEqual(['/v1/sys/leases/lookup']);
});

test('--refresh replaces the credential', async () => {
  const first = keyOf((await trivet(line)).stdout);
  const second = keyOf((await trivet(`${line} --refresh`)).stdout);
  expect(second).not.toBe(first);
  expect(keyOf((await trivet(line)).stdout)).toBe(second);
  expect((await trivet('cloud creds ci --refresh --reveal')).stderr).toContain('--refresh needs --cache');
});

test('a credential whose token was revoked is not returned: another one is requested, which the server refuses', async () => {
  let isRevoked = false;
  const { env } = await secretsServer(() =>
    isRevoked
      ? { status: 403, body: { errors: ['permission denied', 'invalid token'] } }
      : {
          body: {
            lease_id: 'aws/creds/ci/1',
            lease_duration: 3600,
            renewable: true,
            data: { access_key: 'AKIA0123456789ABCDEF', secret_key: 'a-secret-key' },
          },
        },
  );
  const given = { ...env, TRIVET_CONFIG_DIR: folder };
  const first = await runCli(words(line), { env: given });
  expect(first.code, first.stderr).toBe(0);
  isRevoked = true;
  const { code, stdout } = await runCli(words(line), { ...twoMinutesLater, env: given });
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
});

test('a logout that revokes the token takes its credentials out of the cache, and leaves those of others', async () => {
  await trivet(line);
  const [others = ''] = files();
  const env = { TRIVET_CONFIG_DIR: folder, PW: 'alice-password' };
  const byProfile = (command: string) => runCli(words(`${command} --profile demo`), { env });
  const { urls } = bench.sandbox();
  await trivet(
    `profile set demo --secrets-url ${urls.secrets} --secrets-product documented --token-keeper file`,
  );
  const loggedIn = await byProfile('login secrets --method userpass --username alice --password-from env:PW');
  expect(loggedIn.code, loggedIn.stderr).toBe(0);
  const first = await byProfile(line);
  expect(first.code, first.stderr).toBe(0);
  expect(files()).toHaveLength(2);
  const loggedOut = await byProfile('logout secrets --yes');
  expect(loggedOut.stderr).toContain('the token was revoked');
  expect(files()).toEqual([others]);
});
