/** Runs the command lines of `runCli` with the standalone executable in a separate process. */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { CliOptions, CliResult } from './run-cli.ts';

/** Whether a process can get this argument: whole characters, no NUL, shorter than the limit of Linux. */
const canBeGiven = (word: string): boolean =>
  word.isWellFormed() && !word.includes('\0') && Buffer.byteLength(word) < 128 * 1024;

/** Why a process cannot get these; undefined if it can. */
export const needsThisProcess = (argv: readonly string[], options: CliOptions): string | undefined => {
  if (options.now !== undefined) return 'a clock of its own';
  if (options.io !== undefined) return 'streams of its own';
  if ((options.tty ?? false) !== false || options.typed !== undefined) return 'a terminal for each stream';
  const given = [...argv, ...Object.values(options.env ?? {})];
  return given.every(canBeGiven) ? undefined : 'words that no process can be given';
};

/** A file that records what was not run by the executable, for the end of the tests. */
export const exceptions = (built: string): string => join(built, 'not-by-the-executable');

export const noteException = (why: string): void => {
  appendFileSync(exceptions(inject('built')), `${why}\n`);
};

const byNumber = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

const started = process.cwd();

/** Runs `program` as `runCli` runs the program for Node: without this process's environment, without a terminal. */
export const runExecutable = async (
  program: string,
  argv: readonly string[],
  home: string,
  options: CliOptions,
): Promise<CliResult> => {
  const child = spawn(program, argv, {
    // A test that changed its directory expects the program to run there.
    cwd: options.cwd ?? (process.cwd() === started ? home : process.cwd()),
    env: { HOME: home, TMPDIR: tmpdir(), TRIVET_CONFIG_DIR: join(home, 'config'), ...options.env },
    // A new session, so that /dev/tty cannot be opened.
    detached: true,
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    err.push(chunk);
    options.onStderr?.(chunk.toString('utf8'));
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.stdin);
  options.onStart?.((number) => {
    const name = byNumber.get(number);
    if (name !== undefined) child.kill(name as NodeJS.Signals);
  });
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const bytes = Buffer.concat(out);
      resolve({
        code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]),
        stdout: bytes.toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
        bytes,
      });
    });
  });
};
