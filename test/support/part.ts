/** What `npm test` takes of a cross product: a part, the same one in every run. `npm run test:all` takes all of it. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Every case is tried: `npm run test:all`. */
    readonly whole: boolean;
  }
}

export const whole: boolean = inject('whole');

/** One in `every`; over as many turns each is taken once. */
export const partOf = <Item>(all: readonly Item[], every: number, turn = 0): readonly Item[] =>
  whole ? all : all.filter((_, index) => (index + turn) % every === 0);

/** How often a property is tried, or a race is run. */
export const triesOf = (all: number, every = 5): number => (whole ? all : Math.ceil(all / every));
