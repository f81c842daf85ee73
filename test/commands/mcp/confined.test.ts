/** A tool call reaches only what the start of the server allows: its servers, its folders, its hosts. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { groups } from '../../../src/commands/groups.ts';
import { offeredFlags } from '../../../src/cli/refuse-flags.ts';
import { openMcp } from '../../support/mcp.ts';
import type { McpSession } from '../../support/mcp.ts';
import { runCli } from '../../support/run-cli.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';
import { typing } from '../../support/typing.ts';

const { sandbox, requests, clear } = useSandbox();
const base = mkdtempSync(join(tmpdir(), 'trivet-confined-'));
const [cwd, other, config] = ['work', 'other', 'config'].map((name) => join(base, name)) as [
  string,
  string,
  string,
];

beforeAll(() => {
  for (const folder of [cwd, other]) mkdirSync(folder);
  writeFileSync(join(other, 'secret.yaml'), 'hvs.token-of-another-program\n');
  symlinkSync(other, join(cwd, 'link'));
  mkdirSync(join(cwd, 'of-links'));
  symlinkSync(join(other, 'secret.yaml'), join(cwd, 'of-links', 'cert.pem'));
});
afterAll(() => rmSync(base, { recursive: true }));

let session: McpSession | undefined;
afterEach(async () => {
  await session?.end();
  session = undefined;
  clear();
});

const open = async (...argv: readonly string[]): Promise<McpSession['call']> => {
  session = await openMcp(argv, { cwd, env: { ...environmentOf(sandbox()), TRIVET_CONFIG_DIR: config } });
  return session.call;
};

describe('other servers', () => {
  test('are not reached through the name of a profile', async () => {
    const env = { TRIVET_CONFIG_DIR: config };
    const url = sandbox().urls.workspaces;
    expect((await runCli(['profile', 'set', 'prod', '--workspaces-url', url], { env })).code).toBe(0);
    const call = await open();
    clear();
    const { failed, texts } = await call('diff', {
      file: ['prod@workspace:demo/dns-prod', 'workspace:demo/dns-qa'],
    });
    expect(failed).toBe(true);
    expect(texts[0]).toContain('profile prod cannot be used here');
    expect(requests()).toEqual([]);
  });

  test('are not reached through a profile that has changed since, nor through another one', async () => {
    const folder = mkdtempSync(join(base, 'moving-'));
    const { jobs } = sandbox().urls;
    const elsewhere = jobs.replace('127.0.0.1', 'localhost');
    const env = { TRIVET_CONFIG_DIR: folder, PASS: environmentOf(sandbox())['TRIVET_JOBS_TOKEN'] ?? '' };
    const set = async (line: string): Promise<void> =>
      expect((await runCli(line.split(' '), { env })).code).toBe(0);
    await set(`profile set a --jobs-url ${jobs} --jobs-token-from env:PASS --jobs-product nomad`);
    await set(`profile set b --jobs-url ${elsewhere} --jobs-token-from env:PASS --jobs-product nomad`);
    await set('profile use a');
    session = await openMcp(['--allow', 'job scale'], { cwd, env });
    const { call } = session;
    const scale = { job: 'web', group: 'app', count: 2 };
    const first = await call('job_list', { namespace: 'batch' });
    expect(first.failed, first.texts.join()).toBe(false);
    const refused = async (): Promise<void> => {
      clear();
      for (const [tool, given] of [
        ['job_list', {}],
        ['job_scale', scale],
      ] as const) {
        const { failed, texts } = await call(tool, given);
        expect([failed, texts[0]]).toEqual([true, expect.stringContaining('than at the start')]);
      }
      expect(requests()).toEqual([]);
    };
    await set('profile use b');
    await refused();
    await set('profile use a');
    expect((await call('job_list', {})).failed).toBe(false);
    await set('profile set a --jobs-namespace batch');
    await refused();
    await set(`profile set a --jobs-url ${elsewhere} --jobs-token-from env:PASS`);
    await refused();
  });

  test('are not listed', async () => {
    await open();
    const names = (await session?.client.listTools())?.tools.map(({ name }) => name);
    expect(names).not.toContain('profile_list');
    expect(names).not.toContain('profile_show');
  });

  test('are not connected to by URL, unless their host is allowed', async () => {
    const call = await open('--allow-host', '127.0.0.1');
    const refused = await call('pki_verify', { folder: 'https://10.0.0.1/' });
    expect(refused.texts[0]).toContain('the host 10.0.0.1 is not allowed here');
    const file = await call('pki_verify', { folder: 'file:///x' });
    expect(file.texts[0]).toContain('a file: address does not name a server');
    expect(file.texts[0]).not.toContain('--allow-host');
    const tried = await call('pki_verify', { folder: 'https://127.0.0.1:1/' });
    expect(tried.texts[0]).not.toContain('is not allowed here');
  });
});

describe('programs', () => {
  test('and the variables that files may read are declared by each flag that takes them', async () => {
    const commands = (await Promise.all(groups.map((group) => group.load()))).flat();
    const undeclared = commands.flatMap((command) =>
      offeredFlags(command).flatMap(({ name, parameter: { metavar, keptFor } }) =>
        (metavar === 'command' || ['allow-env', 'allow-profile', 'receipt'].includes(name)) ===
        (keptFor === 'person')
          ? []
          : [`${command.path} --${name}`],
      ),
    );
    expect(undeclared).toEqual([]);
  });

  test('and variables are not chosen by a tool, whatever is allowed', async () => {
    const call = await open('--allow', 'changes', '--allow', 'ldap config set');
    const tools = (await session?.client.listTools())?.tools ?? [];
    const offering = tools.filter(({ inputSchema }) => inputSchema.properties?.['allow-env'] !== undefined);
    expect([tools.length > 20, offering]).toEqual([true, []]);
    const given = await call('diff', { file: ['x.yaml'], 'allow-env': ['TRIVET_JOBS_TOKEN'] });
    expect([given.failed, given.texts[0]]).toEqual([true, expect.stringContaining('allow-env')]);
  });

  test('are not started by a tool, whatever is allowed', async () => {
    const call = await open('--allow', 'changes', '--allow', 'workspace lock');
    const tools = (await session?.client.listTools())?.tools ?? [];
    expect(tools.map(({ name }) => name)).toContain('workspace_lock');
    const known = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
    expect(known.filter((name) => name === 'check' || name === 'exec')).toEqual([]);
    clear();
    const { failed, texts } = await call('workspace_lock', {
      where: ['name~network-*'],
      wave: ['1'],
      check: `touch ${join(cwd, 'started')}`,
    });
    expect([failed, texts[0]]).toEqual([true, expect.stringContaining('check')]);
    expect([requests(), existsSync(join(cwd, 'started'))]).toEqual([[], false]);
  });
});

describe('variables of the environment', () => {
  test('are not chosen for files by a call', async () => {
    const call = await open();
    for (const name of ['allow-env', 'allow-profile']) {
      const { failed, texts } = await call('diff', { file: ['x.yaml'], [name]: ['TRIVET_WORKSPACES_TOKEN'] });
      expect([failed, texts[0]]).toEqual([true, expect.stringContaining(`diff does not take ${name}`)]);
    }
  });

  test('are not given as secrets where they are for trivet itself', async () => {
    const call = await open('--allow', 'changes');
    const given = { binddn: 'cn=x', bindpass: 'env:TRIVET_SECRETS_TOKEN' };
    const { failed, texts } = await call('ldap_config_set', given);
    expect([failed, texts[0]]).toEqual([
      true,
      expect.stringContaining('the environment variable TRIVET_SECRETS_TOKEN is for trivet itself'),
    ]);
    expect(requests()).toEqual([]);
  });

  test('are given as secrets only where the start names them', async () => {
    const env = {
      ...environmentOf(sandbox()),
      TRIVET_CONFIG_DIR: mkdtempSync(join(base, 'named-')),
      ONE: 'pass-1',
      OTHER: 'pass-2',
    };
    session = await openMcp(['--allow', 'changes', '--allow-env', 'ONE'], { cwd, env });
    const set = (bindpass: string) => session?.call('ldap_config_set', { binddn: 'cn=x', bindpass });
    const refused = await set('env:OTHER');
    expect([refused?.failed, refused?.texts[0]]).toEqual([
      true,
      expect.stringContaining('--allow-env OTHER'),
    ]);
    expect(requests()).toEqual([]);
    expect((await set('env:ONE'))?.failed).toBe(false);
    expect(requests().some(({ method }) => method === 'POST')).toBe(true);
  });
});

describe('receipts', () => {
  test('of servers that the start did not choose are not shown', async () => {
    const env = { ...environmentOf(sandbox()), TRIVET_CONFIG_DIR: config };
    const elsewhere = {
      ...env,
      TRIVET_WORKSPACES_URL: sandbox().urls.workspaces.replace('127.0.0.1', 'localhost'),
    };
    for (const each of [env, elsewhere]) {
      const argv = ['workspace', 'update', 'network-dev', '--description', 'secret plan'];
      expect((await runCli(argv, { env: each })).code).toBe(0);
    }
    const { stdout } = await runCli(['changes', '-o', 'json'], { env });
    const all = JSON.parse(stdout) as readonly { readonly id: string; readonly origin: string }[];
    const other = all.find(({ origin }) => origin.includes('localhost'))?.id ?? '';
    const call = await open();
    const { texts } = await call('changes', {});
    expect([all.length, texts.join().includes('localhost'), texts.join().includes('127.0.0.1')]).toEqual([
      2,
      false,
      true,
    ]);
    const shown = await call('changes_show', { id: other });
    expect([shown.failed, shown.texts[0]]).toEqual([true, expect.stringContaining('is not of the servers')]);
    expect(shown.texts.join()).not.toContain('network-dev');
  });
});

describe('files', () => {
  test.each([
    ['pki_verify', 'folder', () => other],
    ['pki_verify', 'folder', () => 'link'],
    ['pki_verify', 'folder', () => '../other'],
    ['pki_verify', 'folder', () => 'of-links'],
    ['diff', 'file', () => [other]],
    ['diff', 'file', () => [join(cwd, 'link', 'secret.yaml')]],
    ['pki_cert_show', 'serial', () => `@${join(other, 'secret.yaml')}`],
  ])('of other folders are refused to %s %s', async (tool, key, path) => {
    const call = await open();
    const { failed, texts } = await call(tool, { [key]: path() });
    expect(failed).toBe(true);
    expect(texts.join('\n')).toContain('is outside the working directory');
    expect(texts.join('\n')).not.toContain('hvs.token');
    expect(requests()).toEqual([]);
  });

  test.each(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0', 'pipe', 'to-stdin'])(
    'that are pipes or devices are refused: %s',
    async (path) => {
      spawnSync('mkfifo', [join(cwd, 'pipe')]);
      if (!existsSync(join(cwd, 'to-stdin'))) symlinkSync('/dev/null', join(cwd, 'to-stdin'));
      const call = await open();
      for (const [tool, given] of [
        ['job_parse', { file: path }],
        ['pki_cert_show', { serial: `@${path}` }],
      ] as const) {
        const { failed, texts } = await call(tool, given);
        expect({ failed, text: texts[0] }).toEqual({
          failed: true,
          text: expect.stringContaining('is outside the working directory'),
        });
      }
      expect(requests()).toEqual([]);
    },
  );

  test('of trivet itself are refused, also below a root', async () => {
    const own = join(cwd, 'own');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'profiles.json'), '{}');
    session = await openMcp([], { cwd, env: { ...environmentOf(sandbox()), TRIVET_CONFIG_DIR: own } });
    const { failed, texts } = await session.call('job_plan', { file: join(own, 'profiles.json') });
    expect({ failed, text: texts[0] }).toEqual({
      failed: true,
      text: expect.stringContaining('is outside the working directory'),
    });
    rmSync(own, { recursive: true });
  });

  test('of each root are read, and their content is not repeated in errors', async () => {
    const call = await open('--root', cwd, '--root', other);
    for (const [tool, given] of [
      ['diff', { file: [join(other, 'secret.yaml')] }],
      ['pki_cert_show', { serial: `@${join(other, 'secret.yaml')}` }],
    ] as const) {
      const { failed, texts } = await call(tool, given);
      expect(failed).toBe(true);
      expect(texts.join('\n')).not.toContain('is outside');
      expect(texts.join('\n')).not.toContain('hvs.token');
    }
  });

  test.each([
    ['/', 'the root of the file system'],
    [base, 'the home folder'],
    [join(base, '..'), 'a folder above it'],
  ])('are never those of %s', async (folder, what) => {
    const argv = ['mcp', '--root', folder];
    const { code, stderr } = await runCli(argv, { cwd, io: { home: base } });
    expect(code).toBe(2);
    expect(stderr).toContain(what);
  });
});

test('a pattern that would be slow to match is matched at once', async () => {
  writeFileSync(join(cwd, `${'a'.repeat(60)}.yaml`), 'kind: workspace\nname: dns-qa\nsettings: {}\n');
  const call = await open();
  const { failed, texts } = await call('diff', {
    file: [cwd],
    exclude: ['link', '*a*a*a*a*a*a*a*a*a*a*a*a*b'],
  });
  expect({ failed, texts }).toEqual({ failed: false, texts: expect.any(Array) });
});

test('a call whose session has ended says so, and asks nobody at the terminal of the start', async () => {
  const folder = mkdtempSync(join(base, 'ended-'));
  const env = { TRIVET_CONFIG_DIR: folder, PW: 'alice-password' };
  const hour = 3_600_000;
  const { secrets } = sandbox().urls;
  for (const line of [
    `profile set demo --secrets-url ${secrets} --secrets-product generic`,
    'login secrets --profile demo --method userpass --username alice --password-from env:PW',
  ])
    expect((await runCli(line.split(' '), { env })).code).toBe(0);
  const shown: string[] = [];
  const now = (): number => Date.now() + 2 * hour;
  sandbox().clock.advance(2 * hour);
  session = await openMcp(['--profile', 'demo'], { cwd, env, now, tty: true, io: typing(['y'], shown) });
  const { failed, texts } = await session.call('pki_role_list');
  expect([failed, shown]).toEqual([true, []]);
  expect(texts.join()).toContain('trivet login secrets');
});

test('the command that a person shall run instead keeps its words, whatever the file of the call has', async () => {
  writeFileSync(
    join(cwd, 'other.nomad'),
    'job "web" {\n  namespace = "apps"\n  group "a" {\n    update {\n    }\n    task "t" {\n      driver = "docker"\n    }\n  }\n}\n',
  );
  const call = await open('--allow', 'job update', '--where', 'job=web');
  const { failed, texts } = await call('job_update', { job: 'web', file: 'other.nomad' });
  expect(failed, texts.join('\n')).toBe(true);
  expect(texts.join('\n')).toMatch(/trivet job update( [^\n[]+)* -- web other\.nomad/);
});

describe('on a server that ignores a setting', () => {
  const otf = useSandbox({ products: ['otf'] });

  test('a tool says so beside the reply', async () => {
    const env = { ...environmentOf(otf.sandbox()), TRIVET_WORKSPACES_PRODUCT: 'otf' };
    session = await openMcp(['--allow', 'workspace update'], { cwd, env });
    const given = { workspace: 'demo/dns-prod', 'assessments-enabled': true };
    const { failed, texts } = await session.call('workspace_update', given);
    expect(failed, texts.join('\n')).toBe(false);
    expect(texts.at(-1)).toBe('OTF ignores --assessments-enabled');
  });
});
