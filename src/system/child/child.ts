/** Runs other programs without a shell; the only file that uses execa. */
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
import type { World } from '../world.ts';

interface ChildOptions {
  /** All of its variables (`childEnvironment`); nothing is added. */
  readonly env: ChildVariables;
  /**
   * `inherit`: trivet's own descriptors. `stderr`: both outputs go to standard error. `world`: the streams of the world,
   * for a run inside another program.
   */
  readonly stdio?: 'inherit' | 'stderr' | 'world';
  /** Its standard input; its standard output is then trivet's standard error, since results go to the other. */
  readonly input?: string;
  /** Takes each line of both of its outputs, in place of the streams: what surrounds them is not bare text. */
  readonly lines?: ((text: string) => void) | undefined;
  /** Called once it runs. */
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
  if (lines !== undefined)
    return [how === 'world' || how === 'stderr' ? 'ignore' : 'inherit', 'pipe', 'pipe'];
  if (how === 'world') return ['ignore', 'pipe', 'pipe'];
  return how === 'stderr' ? ['ignore', 2, 2] : 'inherit';
};

const eachLine = async (stream: Readable, take: (text: string) => void): Promise<void> => {
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) take(line);
};

const numberOf = (signal: string): number => new Map(Object.entries(constants.signals)).get(signal) ?? 0;

/** A terminal sends Ctrl-C and Ctrl-\ to the child as well; a second signal often means "give up now". */
const sentByTerminal = (signal: number, world: World): boolean =>
  (signal === constants.signals.SIGINT || signal === constants.signals.SIGQUIT) &&
  [world.stdin, world.stdout, world.stderr].some((each) => each.isTTY);

const failure = (name: string, code: string | undefined, cause: unknown): TrivetError =>
  new TrivetError(
    code === 'ENOENT' ? 'not-found' : 'not-executable',
    code === 'ENOENT' ? notFound : notExecutable,
    `${JSON.stringify(name.slice(0, 200))} could not be started (${code ?? 'unknown error'})`,
    { cause },
  );

/**
 * Runs `argv` and returns its exit code, or 128 + n if signal n ended it. Meanwhile SIGINT, SIGQUIT, SIGTERM and SIGHUP
 * are passed on.
 * @throws TrivetError exit 126 or 127, if it cannot be started
 */
export const runChild = async (
  argv: readonly string[],
  world: World,
  options: ChildOptions,
): Promise<number> => {
  const [name, words] = split(argv);
  const program = await findProgram(name, { env: options.env, platform: world.platform, cwd: world.cwd });
  const { execa } = await import('execa');
  const early: number[] = [];
  let pass = (signal: number): void => {
    early.push(signal);
  };
  // Before the child exists, so that a signal during its start is passed on, too.
  const stop = world.onSignal((signal) => pass(signal));
  const child = execa(program, words, {
    cwd: world.cwd,
    env: { ...options.env },
    extendEnv: false,
    reject: false,
    buffer: false,
    // Waits for a child that takes its time to end.
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
    child.stdout?.pipe(options.input === undefined ? world.stdout : world.stderr, { end: false });
    child.stderr?.pipe(world.stderr, { end: false });
  }
  pass = (signal) => {
    const passed = signalNames.get(signal);
    if (passed !== undefined && !sentByTerminal(signal, world)) child.kill(passed);
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

/** A program that is run without being named on the command line: never a file of the working directory, where anyone could have put it. */
const findSafeProgram = async (name: string, world: World): Promise<string> => {
  const program = await findProgram(name, world).catch((error: unknown) => {
    throw error instanceof TrivetError ? localError(error.message, error.details.hint, error) : error;
  });
  const [folder, cwd] = await Promise.all([realpath(dirname(program)), realpath(world.cwd)]);
  if (folder !== cwd && (await realpath(dirname(await realpath(program)))) !== cwd) return program;
  throw localError(`${program} is in the working directory and is not run`);
};

interface CaptureOptions {
  /** All of its variables. */
  readonly env: ChildVariables;
  readonly input?: string | undefined;
  readonly maxBytes: number;
  /** Milliseconds, after which it is killed; no limit without it. */
  readonly timeout?: number;
  /** `inherit`: it may speak to the person. */
  readonly stderr?: 'inherit' | 'pipe';
  /** It gets no terminal to ask at, and is ended with all that it started. */
  readonly apart?: boolean;
}

/** The output of a program that `capture` ran. */
interface Captured {
  /** Undefined: a signal ended it. */
  readonly exit: number | undefined;
  /** The signal that ended it, or why it could not be started. */
  readonly why: string | undefined;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

/**
 * Runs a program to read what it prints; it is never one of the working directory.
 * @throws TrivetError exit 126 or 127, if it cannot be started; local, if it prints too much or takes too long
 */
export const capture = async (
  argv: readonly string[],
  world: World,
  { env, input, maxBytes, timeout, stderr = 'pipe', apart = false }: CaptureOptions,
): Promise<Captured> => {
  const [name, words] = split(argv);
  const program = await findSafeProgram(name, world);
  const { execa } = await import('execa');
  // In a session of its own, which Windows does not have.
  const detached = apart && world.platform !== 'win32';
  const child = execa(program, words, {
    cwd: world.cwd,
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
    // A grandchild may hold the pipe open forever.
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
