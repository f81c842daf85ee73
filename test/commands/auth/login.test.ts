/** Tests `trivet login` and `trivet logout` in the sandbox: every method, what is refused, and what is kept. */
import { createHmac } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CliOptions } from '../../support/run-cli.ts';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';
import { typing } from '../../support/typing.ts';
import { saveDemoProfile } from '../../support/demo-profile.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, path, profiles, file } = useConfigFolder();
const { sandbox, requests, clear } = useSandbox({ fresh: true });
const serve = useServers();

const passwords = {
  PW: 'alice-password',
  CAROL: 'carol-password',
  BOB: 'bob-password',
  WRONG: 'no-such-pass',
};

const identity = async (audience: string): Promise<string> => {
  const { origin, token } = sandbox();
  const reply = await fetch(`${origin}/identity/token?audience=${encodeURIComponent(audience)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { value } = (await reply.json()) as { value: string };
  return value;
};

/** The passcode that an authenticator shows at that time (RFC 6238). */
const passcode = (now: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const key = Buffer.from('48656c6c6f21deadbeef', 'hex');
  const digest = createHmac('sha1', key).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

const demo = (): Promise<void> => saveDemoProfile({ trivet }, { sandbox, clear });
const login = (line: string, { env, ...options }: CliOptions = {}) =>
  trivet(`login ${line}`, { ...options, env: { ...passwords, ...env } });
const whoami = async (): Promise<unknown> => JSON.parse((await trivet('whoami secrets -o json')).stdout);

beforeEach(demo);

describe('a log-in that is stored', () => {
  test('takes a user name and a password', async () => {
    const result = await login('secrets --method userpass --username alice --password-from env:PW');
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect(result.stderr).toMatch(
      /^logged in to secrets at \S+ as alice \(userpass\) until \S+Z; the session is in profile demo\n$/,
    );
    expect(await whoami()).toMatchObject([
      { user: 'userpass-alice', method: 'userpass', policies: ['default', 'operator'], renewable: true },
    ]);
    expect(requests().map((one) => `${one.method} ${one.path}`)).toEqual([
      'POST /v1/auth/userpass/login/alice',
      'GET /v1/auth/token/lookup-self',
    ]);
  });

  test.each([
    ['LDAP', '--method ldap --username bob --password-from env:BOB', 'ldap-bob'],
    ['AppRole', '--role-id ci-role-id --secret-id-from env:SECRET', 'approle'],
    [
      'a signed identity',
      '--method jwt --role ci --jwt-from env:JWT',
      'jwt-repo:acme/web:ref:refs/heads/main',
    ],
    [
      'a pod',
      '--method kubernetes --role app --jwt-from env:JWT',
      'kubernetes-repo:acme/web:ref:refs/heads/main',
    ],
  ])('takes %s', async (_, flags, user) => {
    const env = { SECRET: 'ci-secret-id', JWT: await identity(sandbox().origin) };
    expect(await login(`secrets ${flags}`, { env })).toMatchObject({ code: 0, stdout: '' });
    expect(await whoami()).toMatchObject([{ user }]);
  });

  test('reads a secret from a file and from standard input', async () => {
    const flags = 'secrets --method userpass --username alice --password-from';
    expect((await login(`${flags} file:${file('pw', 'alice-password\n')}`)).code).toBe(0);
    expect((await login(`${flags} -`, { stdin: 'alice-password\n' })).code).toBe(0);
    const literal = await login(`${flags} alice-password`);
    expect(literal.code).toBe(2);
    expect(literal.stderr).not.toContain('alice-password');
  });

  test('opens a wrapped secret ID, once', async () => {
    const { origin, token } = sandbox();
    const reply = await fetch(`${origin}/v1/auth/approle/role/ci/secret-id`, {
      method: 'POST',
      headers: { 'x-vault-token': token, 'x-vault-wrap-ttl': '60' },
    });
    const { wrap_info: wrapped } = (await reply.json()) as { wrap_info: { token: string } };
    const line = 'secrets --role-id ci-role-id --secret-id-from env:WRAPPED --wrapped';
    expect(await login(line, { env: { WRAPPED: wrapped.token } })).toMatchObject({ code: 0 });
    const again = await login(line, { env: { WRAPPED: wrapped.token } });
    expect(again.code).toBe(4);
    expect(again.stderr).toContain('wrapping token is not valid');
    expect(again.stderr).toContain('someone else might have');
    expect(again.stderr).not.toContain(wrapped.token);
  });

  test('refuses a secret ID that was wrapped by hand, before its token is used', async () => {
    const { origin, token } = sandbox();
    const post = async (path: string, headers: Record<string, string>, body: object): Promise<string> => {
      const reply = await fetch(`${origin}/v1/${path}`, {
        method: 'POST',
        headers: { 'x-vault-token': token, ...headers },
        body: JSON.stringify(body),
      });
      return reply.text();
    };
    const made = await post('auth/approle/role/ci/secret-id', {}, {});
    const secret = /"secret_id":\s*"([^"]+)"/.exec(made)?.[1] ?? '';
    const wrapping = await post('sys/wrapping/wrap', { 'x-vault-wrap-ttl': '60' }, { secret_id: secret });
    const wrapped = /"token":\s*"([^"]+)"/.exec(wrapping)?.[1] ?? '';
    const line = 'secrets --role-id ci-role-id --secret-id-from env:WRAPPED --wrapped';
    const refused = await login(line, { env: { WRAPPED: wrapped } });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('made by sys/wrapping/wrap')]);
    expect(refused.stderr).not.toContain(wrapped);
    const meant = await login(`${line} --no-validate`, { env: { WRAPPED: wrapped } });
    expect([meant.code, meant.stderr]).toEqual([0, expect.stringContaining('made by sys/wrapping/wrap')]);
  });

  test('gives the passcode that the server wants', async () => {
    const line = 'secrets --method userpass --username carol --password-from env:CAROL';
    const wrong = await login(`${line} --passcode-from env:CODE`, { env: { CODE: 'abcdef' } });
    expect(wrong.code).toBe(4);
    expect(wrong.stderr).toContain('The passcode is wrong');
    const code = passcode(sandbox().clock.now());
    const right = await login(`${line} --passcode-from env:CODE`, { env: { CODE: code } });
    expect(right).toMatchObject({ code: 0 });
    expect(right.stderr).toContain('as carol (userpass)');
    expect(right.stderr).not.toContain(code);
  });

  test('is refused, and changes nothing, where the passcode is missing', async () => {
    const line = 'secrets --method userpass --username carol --password-from env:CAROL';
    for (const globals of ['', ' --no-input']) {
      const { code, stderr } = await login(`${line}${globals}`);
      expect(code).toBe(4);
      expect(stderr).toContain('the log-in needs the passcode');
      expect(stderr).toContain('--passcode-from');
      expect(stderr).toContain('Nothing was changed.');
    }
  });

  test('asks for a passcode again after a mistake', async () => {
    const shown: string[] = [];
    const code = passcode(sandbox().clock.now());
    const result = await login('secrets --method userpass --username carol --password-from env:CAROL', {
      io: typing(['000000', code], shown),
    });
    expect(result.code).toBe(0);
    expect(shown.filter((text) => text.startsWith('Passcode'))).toHaveLength(2);
    expect(result.stderr).toContain('does not accept the passcode');
  });

  test('takes the default method of the jobs service', async () => {
    const env = { JWT: await identity(sandbox().origin) };
    expect(await login('jobs --jwt-from env:JWT', { env })).toMatchObject({ code: 0, stdout: '' });
    const result = await trivet('whoami jobs -o json');
    expect(JSON.parse(result.stdout)).toMatchObject([{ method: 'jwt ci', policies: ['operator'] }]);
    expect((await login('jobs --method ci --jwt-from env:JWT', { env })).code).toBe(0);
    const unknown = await login('jobs --method nope --jwt-from env:JWT', { env });
    expect(unknown.code).toBe(5);
    expect(unknown.stderr).toContain('--method with ci');
  });

  test('fetches the identity of a GitHub job, for the server', async () => {
    const { origin, token } = sandbox();
    const env = {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/identity/token?job=1`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: token,
    };
    expect(await login('secrets --method github --role ci', { env })).toMatchObject({ code: 0 });
    expect(await login('jobs --method github', { env })).toMatchObject({ code: 0 });
    const other = await login('secrets --method github --audience https://other.example', { env });
    expect(other.code).toBe(4);
    expect(other.stderr).toContain('invalid audience (aud)');
    const none = await login('secrets --method github');
    expect(none).toMatchObject({ code: 3 });
    expect(none.stderr).toContain('id-token: write');
    const plain = await login('secrets --method github', {
      env: { ...env, ACTIONS_ID_TOKEN_REQUEST_URL: 'http://10.255.255.1/token' },
    });
    expect(plain).toMatchObject({ code: 3 });
    expect(profiles()).not.toContain(token);
  });

  test('asks for the method that the server offers, and for what it needs', async () => {
    const shown: string[] = [];
    const result = await login('secrets', { io: typing(['2', 'alice', 'alice-password'], shown) });
    expect(result.code).toBe(0);
    expect(shown.join('')).toContain('2  user name and password: userpass');
    expect(shown.join('')).toContain('5  a token that you have');
    const token = await login('secrets', { io: typing(['5', sandbox().token]) });
    expect(token.code).toBe(0);
    expect(token.stderr).toContain('stored a token for secrets');
    expect((await login('secrets', { io: typing(['9']) })).code).toBe(2);
  });
});

