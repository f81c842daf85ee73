/** The whole terminal as lines: enters and leaves it as it was, and writes only lines that changed. */
import type { Output, World } from '../../world/world.ts';
import { keysIn } from './keyboard.ts';

const csi = '\u001B[';
/** The other screen of the terminal, without cursor and without breaking lines. */
const enter = `${csi}?1049h${csi}?25l${csi}?7l${csi}2J`;
const leave = `${csi}?7h${csi}?25h${csi}?1049l`;

interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Canvas {
  size(): Size;
  /** Shows these lines, which must fit: their texts are safe, and no wider than the terminal. */
  draw(lines: readonly string[]): void;
  /** Copies text to the clipboard of terminals that allow it. */
  copy(text: string): void;
  /** Gives the terminal back for the time of some work. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

interface Listener {
  readonly key: (name: string) => void;
  readonly resized: () => void;
  /** The terminal is gone. */
  readonly gone: () => void;
}

const sizeOf = ({ columns, rows }: Output): Size => ({
  columns: columns !== undefined && columns > 0 ? columns : 80,
  rows: rows !== undefined && rows > 0 ? rows : 24,
});

interface Keyboard {
  /** Listens, or leaves the keys to others. */
  listen(is: boolean): void;
  close(): void;
}

/** Opens the keyboard; undefined without a terminal. */
const openKeyboard = (world: Pick<World, 'terminal'>, { key, gone }: Listener): Keyboard | undefined => {
  const terminal = world.terminal?.();
  if (terminal === undefined) return undefined;
  const { input } = terminal;
  const decoder = new TextDecoder();
  const onData = (chunk: Uint8Array | string): void => {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    for (const name of keysIn(text)) key(name);
  };
  for (const event of ['end', 'close', 'error']) input.on(event, gone);
  const listen = (is: boolean): void => {
    if (input.isTTY === true) input.setRawMode?.(is);
    if (is) input.on('data', onData).resume();
    else input.off('data', onData).pause();
  };
  listen(true);
  return {
    listen,
    close: () => {
      for (const event of ['end', 'close', 'error']) input.off(event, gone);
      input.on('error', () => undefined);
      listen(false);
      terminal.close();
    },
  };
};

/** Takes the terminal; undefined where there is none. Whatever ends the process gives it back. */
export const openCanvas = (
  world: Pick<World, 'terminal' | 'stdout' | 'atExit'>,
  listener: Listener,
): Canvas | undefined => {
  const { stdout } = world;
  let shown: readonly string[] = [];
  const keyboard = openKeyboard(world, listener);
  if (keyboard === undefined) return undefined;
  const write = (text: string): void => {
    if (!stdout.destroyed && stdout.writable) stdout.write(text);
  };
  const onError = (): void => listener.gone();
  const resized = (): void => {
    shown = [];
    listener.resized();
  };
  stdout.on('error', onError);
  stdout.on('resize', resized);
  const forget = world.atExit?.(() => write(leave));
  write(enter);
  return {
    size: () => sizeOf(stdout),
    draw: (lines) => {
      // The reader of a slow line is not sent frames that it cannot show any more.
      if (stdout.writableNeedDrain) return;
      const { rows } = sizeOf(stdout);
      let text = '';
      for (let row = 0; row < rows; row += 1) {
        const line = lines[row] ?? '';
        // Cleared before: after a full line the cursor is still on its last character.
        if (line !== shown[row]) text += `${csi}${row + 1};1H${csi}0m${csi}K${line}`;
      }
      shown = Array.from({ length: rows }, (_, row) => lines[row] ?? '');
      if (text !== '') write(text);
    },
    copy: (text) => write(`\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`),
    lend: async (work) => {
      keyboard.listen(false);
      write(leave);
      try {
        return await work();
      } finally {
        keyboard.listen(true);
        shown = [];
        write(enter);
      }
    },
    close: () => {
      keyboard.close();
      write(leave);
      forget?.();
      stdout.off('resize', resized);
      stdout.off('error', onError);
    },
  };
};
