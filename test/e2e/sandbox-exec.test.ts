/** Tests `trivet sandbox exec`: exit codes are passed on, and nothing inside can reach a real server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { launcher } from '../support/program.ts';
import { missing, openTerminal } from '../support/pty.ts';
import { runBin, runShell } from '../support/run-bin.ts';
import { runCli } from '../support/run-cli.ts';

const exec = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runBin(['sandbox', 'exec', '--', ...argv], { env });

describe('sandbox exec', () => {
  /** Runs in this process, for commands that print nothing. */
  const quiet = (...argv: readonly string[]) =>
    runCli(['sandbox', 'exec', '--', ...argv], { env: { PATH: process.env['PATH'] ?? '' } });

  test.each([0, 1, 7, 42, 255])('exits %i like the command', async (code) => {
    expect((await quiet('sh', '-c', `exit ${code}`)).code).toBe(code);
  });

  test('exits 128+n if a signal ends the command', async () => {
    expect((await exec(['sh', '-c', 'kill -TERM $$'])).code).toBe(143);
    expect((await quiet('sh', '-c', 'kill -KILL $$')).code).toBe(137);
  });

  test('exits 127 if the command does not exist, and 126 if it cannot be run', async () => {
    const missing = await exec(['no-such-program-of-trivet']);
    expect(missing).toMatchObject({ code: 127, stdout: '' });
    expect(missing.stderr).toContain('no-such-program-of-trivet');
    expect((await quiet('/etc/passwd')).code).toBe(126);
  });

  test('passes arguments unchanged, without a shell', async () => {
    const result = await exec(['printf', '%s\\n', '$(id)', ';id', '-x', 'a b', '--help', '']);
    expect(result).toMatchObject({ code: 0, stdout: '$(id)\n;id\n-x\na b\n--help\n\n' });
  });

  test('passes on standard input and output', async () => {
    const result = await runBin(['sandbox', 'exec', '--', 'cat'], { stdin: 'through\n' });
    expect(result).toMatchObject({ code: 0, stdout: 'through\n' });
  });

  test('puts trivet on the PATH even if it is not installed', async () => {
    const result = await exec(['sh', '-c', 'trivet workspace list --limit 2 -o name']);
    expect(result).toMatchObject({ code: 0, stdout: 'network-prod\ndns-prod\n', stderr: '' });
  });

  test('exits 2 without a command', async () => {
    expect((await runCli(['sandbox', 'exec'])).code).toBe(2);
    expect((await quiet()).code).toBe(2);
  });
});

describe('a command in the sandbox', () => {
  const outer = {
    TFE_ADDRESS: 'https://tfe.example',
    TFE_TOKEN: 'hush',
    TF_TOKEN_app_terraform_io: 'hush',
    VAULT_ADDR: 'https://vault.example',
    VAULT_TOKEN: 'hush',
    VAULT_NAMESPACE: 'team',
    BAO_ADDR: 'https://bao.example',
    BAO_TOKEN: 'hush',
    NOMAD_ADDR: 'https://nomad.example',
    NOMAD_TOKEN: 'hush',
    TRIVET_PROFILE: 'prod',
    TRIVET_OUTPUT: 'json',
    TRIVET_SECRETS_TOKEN: 'hush',
    TRIVET_SECRETS_NAMESPACE: 'team',
    TRIVET_JOBS_CA_FILE: '/none',
    HTTP_PROXY: 'http://proxy.example:1',
    MINE: 'kept',
  };

  test("has no variables of vendors or of trivet except the sandbox's, and keeps all others", async () => {
    const { stdout, code } = await exec(['env'], outer);
    expect(code).toBe(0);
    const variables = new Map(
      stdout.split('\n').map((line) => [line.replace(/=.*/, ''), line.replace(/^[^=]*=/, '')]),
    );
    const known = [...variables.keys()].filter((name) =>
      /^(?:TFE_|TF_|VAULT_|BAO_|NOMAD_|TRIVET_)/.test(name),
    );
    expect(known.sort()).toEqual([
      'TRIVET_CONFIG_DIR',
      'TRIVET_JOBS_PRODUCT',
      'TRIVET_JOBS_TOKEN',
      'TRIVET_JOBS_URL',
      'TRIVET_ORGANIZATION',
      'TRIVET_SANDBOX_CONTROL',
      'TRIVET_SECRETS_PRODUCT',
      'TRIVET_SECRETS_TOKEN',
      'TRIVET_SECRETS_URL',
      'TRIVET_WORKSPACES_PRODUCT',
      'TRIVET_WORKSPACES_TOKEN',
      'TRIVET_WORKSPACES_URL',
    ]);
    expect(stdout).not.toContain('hush');
    for (const service of ['WORKSPACES', 'SECRETS', 'JOBS']) {
      expect(variables.get(`TRIVET_${service}_URL`)).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
    }
    expect(variables.get('MINE')).toBe('kept');
    expect(variables.get('NO_PROXY')).toContain('127.0.0.1');
  });

  test('cannot use --profile, which exits 3', async () => {
    const result = await exec(['trivet', 'job', 'list', '--profile', 'prod'], outer);
    expect(result).toMatchObject({ code: 3, stdout: '' });
  });

  test('leaves nothing behind: the server and its folder are removed', async () => {
    const { stdout } = await exec(['sh', '-c', 'echo "$TRIVET_JOBS_URL $TRIVET_CONFIG_DIR"']);
    const [url = '', folder = ''] = stdout.trim().split(' ');
    await expect(fetch(`${url}/v1/jobs`)).rejects.toThrow();
    expect((await runShell(`test -e ${folder}`)).code).toBe(1);
  });
});

