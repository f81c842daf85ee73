/** Tests what trivet does for the sessions that its log-ins began: it renews them once, and announces their end. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { CliOptions } from '../../support/run-cli.ts';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';
import { typing } from '../../support/typing.ts';
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
const run = (line: string, env: Readonly<Record<string, string>> = {}, options: CliOptions = {}) =>
  trivet(line, { env: { PW: 'alice-password', ...env }, now: () => Date.now() + passed, ...options });
/** The same, by a person at a terminal who types these lines; `shown` collects the questions. */
const ask = (line: string, lines: readonly string[], shown: string[] = []) =>
  run(line, {}, { tty: true, world: typing(lines, shown) });
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
    expect(result.stderr).toContain('warning: the session for secrets (alice, userpass) ended at');
    expect(result.stderr).toContain(
      'Log in again: trivet login secrets --profile demo --method userpass --username alice',
    );
    expect(renewals()).toBe(0);
  });
});

describe('a session that has ended, of a person at a terminal', () => {
  const asked = () => requests().map(({ method, path }) => `${method} ${path}`);

  beforeEach(async () => {
    await run('login secrets --method userpass --username alice --password-from env:PW');
    pass(3700);
    clear();
  });

  test('is begun again in place, and the command goes on with the new one', async () => {
    const shown: string[] = [];
    const result = await ask('pki role list', ['y', 'alice-password'], shown);
    expect(result.code).toBe(0);
    expect(shown.join('')).toMatch(
      /^The session for secrets \(alice, userpass\) ended at \S+\. Log in again\? \[y\/N\] Password for secrets: /,
    );
    expect(result.stderr).toContain('logged in to secrets');
    expect(asked()).toEqual(['POST /v1/auth/userpass/login/alice', 'LIST /v1/pki/roles']);
    expect(await run('pki role list')).toMatchObject({ code: 0, stderr: '' });
  });

  test('is begun before a change, which is sent once', async () => {
    const line = 'pki role write in-place --allow-any-name --yes';
    expect((await ask(line, ['y', 'alice-password'])).code).toBe(0);
    expect(asked().filter((one) => one.startsWith('POST /v1/pki/roles/'))).toHaveLength(1);
  });

  test('stays ended where the person does not want to, and the command is exit 4', async () => {
    const result = await ask('pki role list', ['n']);
    expect(result.code).toBe(4);
    expect(result.stderr).toContain('Log in again: trivet login secrets --profile demo');
  });

  test('stays ended after a wrong password', async () => {
    expect((await ask('pki role list', ['y', 'wrong'])).code).toBe(4);
  });

  test('ends the command where the person interrupts the log-in, and nothing is sent', async () => {
    const result = await ask('pki role list', ['y', '\u0003']);
    expect(result.code).toBe(130);
    expect(requests()).toEqual([]);
  });

  test.each(['--no-input', '-v --no-input'])('is not asked about with %s', async (flag) => {
    const shown: string[] = [];
    const line = `pki role list ${flag}`;
    const result = await run(line, {}, { tty: true, world: typing(['y', 'alice-password'], shown) });
    expect([result.code, shown]).toEqual([4, []]);
  });

  test('is not asked about in a pipeline, nor where nobody sees the question', async () => {
    const shown: string[] = [];
    const world = typing(['y', 'alice-password'], shown);
    expect((await run('pki role list', { CI: 'true' }, { tty: true, world })).code).toBe(4);
    expect((await run('pki role list', {}, { world })).code).toBe(4);
    expect(shown).toEqual([]);
  });

  test('is begun once for all lines of a batch', async () => {
    const shown: string[] = [];
    const lines = ['pki role list', 'pki role list', 'pki role list', 'pki role list'].join('\n');
    const result = await run(
      'batch run - --parallel 4 --yes',
      {},
      { tty: true, stdin: lines, world: typing(['y', 'alice-password'], shown) },
    );
    expect([result.code, shown.filter((text) => text.includes('Log in again'))]).toEqual([
      0,
      [expect.any(String)],
    ]);
    expect(asked().filter((one) => one.includes('/login/'))).toHaveLength(1);
  });
});

