import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { tokenVariables } from '../../src/config/tokens/token-variables.ts';
import { childEnvironment, leadsToService } from '../../src/system/child/child-environment.ts';
import { capture, runChild } from '../../src/system/child/child.ts';
import { tokenCommands } from '../../src/run/credential-stores/kept.ts';
import { findProgram } from '../../src/system/child/find-program.ts';
import type { Io } from '../../src/system/io.ts';
import { bundle } from './bundled-script.ts';
import { errorOf, surroundingsOf, temporaryFolder } from './profiles-surroundings.ts';

const path = process.env['PATH'] ?? '';

const ioOf = (over: Partial<Io> = {}) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const signals = new Set<(signal: number) => void>();
  const io: Io = {
    ...surroundingsOf({ PATH: path }),
    stdin: new PassThrough(),
    stdout,
    stderr,
    now: () => 0,
    monotonic: () => 0,
    onSignal: (listener) => {
      signals.add(listener);
      return () => signals.delete(listener);
    },
    ...over,
  };
  return { io, signals, out: () => String(stdout.read() ?? '') };
};

const run = async (
  argv: readonly string[],
  env: Record<string, string> = { PATH: path },
  over: Partial<Io> = {},
) => {
  const { io, out } = ioOf(over);
  const exit = await runChild(argv, io, { env, stdio: 'io' });
  return { exit, out: out() };
};

describe('a child', () => {
  it('gets its arguments unchanged, without a shell', async () => {
    const words = ['%s\n', '$(id)', ';id', '-x', '`id`', '*', "it's", '"', '', 'a b', '--', '&& id'];
    expect((await run(['printf', ...words])).out).toBe(`${words.slice(1).join('\n')}\n`);
  });

  it.each([
    [['sh', '-c', 'exit 0'], 0],
    [['sh', '-c', 'exit 7'], 7],
    [['sh', '-c', 'exit 255'], 255],
    [['sh', '-c', 'kill -TERM $$'], 143],
    [['sh', '-c', 'kill -KILL $$'], 137],
    [['sh', '-c', 'kill -INT $$; sleep 5'], 130],
  ])('that runs %j ends with %i', async (argv, exit) => expect((await run(argv)).exit).toBe(exit));

  it('gets exactly the given variables', async () => {
    const { out } = await run(['env'], { PATH: path, TRIVET_JOBS_TOKEN: 'for the child', ONE: 'x=y' });
    expect(out.trim().split('\n').toSorted()).toEqual(
      [`PATH=${path}`, 'ONE=x=y', 'TRIVET_JOBS_TOKEN=for the child'].toSorted(),
    );
  });

  it('is 127 if it does not exist, and 126 if it is not a program', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'text'), 'no program', { mode: 0o644 });
    mkdirSync(join(folder, 'folder'));
    writeFileSync(join(folder, 'lost'), '#!/no/such/interpreter\n', { mode: 0o755 });
    const env = { PATH: folder };
    for (const [name, exit] of [
      ['missing', 127],
      ['./missing', 127],
      [join(folder, 'missing'), 127],
      ['text', 126],
      ['folder', 126],
      [join(folder, 'text'), 126],
      ['lost', 127],
    ] as const) {
      expect((await errorOf(() => run([name], env))).exit, name).toBe(exit);
    }
    for (const argv of [[], [''], ['a\0b'], ['true', 'a\0b']]) {
      expect((await errorOf(() => run(argv))).exit).toBe(2);
    }
  });

  it('is never found in the working directory', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'less'), '#!/bin/sh\necho planted\n', { mode: 0o755 });
    for (const search of ['.', '', ':', '.:', './', 'bin:.', `.:${join(cwd, 'none')}`]) {
      const error = await errorOf(() =>
        findProgram('less', { env: { PATH: search }, platform: 'linux', cwd }),
      );
      expect(error.exit, search).toBe(127);
    }
    expect((await run(['./less'], { PATH: '' }, { cwd })).out).toBe('planted\n');
  });

  it('gets each signal until it ends', async () => {
    for (const [signal, name] of [
      [1, 'HUP'],
      [2, 'INT'],
      [15, 'TERM'],
    ] as const) {
      const { io, signals, out } = ioOf();
      // The child reports when it listens, and runs until it gets the signal.
      const argv = [
        'sh',
        '-c',
        `trap 'echo got ${name}; exit 9' ${name}; echo ready; while :; do sleep 0.05; done`,
      ];
      const ending = runChild(argv, io, { env: { PATH: path }, stdio: 'io' });
      await new Promise((resolve) => io.stdout.once('pipe', resolve));
      while (!out().includes('ready')) await new Promise((resolve) => setImmediate(resolve));
      for (const listener of signals) listener(signal);
      expect(await ending).toBe(9);
      expect(signals.size).toBe(0);
    }
  });

  it("uses trivet's own descriptors", async () => {
    const folder = temporaryFolder();
    const program = await bundle(
      `import { nodeIo } from 'ROOT/src/system/node-io.ts';
       import { runChild } from 'ROOT/src/system/child/child.ts';
       const io = nodeIo(process);
       process.exitCode = await runChild(process.argv.slice(2), io, { env: io.env });`,
      folder,
    );
    const done = spawnSync(process.execPath, [program, 'sh', '-c', 'cat; echo err >&2; exit 3'], {
      input: 'in',
    });
    expect([done.status, done.stdout.toString(), done.stderr.toString()]).toEqual([3, 'in', 'err\n']);

    const pidFile = join(folder, 'pid');
    const script = `trap 'echo told; exit 5' TERM; echo $$ > "$0"; echo ready; while :; do sleep 0.05; done`;
    const child = spawn(process.execPath, [program, 'sh', '-c', script, pidFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let seen = '';
    const ended = new Promise((resolve) => child.on('close', resolve));
    child.stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (seen === 'ready\n') child.kill('SIGTERM');
    });
    expect(await ended).toBe(5);
    expect(seen).toBe('ready\ntold\n');
    expect(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0)).toThrow('ESRCH');
  });
});

