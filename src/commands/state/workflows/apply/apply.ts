import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import { plural } from '../../../../output/text/plural.ts';
import { plainText } from '../../../../output/text/value.ts';
import { inWaves, orBack } from '../../../../run/plan/waves.ts';
import type { Session } from '../../../../run/session/session.ts';
import type { Workflow } from '../../../../run/single/workflow.ts';
import { suggest } from '../../../../run/suggest.ts';
import { Exit, TrivetError, usageError } from '../../../../system/error.ts';
import type { ChosenFiles } from '../environment/choose.ts';
import { chooseFiles } from '../environment/choose.ts';
import { uncomparedFailure } from '../hints.ts';
import { placedAs } from '../objects/named.ts';
import type { ObjectName } from '../objects/desired.ts';
import { declarableKinds, liveOperand } from '../objects/operand.ts';
import { stepObject } from '../objects/step-object.ts';
import type { Row, RowChoice } from '../rows/rows.ts';
import { stateRows } from '../rows/rows.ts';
import { knownOf, rowItem, showItems, unknownText } from '../rows/show-rows.ts';
import { goneRows } from '../since/gone-rows.ts';
import type { Since } from '../since/since.ts';
import { choiceOf, selected, wantedOfFiles } from '../wanted-of-files.ts';
import type { ApplyContext, ApplyInput } from './apply-input.ts';
import { confirmApply } from './confirm-apply.ts';
import { executeSteps, refuseReadOnly } from './execute.ts';
import type { GivenPlan } from './given-plan.ts';
import { givenPlan } from './given-plan.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { flagsOfPlan, planOf, plannedSteps } from './plan-file.ts';
import { checkSecrets, counted, refusals, showPreview, unwritten } from './preview.ts';
import type { Step } from './steps.ts';
import { isUnchanged, isWrite, stepsOf, unchangedJobs } from './steps.ts';
import {
  watchedIn,
  warnOfEmptyWaves,
  waveNumbers,
  waveSizes,
  withUnplanned,
  withWaves,
} from './wave-steps.ts';
import { existsSync } from 'node:fs';

const limitedTo = (
  steps: readonly Step[],
  limit: number | undefined,
): { readonly steps: readonly Step[]; readonly left: number } => {
  const objects = [...new Set(steps.filter(isWrite).map(({ object }) => object))];
  if (limit === undefined || objects.length <= limit) return { steps, left: 0 };
  const first = new Set(objects.slice(0, limit));
  return {
    steps: steps.filter((step) => isUnchanged(step) || first.has(step.object)),
    left: objects.length - limit,
  };
};

/**
 * @param expect `11` or `5-10`
 * @throws TrivetError usage, for another count
 */
const checkCount = (steps: readonly Step[], expect: string | undefined): void => {
  if (expect === undefined) return;
  const [from = 0, to = from] = expect.split('-').map(Number);
  const count = new Set(steps.filter(isWrite).map(({ object }) => object)).size;
  if (count < from || count > to)
    throw usageError(`${plural(count, 'object')} to change, but --expect is ${expect}`);
};

/** A plan may name a wrong folder. */
const withFolder = (error: unknown, path: string): unknown =>
  error instanceof TrivetError && error.exit === Exit.local && error.details.hint === undefined
    ? error.with({
        details: { hint: `${path} names its files as they were given: run trivet apply where it was made.` },
      })
    : error;

/** Only diff takes live objects. @throws TrivetError usage */
const refuseLive = async (session: Session, operands: readonly string[]): Promise<void> => {
  for (const operand of operands) {
    if (existsSync(operand) || (await liveOperand(session.program.catalogue, operand)) === undefined)
      continue;
    throw usageError(
      `apply takes files, and ${operand} is a live object`,
      `Export it, and apply the files: ${suggest(session, `export ${shellWord(operand)} --dir FOLDER`)}`,
    );
  }
};

const refuseUnfit = (input: ApplyInput): void => {
  if (input.resume !== undefined && (input.wave ?? input.where ?? input.limit) !== undefined)
    throw usageError(
      '--resume continues the objects and waves of its receipt',
      'Leave out the flags that choose others.',
    );
  const limits = input['max-failures'] !== undefined || input['on-failure'] === 'undo';
  if (input['keep-going'] === true && limits)
    throw usageError(
      '--keep-going goes on after any failure',
      'Leave it out, or --max-failures and --on-failure.',
    );
};

const run: Workflow<ApplyInput> = async (context) => {
  const { input } = context;
  const { catalogue } = context.session.program;
  const given = await givenPlan(context);
  const operands = given?.plan.operands ?? input.files ?? [];
  if (given === undefined) await refuseLive(context.session, operands);
  const options = given === undefined ? input : flagsOfPlan(input, given);
  const files = await chooseFiles(context, operands, options);
  const { session } = files;
  const { globals } = session;
  const choice = await choiceOf(catalogue, options, files.chosen?.environment);
  refuseUnfit(input);
  const found = await wantedOfFiles(files, operands, options).catch((error: unknown) => {
    throw given === undefined ? error : withFolder(error, given.path);
  });
  const { gone, commit } = found;
  const wanted = await selected(catalogue, found.wanted, options.where);
  if (given !== undefined && input.resume !== undefined) {
    for (const { failure } of wanted) if (failure !== undefined) throw failure;
    const { left = given.plan.steps } = given;
    const names = new Set(left.map(({ object }) => object));
    const written = wanted.filter(({ object }) => names.has(stepObject(object)));
    const deed = `Continue to apply ${counted(left)}`;
    const canBeGrave =
      left.some(({ action }) => action === 'delete') ||
      written.some(({ object }) => object.kind.write?.documentParameter !== undefined);
    const environment = files.chosen?.environment;
    const known = await knownOf(
      session,
      wanted.map(({ object }) => object),
    );
    if (left.some(isWrite))
      await confirmApply({ ...context, session }, deed, written, { canBeGrave }, environment);
    // What could not be compared may still differ.
    const rows = await stateRows(wanted, choice);
    return executeSteps({ ...context, session }, given.plan, { wanted, choice, environment, rows, known });
  }
  const run = (): Promise<number> =>
    applied(
      { ...context, session },
      { files, found: { wanted, gone, commit }, given, operands, options, choice },
    );
  return globals.dryRun ? run() : oneAtATime(session, wanted, run);
};

