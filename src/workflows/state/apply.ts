/** Makes the servers as the files say: reads, shows, asks once, and writes what differs, journalled and resumable. */
import { statSync } from 'node:fs';
import { identityOf, spokenObject } from '../../model/desired.ts';
import { Exit, localError, TrivetError, usageError } from '../../model/error.ts';
import { writeJson } from '../../model/lossless.ts';
import { painter } from '../../render/color.ts';
import { saysJson } from '../../render/formats.ts';
import { changeJournal, tallyText } from '../../runtime/change-journal.ts';
import type { Journal } from '../../runtime/journal.ts';
import { fingerprint, readResolved, withJournal } from '../../runtime/journal.ts';
import type { Ended, Work } from '../../runtime/many.ts';
import { runMany } from '../../runtime/many.ts';
import { readText } from '../../runtime/read-file.ts';
import { refusedByReadOnly } from '../../runtime/read-only.ts';
import { serverFlags } from '../../runtime/globals.ts';
import { checkResultFormat } from '../../runtime/results.ts';
import { shellWord } from '../../services/context.ts';
import { failureOf } from '../job/wait/failure.ts';
import { waitForAll } from '../job/wait/progress.ts';
import { wantedAfter } from '../job/wait/wanted.ts';
import { ownView } from '../own-view.ts';
import type { WaitInput } from '../waiting.ts';
import { waitLimit } from '../waiting.ts';
import type { Workflow, WorkflowContext } from '../workflow.ts';
import type { ChoiceInput } from './diff.ts';
import { choiceOf, wantedOfFiles } from './diff.ts';
import { declarableKinds } from './operand.ts';
import type { StatePlan } from './plan-file.ts';
import { planFrom, planIn, planJson, planOf, refuseStale } from './plan-file.ts';
import type { Row, RowChoice } from './rows.ts';
import { rowOf, stateRows, worstRow } from './rows.ts';
import { fieldsOfRow, rowItem, rowLines } from './show-rows.ts';
import type { Step } from './steps.ts';
import { hashAfter, hashBefore, hashRest, stepJson, stepsOf } from './steps.ts';
import type { FileInput, Wanted } from './wanted.ts';
import { writeRow } from './write.ts';

type ApplyInput = FileInput &
  ChoiceInput &
  WaitInput &
  Readonly<{
    files?: readonly string[] | undefined;
    'allow-rotation'?: boolean | undefined;
    'keep-going'?: boolean | undefined;
    resume?: string | undefined;
    parallel?: number | bigint | undefined;
  }>;

type ApplyContext = WorkflowContext<ApplyInput>;

interface Item {
  readonly number: number;
  readonly step: Step;
  readonly wanted: Wanted;
}

interface StepEnd extends Ended {
  readonly row: Row | undefined;
  readonly result: 'done' | 'conflict' | 'failed';
  readonly reason: string | undefined;
  /** IDs that the server does not know, in words. */
  readonly lost?: readonly string[];
}

const changedMeanwhile = 'it changed on the server since it was compared';

/** What must not be written, in words. */
const refusals = (rows: readonly Row[], allowRotation: boolean): readonly string[] =>
  rows.flatMap((row): readonly string[] => {
    const { wanted, comparison, action } = row;
    if (action === 'same') return [];
    const name = `${wanted.where}: ${spokenObject(wanted.object)}`;
    if (wanted.object.kind.write === undefined)
      return [`${name} differs, and trivet does not write objects of this kind`];
    const rotates = comparison?.rotates;
    return [
      ...(comparison?.refused ?? []).map((text) => `${name}: ${text}`),
      ...(rotates === undefined || allowRotation
        ? []
        : [`${name}: the ${action} ${rotates}; give --allow-rotation to let it`]),
    ];
  });

const isPlainFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The plan that was given, or that a journal resumes. */
const givenPlan = async ({
  session,
  input,
}: ApplyContext): Promise<{ readonly plan: StatePlan; readonly path: string } | undefined> => {
  const { files = [], resume } = input;
  if (resume !== undefined) {
    if (files.length > 0)
      throw usageError('--resume goes on with the files of the journal', 'Leave the operands out.');
    const plan = planFrom(await readResolved(resume), resume);
    if (plan === undefined) throw localError(`${resume} is not a journal of trivet apply`);
    return { plan, path: resume };
  }
  const [path] = files;
  if (path === undefined)
    throw usageError('a file or folder is expected', 'Usage: trivet apply <file...> [flags]');
  // What is no plan is read again as a file of objects: a pipe could not be.
  if (files.length > 1 || !isPlainFile(path)) return undefined;
  const text = await readText(path, session.world).catch(() => '');
  const plan = planIn(text, path);
  return plan === undefined ? undefined : { plan, path };
};

const counted = (steps: readonly Step[]): string => {
  const objects = new Map(steps.map(({ object, action }) => [object, action.split(',')[0] ?? action]));
  const actions = [...objects.values()];
  const many = (word: string): string => {
    const count = actions.filter((one) => one === word).length;
    return count === 0 ? '' : `${count} to ${word}`;
  };
  const parts = [many('create'), many('update')].filter(Boolean).join(', ');
  return `${objects.size} ${objects.size === 1 ? 'object' : 'objects'} (${parts})`;
};

interface Run {
  readonly items: readonly Item[];
  readonly choice: RowChoice;
  readonly journal: Journal;
}

/**
 * Reads the object again, and writes the step unless it changed meanwhile.
 * @param limit milliseconds that a job that was registered gets to become what its type wants; undefined: none is waited for
 */
const carryOut = async (
  { wanted, step, number }: Item,
  { choice, journal }: Run,
  limit: number | undefined,
): Promise<StepEnd> => {
  const row = await rowOf(wanted, new Map(), choice);
  const failed = (error: TrivetError): StepEnd => ({
    exit: error.exit,
    lookUp: error.details.lookUp,
    row,
    result: error.exit === Exit.conflict ? 'conflict' : 'failed',
    reason: error.message,
  });
  if (row.error !== undefined) return failed(row.error);
  const done: StepEnd = { exit: Exit.ok, row, result: 'done', reason: undefined };
  const wantedFields = new Set(
    fieldsOfRow(row).filter((field) => row.plan !== undefined || step.fields.includes(field)),
  );
  if (row.action === 'same' || (wantedFields.size === 0 && row.action !== 'create')) return done;
  const begun = journal.known.get(number) !== undefined;
  const untouched = hashBefore(row, step.references) === step.before;
  // A write that was cut off changed nothing but the fields of the step.
  const ours = begun && (step.action.startsWith('create') || hashRest(row, step) === step.rest);
  if (!untouched && !ours) return { exit: Exit.conflict, row, result: 'conflict', reason: changedMeanwhile };
  try {
    const { lost, registered } = await writeRow(row, new Set(row.plan === undefined ? step.fields : []));
    if (lost.length > 0) {
      const reason = `written without ${lost.join(', ')}, which the server does not know`;
      return { ...done, exit: Exit.refused, result: 'failed', reason, lost };
    }
    if (limit === undefined || registered === undefined) return done;
    const until = await wantedAfter(wanted.session, registered, { goal: undefined, limit });
    const [[, waited] = []] = await waitForAll(wanted.session, [until]);
    const failure = waited && failureOf(wanted.session, until, waited);
    return failure === undefined ? done : failed(failure);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return failed(error);
  }
};

interface Totals {
  done: number;
  failed: number;
  conflicts: number;
  readonly lost: Set<string>;
}

