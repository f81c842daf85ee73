/** Notices that the reader of standard output left while nothing is written. */
import { until } from '../system/until.ts';
import type { OutputSink } from '../system/output.ts';
import type { Io } from '../system/io.ts';

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
