/** Carries out a plan: journalled, resumable, and summed up at its end. */
import { spokenObject } from '../objects/desired.ts';
import { spokenStepObject, stepObject } from '../objects/step-object.ts';
import { Exit, localError } from '../../../../system/error.ts';
import { writeJson } from '../../../../documents/json/lossless.ts';
import { shellWords, shellWord } from '../../../../catalogue/text/shell-words.ts';
import { plural } from '../../../../output/text/plural.ts';
import type { ReceiptFacts } from '../../../../runs/change-journal.ts';
import { changeJournal, noJournal } from '../../../../runs/change-journal.ts';
import { fingerprint } from '../../../../receipts/journal.ts';
import type { Tally } from '../../../../runs/many.ts';
import { stoppedBy, wasDone } from '../../../../runs/many.ts';
import { runItems } from '../../../../runs/run-items.ts';
import type { Result } from '../../../../output/results.ts';
import { refusedByReadOnly } from '../../../../engine/refuse-changes.ts';
import { suggest } from '../../../../engine/suggest.ts';
import { checkWordsOf, Waves } from '../../../../runs/waves.ts';
import { tallyText, undoneOf } from '../../../../runs/tally.ts';
import { ownView } from '../../../../workflows/own-view.ts';
import { waitLimit } from '../../../../engine/single/waiting.ts';
import type { ApplyContext } from './apply-input.ts';
import type { Run } from './apply-step.ts';
import type { StepEnd, StepItem } from './step-end.ts';
import { carryOut } from './apply-step.ts';
import { movedSince } from './read-back.ts';
import type { FileEnvironment } from '../environment/declared-environments.ts';
import { protectedAs } from '../environment/declared-environments.ts';
import type { Failure } from '../hints.ts';
import { noteHints } from '../hints.ts';
import type { StatePlan } from './plan-file.ts';
import { planJson } from './plan-file.ts';
import type { RowChoice } from '../rows/rows.ts';
import { placedItem, rowItem } from '../rows/show-rows.ts';
import type { Step } from './steps.ts';
import { hashAfter, isUnchanged, isWrite, stepJson } from './steps.ts';
import { waveNumbers, wavesIn } from './wave-steps.ts';
import type { Wanted } from '../files/wanted.ts';

interface Totals extends Tally {
  readonly conflicts: number;
  readonly lost: ReadonlySet<string>;
  readonly failures: readonly Failure[];
  /** An object that this run changes failed: a job that matches its file is as it was before the run. */
  readonly isOurs: boolean;
  /** Objects that were written and had another value at the end of the run, in words. */
  readonly moved: readonly string[];
}

const resultOf = ({ wanted, step }: StepItem, { row, result, reason, hint }: StepEnd): Result => {
  const item = row === undefined ? {} : rowItem(row, { waves: waveNumbers([step]) });
  const { changes: _changes, plan: _plan, uncompared: _uncompared, ...shown } = item;
  const cells = {
    ...shown,
    ...placedItem(wanted.object),
    action: step.action,
    fields: step.fields,
    where: wanted.where,
    result,
    reason: reason ?? null,
    hint: hint ?? null,
  };
  return { value: cells, cells, once: false };
};

/** `workspace:acme/web`, as `trivet diff` takes it. */
const operandOf = ({ wanted: { object } }: StepItem): string => {
  const { organization } = object.scope;
  return `${object.kind.kind}:${organization === undefined ? '' : `${organization}/`}${object.name}`;
};

/** After how many failures nothing more is started; undefined: after some in a row. */
const mostFailures = ({ input }: ApplyContext): number | undefined => {
  if (input['max-failures'] !== undefined) return Number(input['max-failures']);
  return input['on-failure'] === 'undo' ? 1 : undefined;
};

/** Whether the job of a step is waited for. */
const isWaited =
  ({ wait }: ApplyContext['input']) =>
  ({ step }: StepItem): boolean =>
    wait === true || step.wait === true;

/** A step that an earlier part of the run has done. */
const asDone = (item: StepItem): readonly [StepItem, StepEnd] => [
  item,
  { exit: Exit.ok, row: undefined, result: 'done', reason: undefined, hint: undefined, written: true },
];

