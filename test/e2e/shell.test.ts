/** Tests bin/trivet among other programs: pipes, scripts, exit codes, missing files and descriptors. */
import { describe, expect, test } from 'vitest';
import { environmentOf, useSandbox } from '../support/sandbox.ts';
import { executable } from '../support/program.ts';
import { runBin, runShell } from '../support/run-bin.ts';
import { smallServer } from '../support/small-server.ts';
import type { BinOptions } from '../support/run-bin.ts';

const { sandbox, trivet } = useSandbox();
const shell = (script: string, options: BinOptions = {}) =>
  runShell(script, { ...options, env: { ...environmentOf(sandbox()), ...options.env } });

describe('pipes', () => {
  test('may be closed early by a reader without an error', async () => {
    const result = await shell('trivet workspace list -o jsonl | head -n 1; echo "${PIPESTATUS[0]}"');
    expect(result.stderr).toBe('');
    expect(result.stdout.trim().split('\n').at(-1)).toBe('0');
    expect(result.stdout.split('\n')).toHaveLength(3);
  });

  test('may be closed without being read', async () => {
    const result = await shell('trivet workspace list -o json | true; echo "${PIPESTATUS[0]}"');
    expect(result).toMatchObject({ stdout: '0\n', stderr: '' });
  });

  test('end a watch when the reader leaves, even if nothing changes', async () => {
    const { env } = await smallServer((_, number) =>
      number === 0 ? { headers: { 'X-Nomad-Index': '60' }, body: { ID: 'web' } } : undefined,
    );
    const result = await runShell('trivet job show web --watch | grep -m1 web; echo "${PIPESTATUS[0]}"', {
      env,
    });
    expect(result).toMatchObject({ stdout: '{"ID":"web"}\n0\n', stderr: '' });
  });

  test('may be closed by a reader of the launcher, too', async () => {
    const result = await shell('trivet --help | true; echo "${PIPESTATUS[0]}"; trivet --version | true');
    expect(result).toMatchObject({ code: 0, stdout: '0\n', stderr: '' });
  });

  test('carry a megabyte completely', async () => {
    const result = await shell(
      'for i in 1 2; do trivet workspace list -o json; done | wc -c; trivet workspace list -o json | wc -c',
    );
    const [two = 0, one = 0] = result.stdout.trim().split('\n').map(Number);
    expect(two).toBe(2 * one);
    expect(one).toBeGreaterThan(65_536);
  });

  test('carry the output of one command to the next', async () => {
    const result = await shell(
      'trivet workspace list --search-name network -o name | xargs -n 1 trivet workspace show --field id',
    );
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/^(?:ws-[A-Za-z0-9]{16})+$/);
  });
});

describe('descriptors', () => {
  test.each([
    'trivet workspace list',
    'trivet --version',
    'trivet --help',
    'trivet workspace show network-prod -o json',
  ])('trivet exits 74 if stdout is a full disk: %s', async (command) => {
    const result = await shell(`${command} > /dev/full`);
    expect(result.code).toBe(74);
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });

  test('a full disk for stderr does not change the outcome', async () => {
    expect(await shell('trivet workspace list -v --limit 1 2> /dev/full')).toMatchObject({ code: 0 });
    expect((await shell('trivet workspace show demo/nope 2> /dev/full')).code).toBe(5);
  });

  test('closed standard input is not an error if it is not read', async () => {
    expect(await shell('trivet workspace list --limit 1 -o name <&-')).toMatchObject({ code: 0, stderr: '' });
    expect((await shell('trivet workspace lock dns-dev --reason - <&-')).code).not.toBe(125);
  });

  test('closed descriptors do not change the outcome, since Node opens /dev/null in their place', async () => {
    expect(await shell('trivet workspace show demo/nope 2>&-')).toMatchObject({ code: 5, stdout: '' });
    expect(await shell('trivet workspace list --limit 1 >&-')).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    ['trivet profile set full --workspaces-url http://127.0.0.1:1/api/v2', 'profiles.lock'],
    ['echo workspace lock dns-dev | trivet batch run - --journal full.journal', 'full.journal.lock'],
    ['trivet pki renew full --role web --common-name a.example', 'full/.trivet/lock'],
  ])('a full disk for a lock names its file: %s', async (command, file) => {
    const { code, stderr } = await shell(`ulimit -f 0; ${command}`);
    expect([code, stderr]).toEqual([74, expect.stringContaining(`${file}: the file would be too large`)]);
  });

  test('--out on a full disk leaves no file', async () => {
    const full = 'mkdir d; ulimit -f 0; trivet workspace list --out d/f; echo $?; ls -A d';
    expect((await shell(full)).stdout).toBe('74\n');
    expect((await shell('trivet workspace list --out /dev/full')).code).toBe(3);
  });
});

