/** What the first and the second signal do to a run. The items of a batch share the batch's. */
import { createBag } from '../model/values/bag.ts';
import type { Reporter } from './reporter.ts';
import type { World } from '../world/world.ts';

export interface Interruption {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Aborted some seconds after the first signal, so that a change in flight can get its reply. */
  readonly writeSignal: AbortSignal;
  /** Delays the abort of changes in flight; returns a function that ends the delay. */
  hold(undo: () => string): () => void;
  /** Sets what a second signal reports about a change without a reply; returns a function that removes it. */
  inFlight(said: () => string): () => void;
  /** The number of the signal that arrived. */
  signalled(): number | undefined;
  stop(): void;
}

/** Milliseconds for which a change in flight can get its reply after the first signal. */
const grace = 5000;

/** SIGINT, which Ctrl-C sends. */
const interrupt = 2;

export const createInterruption = (world: World, reporter: Reporter): Interruption => {
  const reading = new AbortController();
  const writing = new AbortController();
  let signalled: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const held = new Set<() => string>();
  const flying = createBag<() => string>();
  const giveGrace = (): void => {
    timer ??= setTimeout(() => writing.abort(), grace);
    timer.unref();
  };
  const leave = (code: number): void => {
    for (const said of [...held, ...flying.items()]) reporter.warn(said());
    // A blocked reader of stderr must not keep the program running.
    setTimeout(() => world.exit?.(code), 500).unref();
    void reporter.flush().finally(() => world.exit?.(code));
  };
  const stop = world.onSignal((signal) => {
    if (signalled !== undefined) leave(128 + signal);
    signalled = signal;
    reading.abort();
    if (signal === interrupt && flying.items().length > 0) {
      reporter.clear();
      reporter.note('Waiting for the reply; press Ctrl-C again to give up.');
    }
    if (held.size === 0) giveGrace();
  });
  return {
    signal: reading.signal,
    writeSignal: writing.signal,
    hold: (undo) => {
      held.add(undo);
      return () => {
        held.delete(undo);
        if (held.size === 0 && signalled !== undefined) giveGrace();
      };
    },
    inFlight: (said) => {
      const place = flying.add(said);
      return () => flying.remove(place);
    },
    signalled: () => signalled,
    stop: () => {
      stop();
      clearTimeout(timer);
    },
  };
};
