/** Notices that the reader of standard output left while nothing is written. */
import { until } from '../system/until.ts';
import type { OutputSink } from '../system/output.ts';
import type { World } from '../system/world.ts';

const period = 250;

export const readerLeft = async (
  world: World,
  sink: Pick<OutputSink, 'readerGone' | 'probe'>,
  signal: AbortSignal,
): Promise<void> => {
  const noReader = world.stdoutReader?.();
  await until({
    read: () => sink.probe(),
    judge: () => (sink.readerGone() || noReader?.() === true ? { done: true } : { again: period }),
    signal,
  });
};
