/** The reader of standard output: a pager, or a program that may leave. */
import { shellWords } from '../catalogue/text/shell-words.ts';
import type { Io } from '../system/io.ts';
import { childEnvironment, leadsToService } from '../system/child/child-environment.ts';
import { until } from '../system/until.ts';
import type { OutputSink } from '../system/output.ts';

/** Flags of less: it quits if the text fits, keeps colours, and leaves the text on the screen. */
const usual = 'FRX';

/** The pager is started without a shell. Empty for `cat` and for an empty variable. */
const pagerOf = (env: Io['env']): readonly string[] => {
  const words = shellWords(env['TRIVET_PAGER'] ?? env['PAGER'] ?? 'less') ?? [];
  return words[0] === 'cat' ? [] : words;
};

/** @returns false if there is no pager */
export const throughPager = async (text: Uint8Array, io: Io): Promise<boolean> => {
  const words = pagerOf(io.env);
  if (words.length === 0 || io.page === undefined) return false;
  // A pager's commands could read files and start programs, so it gets no token and may not use them.
  const env = childEnvironment(
    { LESS: usual, LV: '-c', ...io.env },
    { LESSSECURE: '1', LESSOPEN: undefined, LESSCLOSE: undefined },
    (name) => leadsToService(name) || name === 'LESSOPEN' || name === 'LESSCLOSE',
  );
  return io.page(words, env, text);
};

/** Notices that the reader of standard output left while nothing is written. */
const period = 250;

export const readerLeft = async (
  io: Io,
  sink: Pick<OutputSink, 'readerGone' | 'probe'>,
  signal: AbortSignal,
): Promise<void> => {
  const noReader = io.stdoutReader?.();
  await until({
    read: () => sink.probe(),
    judge: () => (sink.readerGone() || noReader?.() === true ? { done: true } : { again: period }),
    signal,
  });
};
