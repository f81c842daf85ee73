/** Takes back what a receipt says was changed: shows it, asks once, and leaves what has changed since. */
import { appendFileSync } from 'node:fs';
import type { TrivetError } from '../../model/error.ts';
import { Exit, localError, usageError } from '../../model/error.ts';
import type { JsonObject } from '../../model/json/json.ts';
import { isObject, textAt } from '../../model/json/json.ts';
import { writeJson } from '../../model/json/lossless.ts';
import { isServiceName, serviceTraits } from '../../model/catalogue/product.ts';
import { fileFailure } from '../../disk/system-error.ts';
import { linePrompt } from '../../screen/prompt.ts';
import { plural } from '../../screen/text/plural.ts';
import { Inside } from '../../engine/invocation/inside.ts';
import type { Result } from '../../engine/output/results.ts';
import type { Session } from '../../engine/session/session.ts';
import { approveChange } from '../../engine/protection.ts';
import type { Allowed, UndoDecision } from '../../receipts/decide.ts';
import type { Receipt, RecordedChange } from '../../receipts/read.ts';
import { allReceipts, isRefused, receiptNamed } from '../../receipts/read.ts';
import { receiptItem } from '../../receipts/shown.ts';
import { receiptList } from '../../groups/receipt-rows.ts';
import { ownView } from '../../workflows/own-view.ts';
import type { OwnContext, Workflow } from '../../workflows/workflow.ts';
import type { Chain, UndoStep } from './plan.ts';
import { candidates, chainsOf, decided, differenceOf } from './plan.ts';
import { readNow } from './read-now.ts';
import { operationNamed, reverseInvocation } from './reverse.ts';

type UndoInput = Readonly<{
  id?: string | undefined;
  only?: readonly string[] | undefined;
  'release-unproven'?: boolean | undefined;
  'allow-rotation'?: boolean | undefined;
}>;

type Outcome = 'undone' | 'already' | 'conflict' | 'unproven' | 'impossible' | 'failed' | 'unknown';

interface StepEnd {
  readonly step: UndoStep;
  readonly result: Outcome;
  readonly reason: string | undefined;
  readonly command?: string | undefined;
  readonly lookUp?: string | undefined;
}

/** How many of the latest receipts are offered. */
const offered = 10;

/** @throws TrivetError usage: without a terminal, or if none was chosen */
const chosenReceipt = async ({ session, presenter, input }: OwnContext<UndoInput>): Promise<Receipt> => {
  const { world, globals } = session;
  if (input.id !== undefined) return receiptNamed(world, input.id);
  const all = (await allReceipts(world)).filter((one) => !isRefused(one) && one.done > 0 && !one.lends);
  const latest = all.toSorted((one, other) => other.time - one.time).slice(0, offered);
  const items = latest.map(receiptItem);
  await presenter.showDocument(receiptList, items, items);
  if (latest.length === 0) throw usageError('there is nothing to undo');
  const mayAsk = !globals.yes && !globals.noInput;
  const answer = mayAsk ? await linePrompt('Undo which? ID: ', world) : 'unavailable';
  if (answer === 'unavailable') throw usageError('undo needs the ID of a receipt', 'Usage: trivet undo <id>');
  if (answer.value === undefined) throw usageError('declined');
  return receiptNamed(world, answer.value);
};

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** @throws TrivetError local, where this run reaches another server or namespace than the receipt */
const checkOrigin = async (
  session: Session,
  { id, profile }: Receipt,
  change: RecordedChange,
): Promise<void> => {
  const { service, url, namespace } = change;
  if (!isServiceName(service)) throw localError(`the receipt ${id} names no service that trivet knows`);
  const endpoint = await session.endpoint(service);
  const by = profile === undefined ? `--base-url ${url}` : `--profile ${profile}`;
  if (withoutSlash(endpoint.baseUrl) !== withoutSlash(url))
    throw localError(
      `the receipt ${id} is of ${url}, and this run would use ${endpoint.baseUrl}`,
      `Give the server of the receipt: ${by}`,
    ).with({ details: { effect: 'not-sent' } });
  const operation = await operationNamed(change.operation);
  // What the receipt leaves out was the default of the server: nothing may stand in for it.
  const { organization, namespace: space, region } = endpoint.context;
  const context = { organization, namespace: space, region };
  for (const [key, { context: what }] of Object.entries(operation?.parameters ?? {})) {
    if (what === undefined || what === 'mount' || change.input[key] !== undefined) continue;
    const other = context[what];
    if (other !== undefined)
      throw localError(
        `the receipt ${id} names no ${what}, and this run would use ${other.value} (${other.source})`,
        `Run it without that ${what}.`,
      ).with({ details: { effect: 'not-sent' } });
  }
  const header = serviceTraits[service].headers?.namespace;
  const here = header === undefined ? undefined : endpoint.context.namespace?.value;
  if (header !== undefined && here !== namespace)
    throw localError(
      `the receipt ${id} is of ${namespace === undefined ? 'no namespace' : `namespace ${namespace}`}, and this run would use ${here ?? 'none'}`,
      namespace === undefined ? 'Run it without --namespace.' : `Give it: --namespace ${namespace}`,
    ).with({ details: { effect: 'not-sent' } });
};

