/** Handles the first signal and later ones. The items of a batch share one. */
import { createSlotList } from '../system/values/slot-list.ts';
import type { Reporter } from './reporter.ts';
import type { Io } from '../system/io.ts';

export interface Interruption {
  readonly signal: AbortSignal;
  /** Aborted some seconds after the first signal, so that a change in flight can get its reply. */
  readonly writeSignal: AbortSignal;
  /** Delays the abort of changes in flight until the returned function is called. */
  hold(undo: () => string): () => void;
  /** `said` is the text that a second signal prints about a change without a reply. */
  inFlight(said: () => string): () => void;
  signalled(): number | undefined;
  /** From now on a signal ends the process, unless it has the cause of the first one. */
  stop(): void;
}

/** Milliseconds for a change in flight after the first signal. */
const grace = 5000;

const interrupt = 2;
/** SIGHUP arrives from the kernel, the shell and, after SIGTERM, a service manager. */
const hangUp = 1;

/** Milliseconds within which two signals have one cause. */
const oneCause = 100;

interface Arrival {
  readonly signal: number;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** A later signal means that a person is impatient, unless a terminal was closed. */
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
