/**
 * Runs many items: a bounded number at once and per second, journalled and resumable, so that nothing is done twice.
 */
import { pause } from '../../system/pause.ts';
import { Exit } from '../../system/error.ts';
import type { StepState } from '../log/change-log.ts';
import { resultOf, resultWord } from '../log/change-log.ts';
import type { Journal } from '../log/journal.ts';
import type { Basis } from '../log/proof.ts';
import type { Counts, Ended, Item, RunLimits, Work } from './plan.ts';

/** How one part of a wave runs. */
interface ManyOptions extends RunLimits {
  /** Failures of earlier parts of the run. */
  readonly failuresBefore?: number;
  readonly journal?: Omit<Journal, 'checked' | 'passed'> | undefined;
  /** Aborted by the first signal: nothing more is started. */
  readonly signal: AbortSignal;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  readonly progress?: ((done: number) => void) | undefined;
}

/** `keep` resolves when nothing of the result can be lost any more; only then the log records the end of the item. */
type KeptWork<One extends Item, End extends Ended> = Work<One, End> & {
  keep(item: One, end: End): Promise<void>;
};

/** How the items ended; those that were not started are not counted. */
type Tally = Omit<Counts, 'left'> & {
  /** Whether failures ended the run. */
  readonly stopped: boolean;
};

/** After ten failures in a row, the next item is likely to fail, too. */
export const failuresInARow = 10;

/** Whether an earlier run sent the change of an item, or began to, and nobody knows what became of it. */
export const isUnknown = (known: StepState | undefined): boolean =>
  known !== undefined && resultOf(known) === 'unknown';

/** Whether an earlier run has done an item. */
export const wasDone = (known: StepState | undefined): boolean =>
  known !== undefined && resultOf(known) === 'done';

type Decision = 'run' | 'skip' | 'look';

/**
 * Lets items begin at even intervals for any number of workers. Time that a busy machine loses is made up for, by at
 * most as many items as are in flight at once.
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
 * @returns how the items ended; those that were not started are not counted
 * @throws what `keep` or the journal throws, once everything in flight has ended; nothing is started after it
 */
export const runMany = async <One extends Item, End extends Ended>(
  items: Iterable<One>,
  work: KeptWork<One, End>,
  options: ManyOptions,
): Promise<Tally> => {
  const { journal, signal, stopAt } = options;
  const tally = { done: 0, failed: 0, unknown: 0, skipped: 0, stopped: false };
  const pace = pacer(options);
  let inARow = 0;
  let broken: { readonly error: unknown } | undefined;
  /** The latest end of an item, once it is in the journal. */
  let recorded: Promise<void> | undefined;
  const fail = (error: unknown): void => {
    broken ??= { error };
  };
  // The property of a signal of signals is looked up in all of them.
  let isAborted = signal.aborted;
  signal.addEventListener('abort', () => {
    isAborted = true;
  });
  const halted = (): boolean => isAborted || tally.stopped || broken !== undefined;

  /** What a resumed run does with an item: a change of unknown outcome is never repeated unless that is harmless. */
  const decide = async (item: One): Promise<Decision> => {
    const known = journal?.known.get(item.number);
    if (known === undefined) return 'run';
    if (wasDone(known)) return work.again?.(item) === true ? 'look' : 'skip';
    if (known.is === 'made') return 'look';
    if (!isUnknown(known) || options.retryUnknown === true) return 'run';
    return (await work.isHarmless(item)) ? 'run' : 'look';
  };

  const count = ({ number }: One, { exit, partly = false }: End): void => {
    const word = resultWord(exit);
    tally[word] += 1;
    // What a signal cut off is no failure that ends the run.
    if (isAborted) return;
    const isNew = journal?.known.get(number) === undefined;
    const failsNow = word !== 'done';
    if (word === 'done' || partly) inARow = 0;
    // An item that an earlier run could not finish does not predict the next one.
    else if (isNew) inARow += 1;
    if (options.maxFailures !== undefined) {
      const failures = tally.failed + tally.unknown + (options.failuresBefore ?? 0);
      tally.stopped ||= failsNow && failures >= options.maxFailures;
    } else if (stopAt === 'failure') tally.stopped ||= failsNow;
    else if (stopAt === 'failures-in-a-row') tally.stopped ||= inARow >= failuresInARow;
  };

  const look = async (item: One): Promise<void> => {
    const end = await work.lookUp(item, journal?.known.get(item.number) ?? { is: 'sent' });
    await work.keep(item, end);
    count(item, end);
    // An outcome that the look-up settled is not looked up again.
    if (end.exit !== Exit.unknown) await journal?.ended(item.number, end.exit, end.lookUp, end.made);
  };

  const carryOut = async (item: One): Promise<void> => {
    // Awaits only promises that exist: for thousands of items that halves the time.
    if (pace !== undefined) await pace();
    if (halted()) return;
    let basis: Basis | undefined;
    if (journal !== undefined) {
      const proving = work.prove?.(item, journal.id);
      const fresh = proving === undefined ? undefined : await proving;
      if (halted()) return;
      // The server recognizes a repeated request by the token of the first one.
      const { token } = journal.known.get(item.number)?.basis ?? {};
      basis = token === undefined ? fresh : { ...fresh, token };
      await journal.started(item.number, basis);
    }
    const end = await work.run(item, basis);
    count(item, end);
    await work.keep(item, end);
    if (journal === undefined) return;
    // Not awaited: the journal writes in order, and syncs once for this end and the next start.
    recorded = journal.ended(item.number, end.exit, end.lookUp, end.made);
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