describe('a log-in that is printed', () => {
  test('is a statement for the shell, and is not stored', async () => {
    const before = profiles();
    const result = await login('secrets --method userpass --username alice --password-from env:PW -o export');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/^export TRIVET_SECRETS_TOKEN='s\.\w+'\n$/);
    expect(profiles()).toBe(before);
  });

  test('names the server of a profile that is not the current one, which would get the token otherwise', async () => {
    await trivet(`profile set other --secrets-url ${sandbox().urls.secrets} --secrets-product vault`);
    await trivet('profile set elsewhere --secrets-url http://127.0.0.1:9/v1 --secrets-product vault');
    await trivet('profile use elsewhere');
    const line =
      'secrets --method userpass --username alice --password-from env:PW -o export --profile other';
    const { stdout } = await login(line);
    expect(stdout.replace(/'s\.\w+'/, 'TOKEN')).toBe(
      `export TRIVET_SECRETS_URL='${sandbox().urls.secrets}'\nexport TRIVET_SECRETS_PRODUCT='vault'\nexport TRIVET_SECRETS_TOKEN=TOKEN\n`,
    );
    const env = Object.fromEntries(
      [...stdout.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]),
    );
    expect((await trivet('whoami secrets -o json', { env })).stdout).toContain('userpass');
  });

  test('is a file that only the user can read', async () => {
    const line = `secrets --role-id ci-role-id --secret-id-from env:S --field token --out ${path('token')}`;
    expect(await login(line, { env: { S: 'ci-secret-id' } })).toMatchObject({ code: 0, stdout: '' });
    expect(statSync(path('token')).mode & 0o777).toBe(0o600);
    const env = { TRIVET_SECRETS_URL: sandbox().urls.secrets, TRIVET_SECRETS_TOKEN_FILE: path('token') };
    expect((await trivet('whoami secrets -o json', { env })).stdout).toContain('approle');
  });

  test('needs no profile, and names an address that is not one of trivet', async () => {
    const config = { TRIVET_CONFIG_DIR: path('empty') };
    const line = 'secrets --method userpass --username alice --password-from env:PW';
    const vendor = { ...config, VAULT_ADDR: sandbox().origin };
    const named = await login(`${line} -o env`, { env: vendor });
    expect(named.stdout).toMatch(
      /^TRIVET_SECRETS_URL=http:\S+\/v1\nTRIVET_SECRETS_PRODUCT=vault\nTRIVET_SECRETS_TOKEN=s\.\w+\n$/,
    );
    const own = { ...config, TRIVET_SECRETS_URL: sandbox().urls.secrets };
    expect((await login(`${line} -o env`, { env: own })).stdout).toMatch(/^TRIVET_SECRETS_TOKEN=s\.\w+\n$/);
    const stored = await login(line, { env: own });
    expect(stored).toMatchObject({ code: 3 });
    expect(stored.stderr).toContain('-o export');
  });

  test('is of one service', async () => {
    expect((await login('-o export')).code).toBe(2);
    expect((await login('secrets jobs -o export')).code).toBe(2);
    expect((await login('secrets --method token -o export')).code).toBe(2);
  });
});

