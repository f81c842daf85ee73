/** Lines of several programs in one output, each with its source. */
import type { TextSink } from './safe-sink.ts';

/** Passes on whole lines, each after `prefix`; an incomplete line waits for its end. */
export const prefixedLines = (prefix: string, to: TextSink): TextSink => {
  const decoder = new TextDecoder();
  let held = '';
  const pass = async (text: string): Promise<void> => {
    const lines = (held + text).split('\n');
    held = lines.pop() ?? '';
    if (lines.length > 0) await to.write(Buffer.from(lines.map((line) => `${prefix}${line}\n`).join('')));
  };
  return {
    write: (bytes) => pass(decoder.decode(bytes, { stream: true })),
    end: async () => {
      await pass(decoder.decode());
      if (held !== '') await pass('\n');
      await to.end();
    },
  };
};
