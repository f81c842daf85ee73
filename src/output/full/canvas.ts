/** The whole terminal, which is restored at the end. Only changed lines are written. */
import type { Output, Io } from '../../system/io.ts';
import { createKeyReader } from './keyboard.ts';

const csi = '\u001B[';
/** Opens the alternate screen without cursor and line breaks; pasted text is marked. */
const enter = `${csi}?1049h${csi}?25l${csi}?7l${csi}?2004h${csi}2J`;
/** On a terminal without an alternate screen the prompt goes below the drawing. */
const leave = `${csi}0m${csi}?2004l${csi}?7h${csi}?25h${csi}999;1H${csi}K${csi}?1049l`;

interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Canvas {
  size(): Size;
  /** Lines must be safe and no wider than the terminal. */
  draw(lines: readonly string[]): void;
  copy(text: string): void;
  lend<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

interface Listener {
  readonly key: (name: string) => void;
  readonly pasted: (text: string) => void;
  readonly resized: () => void;
  readonly gone: () => void;
}

const sizeOf = ({ columns, rows }: Output): Size => ({
  columns: columns !== undefined && columns > 0 ? columns : 80,
  rows: rows !== undefined && rows > 0 ? rows : 24,
});

interface Keyboard {
  listen(is: boolean): void;
  close(): void;
}

const openKeyboard = (
  io: Pick<Io, 'terminal'>,
  { key, pasted, gone }: Omit<Listener, 'resized'>,
): Keyboard | undefined => {
  const terminal = io.terminal?.();
  if (terminal === undefined) return undefined;
  const { input } = terminal;
  const decoder = new TextDecoder();
  const read = createKeyReader();
  const onData = (chunk: Uint8Array | string): void => {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    for (const typed of read(text)) {
      if ('key' in typed) key(typed.key);
      else pasted(typed.pasted);
    }
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

/** Undefined without a terminal. It is given back whatever ends or stops the process. */
export const openCanvas = (
  io: Pick<Io, 'terminal' | 'stdout' | 'atExit' | 'onStop'>,
  { key, resized, ...listener }: Listener,
): Canvas | undefined => {
  const { stdout } = io;
  let shown: readonly string[] = [];
  let lent = false;
  const keyboard = openKeyboard(io, {
    ...listener,
    key: (name) => {
      if (name === 'ctrl-z') stops?.stop();
      else key(name);
    },
  });
  if (keyboard === undefined) return undefined;
  const write = (text: string): void => {
    if (!stdout.destroyed && stdout.writable) stdout.write(text);
  };
  const redraw = (): void => {
    shown = [];
    resized();
  };
  const giveBack = (): void => {
    keyboard.listen(false);
    write(leave);
  };
  const take = (): void => {
    keyboard.listen(true);
    write(enter);
  };
  stdout.on('error', listener.gone);
  stdout.on('resize', redraw);
  const forget = io.atExit?.(() => write(leave));
  const stops = io.onStop?.({
    leave: () => {
      if (!lent) giveBack();
    },
    back: () => {
      if (lent) return;
      // After an unannounced stop the keyboard is as the shell left it.
      keyboard.listen(false);
      take();
      redraw();
    },
  });
  write(enter);
  return {
    size: () => sizeOf(stdout),
    draw: (lines) => {
      // A slow connection skips frames.
      if (stdout.writableNeedDrain) return;
      const { rows } = sizeOf(stdout);
      let text = '';
      for (let row = 0; row < rows; row += 1) {
        const line = lines[row] ?? '';
        if (line !== shown[row]) text += `${csi}${row + 1};1H${csi}0m${csi}K${line}`;
      }
      shown = Array.from({ length: rows }, (_, row) => lines[row] ?? '');
      if (text !== '') write(text);
    },
    copy: (text) => write(`\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`),
    lend: async (work) => {
      lent = true;
      giveBack();
      try {
        return await work();
      } finally {
        lent = false;
        shown = [];
        take();
      }
    },
    close: () => {
      stops?.close();
      keyboard.close();
      write(leave);
      forget?.();
      stdout.off('resize', redraw);
      stdout.off('error', listener.gone);
    },
  };
};