describe('a log-in that fails', () => {
  test.each([
    ['a wrong password', '--method userpass --username alice --password-from env:WRONG', 'invalid username'],
    ['an unknown user', '--method userpass --username eve --password-from env:WRONG', 'invalid username'],
    [
      'another mount',
      '--method userpass --mount x --username a --password-from env:WRONG',
      'permission denied',
    ],
    ['a wrong secret ID', '--role-id ci-role-id --secret-id-from env:WRONG', 'invalid role or secret ID'],
    ['no identity', '--method jwt --jwt-from env:WRONG', 'three parts'],
    ['an unknown role', '--method jwt --role nope --jwt-from env:WRONG', 'could not be found'],
  ])('with %s is exit 4, and nothing is stored', async (_, flags, words) => {
    const before = profiles();
    const result = await login(`secrets ${flags} -v -o json`);
    expect(result).toMatchObject({ code: 4, stdout: '' });
    const last = JSON.parse(result.stderr.trim().split('\n').at(-1) ?? '') as unknown;
    expect(last).toMatchObject({ error: { code: 'denied', exit: 4, effect: 'unchanged' } });
    expect(result.stderr).toContain(words);
    expect(result.stderr).not.toContain(passwords.WRONG);
    expect(profiles()).toBe(before);
  });

  test('with an identity of another time says so', async () => {
    const env = { JWT: await identity(sandbox().origin) };
    sandbox().clock.advance(3_600_000);
    for (const service of ['secrets --method jwt', 'jobs']) {
      const result = await login(`${service} --jwt-from env:JWT`, { env });
      expect(result.code).toBe(4);
      expect(result.stderr).toContain('compare the clocks');
    }
  });

  test('with the words of the server in a 500 is exit 4 too', async () => {
    const server = await serve((_, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"errors":["missing password"]}');
    });
    await trivet(`profile set demo --secrets-url ${server.origin}/v1 --secrets-product generic`);
    const result = await login('secrets --method userpass --username a --password-from env:PW --timeout 1s');
    expect(result.code).toBe(4);
  });

  test('without the reply of the API stores nothing', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":null,"auth":null}');
    });
    await trivet(`profile set demo --secrets-url ${server.origin}/v1 --secrets-product generic`);
    const before = profiles();
    const line = 'secrets --method userpass --username a --password-from env:PW';
    expect((await login(line)).code).toBe(8);
    expect(server.seen[0]?.headers['x-vault-token']).toBeUndefined();
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
    await trivet('profile set demo --secrets-url http://10.255.255.1/v1 --secrets-product generic');
    const plain = await login(line);
    expect(plain).toMatchObject({ code: 3 });
    expect(plain.stderr).toContain('plain HTTP on another machine');
    expect(profiles()).not.toBe(before);
    expect(profiles()).not.toContain('alice-password');
  });

  test('does not follow a redirect with a secret', async () => {
    const other = await serve();
    const server = await serve((_, response) => {
      response.writeHead(302, { location: `${other.origin}/v1/auth/userpass/login/a` }).end();
    });
    await trivet(`profile set demo --secrets-url ${server.origin}/v1 --secrets-product generic`);
    const result = await login('secrets --method userpass --username a --password-from env:PW');
    expect(result.code).toBe(9);
    expect(result.stderr).toContain('Nothing was stored');
    expect(other.seen).toEqual([]);
  });

  test.each([
    ['secrets --method nope', /is not a method of the secrets service/],
    ['workspaces --method userpass', /no workspaces address/],
    ['secrets jobs --method jwt', /about one service/],
    ['secrets --base-url http://127.0.0.1:9/v1', /settings of its own/],
    ['secrets --method userpass --password-from env:PW --no-input', /--username NAME/],
    ['secrets --method userpass --username a', /--password-from with env:NAME, file:PATH or -/],
    ['secrets --method cert', /no client certificate/],
    ['secrets --method jwt --wrapped --jwt-from env:PW', /for the secret ID/],
  ])('for trivet login %s is refused before anything is sent', async (line, words) => {
    const result = await login(line);
    expect([2, 3]).toContain(result.code);
    expect(result.stderr).toMatch(words);
    expect(requests()).toEqual([]);
  });

  test('in a read-only run sends nothing', async () => {
    const env = { TRIVET_READ_ONLY: '1' };
    const line = 'secrets --method userpass --username alice --password-from env:PW';
    expect((await login(line, { env })).code).toBe(4);
    expect(requests()).toEqual([]);
  });
});

