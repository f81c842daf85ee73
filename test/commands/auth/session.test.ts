/** Tests what trivet does for the sessions that its log-ins began: it renews them once, and announces their end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CliOptions } from '../../support/run-cli.ts';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';
import { typing } from '../../support/typing.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, profiles, write } = useConfigFolder();
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
  run(line, {}, { tty: true, io: typing(lines, shown) });
const renewals = () => requests().filter(({ path }) => path.endsWith('/renew-self')).length;

beforeEach(async () => {
  passed = 0;
  const { urls } = sandbox();
  await run(
    `profile set demo --secrets-url ${urls.secrets} --secrets-product generic ` +
      `--jobs-url ${urls.jobs} --jobs-product generic`,
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

  test('is in order for doctor, which renews it when it is due', async () => {
    const token = async () =>
      (await run('doctor secrets')).stdout.split('\n').find((row) => row.includes('token\t'));
    expect(await token()).toMatch(/token\tok\t.*, expires in 60 minutes, renewed by trivet/);
    expect(renewals()).toBe(0);
    pass(3000);
    expect(await token()).toMatch(/token\tok\t.*, expires in 60 minutes, renewed by trivet/);
    expect(renewals()).toBe(1);
  });

  test('is renewed while a command runs that uses what was lent with it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trivet-session-'));
    const file = join(folder, 'renewed');
    pass(2398);
    const seen = setInterval(() => {
      if (renewals() > 0) writeFileSync(file, '');
    }, 20);
    const wait = `sh -c 'i=0; while [ ! -e ${file} ]; do i=$((i+1)); [ $i -gt 500 ] && exit 7; sleep 0.02; done'`;
    try {
      const { code, stderr } = await run(`ldap creds dev -- ${wait}`, { PATH: process.env['PATH'] ?? '' });
      expect(code, stderr).toBe(0);
    } finally {
      clearInterval(seen);
      rmSync(folder, { recursive: true });
    }
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
    const result = await run(line, {}, { tty: true, io: typing(['y', 'alice-password'], shown) });
    expect([result.code, shown]).toEqual([4, []]);
  });

  test('is not asked about in a pipeline, nor where nobody sees the question', async () => {
    const shown: string[] = [];
    const io = typing(['y', 'alice-password'], shown);
    expect((await run('pki role list', { CI: 'true' }, { tty: true, io })).code).toBe(4);
    expect((await run('pki role list', {}, { io })).code).toBe(4);
    expect(shown).toEqual([]);
  });

  test('is begun once for all lines of a batch', async () => {
    const shown: string[] = [];
    const lines = ['pki role list', 'pki role list', 'pki role list', 'pki role list'].join('\n');
    const result = await run(
      'batch run - --parallel 4 --yes',
      {},
      { tty: true, stdin: lines, io: typing(['y', 'alice-password'], shown) },
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
  await run('api secrets POST /auth/token/revoke-self --yes --token-file -', {}, { stdin: token });
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

test('a log-out from a session of jobs that has ended does not call it valid', async () => {
  const { origin, token } = sandbox();
  const env = {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/identity/token`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: token,
  };
  await run('login jobs --method github', env);
  pass(7200);
  expect((await run('logout jobs')).stderr).toMatch(
    /no longer has a token for jobs; the session ended at \S+\n/,
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

describe('a session of jobs that the server ended early', () => {
  const identity = () => ({
    ACTIONS_ID_TOKEN_REQUEST_URL: `${sandbox().origin}/identity/token`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: sandbox().token,
  });
  const paths = () => requests().map(({ method, path }) => `${method} ${path}`);

  beforeEach(async () => {
    await run('login jobs --method github', identity());
    // To the server it is a token like any that it does not know.
    const ended = '0b1ee3c5-0dbb-4f4c-8a6e-5b1f6a5f0f0e';
    write((profiles() ?? '').replace(/"value": "[^"]+"/, `"value": "${ended}"`));
    clear();
  });

  test('is begun again in place, and the request is repeated', async () => {
    const shown: string[] = [];
    const options = { tty: true, io: typing(['y'], shown) };
    expect((await run('job list', identity(), options)).code).toBe(0);
    expect(shown.join('')).toMatch(
      /^The session for jobs \(\S+, jwt ci\) is not accepted by the server\. Log in again\?/,
    );
    expect(paths().filter((one) => one === 'GET /v1/jobs')).toHaveLength(2);
  });

  test('is begun again before a change whose look-up was refused, and the change is sent once', async () => {
    const options = { tty: true, io: typing(['y'], []) };
    const result = await run('job stop web --yes', identity(), options);
    expect([result.code, result.stderr]).toEqual([0, expect.stringContaining('logged in to jobs')]);
    expect(paths().filter((one) => one === 'DELETE /v1/job/web')).toHaveLength(1);
  });

  test('is exit 4 with the command to type in a pipeline, and the server is asked once what it knows', async () => {
    const result = await run('job list');
    expect(result.code).toBe(4);
    expect(result.stderr).toContain(
      'the server does not accept the token (the token came from profile "demo")',
    );
    expect(result.stderr).toContain('Log in again: trivet login jobs --profile demo --method github');
    expect(paths()).toEqual(['GET /v1/jobs', 'GET /v1/acl/token/self']);
    clear();
    const lines = ['job list', 'job list', 'job list'].join('\n');
    expect((await run('batch run - --parallel 1 --yes', {}, { stdin: lines })).code).toBe(10);
    expect(paths().filter((one) => one === 'GET /v1/acl/token/self')).toHaveLength(1);
  });
});

test('a session of jobs that lacks a right is not begun again', async () => {
  const { origin, token } = sandbox();
  await run('login jobs --method github', {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/identity/token`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: token,
  });
  const reader = `${token}-reader`;
  write((profiles() ?? '').replace(/"value": "[^"]+"/, `"value": "${reader}"`));
  const shown: string[] = [];
  const result = await ask('job stop web --yes', ['y'], shown);
  expect([result.code, shown, result.stderr]).toEqual([4, [], expect.stringContaining('permission denied')]);
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

describe('a session of a number of requests', () => {
  const line = 'login secrets --role-id few-role-id --secret-id-from env:SECRET';
  const env = { SECRET: 'few-secret-id' };
  const paths = () => requests().map(({ method, path }) => `${method} ${path}`);

  let loggedIn = '';
  beforeEach(async () => {
    loggedIn = (await run(line, env)).stderr;
    clear();
  });

  test('is shown with its requests, and asking whoami shows how many are left', async () => {
    expect(loggedIn).toMatch(/ as role few \(approle\) for 3 requests, until \S+Z at the latest; /);
    const status = JSON.parse((await run('auth status -o json')).stdout);
    expect(status).toContainEqual(expect.objectContaining({ service: 'secrets', uses: 3, problem: null }));
    expect(requests()).toEqual([]);
    const { stdout } = await run('whoami secrets -o json');
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ uses: 2 })]);
  });

  test('is not renewed by itself, and its end is announced', async () => {
    pass(2500);
    expect(await run('pki role list')).toMatchObject({ code: 0, stderr: '' });
    pass(900);
    expect((await run('pki role list')).stderr).toMatch(
      /^warning: the session for secrets \(role few, approle\) ends in/,
    );
    expect(renewals()).toBe(0);
  });

  test('is used for nothing that a command can do without', async () => {
    expect((await run('pki role show demp')).code).toBe(5);
    expect((await run('completion candidates pki-role --context=here')).stdout).toBe('');
    const doctor = await run('doctor secrets');
    expect(doctor.stdout).toMatch(
      /token\tskipped\t.*not asked, because its log-in gave it for 3 requests and each check is one/,
    );
    expect(paths()).toEqual(['GET /v1/pki/roles/demp', 'GET /v1/sys/health']);
  });

  test('is asked before a loan only how many are left', async () => {
    const { code, stderr } = await run('aws creds ci -- true', { PATH: process.env['PATH'] ?? '' });
    expect(code, stderr).toBe(0);
    expect(paths()).toEqual([
      'GET /v1/auth/token/lookup-self',
      'GET /v1/cloud/creds/ci',
      'POST /v1/sys/leases/revoke',
    ]);
  });

  test('that is used up is exit 4 with the reason, and auth status says so from then on', async () => {
    for (const _ of [1, 2, 3]) expect((await run('pki role list')).code).toBe(0);
    expect((await run('auth status')).code).toBe(0);
    const result = await run('pki role list');
    expect(result.code).toBe(4);
    expect(result.stderr).toContain(
      'It was for 3 requests, which may be used up. This command needs at least 1. ' +
        'Log in again: trivet login secrets --profile demo --method approle',
    );
    const status = await run('auth status -o json');
    expect(status.code).toBe(4);
    expect(JSON.parse(status.stdout)).toContainEqual(
      expect.objectContaining({
        problem: expect.stringMatching(/^the server refused the token at \S+; it was for 3 requests$/),
      }),
    );
    const who = await run('whoami secrets');
    expect(who.stderr).toContain('secrets: the server does not accept the token');
    expect((await run(line, env)).stderr).not.toContain('that was replaced');
    expect((await run('auth status')).code).toBe(0);
  });

  test('that ends within a command is exit 4 with how many requests the command needs', async () => {
    for (const _ of [1, 2]) await run('pki role list');
    const update = await run('pki role update web --ttl 2h');
    expect(update.code).toBe(4);
    expect(update.stderr).toContain('This command needs at least 2. Log in again: ');
    expect(update.stderr).toContain('Nothing was changed.');
    await run(line, env);
    const lines = 'pki role list\n'.repeat(4);
    const tooFew = await run('batch run - --parallel 1 -o jsonl', {}, { stdin: lines });
    expect(tooFew.stdout).toContain(
      'It was for 3 requests, and this command needs at least 4. Log in by a role whose tokens are good for more ' +
        '(token_num_uses).',
    );
  });

  test('is begun again in place at a terminal, with the reason in the question', async () => {
    for (const _ of [1, 2, 3]) await run('pki role list');
    const shown: string[] = [];
    const result = await ask('pki role list', ['y', 'few-secret-id'], shown);
    expect([result.code, shown.join('')]).toEqual([
      0,
      expect.stringContaining('It was for 3 requests, which may be used up. Log in again?'),
    ]);
  });

  test('in another namespace is not noted as refused', async () => {
    expect((await run('pki role list --namespace other')).code).not.toBe(0);
    expect((await run('auth status')).code).toBe(0);
  });

  test('that was pasted is checked, and the log-in says that the check was a request', async () => {
    const { stdout } = await run(`${line} --field token`, env);
    const first = await run('login secrets --token-file -', {}, { stdin: stdout });
    expect(first.stderr).toContain(
      'the server accepts the token for 2 further requests; this check was one request',
    );
    await run('pki role list');
    const second = await run('login secrets --token-file -', {}, { stdin: stdout });
    expect([second.code, second.stderr]).toEqual([
      4,
      expect.stringContaining('this was the last use of the token'),
    ]);
  });
});

test('a log-in says until when the session stays valid that it replaces', async () => {
  const line = 'login secrets --method userpass --username alice --password-from env:PW';
  expect((await run(line)).stderr).not.toContain('replaced');
  expect((await run(line)).stderr).toMatch(
    /unless it was revoked, the session that was replaced stays valid at the server until \S+Z; trivet logout secrets before a log-in revokes it/,
  );
  pass(3700);
  expect((await run(line)).stderr).not.toContain('replaced');
});

test('doctor warns of a session whose token has reached its longest life', async () => {
  const server = await serve((request, response) => {
    const auth = { client_token: 'token-1234', lease_duration: 600, renewable: true };
    const data = { ttl: 100, creation_ttl: 600, renewable: true, policies: ['web'] };
    const body = request.url?.includes('/login/') === true ? { data: null, auth } : { data };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await run(`profile set demo --secrets-url ${server.origin}/v1 --secrets-product openbao`);
  await run('login secrets --method userpass --username alice --password-from env:PW');
  const { stdout, stderr } = await run('doctor secrets');
  expect(stdout).toContain('token\twarning');
  expect(stderr).toContain(
    'Log in again before it expires: trivet login secrets --profile demo --method userpass',
  );
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

/** Logs in at a server that refuses every other request with these words, or loses its reply while `loses` says so. */
const loggedIn = async (refusal: string, loses: () => boolean = () => false, status = 403): Promise<void> => {
  const server = await serve((request, response) => {
    if (request.url?.endsWith('/revoke-self') === true && loses()) {
      request.socket.destroy();
      return;
    }
    const isLogin = request.url?.includes('/login/') === true;
    const body = isLogin
      ? { data: null, auth: { client_token: 'token-1234', lease_duration: 600 } }
      : { errors: [refusal] };
    response
      .writeHead(isLogin ? 200 : status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
  });
  await run(`profile set demo --secrets-url ${server.origin}/v1 --secrets-product openbao`);
  await run('login secrets --method userpass --username alice --password-from env:PW');
};

test('a log-out whose reply is lost says that nothing is known, and the next one finds out', async () => {
  let loses = true;
  await loggedIn('permission denied', () => loses);
  const before = profiles();
  const lost = await run('logout secrets');
  expect(lost.code, lost.stderr).toBe(9);
  expect(lost.stderr).not.toMatch(/stays valid|not revoked/);
  expect(profiles()).toBe(before);
  loses = false;
  const again = await run('logout secrets');
  expect(again).toMatchObject({ code: 0 });
  expect(again.stderr).toContain('the token was no longer valid');
  expect(profiles()).not.toContain('token-1234');
});

test('a token that may not revoke itself is not called invalid by a log-out', async () => {
  await loggedIn('1 error occurred:\n\t* permission denied\n\n');
  const { stderr } = await run('logout secrets');
  expect(stderr).toContain('the token could not be revoked and stays valid until');
  expect(stderr).not.toContain('no longer valid');
});

test('a log-out of a batch token, which only time ends, says until when it stays valid', async () => {
  await loggedIn('batch tokens cannot be revoked', undefined, 400);
  const { code, stderr } = await run('logout secrets');
  expect(code).toBe(0);
  expect(stderr).toMatch(/stays valid until \d{4}-\S+Z: .*batch tokens cannot be revoked/);
  expect(profiles()).not.toContain('token-1234');
});

test.each([
  ['otherwise', 400, 'odd', 1],
  ['because its namespace is gone', 404, 'namespace not found', 5],
])(
  'a log-out that the server refuses %s keeps the token, and does not ask for another reply',
  async (_, status, error, exit) => {
    await loggedIn(error, undefined, status);
    const { code, stderr } = await run('logout secrets');
    expect(code).toBe(exit);
    expect(stderr).not.toContain('when the server replies');
    expect(stderr).toContain('trivet logout secrets --profile demo --forget');
    expect(profiles()).toContain('token-1234');
  },
);