const preview = ({ reporter }: Session, steps: readonly UndoStep[]): void => {
  for (const step of steps) {
    const { decision, name } = step;
    if (decision.verdict !== 'undo') continue;
    reporter.note(`${name}: ${differenceOf(step)}`);
    if (decision.reverse.note !== undefined) reporter.note(`  ${decision.reverse.note}`);
  }
};

const endOf = (step: UndoStep, decision: UndoDecision): StepEnd => ({
  step,
  result: decision.verdict === 'undo' ? 'failed' : decision.verdict,
  reason: 'reason' in decision ? decision.reason : undefined,
});

const failedEnd = (step: UndoStep, exit: number, error: JsonObject, lookUp: string | undefined): StepEnd => ({
  step,
  result: exit === Exit.unknown ? 'unknown' : exit === Exit.conflict ? 'conflict' : 'failed',
  reason: [textAt(error, 'message'), textAt(error, 'hint')].filter(Boolean).join('. '),
  lookUp,
});

/** Notes in the receipt what was taken back. A failure costs only that a second undo reads the object again. */
const markUndone = (session: Session, { path }: Receipt, { key }: RecordedChange): void => {
  try {
    const undone = new Date(session.world.now()).toISOString();
    appendFileSync(path, `${writeJson({ change: key, undone })}\n`);
  } catch (error) {
    const why = fileFailure(error)?.message;
    if (why === undefined) throw error;
    session.reporter.warnOnce(`the receipt was not marked as undone: ${why}`);
  }
};

/** Reads the object again right before, since a person may have thought long about the question. */
const takeBack = async ({ session, receipt, allowed, inside }: Undoing, step: UndoStep): Promise<StepEnd> => {
  const { change, operation } = step;
  if (operation === undefined) return endOf(step, step.decision);
  const now = await readNow(session, operation, change);
  const decision = decided(change, operation, now, allowed);
  if (decision.verdict === 'already') markUndone(session, receipt, change);
  if (decision.verdict !== 'undo') return endOf(step, decision);
  const invocation = await reverseInvocation(operation, decision.reverse, change.input, session.globals);
  const { exit, error, lookUp } = await inside.run(invocation, false);
  if (exit !== Exit.ok) return failedEnd(step, exit, isObject(error) ? error : {}, lookUp);
  markUndone(session, receipt, change);
  return { step, result: 'undone', reason: decision.reverse.note, command: decision.reverse.command };
};

interface Undoing {
  readonly session: Session;
  readonly receipt: Receipt;
  readonly allowed: Allowed;
  readonly inside: Inside;
}

const resultOfStep = ({ step, result, reason, command, lookUp }: StepEnd): Result => {
  const cells = { name: step.name, operation: step.change.operation, result, reason: reason ?? null };
  return { value: { ...cells, command: command ?? null, lookUp: lookUp ?? null }, cells, once: false };
};

/** The exit code of an undo with these results. */
const exitOfUndo = (results: readonly Outcome[]): number => {
  const of = (...wanted: readonly Outcome[]): number => results.filter((one) => wanted.includes(one)).length;
  const back = of('undone', 'already');
  if (back === results.length) return Exit.ok;
  if (back > 0 || of('failed', 'unknown') > 0) return Exit.partial;
  return of('conflict') > 0 ? Exit.conflict : of('unproven') > 0 ? Exit.partial : Exit.usage;
};

const summaryOf = (results: readonly Outcome[]): string => {
  const words: readonly Outcome[] = [
    'undone',
    'already',
    'conflict',
    'unproven',
    'impossible',
    'failed',
    'unknown',
  ];
  return words
    .flatMap((word) => {
      const count = results.filter((one) => one === word).length;
      if (count === 0) return [];
      return [
        `${count} ${word === 'already' ? 'already as before' : word === 'impossible' ? 'cannot come back' : word}`,
      ];
    })
    .join(', ');
};