test('a rehearsal can list, lock, be refused a second lock, and show', async () => {
  const result = await exec([
    'sh',
    '-c',
    'trivet workspace list -o name | head -n 1 && ' +
      'trivet workspace lock demo/network-prod --reason x > /dev/null && ' +
      '! trivet workspace lock demo/network-prod; trivet workspace show demo/network-prod -o json',
  ]);
  expect(result.code).toBe(0);
  const [first = '', ...rest] = result.stdout.split('\n');
  expect(first).toMatch(/^[a-z-]+$/);
  // The refused lock printed nothing on stdout, so what follows is one document.
  expect(JSON.parse(rest.join('\n'))).toMatchObject({
    data: { attributes: { name: 'network-prod', locked: true, 'locked-reason': 'x' } },
  });
  expect(result.stderr).toMatch(/locked/);
  expect(result.stderr).toContain('trivet workspace unlock');
  const code = await exec([
    'sh',
    '-c',
    'trivet workspace lock demo/network-prod --reason x -q > /dev/null; trivet workspace lock demo/network-prod 2> /dev/null',
  ]);
  expect(code).toMatchObject({ code: 6, stdout: '' });
});

test('doctor reports that all is in order, and exits 4 with a wrong token', async () => {
  const green = await exec(['trivet', 'doctor', '-o', 'jsonl']);
  expect(green).toMatchObject({ code: 0, stderr: '' });
  expect(green.stdout).not.toMatch(/"status":"(?:problem|warning|skipped)"/);
  const wrong = await exec(['env', 'TRIVET_SECRETS_TOKEN=wrong', 'trivet', 'doctor']);
  expect(wrong.code).toBe(4);
  expect(wrong.stderr).toContain('secrets token: the server does not accept the token');
});

test('faults can be rehearsed', async () => {
  const result = await runBin([
    'sandbox',
    'exec',
    '--fault',
    '429:2',
    '--',
    'trivet',
    'workspace',
    'list',
    '--limit',
    '1',
  ]);
  expect(result.code).toBe(0);
  expect(result.stderr).toContain('429');
});

describe('a shell in the sandbox', () => {
  const begin = (...argv: readonly string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'trivet-shell-'));
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      TERM: 'xterm-256color',
      HOME: folder,
    };
    const terminal = openTerminal(launcher, ['sandbox', 'exec', '--', ...argv], {
      cwd: folder,
      rows: 20,
      cols: 100,
      env,
    });
    const close = async (): Promise<void> => {
      await terminal.close();
      rmSync(folder, { recursive: true, force: true });
    };
    return { terminal, close };
  };

  test.each(['bash', 'sh'])('%s says what there is, and its prompt says where it is', async (shell) => {
    if (missing(shell) !== undefined) return;
    const { terminal, close } = begin(shell);
    try {
      await terminal.until(/\(sandbox\) /);
      expect(terminal.screen()).toMatch(
        /sandbox: 60 workspaces, \d+ jobs, \d+ certificate roles; exit ends it/,
      );
      terminal.type('exit 5\r');
      expect(await terminal.exited).toBe(5);
    } finally {
      await close();
    }
  });

  test('a command that ends is not greeted', async () => {
    const { terminal, close } = begin('sh', '-c', 'echo done');
    try {
      expect(await terminal.exited).toBe(0);
      expect(terminal.screen()).toContain('done');
      expect(terminal.screen()).not.toContain('sandbox:');
    } finally {
      await close();
    }
  });
});