const runSteps = async (
  context: ApplyContext,
  parted: readonly (readonly StepItem[])[],
  all: Run,
  waves: Waves,
): Promise<Totals> => {
  const { session, presenter, command, input } = context;
  const ends: (readonly [StepItem, StepEnd])[] = [];
  const waits = isWaited(input);
  const limit = parted.flat().some(waits) ? waitLimit(input) : undefined;
  const known = ({ number }: StepItem) => all.journal.known.get(number);
  const isSettled = (item: StepItem): boolean => {
    const state = known(item);
    return state?.is === 'settled';
  };
  const earlier = new Set(parted.flat().filter((item) => wasDone(known(item))));
  const lastOpen = Math.max(
    ...parted.flatMap((wave, index) => (wave.every((item) => earlier.has(item)) ? [] : [index])),
  );
  const carry = async (item: StepItem): Promise<StepEnd> => {
    const end = await carryOut(item, all, waits(item) ? limit : undefined);
    ends.push([item, end]);
    return end;
  };
  const tally = await runItems<StepItem, StepEnd>(
    { session, presenter },
    {
      waves: parted.map((wave) =>
        [false, true].map((references) => {
          const some = wave.filter(({ step }) => step.references === references);
          return { items: some, count: some.length };
        }),
      ),
      between:
        parted.length > 1 || waves.hasCheck
          ? (index, ended) => waves.ended(all.journal, index, ended)
          : undefined,
      // The object is read before it is written: the step has the state that it is based on.
      work: {
        run: carry,
        isHarmless: () => Promise.resolve(true),
        lookUp: carry,
        // A canary can have gone down since.
        again: (item) => waits(item) && !isSettled(item) && (item.step.wave ?? 0) < lastOpen,
      },
      pace: {
        // The result of the wait decides whether the next step is written.
        parallel: limit === undefined ? Number(input.parallel ?? 4) : 1,
        rate: Number(input.rate ?? 0) || undefined,
        stopAt:
          input['keep-going'] === true ? undefined : limit === undefined ? 'failures-in-a-row' : 'failure',
        maxFailures: mostFailures(context),
      },
      journal: all.journal,
      open: () =>
        presenter.results(ownView(command), {
          known: parted.flat().map(({ wanted }) => placedItem(wanted.object)),
          what: 'apply',
          durable: true,
          append: input.resume !== undefined,
          rows: true,
        }),
      result: resultOf,
      busy: 'Applying',
      repeats: limit !== undefined,
    },
  );
  return {
    ...tally,
    conflicts: ends.filter(([, { result }]) => result === 'conflict').length,
    isOurs: ends.some(([{ step }, { exit }]) => exit !== Exit.ok && !isUnchanged(step)),
    lost: new Set(ends.flatMap(([, { lost = [] }]) => lost)),
    failures: ends.map(([{ wanted }, { hint }]) => ({ object: wanted.object, hint })),
    moved:
      ends.length + earlier.size < 2
        ? []
        : await movedSince([...[...earlier].map(asDone), ...ends], all.choice),
  };
};

const itemsOf = (steps: readonly Step[], wanted: readonly Wanted[], path: string): readonly StepItem[] => {
  const byName = new Map(wanted.map((one) => [stepObject(one.object), one]));
  return steps.map((step, index) => {
    const found = byName.get(step.object);
    if (found === undefined)
      throw localError(`${path} names ${spokenStepObject(step.object)}, which is no longer in any file`);
    if (hashAfter({ wanted: found }) !== step.after)
      throw localError(
        `${found.where}: ${spokenObject(found.object)} has changed since ${path} was made`,
        'Restore the file, or apply the files again.',
      );
    return { number: index + 1, step, wanted: found };
  });
};

/** Returns whether all that was done came back. */
const takeBack = ({ session, interruption }: ApplyContext, id = ''): Promise<boolean> =>
  session.program.takeBack({ session, interruption }, id);

/** Returns the words that continue a run, without the values of variables, which can be secret. */
const againWords = ({ input }: ApplyContext): string => {
  const words = ['apply'];
  if (input.wait === true) words.push('--wait');
  if (input['wait-timeout'] !== undefined) words.push(`--wait-timeout ${shellWord(input['wait-timeout'])}`);
  if (input['keep-going'] === true) words.push('--keep-going');
  if (input.check !== undefined) words.push(`--check ${shellWord(input.check)}`);
  if (input['max-failures'] !== undefined) words.push(`--max-failures ${input['max-failures']}`);
  if (input['on-failure'] !== undefined) words.push(`--on-failure ${input['on-failure']}`);
  for (const name of Object.keys(input.var ?? {})) words.push(`--var ${shellWord(name)}=…`);
  for (const file of input['var-file'] ?? []) words.push(`--var-file ${shellWord(file)}`);
  return words.join(' ');
};

