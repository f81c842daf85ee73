/** Runs the items of a plan. Its journal records each start and end, so that a resumed run does nothing twice. */
import { pause } from '../../system/pause.ts';
import { Exit } from '../../system/error.ts';
import type { StepState } from '../log/change-log.ts';
import { resultOf, resultWord } from '../log/change-log.ts';
import type { Journal } from '../log/journal.ts';
import type { Basis } from '../log/proof.ts';
import type { Counts, Ended, Item, RunLimits, Work } from './plan.ts';

interface ManyOptions extends RunLimits {
  readonly failuresBefore?: number;
  readonly journal?: Omit<Journal, 'checked' | 'passed'> | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly monotonic: () => number;
  readonly progress?: ((done: number) => void) | undefined;
}

/** `keep` resolves when the result can no longer be lost; the log records the end after that. */
type KeptWork<One extends Item, End extends Ended> = Work<One, End> & {
  keep(item: One, end: End): Promise<void>;
};

type Tally = Omit<Counts, 'left'> & {
  readonly stopped: boolean;
};

/** Failures in a row after which the next item is likely to fail too. */
export const failuresInARow = 10;

export const isUnknown = (known: StepState | undefined): boolean =>
  known !== undefined && resultOf(known) === 'unknown';

export const wasDone = (known: StepState | undefined): boolean =>
  known !== undefined && resultOf(known) === 'done';

type Decision = 'run' | 'skip' | 'look';

/** Keeps even intervals for any number of workers, and makes up for lost time by at most the items in flight. */
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
 * @returns how items ended, without those not started
 * @throws what `keep` or the journal throws, when all in flight have ended; nothing is started after it
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
  let recorded: Promise<void> | undefined;
  const fail = (error: unknown): void => {
    broken ??= { error };
  };
  // A combined signal would look `aborted` up in all its signals each time.
  let isAborted = signal.aborted;
  signal.addEventListener('abort', () => {
    isAborted = true;
  });
  const halted = (): boolean => isAborted || tally.stopped || broken !== undefined;

  /** An unknown outcome is repeated only if that is harmless. */
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
    // An interruption by a signal does not count as a failure.
    if (isAborted) return;
    const isNew = journal?.known.get(number) === undefined;
    const failsNow = word !== 'done';
    if (word === 'done' || partly) inARow = 0;
    // The failure of a repeated item says nothing about the next one.
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
    if (end.exit !== Exit.unknown) await journal?.ended(item.number, end.exit, end.lookUp, end.made);
  };

  const carryOut = async (item: One): Promise<void> => {
    // Awaiting only real promises halves the time for thousands of items.
    if (pace !== undefined) await pace();
    if (halted()) return;
    let basis: Basis | undefined;
    if (journal !== undefined) {
      const proving = work.prove?.(item, journal.id);
      const fresh = proving === undefined ? undefined : await proving;
      if (halted()) return;
      // The server recognizes the repeat by the token of the first attempt.
      const { token } = journal.known.get(item.number)?.basis ?? {};
      basis = token === undefined ? fresh : { ...fresh, token };
      await journal.started(item.number, basis);
    }
    const end = await work.run(item, basis);
    count(item, end);
    await work.keep(item, end);
    if (journal === undefined) return;
    // This is not awaited, so that one sync covers this end and the next start.
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
