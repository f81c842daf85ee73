/** What the code of the services runs for: a request or a task of the clock, without passing it through every call. */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RandomSource {
  bytes(size: number): Buffer;
  /** Returns a source that depends only on the seed and the name. */
  named(name: string): RandomSource;
}

export interface Occasion {
  /** The body of the request; undefined for a task of the clock. */
  readonly body: Buffer | undefined;
  /** Undefined without a seed: the machine's random numbers. */
  readonly random: RandomSource | undefined;
}

const storage = new AsyncLocalStorage<Occasion>();

export function currentOccasion(): Occasion | undefined {
  return storage.getStore();
}

export function runFor<T>(occasion: Occasion, work: () => T): T {
  return storage.run(occasion, work);
}

/** Runs work that happens once, at the first request that needs it: with a seed its values depend only on `name`. */
export function runOnce<T>(name: string, work: () => T): T {
  const random = storage.getStore()?.random?.named(name);
  return random === undefined ? work() : storage.run({ body: undefined, random }, work);
}