describe('a session', () => {
  const start = () => login('secrets --method userpass --username alice --password-from env:PW');

  test('is shown by auth status without a request', async () => {
    await start();
    clear();
    const result = await trivet('auth status -o json');
    expect(JSON.parse(result.stdout)).toMatchObject([
      { service: 'workspaces' },
      { service: 'secrets', user: 'alice', method: 'userpass', renewable: true, source: 'profile "demo"' },
      { service: 'jobs', method: null },
    ]);
    expect(requests()).toEqual([]);
  });

  test('is ended by logout at the server and in the profile', async () => {
    await start();
    const { token } = (JSON.parse(readFileSync(path('config/profiles.json'), 'utf8')) as Profiles).profiles
      .demo.secrets;
    const result = await trivet('logout secrets');
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect(result.stderr).toContain('the token was revoked');
    const look = await fetch(`${sandbox().urls.secrets}/auth/token/lookup-self`, {
      headers: { 'x-vault-token': token.value },
    });
    expect(look.status).toBe(403);
    expect(profiles()).not.toContain(token.value);
    expect((await trivet('logout secrets')).stderr).toContain('has no token for secrets');
  });

  test('of the jobs service stays valid after logout, which says so', async () => {
    const env = { JWT: await identity(sandbox().origin) };
    await login('jobs --jwt-from env:JWT', { env });
    const result = await trivet('logout');
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(/not revoked at the server, .* stays valid until 2/);
    expect(profiles()).not.toContain('"token"');
  });

  test('of a server that is gone stays, because only the token can end it, until it is forgotten on purpose', async () => {
    await start();
    const before = profiles();
    await sandbox().close();
    const result = await trivet('logout --all');
    expect(result.code).toBe(8);
    expect(result.stderr).toContain('profile demo is still logged in to secrets: ');
    expect(result.stderr).toContain('trivet logout secrets --profile demo --forget');
    expect(profiles()).toBe(before);
    const forgotten = await trivet('logout secrets --profile demo --forget');
    expect(forgotten.code).toBe(0);
    expect(forgotten.stderr).toContain('the token was not revoked at the server and stays valid until');
    expect(profiles()).not.toContain('"token"');
  });
});

interface Profiles {
  readonly profiles: { readonly demo: { readonly secrets: { readonly token: { readonly value: string } } } };
}
