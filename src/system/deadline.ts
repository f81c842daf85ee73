/** The end of a limited time, by a clock that is never set. Whatever has a limit has a deadline, and no timer of its own. */
import { pause } from './pause.ts';

type Clock = () => number;

export class Deadline {
  readonly #clock: Clock;
  /** By the clock; infinite where there is no limit. */
  readonly at: number;
  /** Milliseconds altogether. */
  readonly limit: number;

  /** @param clock monotonic, in milliseconds */
  constructor(limit: number, clock: Clock) {
    this.#clock = clock;
    this.limit = limit;
    this.at = limit === Number.POSITIVE_INFINITY ? limit : clock() + limit;
  }

  /** Milliseconds that are left, never less than 0. */
  left(): number {
    return Math.max(0, this.at - this.#clock());
  }

  /** Timers may fire a fraction of a millisecond early, so that less than one counts as over. */
  passed(): boolean {
    return this.left() < 1;
  }

  /** Calls `then` at its end, unless the signal is aborted before. */
  whenPassed(signal: AbortSignal, then: () => void): void {
    const wait = async (): Promise<void> => {
      await pause(Math.min(longestTimer, this.left()), signal);
      if (signal.aborted) return;
      if (this.passed()) then();
      else await wait();
    };
    void wait();
  }
}

/** A timer cannot be longer; milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Returns what the work gives, or `late` if it takes longer. The work goes on: whoever can ends it. */
export async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | 'late'>;
/** @param signal ends the wait: `interrupted` */
export async function within<T>(
  work: Promise<T>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<T | 'late' | 'interrupted'>;
export async function within<T>(
  work: Promise<T>,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<T | 'late' | 'interrupted'> {
  const over = new AbortController();
  const either = signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]);
  const wait = pause(milliseconds, either).then(() =>
    signal?.aborted === true ? ('interrupted' as const) : ('late' as const),
  );
  try {
    return await Promise.race([work, wait]);
  } finally {
    over.abort();
  }
}
