/** A terminal that keeps what stays on it: a spinner erases itself. */
import { Writable } from 'node:stream';
import type { Output } from '../../../src/system/io.ts';

export interface Screen {
  readonly stream: Output;
  text(): string;
}

export const screen = (columns: number): Screen => {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      text += chunk.toString();
      done();
    },
  });
  const erase = (): boolean => {
    text = text.slice(0, text.lastIndexOf('\n') + 1);
    return true;
  };
  return {
    stream: Object.assign(stream, {
      isTTY: true,
      columns,
      cursorTo: () => true,
      clearLine: erase,
      moveCursor: (_right: number, down: number) => {
        if (down < 0) text = text.replace(/\n[^\n]*$/, '');
        return true;
      },
    }),
    text: () => text,
  };
};
