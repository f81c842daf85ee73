/** What the first signal and later ones do to a run. The items of a batch share the batch's. */
import { createSlotList } from '../system/values/slot-list.ts';
import type { Reporter } from './reporter.ts';
import type { World } from '../system/world.ts';

export interface Interruption {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Aborted some seconds after the first signal, so that a change in flight can get its reply. */
  readonly writeSignal: AbortSignal;
  /** Delays the abort of changes in flight; returns a function that ends the delay. */
  hold(undo: () => string): () => void;
  /** Sets what an impatient signal reports about a change without a reply; returns a function that removes it. */
  inFlight(said: () => string): () => void;
  /** The number of the signal that arrived. */
  signalled(): number | undefined;
  /** The run is over: a signal that has another cause than the first one ends the process. */
  stop(): void;
}

/** Milliseconds for which a change in flight can get its reply after the first signal. */
const grace = 5000;

/** SIGINT, which Ctrl-C sends. */
const interrupt = 2;
/** SIGHUP: the terminal is closed. The kernel and a shell each send one, and a service manager one after SIGTERM. */
const hangUp = 1;

/** Milliseconds within which signals have one cause. */
const oneCause = 100;

interface Arrival {
  readonly signal: number;
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
}

/** Whether a later signal means that somebody is tired of waiting. A closed terminal has nobody who waits. */
const isImpatience = (first: Arrival, next: Arrival): boolean => {
  if (next.signal === hangUp) return false;
  return next.at - first.at >= oneCause || (first.signal !== hangUp && next.signal !== first.signal);
};

export const createInterruption = (world: World, reporter: Reporter): Interruption => {
  const reading = new AbortController();
  const writing = new AbortController();
  let first: Arrival | undefined;
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const held = new Set<() => string>();
  const flying = createSlotList<() => string>();
  const giveGrace = (): void => {
    timer ??= setTimeout(() => writing.abort(), grace);
    timer.unref();
  };
  const leave = (code: number): void => {
    for (const said of [...held, ...flying.items()]) reporter.fault(said());
    // A blocked reader of stderr must not keep the program running.
    setTimeout(() => world.exit?.(code), 500).unref();
    void reporter.flush().finally(() => world.exit?.(code));
  };
  const stop = world.onSignal((signal) => {
    const arrival = { signal, at: world.monotonic() };
    if (first !== undefined) {
      if (isImpatience(first, arrival)) leave(128 + signal);
      return;
    }
    if (over) {
      leave(128 + signal);
      return;
    }
    first = arrival;
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
        if (held.size === 0 && first !== undefined) giveGrace();
      };
    },
    inFlight: (said) => {
      const place = flying.add(said);
      return () => flying.remove(place);
    },
    signalled: () => first?.signal,
    stop: () => {
      clearTimeout(timer);
      over = true;
      // A process listens until it has ended: without a listener the second signal of a closed terminal would kill it.
      if (world.exit === undefined) stop();
    },
  };
};
