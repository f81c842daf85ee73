/** Starts the program as users do: `bin/trivet` in a separate process with its own environment. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { launcher } from './program.ts';

export interface BinResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface BinOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Default: the home, which is removed. */
  readonly cwd?: string;
  /** Gets the output in place of `stdout` of the result, which is then empty. */
  readonly onStdout?: (chunk: Buffer) => void;
  /** Called with the running process. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Only PATH of the caller's environment, with `trivet` on it. */
const environment = (home: string): Readonly<Record<string, string>> => ({
  PATH: [dirname(launcher), dirname(process.execPath), process.env['PATH'] ?? ''].join(':'),
  HOME: home,
  TMPDIR: tmpdir(),
});

/** Runs a program with an empty home; an empty variable in `env` is unset. */
export const runProgram = async (
  program: string,
  argv: readonly string[],
  { env = {}, stdin, cwd, onStdout, onStart }: BinOptions = {},
): Promise<BinResult> => {
  const home = mkdtempSync(join(tmpdir(), 'trivet-bin-'));
  try {
    const whole = Object.entries({ ...environment(home), ...env }).filter(([, value]) => value !== '');
    const child = spawn(program, argv, { env: Object.fromEntries(whole), cwd: cwd ?? home });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', onStdout ?? ((chunk: Buffer) => out.push(chunk)));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    onStart?.(child);
    return await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) =>
        resolve({
          code,
          signal,
          stdout: Buffer.concat(out).toString('utf8'),
          stderr: Buffer.concat(err).toString('utf8'),
        }),
      );
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

export const runBin = (argv: readonly string[], options?: BinOptions): Promise<BinResult> =>
  runProgram(launcher, argv, options);

/** A shell script in which `trivet` is the program. */
export const runShell = (script: string, options?: BinOptions): Promise<BinResult> =>
  runProgram('bash', ['--norc', '--noprofile', '-c', script], options);
