/** The request, or the task of the clock, that the code runs for. */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RandomSource {
  bytes(size: number): Buffer;
  /** Depends only on seed and name. */
  named(name: string): RandomSource;
}

export interface Occasion {
  readonly body: Buffer | undefined;
  /** Undefined without a seed. */
  readonly random: RandomSource | undefined;
}

const storage = new AsyncLocalStorage<Occasion>();

export function currentOccasion(): Occasion | undefined {
  return storage.getStore();
}

export function runFor<T>(occasion: Occasion, work: () => T): T {
  return storage.run(occasion, work);
}

export function runOnce<T>(name: string, work: () => T): T {
  const random = storage.getStore()?.random?.named(name);
  return random === undefined ? work() : storage.run({ body: undefined, random }, work);
}
