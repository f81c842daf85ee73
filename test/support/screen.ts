/** Runs a program on a terminal that is emulated: what a person sees, cell by cell. */
import xterm from '@xterm/headless';
import { openTerminal } from './pty.ts';
import type { Terminal } from './pty.ts';

export interface Screen extends Pick<Terminal, 'exited' | 'killedBy' | 'pid' | 'close' | 'vanish'> {
  type(keys: string): void;
  /** The lines that are shown, without spaces at their ends. */
  lines(): readonly string[];
  text(): string;
  /** Whether the second screen of the terminal is shown. */
  alternate(): boolean;
  resize(cols: number, rows: number): void;
  /** Resolves when the screen matches; rejects with the screen after five minutes, or when the program ends. */
  until(pattern: RegExp | ((text: string) => boolean)): Promise<string>;
  /** All bytes that were written. */
  raw(): string;
}

export const openScreen = (
  program: string,
  args: readonly string[],
  {
    cols = 80,
    rows = 24,
    ...rest
  }: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly cols?: number;
    readonly rows?: number;
  },
): Screen => {
  const emulator = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 5000 });
  const waiting = new Set<() => void>();
  let raw = '';
  let ended = false;
  const terminal = openTerminal(program, args, {
    ...rest,
    cols,
    rows,
    onData: (data) => {
      raw += data;
      emulator.write(data, () => {
        for (const check of waiting) check();
      });
    },
  });
  const drained = terminal.exited.then(
    (code) =>
      new Promise<number>((resolve) => {
        emulator.write('', () => {
          ended = true;
          resolve(code);
          for (const check of waiting) check();
        });
      }),
  );
  const lines = (): readonly string[] => {
    const { active } = emulator.buffer;
    return Array.from({ length: emulator.rows }, (_, row) =>
      (active.getLine(active.viewportY + row)?.translateToString(true) ?? '').trimEnd(),
    );
  };
  const text = (): string => lines().join('\n');
  return {
    ...terminal,
    exited: drained,
    type: (keys) => terminal.type(keys),
    lines,
    text,
    raw: () => raw,
    alternate: () => emulator.buffer.active.type === 'alternate',
    resize: (columns, height) => {
      emulator.resize(columns, height);
      terminal.resize(columns, height);
    },
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const finish = (): void => {
          waiting.delete(check);
          clearTimeout(timer);
        };
        const matches = typeof wanted === 'function' ? wanted : (shown: string) => wanted.test(shown);
        const check = (): void => {
          if (matches(text())) {
            finish();
            resolve(text());
          } else if (ended) {
            finish();
            reject(new Error(`${program} ended; the screen:\n${text()}`));
          }
        };
        const timer = setTimeout(() => {
          finish();
          reject(new Error(`no ${String(wanted)} on the screen:\n${text()}`));
        }, 300_000);
        waiting.add(check);
        check();
      }),
  };
};
