/** The only loop that waits for a state: deadline, interruption, next look. */
import type { Deadline } from './deadline.ts';
import { pause } from './pause.ts';

/** The end, or when to look again: after some milliseconds, or when something resolves. */
export type Next<T> = { readonly done: T } | { readonly again: number | (() => Promise<unknown>) };

interface Waiting<Seen, T> {
  readonly read: () => Seen | Promise<Seen>;
  readonly judge: (seen: Seen) => Next<T> | Promise<Next<T>>;
  /** Judges a failed look, and throws an error that does not pass by itself; by default each is thrown. */
  readonly failed?: (error: unknown) => Next<T> | Promise<Next<T>>;
  readonly first?: number;
  readonly deadline?: Deadline | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Waited<T> = { readonly is: 'done'; readonly value: T } | { readonly is: 'late' | 'interrupted' };

export const until = async <Seen, T>(waiting: Waiting<Seen, T>): Promise<Waited<T>> => {
  const { read, judge, failed, first, deadline, signal = new AbortController().signal } = waiting;
  let again: number | (() => Promise<unknown>) | undefined = first;
  for (;;) {
    let next: Next<T>;
    try {
      if (typeof again === 'number') await pause(Math.min(again, deadline?.left() ?? again), signal);
      else if (again !== undefined) await again();
      if (again !== undefined && signal.aborted) return { is: 'interrupted' };
      next = await judge(await read());
    } catch (error) {
      if (failed === undefined) throw error;
      next = await failed(error);
    }
    if ('done' in next) return { is: 'done', value: next.done };
    if (signal.aborted) return { is: 'interrupted' };
    if (deadline?.passed() === true) return { is: 'late' };
    again = next.again;
  }
};

/** Doubles the pause after each failure, up to a limit. */
export class Backoff {
  readonly #first: number;
  readonly #longest: number;
  #failures = 0;

  constructor(first: number, longest: number) {
    this.#first = first;
    this.#longest = longest;
  }

  get failures(): number {
    return this.#failures;
  }

  pause(): number {
    return Math.min(this.#longest, this.#first * 2 ** this.#failures);
  }

  /** Counts a failure. @returns milliseconds before the next attempt */
  next(): number {
    this.#failures += 1;
    return this.pause();
  }

  over(): void {
    this.#failures = 0;
  }
}