describe('the environment of a child', () => {
  const parent = {
    PATH: '/bin',
    TRIVET_SECRETS_TOKEN: 'canary',
    TRIVET_JOBS_TOKEN_FILE: 'canary',
    TRIVET_WORKSPACES_TOKEN: 'canary',
    TRIVET_JOBS_URL: 'https://j',
    TRIVET_PROFILE: 'p',
    VAULT_ADDR: 'https://v',
    VAULT_TOKEN: 'canary',
    BAO_TOKEN: 'canary',
    NOMAD_ADDR: 'https://n',
    NOMAD_TOKEN: 'canary',
    NOMAD_ALLOC_ID: 'a fact',
    TFE_TOKEN: 'canary',
    TF_TOKEN_app_terraform_io: 'canary',
    TF_CLOUD_ORGANIZATION: 'o',
    TF_CLI_CONFIG_FILE: '/rc',
    UNSET: undefined,
  };

  it('lacks every token, or everything that leads to a service', () => {
    const lend = childEnvironment(
      parent,
      { AWS_SECRET_ACCESS_KEY: 'lent' },
      tokenVariables(surroundingsOf()),
    );
    expect(JSON.stringify(lend)).not.toContain('canary');
    expect(lend).toMatchObject({
      PATH: '/bin',
      TRIVET_JOBS_URL: 'https://j',
      AWS_SECRET_ACCESS_KEY: 'lent',
    });
    expect(Object.hasOwn(lend, 'UNSET')).toBe(false);
    const given = {
      TRIVET_JOBS_URL: 'http://127.0.0.1:1',
      TRIVET_JOBS_TOKEN: 'sandbox',
      VAULT_ADDR: 'http://127.0.0.1:1',
    };
    expect(childEnvironment(parent, given, leadsToService)).toEqual({
      PATH: '/bin',
      NOMAD_ALLOC_ID: 'a fact',
      ...given,
    });
  });
});

describe('a token command', () => {
  const limits = { timeout: 60_000, maxBytes: 100 };
  const token = async (argv: readonly string[], over: Partial<Io> = {}, given = limits) =>
    Buffer.from(await tokenCommands(ioOf(over).io)(argv, given)).toString();

  it("returns its output byte for byte, and gets neither trivet's tokens nor standard input", async () => {
    expect(await token(['printf', 'a\\n\\n'])).toBe('a\n\n');
    const env = { PATH: path, TRIVET_JOBS_TOKEN: 'canary', MINE: 'yes' };
    expect(await token(['sh', '-c', 'echo "$MINE$TRIVET_JOBS_TOKEN"; cat'], { env })).toBe('yes\n');
  });

  it.each([
    [['sh', '-c', 'echo canary; exit 3'], 'exit code 3'],
    [['sh', '-c', 'kill -TERM $$'], 'SIGTERM'],
    [['no-such-program'], 'there is no program'],
    [['sh', '-c', 'while :; do echo canary; done'], 'prints more than'],
  ])('%j is exit 3', async (argv, why) => {
    const error = await errorOf(() => token(argv));
    expect([error.exit, error.message.includes(why)]).toEqual([3, true]);
    expect(error.message).not.toContain('canary');
  });

  it('that takes too long is ended, even if a grandchild holds the pipe', async () => {
    for (const script of ['exec sleep 5', 'trap "" TERM; sleep 5', 'sleep 5 & exec sleep 5']) {
      const error = await errorOf(() => token(['sh', '-c', script], {}, { timeout: 200, maxBytes: 100 }));
      expect([error.exit, error.message.includes('took longer than 0.2 s')]).toEqual([3, true]);
    }
  });

  it('is never found in the working directory', async () => {
    const cwd = temporaryFolder();
    const elsewhere = temporaryFolder();
    const planted = join(cwd, 'helper');
    writeFileSync(planted, '#!/bin/sh\necho planted\n');
    chmodSync(planted, 0o755);
    symlinkSync(planted, join(elsewhere, 'linked'));
    symlinkSync(cwd, join(elsewhere, 'folder'));
    for (const [name, search] of [
      [planted, path],
      ['helper', `${cwd}:${path}`],
      ['helper', join(elsewhere, 'folder')],
      [join(elsewhere, 'linked'), path],
    ] as const) {
      const error = await errorOf(() => token([name], { cwd, env: { PATH: search } }));
      expect([error.exit, error.message.includes('working directory')], name).toEqual([3, true]);
    }
    expect(await token([planted], { cwd: elsewhere })).toBe('planted\n');
  });
});

/** A killed process whose parent is gone may stay as a zombie. */
const isRunning = (pid: number): boolean =>
  /^[^Z\s]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString());

it('a program that hangs apart is ended with what it started', async () => {
  const { io } = ioOf();
  const seen = join(temporaryFolder(), 'pid');
  const error = await errorOf(() =>
    capture(['sh', '-c', `sleep 600 & echo $! > '${seen}'; wait`], io, {
      env: { PATH: path },
      maxBytes: 100,
      timeout: 4000,
      apart: true,
    }),
  );
  expect([error.exit, error.message]).toEqual([3, expect.stringContaining('took longer than 4 s')]);
  const pid = Number(readFileSync(seen, 'utf8'));
  // The system removes a killed process in its own time.
  for (let turn = 0; turn < 500 && isRunning(pid); turn += 1)
    await new Promise((next) => setTimeout(next, 10));
  expect(isRunning(pid)).toBe(false);
});
