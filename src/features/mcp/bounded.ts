/** Bounds a call in time, and sends signs of life meanwhile. */
import type { ToolCall } from './protocol.ts';

/** Seconds between two signs of life, and the most that a call may take: a client gives up long before. */
const every = 5;
const most = 600;

interface Bounded {
  /** Aborted by the client, or at the end of the time. */
  readonly signal: AbortSignal;
  /** Whether the time has passed. */
  over(): boolean;
  end(): void;
}

export const tookTooLong = `it took longer than ${most / 60} minutes, the limit for one call`;

/** Begins to count the time of a call. */
export const bound = ({ signal, progress }: Pick<ToolCall, 'signal' | 'progress'>): Bounded => {
  const late = new AbortController();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += every;
    if (seconds >= most) late.abort();
    else progress(`still at work after ${seconds} s`);
  }, every * 1000);
  return {
    signal: AbortSignal.any([signal, late.signal]),
    over: () => late.signal.aborted,
    end: () => clearInterval(timer),
  };
};
