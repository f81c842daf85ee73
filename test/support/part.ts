/**
 * Selects the part of a cross product that `npm test` runs, the same in every run. `npm run test:all` runs all of it.
 */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether every case runs: `npm run test:all`. */
    readonly whole: boolean;
  }
}

export const whole: boolean = inject('whole');

/** One of every `every` items; over that many turns each item is selected once. */
export const partOf = <Item>(all: readonly Item[], every: number, turn = 0): readonly Item[] =>
  whole ? all : all.filter((_, index) => (index + turn) % every === 0);

/** How often a property is tried, or a race is run. */
export const triesOf = (all: number, every = 5): number => (whole ? all : Math.ceil(all / every));
