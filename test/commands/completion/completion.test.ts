/** Tests `trivet completion`: the scripts, where they are written, and the names that they request. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { isOffered } from '../../../src/commands/completion/workflows/candidates.ts';
import { fakeServer } from '../../support/fake-server.ts';
import { runCli } from '../../support/run-cli.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trivet-completion-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const script = (name: string): string =>
  readFileSync(join(inject('built'), 'dist', 'completions', name), 'utf8');

describe('the scripts', () => {
  test.each([
    ['bash', 'trivet.bash'],
    ['zsh', 'trivet.zsh'],
    ['fish', 'trivet.fish'],
    ['powershell', 'trivet.ps1'],
  ])('completion %s prints the script', async (shell, file) => {
    const { code, stdout, stderr } = await runCli(['completion', shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(script(file));
  });

  test('another shell is refused', async () => {
    const { code, stderr } = await runCli(['completion', 'tcsh']);
    expect(code).toBe(2);
    expect(stderr).toContain('bash, zsh, fish or powershell');
  });
});

test('uninstall removes the script that install wrote, and no other file', async () => {
  const env = { XDG_DATA_HOME: home, HOME: home };
  const said = (await runCli(['completion', 'install', 'bash'], { env, world: { home } })).stderr;
  const path = /wrote (\S+)/.exec(said)?.[1] ?? '';
  expect(existsSync(path)).toBe(true);
  await runCli(['completion', 'uninstall', 'bash'], { env, world: { home } });
  expect(existsSync(path)).toBe(false);
  writeFileSync(path, 'mine');
  await runCli(['completion', 'uninstall', 'bash'], { env, world: { home } });
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

describe('installing', () => {
  const places: readonly (readonly [string, string, string])[] = [
    ['bash', 'data/bash-completion/completions/trivet', 'trivet.bash'],
    ['zsh', 'data/zsh/site-functions/_trivet', 'trivet.zsh'],
    ['fish', 'config/fish/completions/trivet.fish', 'trivet.fish'],
    ['powershell', 'config/powershell/trivet-completion.ps1', 'trivet.ps1'],
  ];
  const env = (): Record<string, string> => ({
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
  });

  test.each(places)(
    'for %s writes one file, prints its path, and can be repeated',
    async (shell, path, file) => {
      for (let times = 0; times < 2; times += 1) {
        const { code, stderr, stdout } = await runCli(['completion', 'install', shell], { env: env() });
        expect(code).toBe(0);
        expect(stdout).toBe('');
        expect(stderr).toContain(`wrote ${join(home, path)}`);
        expect(readFileSync(join(home, path), 'utf8')).toBe(script(file));
      }
    },
  );

  test('takes the shell from SHELL', async () => {
    const { stderr } = await runCli(['completion', 'install'], { env: { ...env(), SHELL: '/usr/bin/fish' } });
    expect(stderr).toContain('trivet.fish');
    const unknown = await runCli(['completion', 'install'], { env: { ...env(), SHELL: '/bin/ksh' } });
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('ksh');
  });

  test('writes nothing with --dry-run', async () => {
    const { code, stderr } = await runCli(['completion', 'install', 'bash', '--dry-run'], { env: env() });
    expect(code).toBe(0);
    expect(stderr).toContain(`would write ${join(home, 'data/bash-completion/completions/trivet')}`);
    expect(existsSync(join(home, 'data'))).toBe(false);
  });

  test('keeps a file that trivet did not write', async () => {
    const path = join(home, 'data/bash-completion/completions/trivet');
    mkdirSync(join(home, 'data/bash-completion/completions'), { recursive: true });
    writeFileSync(path, 'complete -W "mine" trivet\n');
    const { code, stderr } = await runCli(['completion', 'install', 'bash'], { env: env() });
    expect(code).toBe(3);
    expect(stderr).toContain('is not a trivet script');
    expect(readFileSync(path, 'utf8')).toContain('mine');
  });
});

describe('live names', () => {
  const { sandbox } = useSandbox();
  const candidates = (
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): ReturnType<typeof runCli> =>
    runCli(
      [
        'completion',
        'candidates',
        ...words,
        ...(words.some((word) => word.startsWith('--timeout')) ? [] : ['--timeout=20s']),
      ],
      {
        env: { ...environmentOf(sandbox()), TRIVET_CONFIG_DIR: home, ...env },
        now: () => 1_700_000_000_000,
      },
    );
  const cached = (kind: string): readonly string[] =>
    readFileSync(join(home, 'cache/names', kind), 'utf8')
      .trimEnd()
      .split('\n');

  test.each([
    ['workspace', [], /^network-prod$/m],
    ['workspace', ['demo'], /^demo\/network-prod$/m],
    ['job', [], /^\S+$/m],
    ['pki-role', [], /^[a-z][\w-]*$/m],
    ['pki-certificate', [], /^[0-9a-f]{2}(?::[0-9a-f]{2})+$/m],
    ['ldap-set', [], /^[a-z]/m],
  ] as const)('of %s with %j come from the service', async (kind, rest, name) => {
    const { code, stdout, stderr } = await candidates([kind, ...rest, '--context=here']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(name);
    expect(cached(kind).slice(0, 2)).toEqual(['trivet names 1 1700000060', 'here']);
    expect(cached(kind).slice(2)).toEqual(stdout.trimEnd().split('\n'));
  });

  test('are stored in a file that only its owner can read', async () => {
    await candidates(['workspace', '--context=here']);
    expect(statSync(join(home, 'cache/names/workspace')).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'cache/names')).mode & 0o777).toBe(0o700);
  });

  test('of profiles come from the profiles file, without a request', async () => {
    writeFileSync(join(home, 'profiles.json'), '{"version":1,"profiles":{"prod":{},"staging":{}}}', {
      mode: 0o600,
    });
    const { stdout } = await candidates(['profile', '--context=here']);
    expect(stdout).toBe('prod\nstaging\n');
  });

  test('are requested only by reads', async () => {
    const before = sandbox().requests.list().length;
    for (const kind of [
      'workspace',
      'message',
      'pki-role',
      'pki-certificate',
      'cloud-role',
      'ldap-set',
      'job',
    ]) {
      await candidates([kind, '--context=here']);
    }
    const sent = sandbox().requests.list().slice(before);
    expect(sent.length).toBe(7);
    expect(sent.filter(({ method }) => method !== 'GET' && method !== 'LIST')).toEqual([]);
  });

  test('are absent, without a message, if the server hangs, is missing or refuses the token, and are soon requested again', async () => {
    const silent = await fakeServer(() => undefined);
    for (const env of [
      { TRIVET_JOBS_URL: silent.origin },
      { TRIVET_JOBS_URL: 'http://127.0.0.1:1' },
      { TRIVET_JOBS_URL: 'nonsense' },
      { TRIVET_JOBS_TOKEN: 'wrong' },
    ]) {
      rmSync(join(home, 'cache'), { recursive: true, force: true });
      const { code, stdout, stderr } = await candidates(['job', '--context=here', '--timeout=300ms'], env);
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(cached('job')).toEqual(['trivet names 1 1700000015', 'here']);
    }
  });

  test('are kept for a while if the server is down', async () => {
    await candidates(['job', '--context=here']);
    const before = cached('job').slice(2);
    expect(before.length).toBeGreaterThan(0);
    await candidates(['job', '--context=here'], { TRIVET_JOBS_URL: 'http://127.0.0.1:1' });
    expect(cached('job')).toEqual(['trivet names 1 1700000015', 'here', ...before]);
    await candidates(['job', '--context=there'], { TRIVET_JOBS_URL: 'http://127.0.0.1:1' });
    expect(cached('job')).toEqual(['trivet names 1 1700000015', 'there']);
  });

  test('include names beyond the first page, below a folder, and of the groups of a job', async () => {
    const { origin } = await fakeServer(({ query }) => {
      const number = Number(query['page[number]'] ?? 1);
      const data = Array.from({ length: 100 }, (_, index) => ({
        id: `ws-${String(number * 1000 + index).padStart(16, '0')}`,
        type: 'workspaces',
        attributes: { name: `w-${number}-${index}` },
      }));
      const pagination = {
        'current-page': number,
        'next-page': number < 3 ? number + 1 : null,
        'total-pages': 3,
      };
      return {
        headers: { 'content-type': 'application/vnd.api+json' },
        body: { data, meta: { pagination } },
      };
    });
    const { stdout } = await candidates(['workspace', '--context=here'], {
      TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
    });
    expect(stdout.trimEnd().split('\n')).toHaveLength(300);
    expect(stdout).toContain('w-3-99\n');
    expect((await candidates(['group', 'api', '--context=here'])).stdout).toBe('web\nworker\n');
    const before = sandbox().requests.list().length;
    await candidates(['ldap-set', 'team', '--context=here']);
    expect(sandbox().requests.list()[before]?.path).toMatch(/\/library\/team/);
  });

  test('that a terminal would obey, or that look like a flag, are never stored', async () => {
    const names = [
      'a\nb',
      'a\u001b[31mb',
      'a\u009bb',
      'a\u202eb',
      '-rf',
      '--yes',
      '',
      "it's",
      '$(touch x)',
      'ä b',
    ];
    const { origin } = await fakeServer(() => ({ body: names.map((name) => ({ ID: name, Name: name })) }));
    await candidates(['job', '--context=here'], { TRIVET_JOBS_URL: origin });
    expect(cached('job').slice(2)).toEqual(["it's", '$(touch x)', 'ä b']);
  });

  test.each([
    ['organization', [], ['demo']],
    ['jobs-namespace', [], ['default']],
    ['pki-mount', [], ['pki', 'pki_int', 'pki_old', 'pki_new']],
    ['cloud-mount', [], ['cloud', 'aws']],
    ['ldap-mount', [], ['ldap']],
    ['mount', [], ['cloud', 'ldap', 'pki']],
    ['job-version', ['api'], ['0']],
    ['action', ['api'], []],
  ] as const)('%s of %j are read', async (kind, rest, least) => {
    const { stdout, stderr } = await candidates([kind, ...rest, '--context=here']);
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual(expect.arrayContaining([...least]));
    if (kind.endsWith('-mount')) expect(stdout).toBe(`${least.join('\n')}\n`);
  });

  test('namespaces of the secrets service have their whole path', async () => {
    const { origin } = await fakeServer(({ path, headers }) =>
      path.startsWith('/v1/sys/namespaces') && headers['x-vault-namespace'] === 'team'
        ? { body: { data: { keys: ['a/', 'b c/'] } } }
        : { status: 404, body: { errors: [] } },
    );
    const { stdout } = await candidates(['secrets-namespace', '--context=here'], {
      TRIVET_SECRETS_URL: `${origin}/v1`,
      TRIVET_SECRETS_NAMESPACE: 'team',
    });
    expect(stdout).toBe('team/a\nteam/b c\n');
  });

  test('of accounts are those that are borrowed', async () => {
    const { origin } = await fakeServer(() => ({
      body: { data: { 'svc-01': { available: true }, 'svc-02': { available: false } } },
    }));
    const { stdout } = await candidates(['borrowed-account', 'team-a', '--context=here'], {
      TRIVET_SECRETS_URL: `${origin}/v1`,
    });
    expect(stdout).toBe('svc-02\n');
  });

  test('of environments come from the nearest trivet.yaml, without a request', async () => {
    mkdirSync(join(home, 'infra/prod'), { recursive: true });
    writeFileSync(
      join(home, 'infra/trivet.yaml'),
      'environments:\n  prod: { layers: [prod] }\n  staging: { layers: [prod] }\n',
    );
    const before = sandbox().requests.list().length;
    const { stdout } = await candidates(['environment', join(home, 'infra/prod'), '--context=here']);
    expect(stdout).toBe('prod\nstaging\n');
    expect(sandbox().requests.list()).toHaveLength(before);
  });

  test('never cause a token command to run', async () => {
    writeFileSync(
      join(home, 'profiles.json'),
      JSON.stringify({
        version: 1,
        current: 'p',
        profiles: {
          p: {
            jobs: {
              url: sandbox().urls.jobs,
              token: { kind: 'command', argv: ['touch', join(home, 'ran')] },
            },
          },
        },
      }),
      { mode: 0o600 },
    );
    const { stdout } = await runCli(['completion', 'candidates', 'job', '--context=here'], {
      env: { TRIVET_CONFIG_DIR: home },
    });
    expect(stdout).toBe('');
    expect(existsSync(join(home, 'ran'))).toBe(false);
  });

  test('are not stored for a context or kind that is not a single word', async () => {
    for (const words of [
      ['job', '--context=a\nb'],
      ['job', '--context=a b'],
      ['../job', '--context=a'],
    ]) {
      expect((await candidates(words)).code).toBe(0);
    }
    expect(existsSync(join(home, 'cache'))).toBe(false);
  });
});

test('a name is offered if a line of a terminal can hold it', () => {
  const good = [
    'web',
    'acme/net',
    '39:dd',
    'a@b',
    'a b',
    'a$b',
    'a*',
    "a'b",
    'a=b',
    '~a',
    '#a',
    'ä',
    'a\\b',
    '日本',
  ];
  expect(good.filter((name) => !isOffered(name))).toEqual([]);
  const bad = ['', '-x', 'a\nb', 'a\tb', 'a\u007f', 'a\u2028b', 'a\u202eb', 'a'.repeat(201)];
  expect(bad.filter(isOffered)).toEqual([]);
});

describe('what a shell lacks to find the script', () => {
  const install = async (shell: string, env: Readonly<Record<string, string>>): Promise<string> =>
    (await runCli(['completion', 'install', shell], { env, world: { home } })).stderr;

  test('bash: the package that loads it', async () => {
    const env = { XDG_DATA_HOME: join(home, 'data'), XDG_DATA_DIRS: join(home, 'system') };
    expect(await install('bash', env)).toContain('bash-completion, which loads it, is not installed');
    mkdirSync(join(home, 'system', 'bash-completion'), { recursive: true });
    writeFileSync(join(home, 'system', 'bash-completion', 'bash_completion'), '');
    expect(await install('bash', env)).not.toContain('not installed');
  });

  test('zsh: the folder in fpath, unless the variable or ~/.zshrc has it', async () => {
    const folder = join(home, 'data', 'zsh', 'site-functions');
    const env = { XDG_DATA_HOME: join(home, 'data') };
    expect(await install('zsh', env)).toContain(`~/.zshrc needs: fpath=(${folder} $fpath)`);
    expect(await install('zsh', { ...env, FPATH: `/usr/share/zsh:${folder}` })).not.toContain('needs');
    writeFileSync(join(home, '.zshrc'), `# fpath=(${folder} $fpath)\n`);
    expect(await install('zsh', env)).toContain('needs');
    writeFileSync(join(home, '.zshrc'), 'fpath=(~/data/zsh/site-functions $fpath)\ncompinit\n');
    expect(await install('zsh', env)).not.toContain('needs');
  });
});