const runSteps = async (context: ApplyContext, all: Run): Promise<Totals> => {
  const { items, journal } = all;
  const { session, presenter, command, input } = context;
  const results = await presenter.results(ownView(command), {
    what: 'apply',
    durable: true,
    // An array ends: nothing can follow it.
    append: input.resume !== undefined && !saysJson(session.globals.output),
    rows: true,
  });
  const totals: Totals = { done: 0, failed: 0, conflicts: 0, lost: new Set() };
  const limit = input.wait === true ? waitLimit(input) : undefined;
  const busy = session.reporter.busy('Applying');
  let ended = 0;
  const work: Work<Item, StepEnd> = {
    run: (item) => carryOut(item, all, limit),
    // The object is read before it is written: what is done is not done again.
    isHarmless: () => Promise.resolve(true),
    lookUp: (item) => carryOut(item, all, limit),
    keep: async ({ wanted, step }, { row, result, reason, lost = [] }) => {
      for (const one of lost) totals.lost.add(one);
      if (result === 'conflict') totals.conflicts += 1;
      const item = row === undefined ? {} : rowItem(row);
      const { changes: _changes, plan: _plan, uncompared: _uncompared, ...shown } = item;
      const cells = {
        ...shown,
        kind: wanted.object.kind.kind,
        name: shown['name'] ?? wanted.object.name,
        action: step.action,
        fields: step.fields,
        where: wanted.where,
        result,
        reason: reason ?? null,
      };
      await results.add({ json: `${writeJson(cells)}\n`, cells, once: false });
    },
  };
  try {
    for (const references of [false, true]) {
      const some = items.filter(({ step }) => step.references === references);
      const stopped = limit !== undefined && totals.failed > 0 && input['keep-going'] !== true;
      if (some.length === 0 || session.signal.aborted || stopped) continue;
      const { done, failed, skipped } = await runMany(some, work, {
        // What is waited for decides whether the next one is written.
        parallel: limit === undefined ? Math.min(Number(input.parallel ?? 4), some.length) : 1,
        stopAfter: input['keep-going'] === true ? undefined : limit === undefined ? 10 : 1,
        journal,
        signal: AbortSignal.any([session.signal, results.broken]),
        monotonic: () => session.world.monotonic(),
        progress: () => {
          ended += 1;
          // What was waited for is no longer what goes on.
          if (limit !== undefined) busy.say('Applying');
          busy.update(ended, items.length);
        },
      });
      totals.done += done + skipped;
      totals.failed += failed;
    }
  } finally {
    busy.end();
    await results.end();
  }
  return totals;
};

const itemsOf = (steps: readonly Step[], wanted: readonly Wanted[], path: string): readonly Item[] => {
  const byName = new Map(wanted.map((one) => [identityOf(one.object), one]));
  return steps.map((step, index) => {
    const found = byName.get(step.object);
    if (found === undefined)
      throw localError(`${path} is about ${step.object}, which is in no file any more`);
    const row = {
      wanted: found,
      action: 'update',
      comparison: undefined,
      live: undefined,
      plan: undefined,
      error: undefined,
    } as const;
    if (hashAfter(row) !== step.after)
      throw localError(
        `${found.where}: ${spokenObject(found.object)} has changed since ${path} was made`,
        'Restore the file, or apply the files again.',
      );
    return { number: index + 1, step, wanted: found };
  });
};

/** The words that go on with a run; values of variables may be secret, and are to be given again. */
const againWords = ({ session, input }: ApplyContext): string => {
  const words = ['apply'];
  if (input.wait === true) words.push('--wait');
  if (input['wait-timeout'] !== undefined) words.push(`--wait-timeout ${shellWord(input['wait-timeout'])}`);
  if (input['keep-going'] === true) words.push('--keep-going');
  for (const name of Object.keys(input.var ?? {})) words.push(`--var ${shellWord(name)}=…`);
  for (const file of input['var-file'] ?? []) words.push(`--var-file ${shellWord(file)}`);
  return `${words.join(' ')}${serverFlags(session.globals)}`;
};

const refuseReadOnly = async ({ session }: ApplyContext, written: readonly Wanted[]): Promise<void> => {
  for (const one of written) {
    const { readOnly } = await one.session.endpoint(one.object.kind.service);
    if (readOnly !== undefined) throw refusedByReadOnly(readOnly, 'apply changes something', session.world);
  }
};

