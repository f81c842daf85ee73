/** Runs a program on a real terminal: types keys, and waits for text on the screen. */
import type * as NodePty from '@lydell/node-pty';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

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
  /** The exit code, once the program has ended. */
  readonly exited: Promise<number>;
  close(): Promise<void>;
  /** The process of the program. */
  readonly pid: number;
  /** The number of the signal that ended the program, once it has ended; 0 for none. */
  readonly killedBy: Promise<number>;
  resize(cols: number, rows: number): void;
  /** Closes the terminal, as the end of its window or its connection does. */
  vanish(): void;
}

const controls = new RegExp(
  String.raw`\u001b(?:\[[0-9;?=>!]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9]|[=>78cDEHM])|[\u000e\u000f\u0007]`,
  'g',
);

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
  },
): Terminal => {
  if (pty === undefined) throw new Error('no pseudo terminal');
  const child = pty.spawn(program, [...args], {
    cols: options.cols ?? 100,
    rows: options.rows ?? 30,
    cwd: options.cwd,
    env: { ...options.env },
  });
  let text = '';
  let ended = false;
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
    wake();
  });
  const end = new Promise<{ readonly exitCode: number; readonly signal?: number }>((resolve) => {
    child.onExit((how) => {
      ended = true;
      resolve(how);
      wake();
    });
  });
  const exited = end.then(({ exitCode }) => exitCode);
  const screen = (): string => text.replaceAll(controls, '').replaceAll('\r', '');
  return {
    type: (keys) => {
      text = '';
      child.write(keys);
    },
    screen,
    raw: () => text,
    exited,
    killedBy: end.then(({ signal = 0 }) => signal),
    pid: child.pid,
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
      if (!ended) child.kill('SIGKILL');
      await exited;
    },
  };
};
