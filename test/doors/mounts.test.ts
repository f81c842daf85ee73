/**
 * A raw request below a mount of another engine, at every door: engines share paths, so the path of a command is there
 * something that trivet does not know. Nothing is sent without the path as the answer, and no agent sends it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import { openLibrary } from '../../src/library.ts';
import { openMcp } from '../support/mcp.ts';
import { runCli } from '../support/run-cli.ts';
import { environmentOf } from '../support/sandbox.ts';
import { consent } from './doors.ts';

interface Raw {
  readonly method: string;
  readonly path: string;
  readonly data?: object;
}

const of = (method: string, path: string, data?: object): Raw => ({
  method,
  path,
  ...(data === undefined ? {} : { data }),
});
const value = { password: 'of another program' };

/** Requests that the engine of the mount takes for a change of its own. */
const requests: readonly Raw[] = [
  ...[
    'roles/x',
    'role/x',
    'config',
    'config/root',
    'config/crl',
    'config/urls',
    'config/lease',
    'creds/x',
    'sts/x',
    'issue/x',
    'sign/x',
    'static-role/x',
    'library/x',
    'library/x/check-out',
    'intermediate/set-signed',
    'tidy',
    'revoke',
    'rotate-root',
  ].map((path) => of('POST', `/kv/${path}`, value)),
  of('PUT', '/kv/creds/x', value),
  of('DELETE', '/kv/roles/x'),
  of('DELETE', '/kv/root'),
  ...['creds/db', 'prod/tidy', 'roles/x', 'config', 'prod/revoke'].map((path) =>
    of('POST', `/kv2/data/${path}`, { data: value }),
  ),
  of('DELETE', '/kv2/data/roles/x'),
  of('POST', '/db/roles/app', { db_name: 'other' }),
  of('DELETE', '/db/roles/app'),
  of('POST', '/db/config/main', { plugin_name: 'other' }),
  of('POST', '/ssh/roles/app', { key_type: 'ca' }),
  of('DELETE', '/ssh/roles/app'),
  of('POST', '/ssh/creds/app', { ip: '10.0.0.1' }),
  // The mount is that of the engine, and the command is another one.
  of('POST', '/pki/issuer/default/revoke', {}),
];

const kinds: Readonly<Record<string, object>> = {
  kv: { type: 'kv' },
  kv2: { type: 'kv', options: { version: '2' } },
  db: { type: 'database' },
  ssh: { type: 'ssh' },
};

let sandbox: Sandbox;