const execute = async (
  context: ApplyContext,
  plan: StatePlan,
  wanted: readonly Wanted[],
  choice: RowChoice,
): Promise<number> => {
  const { session, input } = context;
  const { reporter } = session;
  const resumed = input.resume;
  const file = changeJournal(session, 'apply', againWords(context), resumed);
  const items = itemsOf(plan.steps, wanted, file.path);
  await refuseReadOnly(
    context,
    items.map((item) => item.wanted),
  );
  const servers = [...new Set(plan.steps.map(({ server }) => server))].sort();
  const { steps } = plan;
  const head = {
    list: fingerprint(steps.map((step) => writeJson(stepJson(step)))),
    items: items.length,
    servers,
    resolved: planJson(plan),
  };
  file.announce();
  let totals: Totals | undefined;
  try {
    totals = await withJournal(file.path, head, resumed !== undefined, (journal) =>
      runSteps(context, { items, choice, journal }),
    );
  } finally {
    if (totals === undefined && resumed === undefined) file.sayHowToGoOn();
  }
  const { done, failed, conflicts, lost } = totals;
  const left = items.length - done - failed;
  const how = conflicts > 0 ? `${conflicts} ${conflicts === 1 ? 'conflict' : 'conflicts'}` : undefined;
  reporter.note(tallyText({ done, failed, how, left }));
  if (lost.size > 0)
    reporter.note(
      `IDs that the server does not know: ${[...lost].sort().join(', ')}. Put its own IDs into the files, and apply them.`,
    );
  if (failed + left === 0) {
    await file.remove();
    return Exit.ok;
  }
  file.sayHowToGoOn();
  return done === 0 && conflicts > 0 && conflicts === failed && left === 0 ? Exit.conflict : Exit.partial;
};

const showPreview = async ({ session }: ApplyContext, rows: readonly Row[]): Promise<void> => {
  // A note takes control characters for somebody else's.
  const paint = await painter(0);
  for (const row of rows) for (const line of rowLines(row, paint)) session.reporter.note(line);
};

const run: Workflow<ApplyInput> = async (context) => {
  const { session, presenter, command, input, confirm } = context;
  const { globals, reporter } = session;
  checkResultFormat(globals.output);
  const given = await givenPlan(context);
  const operands = given?.plan.operands ?? input.files ?? [];
  const options = { ...input, ...(given?.plan.options as ApplyInput | undefined) };
  const choice = await choiceOf(options);
  const wanted = await wantedOfFiles(session, operands, options);
  if (given !== undefined && input.resume !== undefined) return execute(context, given.plan, wanted, choice);
  const rows = await stateRows(wanted, choice);
  const worst = worstRow(rows);
  if (worst !== undefined) {
    const count = rows.filter(({ error }) => error !== undefined).length;
    throw worst.with({
      message: `${count} of ${rows.length} could not be compared: ${worst.message}`,
      details: { effect: 'not-sent' },
    });
  }
  const kinds = await declarableKinds();
  const steps = await stepsOf(rows, kinds);
  if (given !== undefined) refuseStale(given.plan, steps, rows, given.path);
  const changed = rows.filter(({ action }) => action !== 'same');
  const refused = refusals(rows, input['allow-rotation'] === true);
  if (globals.dryRun) {
    const items = changed.map(rowItem);
    await presenter.showDocument(ownView(command), items, items);
    for (const text of refused) reporter.warn(text);
    return Exit.ok;
  }
  if (refused.length > 0) throw usageError(refused.join('\n'));
  if (steps.length === 0) {
    reporter.note(
      `nothing to change: ${rows.length} ${rows.length === 1 ? 'object is' : 'objects are'} as the files say`,
    );
    await presenter.showDocument(ownView(command), [], []);
    return Exit.ok;
  }
  await refuseReadOnly(
    context,
    changed.map((row) => row.wanted),
  );
  await showPreview(context, changed);
  const servers = [...new Set(steps.map(({ server }) => server))].join(', ');
  await confirm({ kind: 'ask', question: `Apply changes to ${counted(steps)} at ${servers}?` }, {});
  return execute(context, planOf(operands, options, steps), wanted, choice);
};

export default run;
