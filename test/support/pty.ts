/** Runs a program on a real terminal: types keys, and waits for text on the screen. */
import type * as NodePty from '@lydell/node-pty';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { errorCode } from '../../src/system/system-error.ts';

const load = async (): Promise<typeof NodePty | undefined> => {
  try {
    return await import('@lydell/node-pty');
  } catch {
    return undefined;
  }
};

const pty = await load();

/** The path of `program` on PATH. */
export const find = (program: string): string | undefined => {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
};

/** Why a test that needs a terminal and `program` cannot run here; undefined if it can. */
export const missing = (program: string): string | undefined => {
  if (pty === undefined) return 'there is no @lydell/node-pty for this platform';
  return find(program) === undefined ? `${program} is not installed` : undefined;
};

export interface Terminal {
  type(keys: string): void;
  /** Everything written since the last `type`, without control sequences. */
  screen(): string;
  /** Resolves when the screen matches; rejects with the screen after ten minutes. */
  until(pattern: RegExp): Promise<string>;
  /** The raw bytes since the last `type`, control sequences included. */
  raw(): string;
  /** The exit code, once the program has ended and all of its output was read; 128+n after a signal. */
  readonly exited: Promise<number>;
  close(): Promise<void>;
  /** The process of the program, which has been started once something matches. */
  readonly pid: () => number;
  /** The number of the signal that ended a program that leads its session, once it has ended; 0 for none. */
  readonly killedBy: Promise<number>;
  resize(cols: number, rows: number): void;
  /** Closes the terminal, as the end of its window or its connection does. */
  vanish(): void;
}

const controls = new RegExp(
  String.raw`\u001b(?:\[[0-9;?=>!]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9]|[=>78cDEHM])|[\u000e\u000f\u0007]`,
  'g',
);

/**
 * Starts a program, and keeps the terminal open after its end: Linux drops output that was not read when the leader of a
 * session ends. Prints the program's process and exit code in sequences that a terminal does not show.
 */
const holder = `trap : INT QUIT TERM
/bin/sh -c 'printf "\\033]7777;%s;\\007" "$$"; exec "$@"' sh "$@"
printf '\\033]7778;%s;\\007' "$?"
while read -r _; do :; done`;
/** Kills a process that may have ended without that being read yet. */
const killIfAlive = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
};

const startedMark = /\]7777;(\d+);/;
const endedMark = /\]7778;(\d+);/;

/** Starts `program` on a terminal of 100 columns, or of the given size. Call it only if `missing` is undefined. */
export const openTerminal = (
  program: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly cols?: number;
    readonly rows?: number;
    /** Gets everything that is written. */
    readonly onData?: (data: string) => void;
    /** The program leads the session, as a shell does: its last output can be lost. */
    readonly leads?: true;
  },
): Terminal => {
  if (pty === undefined) throw new Error('no pseudo terminal');
  const leads = options.leads === true;
  const [leader, words] = leads
    ? ([program, [...args]] as const)
    : (['/bin/sh', ['-c', holder, 'sh', program, ...args]] as const);
  const child = pty.spawn(leader, [...words], {
    cols: options.cols ?? 100,
    rows: options.rows ?? 30,
    cwd: options.cwd,
    env: { ...options.env },
  });
  let text = '';
  let ended = false;
  let pid = leads ? child.pid : 0;
  /** The end of what was written, for marks that arrive in two parts. */
  let latest = '';
  let end = (_code: number): void => undefined;
  const exited = new Promise<number>((resolve) => {
    end = (code) => {
      ended = true;
      resolve(code);
      wake();
    };
  });
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const check of waiting) check();
  };
  child.onData((data) => {
    // A shell may wait for this reply of a terminal.
    if (data.includes('\u001b[6n')) child.write('\u001b[1;1R');
    if (data.includes('\u001b[c') || data.includes('\u001b[0c')) child.write('\u001b[?62;22c');
    text += data;
    options.onData?.(data);
    latest = `${latest.slice(-40)}${data}`;
    const [, started] = startedMark.exec(latest) ?? [];
    if (started !== undefined) pid = Number(started);
    const [, code] = endedMark.exec(latest) ?? [];
    if (code !== undefined) end(Number(code));
    wake();
  });
  const gone = new Promise<number>((resolve) => {
    child.onExit(({ exitCode, signal = 0 }) => {
      end(exitCode);
      resolve(signal);
    });
  });
  const screen = (): string => text.replaceAll(controls, '').replaceAll('\r', '');
  return {
    type: (keys) => {
      text = '';
      child.write(keys);
    },
    screen,
    raw: () => text,
    exited,
    killedBy: gone,
    pid: () => pid,
    resize: (cols, rows) => child.resize(cols, rows),
    vanish: () => {
      // Not in its types; the tests of Linux and macOS use it.
      if ('destroy' in child && typeof child.destroy === 'function') child.destroy();
    },
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const finish = (): void => {
          waiting.delete(check);
          clearTimeout(timer);
        };
        const check = (): void => {
          if (pattern.test(screen())) {
            finish();
            resolve(screen());
          } else if (ended) {
            finish();
            reject(new Error(`${program} ended; the screen:\n${screen()}`));
          }
        };
        const timer = setTimeout(() => {
          finish();
          reject(new Error(`no ${String(pattern)} on the screen:\n${screen()}`));
        }, 600_000);
        waiting.add(check);
        check();
      }),
    close: async () => {
      if (!ended && pid !== 0) killIfAlive(pid);
      child.kill('SIGKILL');
      await gone;
    },
  };
};