test('a session that the server ended early is begun again after its refusal, and the request is repeated', async () => {
  await run('login secrets --method userpass --username alice --password-from env:PW');
  const token = /"value": "([^"]+)"/.exec(profiles() ?? '')?.[1] ?? '';
  await run('api secrets POST /auth/token/revoke-self --token-file -', {}, { stdin: token });
  clear();
  const shown: string[] = [];
  const result = await ask('pki role list', ['y', 'alice-password'], shown);
  expect(result.code).toBe(0);
  expect(shown.join('')).toContain('(alice, userpass) is not accepted by the server. Log in again?');
  expect(requests().map(({ method }) => method)).toEqual(['LIST', 'POST', 'LIST']);
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
  expect(result.stderr).toMatch(/^warning: the session for secrets \(userpass\) ends in \d+ s/);
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
    /^warning: the session for jobs \(\S+, jwt ci\) ends in \d+ s; log in again: trivet login jobs/,
  );
});

test('a session of jobs that has ended is exit 4 with the command to type', async () => {
  const { origin, token } = sandbox();
  const env = {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/identity/token`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: token,
  };
  await run('login jobs --method github', env);
  pass(7200);
  const result = await run('job list');
  expect(result.code).toBe(4);
  expect(result.stderr).toContain('Log in again: trivet login jobs --profile demo --method github');
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

describe('auth status', () => {
  test('is exit 4 for a session that has ended, with the command that begins it again', async () => {
    await run('login secrets --method userpass --username alice --password-from env:PW');
    expect((await run('auth status')).code).toBe(0);
    pass(3700);
    clear();
    const result = await run('auth status -o json');
    expect(result.code).toBe(4);
    expect(JSON.parse(result.stdout)).toContainEqual(
      expect.objectContaining({
        service: 'secrets',
        user: 'alice',
        problem: expect.stringMatching(/^the session ended at /),
      }),
    );
    expect(result.stderr).toContain(
      'Log in again: trivet login secrets --profile demo --method userpass --username alice',
    );
    expect(requests()).toEqual([]);
  });
});

test('a log-in says until when the session stays valid that it replaces', async () => {
  const line = 'login secrets --method userpass --username alice --password-from env:PW';
  expect((await run(line)).stderr).not.toContain('replaced');
  expect((await run(line)).stderr).toMatch(
    /the session that was replaced stays valid at the server until \S+Z; trivet logout secrets before a log-in revokes it/,
  );
  pass(3700);
  expect((await run(line)).stderr).not.toContain('replaced');
});

describe('an odd reply to a log-in', () => {
  const answering = async (auth: unknown) => {
    const server = await serve((_, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: null, auth }));
    });
    await run(`profile set demo --secrets-url ${server.origin}/v1 --secrets-product openbao`);
    return run('login secrets --method userpass --username alice --password-from env:PW');
  };

  test.each(['al\nice', 'al\u001bice', ''])(
    'with the user name %j does not lose the token',
    async (username) => {
      const result = await answering({
        client_token: 'token-1234',
        lease_duration: 60,
        metadata: { username },
      });
      expect(result.code).toBe(0);
      expect(profiles()).toContain('token-1234');
    },
  );

  test.each(['token\n1234', 'tökén', 'token 1234'])(
    'with the token %j stores nothing',
    async (client_token) => {
      const before = await run('profile show demo -o json');
      const result = await answering({ client_token, lease_duration: 60 });
      expect(result.code).toBe(8);
      expect(result.stderr).toContain('sent a token that no request can contain');
      expect(JSON.parse(before.stdout)).not.toHaveProperty('secrets.token');
      expect(profiles()).not.toContain('"token"');
    },
  );
});

test('a token that may not revoke itself is not called invalid by a log-out', async () => {
  const server = await serve((request, response) => {
    const isLogin = request.url?.includes('/login/') === true;
    const body = isLogin
      ? { data: null, auth: { client_token: 'token-1234', lease_duration: 600 } }
      : { errors: ['1 error occurred:\n\t* permission denied\n\n'] };
    response.writeHead(isLogin ? 200 : 403, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await run(`profile set demo --secrets-url ${server.origin}/v1 --secrets-product openbao`);
  await run('login secrets --method userpass --username alice --password-from env:PW');
  const { stderr } = await run('logout secrets');
  expect(stderr).toContain('the token could not be revoked and stays valid until');
  expect(stderr).not.toContain('no longer valid');
});