describe('scripts', () => {
  test('stop at the first failure with set -e', async () => {
    const result = await shell(
      'set -e; trivet workspace show network-prod --field name; echo; trivet workspace show nope; echo unreached',
    );
    expect(result).toMatchObject({ code: 5, stdout: 'network-prod\n' });
  });

  test('can use the exit code with if, || and &&', async () => {
    const result = await shell(
      'if trivet workspace show nope -q 2> /dev/null; then echo there; else echo "not there: $?"; fi',
    );
    expect(result.stdout).toBe('not there: 5\n');
  });

  test('get a value without a trailing newline', async () => {
    const result = await shell('id=$(trivet workspace show network-prod --field id); echo "[$id]"');
    expect(result.stdout).toMatch(/^\[ws-\w{16}\]\n$/);
  });
});

describe('the environment', () => {
  test('without a HOME folder a token of the environment works, but nothing can be stored', async () => {
    for (const HOME of ['', '/dev/null', '/nonexistent-trivet/home']) {
      expect(await shell('trivet workspace list --limit 1 -o name', { env: { HOME } })).toMatchObject({
        code: 0,
        stderr: '',
      });
    }
    const result = await shell('trivet profile set p --jobs-url https://j.example --jobs-product generic', {
      env: { HOME: '/dev/null' },
    });
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });

  test.skipIf(executable !== undefined)(
    'a working directory that was removed is not an error by itself',
    async () => {
      const result = await shell('mkdir d && cd d && rmdir ../d && trivet workspace list --limit 1 -o name');
      expect(result).toMatchObject({ code: 0, stderr: '' });
      const child = await shell('mkdir d && cd d && rmdir ../d && trivet sandbox exec -- true');
      expect(child).toMatchObject({ code: 125, stdout: '' });
      expect(child.stderr).toContain('the working directory no longer exists');
    },
  );

  test('NODE_DEBUG does not show the token', async () => {
    const result = await shell('trivet workspace list --limit 1 -o name', {
      env: { NODE_DEBUG: 'http,undici,net,tls' },
    });
    expect(result).toMatchObject({ code: 0, stderr: '' });
  });

  test('NODE_TLS_REJECT_UNAUTHORIZED does not turn verification off, and an invalid proxy variable is reported', async () => {
    const result = await shell('trivet workspace list --limit 1 -o name', {
      env: { HTTP_PROXY: 'junk', HTTPS_PROXY: '::::', COLUMNS: '1', TERM: 'dumb', LANG: 'C' },
    });
    // Loopback needs no proxy.
    expect(result).toMatchObject({ code: 0 });
  });

  test('NO_COLOR, FORCE_COLOR and CI have their usual meaning', async () => {
    const colored = async (env: Record<string, string>) =>
      (await trivet('workspace list --limit 1 -o table', { env })).stdout.includes('\u001b');
    expect(await colored({})).toBe(false);
    expect(await colored({ FORCE_COLOR: '1' })).toBe(true);
    expect(await colored({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
    expect(await colored({ CI: 'true' })).toBe(false);
  });
});

describe('the launcher', () => {
  test('prints --version and help without loading the program', async () => {
    const version = await runBin(['--version']);
    expect(version.code).toBe(0);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+/);
    const help = await runBin(['help', 'workspace', 'tag', 'add']);
    expect(help).toEqual(await runBin(['workspace', 'tag', 'add', '--help']));
    expect(help.stdout).toContain('trivet workspace tag add');
    expect((await runBin([])).stdout).toBe((await runBin(['--help'])).stdout);
  });

  test('fails for help of an unknown command, and reads no file for a path in it', async () => {
    for (const argv of [
      ['help', 'nope'],
      ['nope', '--help'],
      ['help', '../../package'],
    ]) {
      expect(await runBin(argv)).toMatchObject({ code: 2, stdout: '' });
    }
  });
});
