/** Tests keepers of tokens with stand-ins for their programs: what they get, and what happens when they fail. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { standIn } from '../../support/credential-stores.ts';
import type { StandIn } from '../../support/credential-stores.ts';
import type { CliOptions } from '../../support/run-cli.ts';
import { saveDemoProfile } from '../../support/demo-profile.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { typing } from '../../support/typing.ts';

const { trivet, path, profiles } = useConfigFolder();
const { sandbox, requests, clear } = useSandbox({ fresh: true });

const password = 'alice-password';
const line = 'login secrets --method userpass --username alice --password-from env:PW';

const demo = (): Promise<void> => saveDemoProfile({ trivet }, { sandbox, clear });

/** The token that the server gave last, which nothing may show. */
const given = async (run: (line: string) => Promise<unknown>): Promise<string> => {
  await run('profile set demo --token-keeper file');
  return /"value": "([^"]+)"/.exec(profiles() ?? '')?.[1] ?? 'none';
};

beforeEach(demo);

const kinds = [
  { name: 'Secret Service', platform: 'linux', env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' } },
  { name: 'Keychain', platform: 'darwin', env: {} },
  { name: 'DPAPI', platform: 'win32', env: { APPDATA: '/nowhere' } },
] as const;

describe.each(kinds)('$name, by a stand-in for its program', ({ name, platform, env }) => {
  let keeper: StandIn;
  const run = (words: string, { io, ...options }: CliOptions = {}) =>
    trivet(words, {
      env: { PW: password, PATH: keeper.bin, ...env },
      io: { platform, ...io },
      ...options,
    });

  beforeEach(() => {
    keeper = standIn(path('keeper'), platform);
  });

  test('is chosen by itself, named in auth status, and has the token that requests get', async () => {
    const result = await run(line);
    expect(result.code).toBe(0);
    expect(result.stderr).toContain(`the session is in profile demo, its token in ${name}`);
    expect(profiles()).not.toContain('"value"');
    const status = await run('auth status -o json');
    expect(JSON.parse(status.stdout)).toContainEqual(
      expect.objectContaining({
        keeper: name,
        source: `profile "demo" (${name})`,
        user: 'alice',
        problem: null,
      }),
    );
    expect(await run('pki role list')).toMatchObject({ code: 0, stderr: '' });
  });

  test('never has the token in arguments or variables of its program', async () => {
    await run(line);
    await run('pki role list');
    const token = await given(run);
    expect(token).not.toBe('none');
    expect(keeper.noted()).not.toBe('');
    expect(keeper.noted()).not.toContain(token);
    expect(keeper.noted()).not.toContain(Buffer.from(token).toString('base64'));
  });

  test('has one token, and none after the log-out', async () => {
    await run(line);
    await run(line);
    const kept = platform === 'win32' ? readdirSync(path('config/kept')) : Object.keys(keeper.kept());
    expect(kept).toHaveLength(1);
    const result = await run('logout secrets');
    expect(result.stderr).toContain('the token was revoked');
    expect(keeper.kept()).toEqual({});
    if (platform === 'win32') expect(readdirSync(path('config/kept'))).toEqual([]);
  });

  test('gives tokens to the file, and takes them back', async () => {
    await run(line);
    expect((await run('profile set demo --token-keeper file')).stderr).toContain(
      `moved the token for secrets from ${name} to the profiles file`,
    );
    expect(profiles()).toContain('"value"');
    expect(keeper.kept()).toEqual({});
    expect(await run('pki role list')).toMatchObject({ code: 0 });
    await run('profile set demo --token-keeper system');
    expect(profiles()).not.toContain('"value"');
    expect(await run('pki role list')).toMatchObject({ code: 0 });
    expect((await run('profile delete demo --yes')).code).toBe(0);
    expect(keeper.kept()).toEqual({});
  });

  test.each(['no-store', 'forgets'] as const)(
    'gives way to the profiles file where it fails: %s',
    async (fault) => {
      if (platform === 'win32' && fault === 'forgets') return;
      keeper.fault(fault);
      const result = await run(line);
      expect(result.code).toBe(0);
      expect(result.stderr).toContain('the token goes to the profiles file: ');
      expect(profiles()).toContain('"value"');
    },
  );

  test('that was named and fails ends the log-in before anything is sent', async () => {
    await run('profile set demo --token-keeper system');
    keeper.fault('no-store');
    clear();
    const result = await run(line);
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('trivet profile set demo --token-keeper file');
    expect(requests()).toEqual([]);
  });

  test('that cannot give a token leaves it where it is, and says so', async () => {
    await run(line);
    keeper.fault('no-get');
    const before = profiles();
    const moved = await run('profile set demo --token-keeper file');
    expect(moved.code).toBe(3);
    expect(moved.stderr).toContain(`the token for secrets stays in ${name}`);
    expect(profiles()?.replace(/\s*"tokenKeeper": "file",?/, '')).toBe(before);
    expect((await run('pki role list')).code).toBe(3);
    expect((await run('auth status')).code).toBe(3);
  });
});

describe('a locked Secret Service', () => {
  const env = { PW: password, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
  let keeper: StandIn;
  const run = (words: string, options: CliOptions = {}) =>
    trivet(words, {
      env: { ...env, PATH: keeper.bin },
      ...options,
      io: { platform: 'linux', ...options.io },
    });

  beforeEach(async () => {
    keeper = standIn(path('keeper'), 'linux');
    await run(line);
    keeper.fault('locked');
  });

  test('is an error with a hint, and opens no window', async () => {
    const result = await run('pki role list');
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('Secret Service is locked, and nobody can be asked to unlock it');
    expect(result.stderr).toContain('--token-keeper file');
    expect(keeper.noted()).not.toContain('lookup');
  });

  test('may ask a person', async () => {
    await run('pki role list', { tty: true, io: { ...typing([]), platform: 'linux' } });
    expect(keeper.noted()).toContain('secret-tool lookup');
  });

  test('gets no token in a pipeline', async () => {
    const stored = keeper.noted().split('secret-tool store').length;
    const result = await run(line);
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('the token goes to the profiles file: Secret Service is locked');
    expect(keeper.noted().split('secret-tool store')).toHaveLength(stored);
  });
});

describe('a keeper that is a program', () => {
  let keeper: StandIn;
  const run = (words: string, options: CliOptions = {}) =>
    trivet(words, { env: { PW: password }, ...options });
  const named = () => JSON.stringify([join(keeper.bin, 'keep')]);

  beforeEach(async () => {
    keeper = standIn(path('keeper'), 'program');
    await trivet(`profile set demo --token-keeper 'command:${named()}'`);
  });

  test('has the tokens of log-ins and those that were pasted', async () => {
    expect((await run(line)).stderr).toContain(`its token in keeper ${join(keeper.bin, 'keep')}`);
    const { token } = sandbox();
    expect((await run('login jobs --token-file -', { stdin: token })).code).toBe(0);
    expect(Object.keys(keeper.kept())).toHaveLength(2);
    expect(profiles()).not.toContain('"value"');
    expect(await run('job list')).toMatchObject({ code: 0 });
    expect(JSON.parse((await run('profile show demo -o json')).stdout)).toMatchObject({
      tokenKeeper: { argv: [join(keeper.bin, 'keep')] },
      secrets: { token: { kind: 'kept' } },
    });
  });

  test('is asked for nothing by a completion', async () => {
    await run(line);
    const before = keeper.noted();
    await run('completion candidates pki-role --context=here');
    expect(keeper.noted()).toBe(before);
  });

  test('that gives another token is an error, and that token is sent nowhere', async () => {
    await run(line);
    keeper.swap('another-token');
    clear();
    const result = await run('pki role list');
    expect(result.code).toBe(3);
    expect(result.stderr).toContain(
      'has another token than the one of profile demo for secrets, and it is not used',
    );
    expect(result.stderr).toContain('Log in again: trivet login secrets --profile demo');
    expect(requests()).toEqual([]);
    const out = await run('logout secrets');
    expect([out.code, out.stderr]).toEqual([3, expect.not.stringContaining('when the server replies')]);
    expect(out.stderr).toMatch(
      /cannot be revoked and stays valid until 2\d{3}-\S+: trivet logout .* --forget/,
    );
    expect(requests()).toEqual([]);
    expect((await run('logout secrets --forget')).code).toBe(0);
  });

  test('that lost the token is an error', async () => {
    await run(line);
    keeper.swap('');
    const result = await run('pki role list');
    expect([result.code, result.stderr]).toEqual([3, expect.stringContaining('no longer has the token')]);
  });

  test.each(['not ASCII é', 'two words', 'a\nline'])('that gives %j is an error', async (text) => {
    await run(line);
    keeper.swap(text);
    expect((await run('pki role list')).code).toBe(3);
  });

  test('that cannot remove a token is named with it', async () => {
    await run(line);
    keeper.fault('no-erase');
    const result = await run('logout secrets');
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('the token was revoked');
    expect(result.stderr).toMatch(/still has the token of secrets of profile demo \(trivet [0-9a-f]{24}\)/);
    expect(await run('logout')).toMatchObject({ code: 3 });
    keeper.mend('no-erase');
    expect(await run('logout')).toMatchObject({ code: 0, stderr: '' });
    expect(keeper.kept()).toEqual({});
    expect(profiles()).not.toContain('"left"');
  });

  test('that cannot remove a token at a log-out does so at the next log-in', async () => {
    await run(line);
    keeper.fault('no-erase');
    await run('logout secrets');
    keeper.mend('no-erase');
    expect((await run(line)).code).toBe(0);
    expect(Object.keys(keeper.kept())).toHaveLength(1);
  });

  test('that does not give the token stays in use at a log-out, and the next one ends the session', async () => {
    await run(line);
    keeper.fault('no-get');
    clear();
    const result = await run('logout --all');
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('profile demo is still logged in to secrets: the keeper');
    expect(result.stderr).toContain('Unlock it and log out again.');
    expect(requests()).toEqual([]);
    keeper.mend('no-get');
    expect((await run('logout')).stderr).toContain('the token was revoked');
    expect(keeper.kept()).toEqual({});
  });

  test('that says it removed a token and still gives it is named with it', async () => {
    await run(line);
    keeper.fault('keeps');
    const result = await run('profile set demo --token-keeper file');
    expect(result.stderr).toMatch(/still has the token of secrets of profile demo \(trivet [0-9a-f]{24}\)/);
    expect(result.stderr).toContain('reported that it removed the token, but still returns it');
  });

  test('whose profile gets another address loses the token', async () => {
    await run(line);
    await run('profile set demo --secrets-url https://other.example.com/v1');
    expect(keeper.kept()).toEqual({});
  });

  test('that fails after the log-in leaves no token alive', async () => {
    const script = join(keeper.bin, 'keep');
    // It takes the word that it is tried with, and nothing longer.
    writeFileSync(
      script,
      readFileSync(script, 'utf8').replace(
        'store) ',
        'store) cat > "$file"; [ $(wc -c < "$file") -gt 24 ] && exit 9; exit 0;',
      ),
    );
    const result = await run(line);
    expect(result.code).toBe(3);
    expect(requests().map(({ method, path: to }) => `${method} ${to}`)).toEqual([
      'POST /v1/auth/userpass/login/alice',
      'POST /v1/auth/token/revoke-self',
    ]);
  });

  test.each(['nowhere', 'command:[]', 'command:keep', 'command:[1]'])('is refused as %s', async (words) => {
    expect((await run(`profile set demo --token-keeper ${words}`)).code).toBe(2);
  });
});

describe("the places of the vendors' tools", () => {
  let home = '';
  const run = (words: string, options: CliOptions = {}) =>
    trivet(words, { env: { PW: password }, ...options, io: { home } });
  const vaultToken = () => join(home, '.vault-token');

  beforeEach(async () => {
    home = path('home');
    mkdirSync(home);
    await trivet('profile set demo --token-keeper vendor');
  });

  test('are ~/.vault-token for secrets, with a mode of its own', async () => {
    expect((await run(line)).stderr).toContain('its token in ~/.vault-token');
    expect(statSync(vaultToken()).mode & 0o777).toBe(0o600);
    const token = readFileSync(vaultToken(), 'utf8');
    expect(token).toMatch(/^\S{20,}$/);
    expect(profiles()).not.toContain(token);
    expect(await run('pki role list')).toMatchObject({ code: 0 });
    await run('logout secrets');
    expect(existsSync(vaultToken())).toBe(false);
  });

  test('may hold the token of another log-in, which is neither sent nor removed', async () => {
    await run(line);
    writeFileSync(vaultToken(), 'of-another-server');
    clear();
    expect((await run('pki role list')).code).toBe(3);
    expect(requests()).toEqual([]);
    await run('logout secrets');
    expect(readFileSync(vaultToken(), 'utf8')).toBe('of-another-server');
  });

  test('are the token helper of ~/.vault, which learns the server', async () => {
    const keeper = standIn(path('keeper'), 'program');
    writeFileSync(join(home, '.vault'), `token_helper = "${join(keeper.bin, 'keep')}"\n`);
    expect((await run(line)).stderr).toContain('its token in the token helper of ~/.vault');
    expect(existsSync(vaultToken())).toBe(false);
    expect(keeper.noted()).toContain(`VAULT_ADDR=${sandbox().origin}`);
    expect(await run('pki role list')).toMatchObject({ code: 0 });
    const vendor = { VAULT_ADDR: sandbox().origin };
    expect(await trivet('pki role list', { env: vendor, io: { home } })).toMatchObject({ code: 0 });
  });

  test('are the profiles file for jobs, whose tools keep nothing', async () => {
    const { token } = sandbox();
    await run('login jobs --token-file -', { stdin: token });
    expect(profiles()).toContain(token);
    expect((await run('auth status')).code).toBe(0);
  });
});

describe('the places of Terraform', () => {
  let home = '';
  const run = (words: string, options: CliOptions = {}) => trivet(words, { ...options, io: { home } });
  const credentials = () => join(home, '.terraform.d', 'credentials.tfrc.json');
  const host = () => new URL(sandbox().urls.workspaces).host;
  const store = () => run('login workspaces --token-file -', { stdin: sandbox().token });

  beforeEach(async () => {
    home = path('home');
    mkdirSync(join(home, '.terraform.d', 'plugins'), { recursive: true });
    await trivet(
      `profile set demo --workspaces-url ${sandbox().urls.workspaces} --workspaces-product generic --token-keeper vendor`,
    );
  });

  test('are credentials.tfrc.json, whose other hosts stay', async () => {
    const other = { credentials: { 'other.example.com': { token: 'theirs' } } };
    writeFileSync(credentials(), JSON.stringify(other));
    expect((await store()).code).toBe(0);
    expect(JSON.parse(readFileSync(credentials(), 'utf8'))).toEqual({
      credentials: { ...other.credentials, [host()]: { token: sandbox().token } },
    });
    expect(statSync(credentials()).mode & 0o777).toBe(0o600);
    expect(await run('workspace list --organization acme')).toMatchObject({ code: 0 });
    await run('logout workspaces');
    expect(JSON.parse(readFileSync(credentials(), 'utf8'))).toEqual(other);
  });

  test('are left as they are where they cannot be read', async () => {
    writeFileSync(credentials(), '{ not JSON');
    expect((await store()).code).toBe(3);
    expect(readFileSync(credentials(), 'utf8')).toBe('{ not JSON');
  });

  test('are not used where a block of .terraformrc comes first', async () => {
    writeFileSync(join(home, '.terraformrc'), `credentials "${host()}" {\n  token = "theirs"\n}\n`);
    const result = await store();
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('which Terraform uses first');
  });

  test('are the credentials helper, with JSON on its streams', async () => {
    const keeper = standIn(path('keeper'), 'program');
    const text = readFileSync(join(keeper.bin, 'keep'), 'utf8').replace(
      'verb=$1; file=$(at "${2:-one}")',
      'verb=$2; file=$(at "$3")',
    );
    const helper = join(home, '.terraform.d', 'plugins', 'terraform-credentials-mine');
    writeFileSync(helper, text.replace('erase)', 'forget)'), { mode: 0o755 });
    writeFileSync(join(home, '.terraformrc'), 'credentials_helper "mine" {\n  args = ["--store=x"]\n}\n');
    expect((await store()).stderr).toContain('its token in the credentials helper');
    expect(Object.values(keeper.kept())).toEqual([JSON.stringify({ token: sandbox().token })]);
    expect(keeper.noted()).toContain(`${helper} --store=x store ${host()}`);
    expect(keeper.noted()).not.toContain(sandbox().token);
    expect(await run('workspace list --organization acme')).toMatchObject({ code: 0 });
    const env = { TFE_ADDRESS: sandbox().origin };
    expect(await run('workspace list --organization acme', { env })).toMatchObject({ code: 0 });
    await run('logout workspaces');
    expect(keeper.kept()).toEqual({});
  });
});
