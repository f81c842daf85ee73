import { Exit } from '../../system/error.ts';
import { wordOf } from '../../catalogue/text/server-text.ts';
import { plural } from '../../output/text/plural.ts';
import type { Journal } from '../log/journal.ts';
import { resultWord } from '../log/change-log.ts';
import type { RunParts } from '../session/session.ts';
import type { ChangeJournal } from './change-journal.ts';
import { changeJournal } from './change-journal.ts';
import { failuresInARow, runMany, wasDone } from './many.ts';
import type { Ended, Executed, Item, RunLimits, RunPlan } from './plan.ts';
import { tallyText, Waves } from './waves.ts';

type Running = { -readonly [key in keyof Omit<Executed, 'left' | 'refusal'>]: Executed[key] } & {
  readonly ended: Set<number>;
};

const runWaves = async <One extends Item, End extends Ended>(
  { session }: Pick<RunParts, 'session'>,
  plan: RunPlan<One, End>,
  waves: Waves,
  log: Journal | undefined,
): Promise<Running> => {
  const work = plan.work(log);
  const text = `trivet ${plan.what}`;
  const results = await plan.rows();
  const busy = session.reporter.busy(text);
  const known = plan.nameOf === undefined ? [] : [...(log?.known ?? [])];
  const ended = new Set(known.flatMap(([number, state]) => (wasDone(state) ? [number] : [])));
  const sum: Running = { done: 0, failed: 0, unknown: 0, skipped: 0, stopped: false, ended };
  let before = 0;
  const keep = async (item: One, end: End): Promise<void> => {
    if (plan.nameOf !== undefined) ended.add(item.number);
    const rows = plan.result(item, end);
    if ('cells' in rows) await results.add(rows);
    else for (const row of rows) await results.add(row);
    // Nothing is sent without a receipt, so the run ends.
    const refusal = resultWord(end.exit) === 'failed' ? await session.receipt.refusal() : undefined;
    if (refusal !== undefined) throw refusal;
  };
  const isOver = (): boolean => session.signal.aborted || sum.stopped;
  try {
    for (const [index, wave] of plan.waves.entries()) {
      const earlier = { ...sum };
      for (const { items, count } of wave.parts) {
        if (count === 0 || isOver()) continue;
        const tally = await runMany<One, End>(
          items,
          { ...work, keep },
          {
            ...plan.limits,
            failuresBefore: sum.failed + sum.unknown,
            parallel: Math.max(1, Math.min(plan.limits.parallel, count)),
            journal: log,
            signal: AbortSignal.any([session.signal, results.broken]),
            monotonic: () => session.io.monotonic(),
            progress: (now) => {
              if (plan.repeats === true) busy.say(text);
              busy.update(before + now, waves.items);
            },
          },
        );
        before += count;
        for (const key of ['done', 'failed', 'unknown', 'skipped'] as const) sum[key] += tally[key];
        sum.stopped = tally.stopped;
      }
      const counts = {
        done: sum.done - earlier.done,
        failed: sum.failed - earlier.failed,
        unknown: sum.unknown - earlier.unknown,
        skipped: sum.skipped - earlier.skipped,
      };
      const hasBegun = Object.values(counts).some((count) => count > 0);
      if (isOver() || !hasBegun || !waves.areFollowed) continue;
      session.reporter.clear();
      sum.stopped = !(await waves.ended(log, index, counts));
    }
    return sum;
  } finally {
    busy.end();
    await results.end();
  }
};

const mostNamed = 10;

const notStarted = <One extends Item, End extends Ended>(
  plan: RunPlan<One, End>,
  ended: ReadonlySet<number>,
): readonly string[] => {
  if (plan.nameOf === undefined) return [];
  const names = plan.waves
    .flatMap(({ parts }) => parts.flatMap(({ items }) => [...items]))
    .flatMap((item) => (ended.has(item.number) ? [] : [wordOf(plan.nameOf?.(item) ?? '')]));
  const more = names.length - mostNamed;
  return names.length === 0
    ? []
    : [`not started: ${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
};

const stoppedBy = (
  { maxFailures, stopAt }: RunLimits,
  { stopped, left, refusal }: Executed,
): string | undefined => {
  if (!stopped || left === 0 || refusal !== undefined) return undefined;
  if (maxFailures !== undefined) return `the run stopped after ${plural(maxFailures, 'failure')}`;
  return stopAt === 'failure' ? undefined : `the run stopped after ${failuresInARow} failures in a row`;
};

const settleText = (unknown: number, command: string): string =>
  `nothing proves the outcome of ${unknown === 1 ? 'one change' : `${unknown} changes`}. Look at each. To make those that were not made: ${command}`;

/** Prints the summary, takes back if that was requested, and closes the receipt or says how to continue. */
const conclude = async <One extends Item, End extends Ended>(
  parts: Pick<RunParts, 'session' | 'interruption'>,
  plan: RunPlan<One, End>,
  run: Executed & Pick<Running, 'ended'>,
  record: ChangeJournal | undefined,
): Promise<number> => {
  const { session } = parts;
  const { reporter } = session;
  const { failed, unknown, left, stopped, refusal } = run;
  const {
    counts,
    failures,
    notes = [],
    faults = [],
    waits = 0,
    isUndoable = false,
    takesBack = false,
    exit,
  } = (await plan.summary?.(run)) ?? {};
  reporter.note(counts ?? tallyText(run, failures));
  for (const text of left > 0 ? notStarted(plan, run.ended) : []) reporter.note(text);
  for (const text of notes) reporter.note(text);
  for (const text of faults) reporter.fault(text);
  const why = stoppedBy(plan.limits, run);
  if (why !== undefined) reporter.fault(why);
  const undone = failed + unknown + left;
  const isBack = takesBack && stopped && !session.signal.aborted && record !== undefined;
  const isWhole = isBack && (await session.program.takeBack(parts, record.id ?? ''));
  if (!isBack && isUndoable && undone > 0 && record !== undefined)
    reporter.note(`To take back what was done: trivet undo ${record.id ?? ''}`);
  const isResumed = plan.receipt?.facts.resumed !== undefined;
  if (isResumed && plan.limits.retryUnknown !== undefined && unknown > waits)
    reporter.note(settleText(unknown - waits, record?.continuing('--retry-unknown') ?? ''));
  // After a failed check something is left to do, even if all objects are done.
  if (!isBack) await record?.end(refusal === undefined ? undone : Math.max(1, undone));
  if (isWhole || refusal !== undefined) return Exit.partial;
  return exit ?? (undone > 0 ? Exit.partial : Exit.ok);
};

/**
 * @returns 0, or 10 where something failed or was not started
 * @throws TrivetError local: a receipt of another list, command or server, or in use by another run
 */
export const execute = async <One extends Item, End extends Ended>(
  parts: Pick<RunParts, 'session' | 'interruption'>,
  plan: RunPlan<One, End>,
): Promise<number> => {
  const { receipt, what } = plan;
  const waves = new Waves(parts.session, plan);
  const { items } = waves;
  const run = (log?: Journal): Promise<Running> => runWaves(parts, plan, waves, log);
  const record = receipt && changeJournal(parts.session, { what, ...receipt.facts });
  const sum =
    receipt === undefined || record === undefined
      ? await run()
      : await record.run({ ...receipt.head, items, check: waves.hasCheck }, run);
  const { done, failed, unknown, skipped } = sum;
  const left = items - done - failed - unknown - skipped;
  return conclude(parts, plan, { ...sum, left, refusal: waves.refusal }, record);
};