const objectsOf = (rows: readonly Row[]): readonly ObjectName[] => rows.map(({ wanted }) => wanted.object);

interface Read {
  readonly files: ChosenFiles;
  readonly found: Since;
  readonly given: GivenPlan | undefined;
  readonly operands: readonly string[];
  readonly options: ApplyInput;
  readonly choice: RowChoice;
}

const applied = async (
  context: ApplyContext,
  { files, found, given, operands, options, choice }: Read,
): Promise<number> => {
  const { session, input } = context;
  const { globals, reporter } = session;
  const { wanted, gone, commit } = found;
  const { chosen } = files;
  const rows = await stateRows(wanted, choice);
  const failure = uncomparedFailure(rows, reporter);
  if (failure !== undefined) throw failure.with({ details: { effect: 'not-sent' } });
  const kinds = await declarableKinds(session.program.catalogue);
  // A job that failed in an earlier run does not differ from its file.
  const unchanged = await unchangedJobs(rows);
  const all = [...(await stepsOf(rows, kinds)), ...unchanged];
  const { steps: wholly, others } =
    given === undefined ? { steps: all, others: [] } : plannedSteps(given.plan, all, rows, given.path);
  if (input.wave === undefined)
    warnOfEmptyWaves(reporter, wanted, chosen?.environment, kinds, input.where !== undefined);
  checkCount(wholly, input.expect);
  const limit = input.limit === undefined ? undefined : Number(input.limit);
  const { steps, left } = limitedTo(wholly, limit);
  for (const other of others)
    reporter.warn(`${other} differs, too, and is not in the plan: it stays as it is`);
  const isPlanned = given !== undefined && input.wave === undefined;
  const changing = steps.filter((step) => !isUnchanged(step));
  const parted = isPlanned
    ? watchedIn(withUnplanned(steps, unchanged), input.wait === true)
    : withWaves([...changing, ...unchanged], wanted, input.wave, chosen?.environment, kinds, input.wait);
  const planned = new Set(changing.map(({ object }) => object));
  const changed = rows.filter(
    ({ action, wanted: { object } }) =>
      action !== 'same' && ((given ?? limit) === undefined || planned.has(stepObject(object))),
  );
  const refused = refusals(changed, input['allow-rotation'] === true);
  if (globals.dryRun) {
    const waves = waveNumbers(parted);
    const items = changed.map((row) => rowItem(row, { waves, reveal: globals.reveal }));
    await showItems(context, items, objectsOf(changed), waves);
    for (const text of refused) reporter.warn(text);
    return Exit.ok;
  }
  if (refused.length > 0) throw usageError(refused.join('\n'));
  await checkSecrets(changed);
  const unknown = rows.filter(
    ({ action, comparison }) => action === 'conflict' || (comparison?.unknown.length ?? 0) > 0,
  );
  for (const { name, kind, reason } of await goneRows(gone, choice))
    reporter.note(`${plainText(kind ?? '')} ${plainText(name ?? '')}: ${plainText(reason ?? '')}`);
  const isWritten = changing.some(isWrite);
  if (!isWritten) reporter.note(unwritten(rows));
  if (!isWritten && !parted.some(isUnchanged)) {
    const items = unknown.map((row) => rowItem(row));
    await showItems(context, items, objectsOf(unknown));
    // An object that was not compared may differ.
    return unknown.length > 0 ? Exit.partial : Exit.ok;
  }
  if (isWritten)
    await refuseReadOnly(
      context,
      changed.map((row) => row.wanted),
    );
  const carried = new Set(parted.map(({ object }) => object));
  const listed = rows.filter(
    (row) => carried.has(stepObject(row.wanted.object)) || unknownText(row) !== undefined,
  );
  const known = await knownOf(session, objectsOf(listed));
  await showPreview(reporter, changed, { full: options.full });
  const servers = [...new Set(changing.map(({ server }) => server))].join(', ');
  const elsewhere = Object.entries(placedAs(options.as)).map(([key, name]) => `, as ${key} ${name}`);
  const how = `${inWaves(waveSizes(parted))}${orBack(input['on-failure'])}`;
  const deed = `Apply changes to ${counted(changing)} at ${servers}${elsewhere.join('')}${how}`;
  const kept = { ...options, ...(commit === undefined ? {} : { since: commit }) };
  const written = changed.map((row) => row.wanted);
  if (isWritten) await confirmApply(context, deed, written, changed, chosen?.environment);
  const plan = planOf(operands, kept, parted);
  const environment = chosen?.environment;
  const exit = await executeSteps(context, plan, { wanted, choice, environment, rows, known });
  if (left > 0) reporter.note(`${plural(left, 'object')} left: --limit was ${String(limit)}`);
  return exit;
};

export default run;
