/** The end of a limited time, by a monotonic clock: no other code makes such a timer. */
import { pause } from './pause.ts';

type Clock = () => number;

export class Deadline {
  readonly #clock: Clock;
  readonly at: number;
  readonly limit: number;

  constructor(limit: number, clock: Clock) {
    this.#clock = clock;
    this.limit = limit;
    this.at = limit === Number.POSITIVE_INFINITY ? limit : clock() + limit;
  }

  left(): number {
    return Math.max(0, this.at - this.#clock());
  }

  passed(): boolean {
    return this.left() < 1;
  }

  /** `then` is not called if the signal is aborted first. */
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

const longestTimer = 2 ** 31 - 1;

/** Resolves to `late` if the work takes longer; the work itself goes on. */
export async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | 'late'>;
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
