/** Tests the output contract through `main`: standard error, files of `--out`, colour, and output on a terminal. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCli, words } from './support/run-cli.ts';
import { useServers } from './support/counting-server.ts';
import { useSandbox } from './support/sandbox.ts';

const { trivet, sandbox } = useSandbox();
const serve = useServers();

const escape = '\u001b';

/** Every line of stderr, parsed as the JSON object that it must be. */
const objects = (stderr: string): readonly Record<string, unknown>[] =>
  stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('an error', () => {
  test("says what failed, why in the server's words, and what to do next", async () => {
    await trivet('workspace lock dns-dev --reason maintenance');
    const result = await trivet('workspace lock dns-dev');
    expect(result).toMatchObject({ code: 6, stdout: '' });
    expect(result.stderr).toMatch(/^trivet: .*locked/);
    expect(result.stderr).toContain('maintenance');
    expect(result.stderr).toContain('trivet workspace unlock');
    await trivet('workspace unlock dns-dev');
  });

  test('of usage has no stack trace and goes only to stderr', async () => {
    const result = await trivet('workspace show');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).not.toMatch(/^\s+at /m);
    expect(result.stderr).toContain('trivet workspace show <workspace>');
  });

  test('under -o json is one JSON object on the last line, versioned', async () => {
    const { code, stdout, stderr } = await trivet('workspace show demo/nope -o json -v');
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    const all = objects(stderr);
    expect(all.length).toBeGreaterThan(1);
    expect(all.filter((one) => 'error' in one)).toHaveLength(1);
    expect(all.at(-1)).toMatchObject({
      version: 1,
      error: {
        code: 'not-found',
        exit: 5,
        status: 404,
        request: 'GET /organizations/demo/workspaces/nope',
        message: expect.any(String) as unknown,
        hint: expect.any(String) as unknown,
        server: expect.any(String) as unknown,
      },
    });
  });

  test.each([
    'workspace nope -o json',
    'nope -o json',
    'workspace list --nope -o json',
    'workspace list -ojson --nope',
    'workspace list --output=json --page-size x',
    'workspace show -o json',
    'workspace lock a --reason --yes -o json',
  ])('of usage is JSON, too: trivet %s', async (line) => {
    const { code, stdout, stderr } = await trivet(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(objects(stderr)).toEqual([
      { version: 1, error: expect.objectContaining({ code: 'usage', exit: 2 }) as unknown },
    ]);
  });

  test('is not affected by words after --', async () => {
    expect((await trivet('workspace nope -- -o json')).stderr).toMatch(/^trivet: /);
    expect((await trivet('sandbox nope -- trivet workspace list -o json')).stderr).toMatch(/^trivet: /);
  });

  test('is JSON with TRIVET_OUTPUT=json, too', async () => {
    const { stderr } = await trivet('workspace nope', { env: { TRIVET_OUTPUT: 'json' } });
    expect(objects(stderr).at(-1)).toHaveProperty('error.code', 'usage');
  });

  test('of unknown outcome gives the look-up command', async () => {
    const server = await serve((request) => request.socket.destroy());
    const { code, stderr } = await runCli(words('workspace create edge --organization acme -o json'), {
      env: { TRIVET_WORKSPACES_URL: `${server.origin}/api/v2`, TRIVET_WORKSPACES_TOKEN: 't' },
    });
    expect(code).toBe(9);
    expect(server.seen).toHaveLength(1);
    expect(objects(stderr).at(-1)).toHaveProperty(
      'error.lookUp',
      expect.stringContaining('trivet workspace show acme/edge'),
    );
  });

  test('of a missing permission names the permission', async () => {
    const server = await serve((_, response) => response.writeHead(403).end());
    const result = await runCli(words('workspace delete acme/edge --yes'), {
      env: { TRIVET_WORKSPACES_URL: `${server.origin}/api/v2`, TRIVET_WORKSPACES_TOKEN: 't' },
    });
    expect(result.code).toBe(4);
    expect(result.stderr).toMatch(/It needs: .+/);
    // A server that hides what the token cannot see replies with 404.
    const hidden = await trivet('workspace delete network-prod --yes', { as: 'reader' });
    expect(hidden.code).toBe(5);
    expect(hidden.stderr).toMatch(/lacks the permission \(.+\)/);
  });
});

