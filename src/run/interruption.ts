/** Handles the first signal and later ones. Items of a batch share it. */
import { createSlotList } from '../system/values/slot-list.ts';
import type { Reporter } from './reporter.ts';
import type { Io } from '../system/io.ts';

export interface Interruption {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Some seconds after the first signal: a change in flight can get its reply. */
  readonly writeSignal: AbortSignal;
  /** Delays the abort of changes in flight; the result ends the delay. */
  hold(undo: () => string): () => void;
  /** The text of an impatient signal about a change without a reply; the result removes it. */
  inFlight(said: () => string): () => void;
  /** The number of the signal that arrived. */
  signalled(): number | undefined;
  /** Later signals end the process, unless they have the same cause. */
  stop(): void;
}

/** Milliseconds for a change in flight after the first signal. */
const grace = 5000;

const interrupt = 2;
/** SIGHUP: kernel, shell, and a service manager after SIGTERM each send one. */
const hangUp = 1;

/** Milliseconds. */
const oneCause = 100;

interface Arrival {
  readonly signal: number;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** A later signal is impatience, but not that of a closed terminal. */
const isImpatience = (first: Arrival, next: Arrival): boolean => {
  if (next.signal === hangUp) return false;
  return next.at - first.at >= oneCause || (first.signal !== hangUp && next.signal !== first.signal);
};

export const createInterruption = (io: Io, reporter: Reporter): Interruption => {
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
    setTimeout(() => io.exit?.(code), 500).unref();
    void reporter.flush().finally(() => io.exit?.(code));
  };
  const stop = io.onSignal((signal) => {
    const arrival = { signal, at: io.monotonic() };
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
      // Without a listener, the second signal of a closed terminal would kill a process that is still ending.
      if (io.exit === undefined) stop();
    },
  };
};
