/** Tests that a stored token stays bound to its address where the profiles file was edited by hand. */
import { mkdirSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { useConfigFolder } from '../support/config-folder.ts';
import { useServers } from '../support/counting-server.ts';
import type { CountingServer } from '../support/counting-server.ts';
import { standIn } from '../support/credential-stores.ts';
import { useSandbox } from '../support/sandbox.ts';

const { trivet, path, profiles, write, file } = useConfigFolder();
const serve = useServers();

const secret = 'canary-token-of-the-first-address';
const services = [
  ['workspaces', '/api/v2', 'workspace list --organization acme'],
  ['secrets', '/v1', 'pki role show web'],
  ['jobs', '/v1', 'job list'],
] as const;
const keepers = ['file', 'system'] as const;
const cases = services.flatMap((row) => keepers.map((keeper) => [keeper, ...row] as const));

let env: Readonly<Record<string, string>> = {};
let home: CountingServer;
let other: CountingServer;
const run = (line: string) => trivet(line, { env, io: { platform: 'linux' } });

beforeEach(async () => {
  const { bin } = standIn(path('keeper'), 'linux');
  mkdirSync(path('home'));
  env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', PATH: bin, HOME: path('home') };
  [home, other] = [await serve(), await serve()];
});

/** Requests that contained the token. */
const leaks = ({ seen }: CountingServer): readonly string[] =>
  seen
    .filter(({ headers, body, url }) => `${JSON.stringify(headers)}${body}${url}`.includes(secret))
    .map(({ method, url }) => `${method} ${url}`);

const edit = (from: string, to: string): void => {
  const text = profiles() ?? '';
  expect(text).toContain(from);
  // The origin that is recorded with the token is not an address of the profile.
  write(text.replace(`"url": "${from}`, `"url": "${to}`));
};

const store = async (service: string, suffix: string, keeper: string): Promise<void> => {
  const product = service === 'jobs' ? '' : `--${service}-product generic`;
  const url = `${home.origin}${suffix}`;
  await run(`profile set demo --token-keeper ${keeper} --${service}-url ${url} ${product}`);
  const stored = await run(`login ${service} --method token --token-file ${file('token', secret)}`);
  expect(stored.code, stored.stderr).toBe(0);
};

describe.each(cases)('a token in the keeper %s, of %s', (keeper, service, suffix, line) => {
  test.each(['port', 'host', 'scheme'])('does not go to another %s', async (part) => {
    await store(service, suffix, keeper);
    expect(profiles()?.includes(secret)).toBe(keeper === 'file');
    await run(line);
    expect(leaks(home).length).toBeGreaterThan(0);
    const elsewhere = {
      port: other.origin,
      host: home.origin.replace('127.0.0.1', 'localhost'),
      scheme: home.origin.replace('http:', 'https:'),
    }[part];
    edit(home.origin, elsewhere ?? '');
    const [before, sent] = [leaks(home).length, home.seen.length + other.seen.length];
    const refused = await run(line);
    expect(refused.code).toBe(3);
    expect(refused.stdout).toBe('');
    expect(refused.stderr).toContain(
      `was stored for ${home.origin} and is not sent to ${elsewhere} (profile "demo")\n` +
        `  If the new address is right, log in there: trivet login ${service} --profile demo\n` +
        `  Otherwise restore the former one: trivet profile set demo --${service}-url ${home.origin}${suffix}\n`,
    );
    // Also where a flag names the former address: the profile has another one.
    const former = await run(`${line} --base-url ${home.origin}${suffix}`);
    expect([former.code, former.stderr]).toEqual([3, refused.stderr]);
    expect(home.seen.length + other.seen.length).toBe(sent);
    for (const words of [`api ${service} GET /x`, 'whoami', 'auth status', 'doctor', 'status'])
      await run(words);
    await run('profile set demo --token-keeper vendor');
    await run(line);
    expect([leaks(other), leaks(home).length]).toEqual([[], before]);
    // Nothing above moved or removed the token: at its own address it is used again.
    expect((await run(`profile set demo --${service}-url ${home.origin}${suffix}`)).code).toBe(0);
    await run(line);
    expect(leaks(home).length).toBeGreaterThan(before);
    edit(home.origin, elsewhere ?? '');
    await run(`logout ${service}`);
    expect(leaks(other)).toEqual([]);
  });
});

describe('a session', () => {
  const { sandbox, requests, clear } = useSandbox({ fresh: true });

  test('is neither used, renewed nor ended at another address', async () => {
    const { secrets } = sandbox().urls;
    const options = { env: { PW: 'alice-password' } };
    await trivet(`profile set demo --secrets-url ${secrets} --secrets-product generic`);
    const login = 'login secrets --method userpass --username alice --password-from env:PW';
    expect((await trivet(login, options)).code).toBe(0);
    const token = /"value": "([^"]+)"/.exec(profiles() ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
    const { origin } = new URL(secrets);
    edit(origin, other.origin);
    clear();
    // Three quarters of its life are over: a run renews it.
    const late = { now: () => Date.now() + 2_700_000 };
    expect((await trivet('pki role list', late)).code).toBe(3);
    const ended = await trivet('logout secrets', late);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain(`was stored for ${origin} and is not sent to ${other.origin}`);
    expect(ended.stderr).toContain('trivet logout secrets --profile demo --forget');
    expect(JSON.stringify(other.seen)).not.toContain(token);
    expect(requests()).toEqual([]);
    edit(other.origin, origin);
    expect(await trivet('pki role list', late)).toMatchObject({ code: 0 });
  });
});

describe('a token of an earlier version, which recorded no address', () => {
  const old = { kind: 'stored', value: secret };
  const content = (url: string) =>
    JSON.stringify({ version: 1, current: 'demo', profiles: { demo: { jobs: { url, token: old } } } });

  test('is used for the address of its profile, and is bound to it by the next change of the profiles', async () => {
    write(content(`${home.origin}/v1`));
    await run('job list');
    expect(leaks(home)).toHaveLength(1);
    expect(profiles()).not.toContain('origin');
    await run('profile set demo --receipt-days 3');
    expect(profiles()).toContain(`"origin": "${home.origin}"`);
    edit(home.origin, other.origin);
    expect((await run('job list')).code).toBe(3);
    expect(leaks(other)).toEqual([]);
  });

  test('of a keeper is bound as well', async () => {
    await store('jobs', '/v1', 'system');
    const mark = /"mark": "([0-9a-f]+)"/.exec(profiles() ?? '')?.[1] ?? '';
    expect(mark).not.toBe('');
    edit(home.origin, other.origin);
    // Without what was recorded, or with another address in it, the keeper's token is not the expected one.
    const text = profiles() ?? '';
    for (const forged of [
      text.replace(/,\s*"origin": "[^"]*"/, ''),
      text.replace(`"origin": "${home.origin}"`, `"origin": "${other.origin}"`),
    ]) {
      expect(forged).not.toBe(text);
      write(forged);
      const refused = await run('job list');
      expect([refused.code, refused.stderr]).toEqual([
        3,
        expect.stringContaining('has another token than the one'),
      ]);
    }
    expect(leaks(other)).toEqual([]);
  });
});