/** One question about all of it; with `--release-unproven` the count is typed. */
const askOnce = async (
  context: OwnContext<UndoInput>,
  receipt: Receipt,
  steps: readonly UndoStep[],
): Promise<void> => {
  const { session, input } = context;
  const count = steps.filter(({ decision }) => decision.verdict === 'undo').length;
  const isTyped =
    input['release-unproven'] === true &&
    steps.some(
      ({ change, decision }) =>
        decision.verdict === 'undo' && (change.unproven || change.after === undefined),
    );
  const time = new Date(receipt.time).toISOString();
  const question = `Undo ${plural(count, 'change')} of ${receipt.command}, ${time}? (${receipt.origins.join(', ')})`;
  await context.confirm({ kind: isTyped ? 'type' : 'ask', question, name: String(count) }, {});
  for (const { operation, decision } of steps)
    if (operation !== undefined && decision.verdict === 'undo')
      await approveChange(
        operation,
        {},
        await session.endpoint(operation.service),
        session,
        session.approvals,
      );
};

/** One change for each server and namespace. */
const places = (changes: readonly RecordedChange[]): Iterable<RecordedChange> =>
  new Map(changes.map((one) => [JSON.stringify([one.service, one.url, one.namespace]), one])).values();

/** A step as --dry-run shows it. */
const planned = (step: UndoStep): JsonObject => {
  const { name, change, decision } = step;
  return {
    name,
    operation: change.operation,
    result: decision.verdict === 'undo' ? 'would be undone' : decision.verdict,
    reason: 'reason' in decision ? decision.reason : differenceOf(step),
  };
};

const nothingToUndo = (receipt: Receipt): TrivetError => {
  const { id, state, lends, command } = receipt;
  if (lends) return usageError(`${command} gave back what it took: there is nothing to undo`);
  return usageError(
    state === 'undone' ? `receipt ${id} is undone already` : `receipt ${id} has nothing to undo`,
    `Look at it: trivet changes show ${id}`,
  );
};

/** Takes the changes of one object back, until one is left. */
const takeBackAll = async (
  undoing: Undoing,
  { steps }: Chain,
  isDue: boolean,
  keep: (end: StepEnd) => Promise<void>,
): Promise<void> => {
  let isLeft = false;
  for (const step of steps) {
    const end: StepEnd = isLeft
      ? { step, result: 'conflict', reason: 'a later change of the object was not taken back' }
      : isDue
        ? await takeBack(undoing, step)
        : endOf(step, step.decision);
    isLeft ||= end.result !== 'undone' && end.result !== 'already' && end.result !== 'impossible';
    await keep(end);
  }
};

/** Objects in work at once. */
const parallel = 4;

const carryOut = async (
  { session, presenter, command }: OwnContext<UndoInput>,
  undoing: Undoing,
  chains: readonly Chain[],
  isDue: boolean,
): Promise<readonly Outcome[]> => {
  const ends: Outcome[] = [];
  const results = await presenter.results(ownView(command), {
    what: 'undo',
    durable: false,
    append: false,
    rows: true,
  });
  const keep = async (end: StepEnd): Promise<void> => {
    ends.push(end.result);
    await results.add(resultOfStep(end));
  };
  const queue = chains[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const chain of queue) {
      if (session.signal.aborted || results.broken.aborted) return;
      await takeBackAll(undoing, chain, isDue, keep);
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, worker));
  } finally {
    await results.end();
  }
  return ends;
};

const run: Workflow<UndoInput> = async (context) => {
  const { session, presenter, command, input } = context;
  const { reporter, globals } = session;
  const receipt = await chosenReceipt(context);
  const changes = receipt.lends ? [] : candidates(receipt, input.only);
  if (changes.length === 0) throw nothingToUndo(receipt);
  for (const change of places(changes)) await checkOrigin(session, receipt, change);
  const allowed = {
    unproven: input['release-unproven'] === true,
    rotation: input['allow-rotation'] === true,
  };
  const chains = await chainsOf(session, receipt, changes, allowed);
  const steps = chains.flatMap((chain) => chain.steps);
  if (globals.dryRun) {
    const items = steps.map(planned);
    await presenter.showDocument(ownView(command), items, items);
    return Exit.ok;
  }
  preview(session, steps);
  const isDue = steps.some(({ decision }) => decision.verdict === 'undo');
  if (isDue) await askOnce(context, receipt, steps);
  const inside = new Inside(context);
  try {
    const ends = await carryOut(context, { session, receipt, allowed, inside }, chains, isDue);
    reporter.note(summaryOf(ends));
    return exitOfUndo(ends);
  } finally {
    await inside.close();
  }
};

export default run;