const send = async ({ method, path, data }: Raw): Promise<void> => {
  const env = environmentOf(sandbox);
  const reply = await fetch(`${env['TRIVET_SECRETS_URL']}${path}`, {
    method,
    headers: { 'x-vault-token': env['TRIVET_SECRETS_TOKEN'] ?? '' },
    ...(data === undefined ? {} : { body: JSON.stringify(data) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
};

beforeAll(async () => {
  sandbox = await startSandbox();
  for (const [name, mount] of Object.entries(kinds)) await send(of('POST', `/sys/mounts/${name}`, mount));
  for (const { path } of requests)
    if (path.startsWith('/kv'))
      await send(of('POST', path, path.startsWith('/kv2/') ? { data: value } : value));
  await send(of('POST', '/db/roles/app', { db_name: 'main' }));
  await send(of('POST', '/ssh/roles/app', { key_type: 'otp' }));
  sandbox.effects.clear();
  sandbox.requests.clear();
});
afterAll(() => sandbox.close());

/** What changed, and how many requests could have changed something. */
const seen = (): readonly string[] => {
  const effects = sandbox.effects.list().map(({ method, path, what }) => `${what} by ${method} ${path}`);
  const sent = sandbox.requests
    .list()
    .filter(({ method }) => !['GET', 'LIST'].includes(method))
    .map(({ method, path }) => `${method} ${path}`);
  sandbox.effects.clear();
  sandbox.requests.clear();
  return [...effects, ...sent];
};

const words = ({ method, path, data }: Raw): readonly string[] => [
  'api',
  'secrets',
  method,
  path,
  ...(data === undefined ? [] : ['--data', JSON.stringify(data)]),
];

interface Ended {
  readonly failed: boolean;
  readonly text: string;
}

/** The ways in which a person or a program sends it, by what answers a question. */
const doors: Readonly<
  Record<string, (raw: Raw, answer: Readonly<Record<string, string | true>>) => Promise<Ended>>
> = {
  argv: async (raw, answer) => {
    const flags = Object.entries(answer).flatMap(([key, one]) => [
      `--${key}`,
      ...(one === true ? [] : [one]),
    ]);
    const { code, stderr } = await runCli([...words(raw), ...flags], { env: environmentOf(sandbox) });
    return { failed: code !== 0, text: stderr };
  },
  batch: async (raw, answer) => {
    const flags = Object.entries(answer).flatMap(([key, one]) => [
      `--${key}`,
      ...(one === true ? [] : [one]),
    ]);
    const stdin = `${JSON.stringify([...words(raw), ...flags])}\n`;
    const { code, stdout, stderr } = await runCli(['batch', 'run', '-'], {
      env: environmentOf(sandbox),
      stdin,
    });
    return { failed: code !== 0, text: `${stdout}${stderr}` };
  },
  library: async (raw, answer) => {
    const connection = (await openLibrary({ env: environmentOf(sandbox), cwd: process.cwd() })) as {
      readonly api: (given: object) => Promise<unknown>;
    };
    try {
      const { method: METHOD, ...more } = raw;
      await connection.api({ service: 'secrets', METHOD, ...more, ...answer });
      return { failed: false, text: '' };
    } catch (error) {
      return { failed: true, text: `${String(error)} ${JSON.stringify(error)}` };
    }
  },
};

describe.each(Object.keys(doors))('at the door %s', (name) => {
  test.each(requests.map((raw) => [`${raw.method} ${raw.path}`, raw] as const))('%s', async (_, raw) => {
    const door = doors[name];
    for (const answer of [{}, { yes: true }] as const) {
      const ended = await door?.(raw, answer);
      expect([ended?.failed, seen()]).toEqual([true, []]);
      // Where the command wants a name, --yes is no answer to it either.
      if ('yes' in answer && raw.path !== '/kv/root') expect(ended?.text).toContain(`--confirm ${raw.path}`);
    }
    const named = await door?.(raw, { confirm: 'kv' });
    expect([named?.failed, seen()]).toEqual([true, []]);
    const taken = of('POST', raw.path, raw.data);
    await door?.(raw, { confirm: raw.path });
    expect(seen()).toContain(`${raw.method} /v1${raw.path}`);
    // What was deleted is there again for the next door.
    if (raw.method === 'DELETE') {
      const again = { ...value, db_name: 'main', key_type: 'otp', data: value };
      await send({ ...taken, data: raw.path.startsWith('/kv2/') ? { data: value } : again });
    }
    seen();
  });
});

test('is no tool of an agent, whatever a person says', async () => {
  const session = await openMcp(['--toolset', 'api', '--allow', 'api', '--reveal'], {
    env: environmentOf(sandbox),
    answer: consent,
  });
  const wrong: unknown[] = [];
  for (const { path, method, data } of requests) {
    const { failed, texts } = await session.call('api', { service: 'secrets', METHOD: method, path, data });
    const changed = seen();
    if (!failed || changed.length > 0) wrong.push([method, path, changed, texts.join('\n')]);
  }
  const asked = session.asked.length;
  await session.end();
  expect([wrong, asked]).toEqual([[], 0]);
});

test('is sent as its command where the mount has the engine, in a namespace of the path, too', async () => {
  const run = (line: readonly string[]) => runCli(line, { env: environmentOf(sandbox) });
  for (const path of ['/pki/roles/made', '/team-a/pki/roles/made']) {
    const write = await run(words(of('POST', path, { allow_any_name: true })));
    expect([write.code, write.stderr]).toEqual([0, expect.not.stringContaining('--confirm')]);
    const refused = await run(words(of('DELETE', path)));
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('give --yes')]);
    expect((await run([...words(of('DELETE', path)), '--yes'])).code).toBe(0);
  }
  seen();
});

test('nothing is read where the answer is missing whatever the engine is', async () => {
  sandbox.requests.clear();
  const run = await runCli(words(of('DELETE', '/kv/roles/x')), { env: environmentOf(sandbox) });
  expect([run.code, sandbox.requests.list()]).toEqual([2, []]);
});

const giving: readonly Raw[] = [
  of('GET', '/ldap/creds/dev'),
  of('GET', '/aws/creds/ci'),
  of('POST', '/aws/creds/ci', {}),
  of('POST', '/ldap/library/team-a/check-out', {}),
  of('POST', '/pki/issue/web', { common_name: 'a.example.com' }),
  of('GET', '/db/creds/app'),
];

test.each([false, true])(
  'makes no secret that is given once for an agent that does not get to see it: --reveal %s',
  async (isShown) => {
    const session = await openMcp(['--toolset', 'api', '--allow', 'api', ...(isShown ? ['--reveal'] : [])], {
      env: environmentOf(sandbox),
      answer: consent,
    });
    seen();
    const sent: string[] = [];
    for (const { path, method, data } of giving) {
      const { texts } = await session.call('api', { service: 'secrets', METHOD: method, path, data });
      if (!texts.join('\n').includes('would be lost')) sent.push(`${method} ${path}`);
    }
    await session.end();
    const made = sandbox.effects.list().length;
    seen();
    expect([sent.length, made > 0]).toEqual(isShown ? [giving.length, true] : [0, false]);
  },
);
