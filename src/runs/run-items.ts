/** The one runner of changes: rows, progress and counts around `runMany`, for many, batch and apply. */
import type { Presenter } from '../engine/presenter/presenter.ts';
import type { Result, Results } from '../output/results.ts';
import type { Session } from '../engine/session/session.ts';
import type { Journal } from '../receipts/journal.ts';
import type { Ended, Item, ManyOptions, Tally, Work } from './many.ts';
import { runMany } from './many.ts';
import { resultWord } from '../receipts/change-log.ts';

/** How the items of a wave ended. */
export type WaveCounts = Omit<Tally, 'stopped'>;

/** The parts of a run. */
export interface RunnerParts {
  readonly session: Session;
  readonly presenter: Presenter;
}

type Pace = Pick<ManyOptions, 'rate' | 'stopAt' | 'retryUnknown' | 'maxFailures'> & {
  /** Items in flight at once, at most. */
  readonly parallel: number;
};

interface Group<One> {
  readonly items: Iterable<One>;
  readonly count: number;
}

interface Running<One extends Item, End extends Ended> {
  /** Waves of groups, one after the other: a group begins when the one before has ended. */
  readonly waves: readonly (readonly Group<One>[])[];
  readonly work: Omit<Work<One, End>, 'keep'>;
  readonly pace: Pace;
  readonly journal: Journal | undefined;
  /** Opens the rows. */
  readonly open: () => Promise<Results>;
  readonly result: (item: One, end: End) => Result;
  /** The text of the progress. */
  readonly busy: string;
  /** Called after each wave that began, with how its items ended, now or in an earlier run; false ends the run. */
  readonly between?: ((wave: number, ended: WaveCounts) => Promise<boolean>) | undefined;
  /** Shows the text again after each item, which replaces it. */
  readonly repeats?: boolean;
}

/**
 * Runs the waves in order and shows a result for each item.
 * @returns the counts of all waves
 */
export const runItems = async <One extends Item, End extends Ended>(
  { session }: RunnerParts,
  { waves, work, pace, journal, open, result, busy: text, repeats, between }: Running<One, End>,
): Promise<Tally> => {
  const results = await open();
  const busy = session.reporter.busy(text);
  const sum = { done: 0, failed: 0, unknown: 0, skipped: 0, stopped: false };
  const total = waves.flat().reduce((all, { count }) => all + count, 0);
  let before = 0;
  const keep = async (item: One, end: End): Promise<void> => {
    await results.add(result(item, end));
    // Without its receipt no other item is sent either, so that the run ends.
    const refusal = resultWord(end.exit) === 'failed' ? await session.receipt.refusal() : undefined;
    if (refusal !== undefined) throw refusal;
  };
  const runGroup = async ({ items, count }: Group<One>): Promise<void> => {
    const { done, failed, unknown, skipped, stopped } = await runMany<One, End>(
      items,
      { ...work, keep },
      {
        ...pace,
        failuresBefore: sum.failed + sum.unknown,
        parallel: Math.max(1, Math.min(pace.parallel, count)),
        journal,
        signal: AbortSignal.any([session.signal, results.broken]),
        monotonic: () => session.world.monotonic(),
        progress: (ended) => {
          if (repeats === true) busy.say(text);
          busy.update(before + ended, total);
        },
      },
    );
    before += count;
    sum.done += done;
    sum.failed += failed;
    sum.unknown += unknown;
    sum.skipped += skipped;
    sum.stopped = stopped;
  };
  const isOver = (): boolean => session.signal.aborted || sum.stopped;
  try {
    for (const [index, groups] of waves.entries()) {
      const earlier = { ...sum };
      for (const group of groups) if (group.count > 0 && !isOver()) await runGroup(group);
      const ended = {
        done: sum.done - earlier.done,
        failed: sum.failed - earlier.failed,
        unknown: sum.unknown - earlier.unknown,
        skipped: sum.skipped - earlier.skipped,
      };
      const hasBegun = Object.values(ended).some((count) => count > 0);
      if (between === undefined || isOver() || !hasBegun) continue;
      session.reporter.clear();
      sum.stopped = !(await between(index, ended));
    }
    return sum;
  } finally {
    busy.end();
    await results.end();
  }
};
