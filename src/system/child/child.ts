import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { kill } from 'node:process';
import { within } from '../deadline.ts';
import { localError, TrivetError, usageError } from '../error.ts';
import type { ChildVariables } from './child-environment.ts';
import { findProgram, notExecutable, notFound } from './find-program.ts';
import type { Io } from '../io.ts';

interface ChildOptions {
  readonly env: ChildVariables;
  /**
   * `inherit`: trivet's own descriptors. `stderr`: both outputs go to standard error. `io`: the streams of a run
   * inside another program.
   */
  readonly stdio?: 'inherit' | 'stderr' | 'io';
  /** With input, the child's standard output goes to standard error, since results go to trivet's own. */
  readonly input?: string;
  readonly lines?: ((text: string) => void) | undefined;
  readonly onStart?: ((pid: number) => void) | undefined;
}

const split = (argv: readonly string[]): readonly [string, readonly string[]] => {
  const [name, ...words] = argv;
  if (name === undefined) throw usageError('a command is needed after --');
  if (argv.some((word) => word.includes('\0'))) throw usageError('a word of the command has a NUL byte');
  return [name, words];
};

const signalNames: ReadonlyMap<number, NodeJS.Signals> = new Map([
  [1, 'SIGHUP'],
  [2, 'SIGINT'],
  [3, 'SIGQUIT'],
  [15, 'SIGTERM'],
]);

const stdioOf = ({
  stdio: how,
  lines,
}: ChildOptions): 'inherit' | ['ignore' | 'inherit', 'pipe' | 2, 'pipe' | 2] => {
  if (lines !== undefined) return [how === 'io' || how === 'stderr' ? 'ignore' : 'inherit', 'pipe', 'pipe'];
  if (how === 'io') return ['ignore', 'pipe', 'pipe'];
  return how === 'stderr' ? ['ignore', 2, 2] : 'inherit';
};

const eachLine = async (stream: Readable, take: (text: string) => void): Promise<void> => {
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) take(line);
};

const numberOf = (signal: string): number => new Map(Object.entries(constants.signals)).get(signal) ?? 0;

/** The terminal sends Ctrl-C and Ctrl-\ to the child too, and a second signal often means "give up now". */
const sentByTerminal = (signal: number, io: Io): boolean =>
  (signal === constants.signals.SIGINT || signal === constants.signals.SIGQUIT) &&
  [io.stdin, io.stdout, io.stderr].some((each) => each.isTTY);

const failure = (name: string, code: string | undefined, cause: unknown): TrivetError =>
  new TrivetError(
    code === 'ENOENT' ? 'not-found' : 'not-executable',
    code === 'ENOENT' ? notFound : notExecutable,
    `${JSON.stringify(name.slice(0, 200))} could not be started (${code ?? 'unknown error'})`,
    { cause },
  );

/**
 * Returns the exit code, or 128 + n after signal n. Passes SIGINT, SIGQUIT, SIGTERM and SIGHUP on.
 * @throws TrivetError exit 126 or 127, if it cannot be started
 */
export const runChild = async (argv: readonly string[], io: Io, options: ChildOptions): Promise<number> => {
  const [name, words] = split(argv);
  const program = await findProgram(name, { env: options.env, platform: io.platform, cwd: io.cwd });
  const { execa } = await import('execa');
  const early: number[] = [];
  let pass = (signal: number): void => {
    early.push(signal);
  };
  const stop = io.onSignal((signal) => pass(signal));
  const child = execa(program, words, {
    cwd: io.cwd,
    env: { ...options.env },
    extendEnv: false,
    reject: false,
    buffer: false,
    // The child may take its time to end.
    forceKillAfterDelay: false,
    ...(options.input === undefined
      ? { stdio: stdioOf(options) }
      : { input: options.input, stdio: ['pipe', 'pipe', 'pipe'] }),
  });
  const { lines } = options;
  const read = [child.stdout, child.stderr].map((stream) =>
    lines === undefined || stream === null ? Promise.resolve() : eachLine(stream, lines),
  );
  if (lines === undefined) {
    child.stdout?.pipe(options.input === undefined ? io.stdout : io.stderr, { end: false });
    child.stderr?.pipe(io.stderr, { end: false });
  }
  pass = (signal) => {
    const passed = signalNames.get(signal);
    if (passed !== undefined && !sentByTerminal(signal, io)) child.kill(passed);
  };
  for (const signal of early) pass(signal);
  if (child.pid !== undefined) options.onStart?.(child.pid);
  try {
    const result = await child;
    await Promise.all(read);
    if (result.exitCode !== undefined) return result.exitCode;
    if (result.signal !== undefined) return 128 + numberOf(result.signal);
    throw failure(name, result.code, result.cause);
  } finally {
    stop();
  }
};

const findSafeProgram = async (name: string, io: Io): Promise<string> => {
  const program = await findProgram(name, io).catch((error: unknown) => {
    throw error instanceof TrivetError ? localError(error.message, error.details.hint, error) : error;
  });
  const [folder, cwd] = await Promise.all([realpath(dirname(program)), realpath(io.cwd)]);
  if (folder !== cwd && (await realpath(dirname(await realpath(program)))) !== cwd) return program;
  throw localError(`${program} is in the working directory and is not run`);
};

interface CaptureOptions {
  readonly env: ChildVariables;
  readonly input?: string | undefined;
  readonly maxBytes: number;
  /** Milliseconds; no limit without it. */
  readonly timeout?: number;
  /** With `inherit` the program may speak to the person. */
  readonly stderr?: 'inherit' | 'pipe';
  readonly apart?: boolean;
}

interface Captured {
  readonly exit: number | undefined;
  /** The signal, or why it could not be started. */
  readonly why: string | undefined;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

/**
 * Runs a program, never one of the working directory, and collects its output.
 * @throws TrivetError exit 126 or 127, if it cannot be started; local, if it prints too much or takes too long
 */
export const capture = async (
  argv: readonly string[],
  io: Io,
  { env, input, maxBytes, timeout, stderr = 'pipe', apart = false }: CaptureOptions,
): Promise<Captured> => {
  const [name, words] = split(argv);
  const program = await findSafeProgram(name, io);
  const { execa } = await import('execa');
  // Windows has no sessions.
  const detached = apart && io.platform !== 'win32';
  const child = execa(program, words, {
    cwd: io.cwd,
    env: { ...env },
    extendEnv: false,
    reject: false,
    encoding: 'buffer',
    stripFinalNewline: false,
    maxBuffer: maxBytes,
    stdout: 'pipe',
    stderr,
    detached,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
  });
  const result = timeout === undefined ? await child : await within(child, timeout);
  if (result === 'late') {
    if (detached && child.pid !== undefined) kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
    child.stdout?.destroy();
    child.catch(() => undefined);
    throw localError(`${program} took longer than ${(timeout ?? 0) / 1000} s`);
  }
  if (result.isMaxBuffer) throw localError(`${program} prints more than ${maxBytes} bytes`);
  return {
    exit: result.exitCode,
    why: result.signal ?? result.code,
    stdout: result.stdout ?? Buffer.alloc(0),
    stderr: Buffer.from(result.stderr ?? '').toString('utf8'),
  };
};
