/** Tests what trivet does for the sessions that its log-ins began: it renews them once, and announces their end. */
import { beforeEach, describe, expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, profiles } = useConfigFolder();
const serve = useServers();
const { sandbox, requests, clear } = useSandbox({ fresh: true });

/** Milliseconds since the log-in. */
let passed = 0;
const pass = (seconds: number): void => {
  passed += seconds * 1000;
  sandbox().clock.advance(seconds * 1000);
};
const run = (line: string, env: Readonly<Record<string, string>> = {}) =>
  trivet(line, { env: { PW: 'alice-password', ...env }, now: () => Date.now() + passed });
const renewals = () => requests().filter(({ path }) => path.endsWith('/renew-self')).length;

beforeEach(async () => {
  passed = 0;
  const { urls } = sandbox();
  await run(
    `profile set demo --secrets-url ${urls.secrets} --secrets-product documented ` +
      `--jobs-url ${urls.jobs} --jobs-product documented`,
  );
});

describe('a session of an hour', () => {
  beforeEach(async () => {
    await run('login secrets --method userpass --username alice --password-from env:PW');
    clear();
  });

  test('is not renewed in its first two thirds', async () => {
    pass(2300);
    expect(await run('pki role list')).toMatchObject({ code: 0, stderr: '' });
    expect(renewals()).toBe(0);
  });

  test('is renewed once after that, also by a run that only reads', async () => {
    const before = profiles();
    pass(2500);
    const env = { TRIVET_READ_ONLY: '1' };
    expect(await run('pki role list', env)).toMatchObject({ code: 0, stderr: '' });
    expect(renewals()).toBe(1);
    expect(profiles()).not.toBe(before);
    expect(await run('pki role list')).toMatchObject({ code: 0 });
    expect(renewals()).toBe(1);
    pass(2500);
    expect(await run('pki role list')).toMatchObject({ code: 0 });
    expect(renewals()).toBe(2);
  });

  test('is renewed once by several commands at a time', async () => {
    pass(2500);
    const all = await Promise.all([1, 2, 3].map(() => run('pki role list')));
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(renewals()).toBe(1);
  });

  test('is not renewed for a request that is only shown', async () => {
    pass(2500);
    expect(await run('pki role list --dry-run')).toMatchObject({ code: 0 });
    expect(renewals()).toBe(0);
  });

  test('that the server has ended is announced, and the command fails with exit 4', async () => {
    pass(3700);
    const result = await run('pki role list');
    expect(result.code).toBe(4);
    expect(result.stderr).toContain('warning: the session for secrets ended at');
    expect(result.stderr).toContain('trivet login secrets --profile demo');
    expect(renewals()).toBe(0);
  });
});

test('a session that the server does not renew is announced before its end, and the command goes on', async () => {
  const server = await serve((request, response) => {
    const reply = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (request.url?.endsWith('/login/alice') === true) {
      reply(200, { data: null, auth: { client_token: 'token-1234', lease_duration: 600, renewable: true } });
    } else if (request.url?.endsWith('/renew-self') === true) {
      reply(403, { errors: ['1 error occurred:\n\t* permission denied\n\n'] });
    } else reply(200, { data: { keys: ['web'] } });
  });
  await run(`profile set demo --secrets-url ${server.origin}/v1 --secrets-product openbao`);
  await run('login secrets --method userpass --username alice --password-from env:PW');
  passed = 570_000;
  const result = await run('pki role list');
  expect(result).toMatchObject({ code: 0, stdout: 'web\n' });
  expect(result.stderr).toMatch(/^warning: the session for secrets ends in \d+ s/);
  expect(server.seen.filter(({ url }) => url.endsWith('/renew-self'))).toHaveLength(1);
});

test('a session of jobs cannot be renewed, and is announced before its end', async () => {
  const { origin, token } = sandbox();
  const env = {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/identity/token`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: token,
  };
  expect((await run('login jobs --method github', env)).code).toBe(0);
  pass(1400);
  expect((await run('job list')).stderr).toBe('');
  pass(300);
  const result = await run('job list');
  expect(result.code).toBe(0);
  expect(result.stderr).toMatch(
    /^warning: the session for jobs ends in \d+ s; log in again: trivet login jobs/,
  );
});

test('a token that was not given by a log-in is never renewed', async () => {
  const line = 'login secrets --method userpass --username alice --password-from env:PW --field token';
  const { stdout } = await run(line);
  pass(3000);
  clear();
  const env = { TRIVET_SECRETS_URL: sandbox().urls.secrets, TRIVET_SECRETS_TOKEN: stdout.trim() };
  expect((await run('pki role list', env)).code).toBe(0);
  await run(`login secrets --token-file -`);
  expect(renewals()).toBe(0);
});
