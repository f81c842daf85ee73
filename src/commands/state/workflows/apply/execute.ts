import { spokenObject } from '../objects/desired.ts';
import { spokenStepObject, stepObject } from '../objects/step-object.ts';
import { Exit, localError } from '../../../../system/error.ts';
import { writeJson } from '../../../../documents/json/lossless.ts';
import { shellWords, shellWord } from '../../../../catalogue/text/shell-words.ts';
import { plural } from '../../../../output/text/plural.ts';
import type { ReceiptFacts } from '../../../../run/plan/change-journal.ts';
import { fingerprint } from '../../../../run/log/journal.ts';
import { wasDone } from '../../../../run/plan/many.ts';
import { execute } from '../../../../run/plan/execute.ts';
import type { Executed, Summary } from '../../../../run/plan/plan.ts';
import type { Result } from '../../../../output/results.ts';
import type { KnownObjects } from '../../../../run/known-objects.ts';
import { refusedByReadOnly } from '../../../../run/refuse-changes.ts';
import { suggest } from '../../../../run/suggest.ts';
import { checkWordsOf } from '../../../../run/plan/waves.ts';
import { ownView } from '../../../../run/single/own-view.ts';
import { waitLimit } from '../../../../run/single/waiting.ts';
import type { ApplyContext, ApplyInput } from './apply-input.ts';
import type { StepEnd, StepItem } from './step-end.ts';
import { isSource } from '../../../job/workflows/file/flag-values.ts';
import { carryOut } from './apply-step.ts';
import { movedSince } from './read-back.ts';
import type { FileEnvironment } from '../environment/declared-environments.ts';
import { protectedAs } from '../environment/declared-environments.ts';
import { hintTexts } from '../hints.ts';
import type { StatePlan } from './plan-file.ts';
import { planJson } from './plan-file.ts';
import type { Row, RowChoice } from '../rows/rows.ts';
import { placedItem, rowItem, unknownText } from '../rows/show-rows.ts';
import type { Step } from './steps.ts';
import { hashAfter, isUnchanged, isWrite, stepJson } from './steps.ts';
import { waveNumbers, wavesIn } from './wave-steps.ts';
import type { Wanted } from '../files/wanted.ts';

const resultOf = ({ wanted, step }: StepItem, { row, result, reason, hint }: StepEnd): Result => {
  const item = rowItem(row, { waves: waveNumbers([step]) });
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
  return { value: cells, cells, once: false, failed: result !== 'done' };
};

/** The operand for `trivet diff`: `workspace:acme/web`. */
const operandOf = ({ wanted: { object } }: StepItem): string => {
  const { organization } = object.scope;
  return `${object.kind.kind}:${organization === undefined ? '' : `${organization}/`}${object.name}`;
};

/** Undefined: the run stops after some failures in a row. */
const mostFailures = ({ input }: ApplyContext): number | undefined => {
  if (input['max-failures'] !== undefined) return Number(input['max-failures']);
  return input['on-failure'] === 'undo' ? 1 : undefined;
};

const isWaited =
  ({ wait }: ApplyContext['input']) =>
  ({ step }: StepItem): boolean =>
    wait === true || step.wait === true;

const uncomparedResult = (row: Row): Result => {
  const item = { ...rowItem(row), ...placedItem(row.wanted.object) };
  return { value: item, cells: item, once: false, failed: true };
};

const withUncompared = (end: StepEnd): StepEnd => {
  const uncompared = end.exit === Exit.ok ? unknownText(end.row) : undefined;
  return uncompared === undefined
    ? end
    : { ...end, uncompared, reason: [end.reason, uncompared].filter(Boolean).join('; ') };
};

const uncomparedTexts = (ends: Ends, beside: readonly Row[]): readonly string[] => {
  const texts = new Map<string, Set<string>>();
  const add = (text: string | undefined, { object }: Wanted): void => {
    if (text === undefined) return;
    texts.set(text, (texts.get(text) ?? new Set()).add(stepObject(object)));
  };
  for (const [{ wanted }, { uncompared }] of ends) add(uncompared, wanted);
  for (const row of beside) add(unknownText(row), row.wanted);
  return [...texts].map(([text, { size }]) => `${text} (${plural(size, 'object')})`);
};

type Ends = readonly (readonly [StepItem, StepEnd])[];

