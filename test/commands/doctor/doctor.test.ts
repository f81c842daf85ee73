/** Tests `trivet doctor` against the sandbox: every finding, its advice, and the exit code of the worst. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serviceNames } from '../../../src/catalogue/product.ts';
import { finding, findings } from '../../support/doctor-report.ts';
import { runCli } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox();
const { trivet } = bench;

describe('doctor in the sandbox', () => {
  test('reports that everything is in order', async () => {
    const result = await trivet('doctor -o json');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toMatchObject({ exit: 0 });
    const examined = findings(result).filter(({ status }) => status !== 'skipped');
    expect(examined.map(({ service, check, status }) => `${service} ${check} ${status}`)).toEqual([
      ...['address', 'tls', 'server', 'clock', 'product', 'token', 'organization', 'permissions'].map(
        (check) => `workspaces ${check} ok`,
      ),
      ...['address', 'tls', 'server', 'clock', 'product', 'token', 'mounts', 'permissions'].map(
        (check) => `secrets ${check} ok`,
      ),
      ...['address', 'tls', 'server', 'clock', 'product', 'token', 'permissions'].map(
        (check) => `jobs ${check} ok`,
      ),
    ]);
  });

  test('says where address and token come from, and shows no token', async () => {
    const result = await trivet('doctor -v');
    const { urls, tokens } = bench.sandbox();
    expect(result.stdout).toContain(`workspaces\taddress\tok\t${urls.workspaces} (TRIVET_WORKSPACES_URL)\n`);
    expect(result.stdout).toContain('secrets\ttoken\tok\tfrom TRIVET_SECRETS_TOKEN, policies root');
    expect(result.stdout + result.stderr).not.toContain(tokens.owner);
  });

  test('changes nothing', async () => {
    bench.clear();
    await trivet('doctor');
    const methods = bench.requests().map(({ method, path }) => `${method} ${path}`);
    expect(methods.length).toBeGreaterThan(8);
    expect(methods.filter((line) => !line.startsWith('GET '))).toEqual(['POST /v1/sys/capabilities-self']);
  });

  test('accepts a profile with only one service', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trivet-doctor-'));
    try {
      const { urls, tokens } = bench.sandbox();
      const env = { TRIVET_CONFIG_DIR: folder };
      const set = ['profile', 'set', 'one', '--jobs-url', urls.jobs, '--jobs-product', 'documented'];
      expect((await runCli(set, { env })).code).toBe(0);
      const login = ['auth', 'login', 'jobs', '--profile', 'one', '--token-file', '-'];
      expect((await runCli(login, { env, stdin: `${tokens.owner}\n` })).code).toBe(0);
      const result = await runCli(['doctor', '--profile', 'one', '-o', 'json'], { env });
      expect(result.code).toBe(0);
      expect(finding(result, 'secrets', 'address')).toMatchObject({ status: 'skipped' });
      expect((await runCli(['doctor', 'secrets', '--profile', 'one'], { env })).code).toBe(3);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('checks only the service that is named', async () => {
    const result = await trivet('doctor jobs -o json');
    expect(new Set(findings(result).map(({ service }) => service))).toEqual(new Set(['jobs']));
  });

  test.each(['workspaces', 'secrets', 'jobs'])(
    'exits 4 for a wrong token of %s and says what to do',
    async (service) => {
      const variable = `TRIVET_${service.toUpperCase()}_TOKEN`;
      const result = await trivet('doctor -o json', { env: { [variable]: 'wrong' } });
      expect(result.code).toBe(4);
      expect(finding(result, service, 'token')).toMatchObject({ status: 'problem', exit: 4 });
      expect(finding(result, service, 'token').next).toContain(variable);
      const last = JSON.parse(result.stderr.trim().split('\n').at(-1) ?? '') as { error: unknown };
      expect(last.error).toMatchObject({ code: 'doctor', exit: 4 });
    },
  );

  test('says that a token is missing', async () => {
    const { urls } = bench.sandbox();
    const result = await runCli(['doctor', 'secrets', '-o', 'json'], {
      env: { TRIVET_SECRETS_URL: urls.secrets },
    });
    expect(result.code).toBe(4);
    expect(finding(result, 'secrets', 'token')).toMatchObject({ detail: 'no token is configured', exit: 4 });
  });

  test('exits 5 if the organization does not exist', async () => {
    const result = await trivet('doctor -o json', { env: { TRIVET_ORGANIZATION: 'nobody' } });
    expect(result.code).toBe(5);
    expect(finding(result, 'workspaces', 'organization')).toMatchObject({ status: 'problem', exit: 5 });
  });

  test('reports a missing organization without failing', async () => {
    const { urls, tokens } = bench.sandbox();
    const result = await runCli(['doctor', 'workspaces', '-o', 'json'], {
      env: { TRIVET_WORKSPACES_URL: urls.workspaces, TRIVET_WORKSPACES_TOKEN: tokens.owner },
    });
    expect(result.code).toBe(0);
    expect(finding(result, 'workspaces', 'organization').status).toBe('skipped');
  });

  test('exits with the worst problem: settings before reachability before token', async () => {
    const token = { TRIVET_WORKSPACES_TOKEN: 'wrong' };
    const gone = { ...token, TRIVET_JOBS_URL: 'http://127.0.0.1:1' };
    const broken = { ...gone, TRIVET_SECRETS_URL: 'ftp://nowhere' };
    expect((await trivet('doctor', { env: token })).code).toBe(4);
    expect((await trivet('doctor', { env: gone })).code).toBe(8);
    const result = await trivet('doctor', { env: broken });
    expect(result.code).toBe(3);
    // The last line is the worst problem; the others are still shown.
    expect(
      result.stderr
        .trim()
        .split('\n')
        .findLast((line) => line.startsWith('trivet: ')),
    ).toContain('secrets');
    expect(result.stderr).toContain('the server does not accept the token');
    expect(result.stderr).toContain('refused the connection');
  });

  test('shows only the last line with --quiet', async () => {
    const result = await trivet('doctor -q', {
      env: { TRIVET_JOBS_TOKEN: 'wrong', TRIVET_SECRETS_TOKEN: 'x' },
    });
    expect(result.stderr.split('\n').filter((line) => /^\S/.test(line))).toHaveLength(1);
  });

  test('writes the report to --out even if there are problems', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trivet-doctor-'));
    try {
      const result = await trivet(`doctor -o json --out ${join(folder, 'report.json')}`, {
        env: { TRIVET_JOBS_TOKEN: 'wrong' },
      });
      expect(result).toMatchObject({ code: 4, stdout: '' });
      expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ exit: 4 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('needs the name of a service for flags of one service', async () => {
    const result = await trivet('doctor --base-url http://127.0.0.1:1');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(`Name one service after trivet doctor: ${serviceNames.join(', ')}.`);
  });

  test('refuses a word that is not a service', async () => {
    expect((await trivet('doctor cloud')).code).toBe(2);
  });
});

test('without any configuration, every service is listed, the exit code is 3, and a hint says where to start', async () => {
  const result = await runCli(['doctor', '-o', 'json']);
  expect(result.code).toBe(3);
  expect(findings(result)).toMatchObject(
    serviceNames.map((service) => ({ service, check: 'address', status: 'skipped' })),
  );
  expect(result.stderr).toContain('trivet sandbox exec -- trivet doctor');
});

test('a service that is not configured is not an error if another one is', async () => {
  const { urls, tokens } = bench.sandbox();
  const result = await runCli(['doctor', '-o', 'json'], {
    env: { TRIVET_JOBS_URL: urls.jobs, TRIVET_JOBS_TOKEN: tokens.owner },
  });
  expect(result.code).toBe(0);
  expect(finding(result, 'secrets', 'address')).toMatchObject({
    status: 'skipped',
    detail: 'not configured',
  });
});