/** @throws TrivetError denied, where a profile or the environment allows only reads */
export const refuseReadOnly = async (
  { session }: ApplyContext,
  written: readonly Wanted[],
): Promise<void> => {
  for (const one of written) {
    const { readOnly } = await one.session.endpoint(one.object.kind.service);
    if (readOnly !== undefined) throw refusedByReadOnly(readOnly, 'apply changes something', session.world);
  }
};

/**
 * Writes what the plan says.
 * @returns the exit code: conflict where every step is one, partial where some failed or were not started
 */
export const execute = async (
  context: ApplyContext,
  plan: StatePlan,
  wanted: readonly Wanted[],
  choice: RowChoice,
  environment: FileEnvironment | undefined,
): Promise<number> => {
  const { session, input } = context;
  const { reporter } = session;
  const resumed = input.resume;
  const [first] = wanted;
  const { profile, receiptDays }: Pick<ReceiptFacts, 'profile' | 'receiptDays'> =
    first === undefined ? {} : await first.session.endpoint(first.object.kind.service);
  const again = againWords(context);
  const words = input.var === undefined ? shellWords(suggest(session, again))?.slice(1) : undefined;
  const file = plan.steps.some(isWrite)
    ? changeJournal(session, {
        what: 'apply',
        again: (path) => `${again} --resume ${shellWord(path)}`,
        words,
        profile,
        receiptDays,
        protectedAs: protectedAs(environment),
        file: input.receipt,
        resumed,
      })
    : noJournal;
  const items = itemsOf(plan.steps, wanted, file.path);
  await refuseReadOnly(
    context,
    items.filter(({ step }) => isWrite(step)).map((item) => item.wanted),
  );
  const servers = [...new Set(plan.steps.map(({ server }) => server))].sort();
  const { steps } = plan;
  const parted = wavesIn(items);
  const waves = new Waves(
    session,
    parted.map((wave) => ({ names: [...new Set(wave.map(operandOf))], items: wave.length })),
    await checkWordsOf({ check: input.check }, session),
    { keepsGoing: input['keep-going'] === true, counts: mostFailures(context) !== undefined },
  );
  const head = {
    list: fingerprint(steps.map((step) => writeJson(stepJson(step)))),
    items: items.length,
    servers,
    resolved: planJson(plan),
    check: waves.hasCheck,
  };
  const totals = await file.run(head, (journal) => runSteps(context, parted, { choice, journal }, waves));
  const { failed, unknown, conflicts, lost, stopped, moved, isOurs } = totals;
  const done = totals.done + totals.skipped;
  const left = items.length - done - failed - unknown;
  const counts = { done, failed, unknown, left };
  reporter.note(tallyText(counts, conflicts > 0 ? plural(conflicts, 'conflict') : undefined));
  noteHints(reporter, totals.failures);
  for (const text of moved) reporter.fault(text);
  if (lost.size > 0)
    reporter.note(
      `IDs that the server does not know: ${[...lost].sort().join(', ')}. Put its own IDs into the files, and apply them.`,
    );
  // With --wait the first failure ends it, and is reported.
  if (left > 0 && stopped && !parted.flat().some(isWaited(input)) && waves.refusal === undefined)
    reporter.fault(stoppedBy(mostFailures(context)));
  const undone = undoneOf(counts);
  const isBack =
    stopped &&
    !session.signal.aborted &&
    input['on-failure'] === 'undo' &&
    file !== noJournal &&
    (isOurs || waves.refusal !== undefined);
  const isUndone = isBack && (await takeBack(context, file.id));
  // Where a check failed, something is left even if all objects are done: the check.
  if (!isBack) await file.end(waves.refusal === undefined ? undone : Math.max(1, undone));
  if (isUndone || waves.refusal !== undefined) return Exit.partial;
  if (undone === 0) return moved.length > 0 ? Exit.partial : Exit.ok;
  return done === 0 && conflicts > 0 && conflicts === undone ? Exit.conflict : Exit.partial;
};
