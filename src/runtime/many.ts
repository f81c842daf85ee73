/** Runs many items: so many at once, so many a second, journalled and resumable, so that nothing is done twice. */
import { pause } from '../http/pause.ts';
import { Exit } from '../model/error.ts';
import type { Journal } from './journal.ts';

export interface Item {
  /** Names it in the journal and in the results. */
  readonly number: number;
}

export interface Ended {
  readonly exit: number;
  /** The command that shows whether it happened. */
  readonly lookUp?: string | undefined;
}

/** What is done with each item. */
export interface Work<One extends Item, End extends Ended> {
  /** Carries it out; a failure is an exit code and not an exception. */
  run(item: One): Promise<End>;
  /** True when carrying it out twice does no harm. */
  isHarmless(item: One): Promise<boolean>;
  /** Says of an item of unknown outcome what can be read of it. */
  lookUp(item: One, command: string | undefined): Promise<End>;
  /** Resolves when nothing of the result can get lost any more; only then the journal says that the item ended. */
  keep(item: One, end: End): Promise<void>;
}

interface ManyOptions {
  /** Items in flight at once. */
  readonly parallel: number;
  /** Items that are started in a second; undefined: as many as go. */
  readonly rate?: number | undefined;
  /** Failures in a row after which nothing more is started. */
  readonly stopAfter?: number | undefined;
  readonly journal?: Journal | undefined;
  /** Items of unknown outcome are carried out again, whatever they are. */
  readonly retryUnknown?: boolean | undefined;
  /** Aborted by the first signal: nothing more is started. */
  readonly signal: AbortSignal;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  readonly progress?: ((done: number) => void) | undefined;
}

export interface Tally {
  readonly done: number;
  readonly failed: number;
  /** Done by an earlier run. */
  readonly skipped: number;
  /** `stopAfter` failures in a row ended it. */
  readonly stopped: boolean;
}

/** The usual `stopAfter`: what fails ten times fails on. */
export const failuresInARow = 10;

/** The warning about a run that they ended. */
export const stoppedText = `the run stopped after ${failuresInARow} failures in a row`;

/** True for an end that is not a failure: `--detailed-exitcode` says 11 for a success with changes. */
const isDone = (exit: number): boolean => exit === Exit.ok || exit === Exit.changes;

/** The end of an item in one word. */
export const resultWord = (exit: number): string => {
  if (exit === Exit.unknown) return 'unknown';
  return isDone(exit) ? 'done' : 'failed';
};

type Decision = 'run' | 'skip' | 'look';

/**
 * Lets items begin at even distances, however many workers ask. What a busy machine loses is made up for, by as
 * many items at most as are in flight at once.
 */
const pacer = ({ rate, parallel, signal, monotonic }: ManyOptions): (() => Promise<void>) | undefined => {
  if (rate === undefined) return undefined;
  const distance = 1000 / rate;
  let free = monotonic();
  return async () => {
    const now = monotonic();
    const start = Math.max(free, now - distance * parallel);
    free = start + distance;
    if (start > now) await pause(start - now, signal);
  };
};

/**
 * @returns how the items ended; those that were not started are in no count
 * @throws what `keep` or the journal throws, once everything in flight has ended; nothing is started after it
 */
export const runMany = async <One extends Item, End extends Ended>(
  items: Iterable<One>,
  work: Work<One, End>,
  options: ManyOptions,
): Promise<Tally> => {
  const { journal, signal, stopAfter = Number.POSITIVE_INFINITY } = options;
  const tally = { done: 0, failed: 0, skipped: 0, stopped: false };
  const pace = pacer(options);
  let inARow = 0;
  let broken: { readonly error: unknown } | undefined;
  /** The latest end of an item, once it is in the journal. */
  let recorded: Promise<void> | undefined;
  const fail = (error: unknown): void => {
    broken ??= { error };
  };
  const halted = (): boolean => signal.aborted || tally.stopped || broken !== undefined;

  /**
   * What a resumed run does with an item: a change of unknown outcome is never repeated unless that is harmless.
   */
  const decide = async (item: One): Promise<Decision> => {
    const known = journal?.known.get(item.number);
    if (known === undefined) return 'run';
    if (known.state === 'ended' && isDone(known.exit)) return 'skip';
    const unknown = known.state === 'started' || known.exit === Exit.unknown;
    if (!unknown || options.retryUnknown === true) return 'run';
    return (await work.isHarmless(item)) ? 'run' : 'look';
  };

  const count = ({ exit }: End): void => {
    if (isDone(exit)) {
      tally.done += 1;
      inARow = 0;
    } else {
      tally.failed += 1;
      inARow += 1;
      tally.stopped ||= inARow >= stopAfter;
    }
  };

  const look = async (item: One): Promise<void> => {
    const known = journal?.known.get(item.number);
    const end = await work.lookUp(item, known?.state === 'ended' ? known.lookUp : undefined);
    await work.keep(item, end);
    count(end);
    // What the look-up settled is not looked up again.
    if (end.exit !== Exit.unknown) await journal?.ended(item.number, end.exit, end.lookUp);
  };

  const carryOut = async (item: One): Promise<void> => {
    // Nothing is waited for that is not there: of thousands of items that is half of the time.
    if (pace !== undefined) await pace();
    if (halted()) return;
    if (journal !== undefined) await journal.started(item.number);
    const end = await work.run(item);
    count(end);
    await work.keep(item, end);
    if (journal === undefined) return;
    // Not waited for: the journal writes in order, and waits for the disk once for this end and the next start.
    recorded = journal.ended(item.number, end.exit, end.lookUp);
    recorded.catch(fail);
  };

  const iterator = items[Symbol.iterator]();
  let ended = 0;
  const worker = async (): Promise<void> => {
    while (!halted()) {
      const next = iterator.next();
      if (next.done === true) return;
      try {
        const decision = journal === undefined ? 'run' : await decide(next.value);
        if (decision === 'skip') tally.skipped += 1;
        else await (decision === 'look' ? look(next.value) : carryOut(next.value));
      } catch (error) {
        fail(error);
      }
      ended += 1;
      options.progress?.(ended);
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, worker));
  await recorded?.catch(fail);
  if (broken !== undefined) throw broken.error;
  return tally;
};
