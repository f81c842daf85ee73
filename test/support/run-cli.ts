/**
 * The whole program: arguments in, exit code and text out. No module is replaced. It runs in this process, or as the
 * standalone executable if that is under test.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { main } from '../../src/main.ts';
import type { Io } from '../../src/system/io.ts';
import { checkExit } from './check-exit.ts';
import { executable } from './program.ts';
import { needsThisProcess, noteException, runExecutable } from './run-executable.ts';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly bytes: Buffer;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** stdout and stderr are terminals of 100 columns, or of this number. */
  readonly tty?: boolean | number;
  /** What a person types at `/dev/tty`; undefined if there is no terminal. */
  readonly typed?: string;
  /**
   * Where `trivet.yaml`, `@FILE` and the like are read. What a flag writes (`--dir`, `--out`) is relative to the folder of the
   * process: give a whole path, or call `process.chdir`, as test/doors/cases.test.ts does.
   */
  readonly cwd?: string;
  /** Gets the function that delivers a signal (2 SIGINT, 15 SIGTERM) to the run. */
  readonly onStart?: (signal: (number: number) => void) => void;
  /** Gets what is written to stderr as it is written. */
  readonly onStderr?: (text: string) => void;
  readonly now?: () => number;
  /** Parts of the `Io` to replace. */
  readonly io?: Partial<Io>;
}

const collect = (tty: boolean | number): { stream: PassThrough; bytes: () => Buffer } => {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  // A spinner draws with the last three.
  const drawn = (): boolean => true;
  if (tty !== false)
    Object.assign(stream, {
      isTTY: true,
      columns: tty === true ? 100 : tty,
      cursorTo: drawn,
      clearLine: drawn,
      moveCursor: drawn,
    });
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, bytes: () => Buffer.concat(chunks) };
};

const terminalOf = (typed: string): NonNullable<Io['terminal']> => {
  const lines = `${typed}\n`;
  return () => {
    const input = new PassThrough();
    const output = new PassThrough();
    output.resume();
    setImmediate(() => input.write(lines));
    return { input, output, close: () => input.destroy() };
  };
};

const runOnce = async (argv: readonly string[], options: CliOptions): Promise<CliResult> => {
  const home = mkdtempSync(join(tmpdir(), 'trivet-cli-'));
  if (executable !== undefined) {
    const why = needsThisProcess(argv, options);
    if (why === undefined) {
      return await runExecutable(executable, argv, home, options).finally(() =>
        rmSync(home, { recursive: true, force: true }),
      );
    }
    noteException(why);
  }
  const stdout = collect(options.tty ?? false);
  const stderr = collect(options.tty ?? false);
  stderr.stream.on('data', (chunk: Buffer) => options.onStderr?.(chunk.toString('utf8')));
  const stdin = new PassThrough();
  if (options.stdin === undefined) stdin.end();
  else stdin.end(options.stdin);
  const listeners = new Set<(signal: number) => void>();
  options.onStart?.((signal) => {
    for (const listener of listeners) listener(signal);
  });
  const io: Io = {
    env: { TRIVET_CONFIG_DIR: join(home, 'config'), ...options.env },
    home,
    platform: process.platform,
    cwd: options.cwd ?? home,
    uid: process.getuid?.(),
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    now: options.now ?? (() => Date.now()),
    monotonic: () => performance.now(),
    onSignal: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...(options.typed === undefined ? {} : { terminal: terminalOf(options.typed) }),
    ...options.io,
  };
  try {
    const code = await main(argv, io);
    // PassThrough emits its data in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    return {
      code,
      stdout: stdout.bytes().toString('utf8'),
      stderr: stderr.bytes().toString('utf8'),
      bytes: stdout.bytes(),
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

/**
 * Runs `trivet <argv>` with an empty configuration folder unless the environment names one. An exit code that the
 * command does not declare is an error.
 */
export const runCli = async (argv: readonly string[], options: CliOptions = {}): Promise<CliResult> => {
  const result = await runOnce(argv, options);
  await checkExit(argv, result.code, result.stderr);
  return result;
};

/** Splits a command line into words like a shell; supports quotes, even inside a word. */
export const words = (line: string): readonly string[] => {
  const found: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (const character of line) {
    if (quote !== '') {
      if (character === quote) quote = '';
      else word = `${word ?? ''}${character}`;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else word = `${word ?? ''}${character}`;
  }
  if (word !== undefined) found.push(word);
  return found;
};