const summaryOf = async (
  { done, skipped, failed, unknown, left, refusal }: Executed,
  ends: Ends,
  earlier: readonly StepItem[],
  beside: readonly Row[],
  choice: RowChoice,
): Promise<Summary> => {
  const conflicts = ends.filter(([, { result }]) => result === 'conflict').length;
  const lost = [...new Set(ends.flatMap(([, end]) => end.lost ?? []))].sort();
  const written = ends.flatMap(([item, end]) => (end.written === true && end.exit === Exit.ok ? [item] : []));
  const moved = ends.length + earlier.length < 2 ? [] : await movedSince([...earlier, ...written], choice);
  // The failure of an unchanged job takes nothing back.
  const isOurs = ends.some(([{ step }, { exit }]) => exit !== Exit.ok && !isUnchanged(step));
  const undone = failed + unknown + left;
  const uncompared = uncomparedTexts(ends, beside);
  const areConflicts = done + skipped === 0 && conflicts > 0 && conflicts === undone;
  return {
    failures: conflicts > 0 ? plural(conflicts, 'conflict') : undefined,
    notes: [
      ...hintTexts(ends.map(([{ wanted }, { hint }]) => ({ object: wanted.object, hint }))),
      ...(lost.length === 0
        ? []
        : [
            `IDs that the server does not know: ${lost.join(', ')}. Put its own IDs into the files, and apply them.`,
          ]),
    ],
    faults: [...moved, ...uncompared],
    takesBack: isOurs || refusal !== undefined,
    exit: areConflicts ? Exit.conflict : moved.length + uncompared.length > 0 ? Exit.partial : undefined,
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

/** What the receipt does not hold: how the run waits, at which pace it goes, and when it stops. */
const repeated = [
  'wait',
  'wait-timeout',
  'keep-going',
  'parallel',
  'rate',
  'check',
  'max-failures',
  'on-failure',
] as const satisfies readonly (keyof ApplyInput)[];

/** The command without values of variables, which can be secret; the receipt has their sources. */
const againWords = ({ input }: ApplyContext): string => {
  const words = ['apply'];
  for (const key of repeated) {
    const value = input[key];
    if (value === true) words.push(`--${key}`);
    else if (value !== undefined && value !== false) words.push(`--${key} ${shellWord(String(value))}`);
  }
  for (const [name, value] of Object.entries(input.var ?? {}))
    if (!isSource(value)) words.push(`--var ${shellWord(name)}=…`);
  for (const file of input['var-file'] ?? []) words.push(`--var-file ${shellWord(file)}`);
  return words.join(' ');
};

/** @throws TrivetError denied */
export const refuseReadOnly = async (
  { session }: ApplyContext,
  written: readonly Wanted[],
): Promise<void> => {
  for (const one of written) {
    const { readOnly } = await one.session.endpoint(one.object.kind.service);
    if (readOnly !== undefined) throw refusedByReadOnly(readOnly, 'apply changes something', session.io);
  }
};

interface StepsOf {
  readonly wanted: readonly Wanted[];
  readonly choice: RowChoice;
  readonly environment: FileEnvironment | undefined;
  readonly rows: readonly Row[];
  readonly known: KnownObjects;
}

/** @returns conflict if every step is one, partial if some failed, were not started, or may differ */
export const executeSteps = async (
  context: ApplyContext,
  plan: StatePlan,
  { wanted, choice, environment, rows, known }: StepsOf,
): Promise<number> => {
  const { session, presenter, command, input } = context;
  const { resume: resumed, receipt: file } = input;
  const [first] = wanted;
  const { profile, receiptDays }: Pick<ReceiptFacts, 'profile' | 'receiptDays'> =
    first === undefined ? {} : await first.session.endpoint(first.object.kind.service);
  const again = againWords(context);
  const items = itemsOf(plan.steps, wanted, resumed ?? 'the plan');
  await refuseReadOnly(
    context,
    items.filter(({ step }) => isWrite(step)).map((item) => item.wanted),
  );
  const parted = wavesIn(items);
  const waits = isWaited(input);
  const limit = items.some(waits) ? waitLimit(input) : undefined;
  const ends: (readonly [StepItem, StepEnd])[] = [];
  let earlier: readonly StepItem[] = [];
  let beside: readonly Row[] = [];
  return execute(context, {
    what: 'apply',
    waves: parted.map((wave) => ({
      parts: [false, true].map((references) => {
        const some = wave.filter(({ step }) => step.references === references);
        return { items: some, count: some.length };
      }),
      names: [...new Set(wave.map(operandOf))],
    })),
    check: await checkWordsOf(input.check, session),
    keepsGoing: input['keep-going'] === true,
    limits: {
      // The wait decides about the next step.
      parallel: limit === undefined ? Number(input.parallel ?? 4) : 1,
      rate: Number(input.rate ?? 0) || undefined,
      stopAt:
        input['keep-going'] === true ? undefined : limit === undefined ? 'failures-in-a-row' : 'failure',
      maxFailures: mostFailures(context),
    },
    receipt: plan.steps.some(isWrite)
      ? {
          facts: {
            again: (path) => `${again} --resume ${shellWord(path)}`,
            words: shellWords(suggest(session, again))?.slice(1),
            profile,
            receiptDays,
            protectedAs: protectedAs(environment),
            file,
            resumed,
          },
          head: {
            list: fingerprint(plan.steps.map((step) => writeJson(stepJson(step)))),
            servers: [...new Set(plan.steps.map(({ server }) => server))].sort(),
            resolved: planJson(plan),
          },
        }
      : undefined,
    work: (log) => {
      const stateOf = ({ number }: StepItem) => log?.known.get(number);
      earlier = items.filter((item) => wasDone(stateOf(item)));
      const done = new Set(earlier);
      const carried = new Set(items.filter((item) => !done.has(item)).map((item) => item.wanted));
      beside = rows.filter((row) => unknownText(row) !== undefined && !carried.has(row.wanted));
      const lastOpen = Math.max(
        ...parted.flatMap((wave, index) => (wave.every((item) => done.has(item)) ? [] : [index])),
      );
      const carry = async (item: StepItem): Promise<StepEnd> => {
        const end = withUncompared(await carryOut(item, { choice, log }, waits(item) ? limit : undefined));
        ends.push([item, end]);
        return end;
      };
      return {
        // The step has the state that it is based on.
        run: carry,
        isHarmless: () => Promise.resolve(true),
        lookUp: carry,
        // A canary may have gone down since.
        again: (item) => waits(item) && stateOf(item)?.is !== 'settled' && (item.step.wave ?? 0) < lastOpen,
      };
    },
    rows: async () => {
      const results = await presenter.results(ownView(command), {
        known,
        what: 'apply',
        durable: true,
        append: resumed !== undefined,
        rows: true,
      });
      for (const row of beside) await results.add(uncomparedResult(row));
      return results;
    },
    result: resultOf,
    nameOf: operandOf,
    repeats: limit !== undefined,
    summary: async (run) => {
      const summary = await summaryOf(run, ends, earlier, beside, choice);
      return { ...summary, takesBack: summary.takesBack === true && input['on-failure'] === 'undo' };
    },
  });
};