describe('notes', () => {
  test('go to stderr and disappear with --quiet; errors stay', async () => {
    const noted = await trivet('workspace tag add network-prod quiet-one');
    expect(noted).toMatchObject({ code: 0, stdout: '' });
    expect(noted.stderr).not.toBe('');
    expect(await trivet('workspace tag remove network-prod quiet-one -q')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect((await trivet('workspace show demo/nope -q')).stderr).toContain('trivet: ');
  });

  test('disappear with --quiet even if they are warnings', async () => {
    const line = 'workspace create warned --execution-mode agent --no-validate';
    expect((await trivet(line)).stderr).toContain('warning: ');
    expect((await trivet(`${line} -q`)).stderr).not.toContain('warning: ');
  });

  test('--verbose shows requests and replies without secrets', async () => {
    const { stderr, stdout } = await trivet('workspace show network-prod -v');
    expect(stderr).toMatch(
      /^> GET http:\/\/127\.0\.0\.1:\d+\/api\/v2\/organizations\/demo\/workspaces\/network-prod$/m,
    );
    expect(stderr).toMatch(/^< 200, \d+ bytes/m);
    expect(stderr + stdout).not.toContain(sandbox().tokens.owner);
    expect(stderr).not.toContain('authorization');
  });

  test('a successful read prints nothing on stderr', async () => {
    expect((await trivet('workspace list --limit 1')).stderr).toBe('');
    const { stderr } = await trivet('workspace list --limit 1 --fields name,id', { tty: true });
    // On a busy machine the spinner may have appeared: it must be erased and the cursor shown again.
    expect(['', '\u001B[?25h']).toContain(stderr.split('\u001B[0K').at(-1));
  });
});

describe('the spinner', () => {
  const slow = () =>
    serve((_, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'), 700);
    });
  const env = (origin: string) => ({ TRIVET_JOBS_URL: origin, TRIVET_JOBS_TOKEN: 't' });

  test('appears on a terminal until the reply arrives, and is erased', async () => {
    let seen = (): void => undefined;
    const shown = new Promise<void>((resolve) => {
      seen = resolve;
    });
    const server = await serve((_, response) => {
      void shown.then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'));
    });
    const { stderr } = await runCli(['job', 'list'], {
      env: { ...env(server.origin), TERM: 'xterm' },
      tty: true,
      onStderr: (text) => {
        if (text.includes('Listing jobs')) seen();
      },
    });
    expect(stderr).toContain('Listing jobs');
    expect(stderr).toContain(`${escape}[`);
  });

  test.each([
    ['in a pipe', [], false],
    ['with --quiet', ['-q'], true],
    ['under -o json', ['-o', 'json'], true],
  ])('does not appear %s', async (_, flags, tty) => {
    const server = await slow();
    const { stderr } = await runCli(['job', 'list', ...flags], { env: env(server.origin), tty });
    expect(stderr).not.toContain('Listing jobs');
    expect(stderr).not.toContain(escape);
  });
});

describe('colour', () => {
  const list = 'workspace list --limit 1';
  const colored = async (line: string, env: Record<string, string>, tty: boolean): Promise<boolean> =>
    (await trivet(line, { env: { TERM: 'xterm-256color', ...env }, tty })).stdout.includes(escape);

  test.each<[string, Record<string, string>, boolean, boolean]>([
    ['', {}, true, true],
    ['', {}, false, false],
    ['', { NO_COLOR: '1' }, true, false],
    ['', { NO_COLOR: '' }, true, true],
    ['', { FORCE_COLOR: '1' }, true, true],
    ['', { FORCE_COLOR: '0' }, true, false],
    ['', { TERM: 'dumb' }, true, false],
    ['', { CI: 'true' }, true, true],
    ['', { CI: 'true' }, false, false],
    ['--color never', {}, true, false],
    ['--color always', { NO_COLOR: '1' }, true, true],
    ['-o json', { FORCE_COLOR: '1' }, true, false],
    ['-o tsv', { FORCE_COLOR: '1' }, true, false],
    ['-o table --color always', {}, false, true],
    ['-o table', { FORCE_COLOR: '1' }, false, true],
  ])('is decided by %s %j terminal=%s: %s', async (flags, env, tty, expected) => {
    expect(await colored(`${list} ${flags}`, env, tty)).toBe(expected);
  });

  test('is decided separately for each stream: stderr in a pipe has none', async () => {
    const { stderr } = await trivet('workspace show demo/nope', { env: { TERM: 'xterm' } });
    expect(stderr).not.toContain(escape);
    const terminal = await trivet('workspace show demo/nope', { env: { TERM: 'xterm' }, tty: true });
    expect(terminal.stderr).toContain(escape);
  });

  test('--color takes one of three words', async () => {
    expect(await trivet(`${list} --color maybe`)).toMatchObject({ code: 2, stdout: '' });
  });
});

test('a message is broken between words on a terminal, and is one line in a pipe', async () => {
  const line = 'workspace lock network-prod --reason "one two three four five six seven eight nine ten" -v';
  await trivet(line);
  const shown = async (tty?: number): Promise<readonly string[]> =>
    (await trivet(line, { ...(tty === undefined ? {} : { tty }), env: { NO_COLOR: '1' } })).stderr
      .split('\n')
      .filter((text) => text.includes('already locked') || text.includes('seven'));
  const [whole = ''] = await shown();
  expect(whole).toMatch(/already locked.*one two three four five six seven eight nine ten/);
  const broken = await shown(60);
  expect(broken.length).toBeGreaterThan(1);
  for (const text of broken) expect(text.length).toBeLessThanOrEqual(60);
  expect(broken.slice(1).every((text) => text.startsWith('  '))).toBe(true);
});

describe('CI', () => {
  test('asks no question', async () => {
    const result = await trivet('workspace delete network-prod', { env: { CI: '1' }, typed: 'y' });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('--yes');
  });
});

describe('--out', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trivet-out-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string): string => join(folder, name);
  const show = 'workspace show network-prod --field name';

  test('- means standard output', async () => {
    const { stdout } = await trivet(show);
    expect(await trivet(`${show} --out -`)).toMatchObject({ code: 0, stdout });
  });

  test('writes the output to a file with mode 0600, and nothing to stdout', async () => {
    expect(await trivet(`${show} --out ${at('a')}`)).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(at('a'), 'utf8')).toBe('network-prod');
    expect(statSync(at('a')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  test('is treated as a pipe, even if stdout is a terminal', async () => {
    await trivet(`workspace list --limit 1 --out ${at('a')}`, { tty: true, env: { TERM: 'xterm' } });
    expect(readFileSync(at('a'), 'utf8')).toMatch(/^[a-z-]+\t/);
  });

  test('replaces a file that others could read by one that they cannot', async () => {
    writeFileSync(at('a'), 'old');
    chmodSync(at('a'), 0o666);
    await trivet(`${show} --out ${at('a')}`);
    expect(readFileSync(at('a'), 'utf8')).toBe('network-prod');
    expect(statSync(at('a')).mode & 0o777).toBe(0o600);
  });

  test('follows no symbolic link, dangling or not', async () => {
    writeFileSync(at('elsewhere'), 'old');
    symlinkSync(at('elsewhere'), at('link'));
    symlinkSync(at('nowhere'), at('dangling'));
    for (const name of ['link', 'dangling']) {
      const result = await trivet(`${show} --out ${at(name)}`);
      expect(result).toMatchObject({ code: 3, stdout: '' });
      expect(result.stderr).toMatch(/symbolic link/);
    }
    expect(readFileSync(at('elsewhere'), 'utf8')).toBe('old');
    expect(existsSync(at('nowhere'))).toBe(false);
  });

  test('keeps the old content after a failure', async () => {
    writeFileSync(at('a'), 'old');
    expect((await trivet(`workspace show demo/nope --out ${at('a')}`)).code).toBe(5);
    expect((await trivet(`workspace show network-prod --field nope --out ${at('a')}`)).code).toBe(2);
    expect(readFileSync(at('a'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  test('refuses a folder, and a file in a folder that does not exist', async () => {
    mkdirSync(at('folder'));
    for (const name of ['folder', 'none/a', '']) {
      const result = await trivet(`${show} --out '${name === '' ? '' : at(name)}'`);
      expect([2, 3, 74]).toContain(result.code);
      expect(result.stdout).toBe('');
    }
  });
});

describe('width', () => {
  test('of a table fits the terminal; in a pipe nothing is cut', async () => {
    const { stdout } = await trivet('workspace list', { tty: true, env: { NO_COLOR: '1' } });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  test('of help is at most 80 columns, and the bytes are the same everywhere', async () => {
    for (const line of ['--help', 'workspace --help', 'workspace create --help', 'doctor --help']) {
      const pipe = await runCli(words(line));
      const terminal = await runCli(words(line), {
        tty: true,
        env: { TERM: 'xterm-256color', COLUMNS: '300' },
      });
      expect(pipe.code).toBe(0);
      expect(terminal.stdout).toBe(pipe.stdout);
      for (const text of pipe.stdout.split('\n')) expect(text.length).toBeLessThanOrEqual(80);
    }
  });
});
