/** A person at the terminal, for tests. */
import { PassThrough } from 'node:stream';
import type { Io } from '../../src/system/io.ts';

/** A terminal at which these lines are typed, one for each question; `shown` collects the questions. */
export const typing = (lines: readonly string[], shown: string[] = []): Partial<Io> => {
  const left = [...lines];
  return {
    terminal: () => {
      const input = new PassThrough();
      const output = new PassThrough();
      output.on('data', (chunk: Buffer) => shown.push(chunk.toString()));
      output.once('data', () => input.write(`${left.shift() ?? ''}\n`));
      return { input, output, close: () => input.destroy() };
    },
  };
};
