/** Notices that the reader of standard output left while nothing is written. */
import { pause } from '../system/pause.ts';
import type { OutputSink } from '../system/output.ts';
import type { World } from '../system/world.ts';

/** Milliseconds between two checks. */
const period = 250;

/** Resolves when the reader of `sink` left, or when the signal is aborted. */
export const readerLeft = async (
  world: World,
  sink: Pick<OutputSink, 'readerGone' | 'probe'>,
  signal: AbortSignal,
): Promise<void> => {
  const noReader = world.stdoutReader?.();
  for (;;) {
    sink.probe();
    if (signal.aborted || sink.readerGone() || noReader?.() === true) return;
    await pause(period, signal);
  }
};
