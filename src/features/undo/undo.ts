import type { TrivetError } from '../../system/error.ts';
import { Exit, severity, usageError } from '../../system/error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { linePrompt } from '../../output/prompt.ts';
import { plural } from '../../output/text/plural.ts';
import { KnownObjects } from '../../run/known-objects.ts';
import { Inside } from '../../run/invocation/inside.ts';
import type { Result } from '../../output/results.ts';
import type { Session } from '../../run/session/session.ts';
import { mapBounded } from '../../run/lists/bounded.ts';
import type { Gravity } from '../../catalogue/risk.ts';
import { gravest } from '../../catalogue/risk.ts';
import type { Endpoint, Protection } from '../../config/endpoint.ts';
import { withReceipt } from '../../run/log/close.ts';
import type { Receipt } from '../../run/log/read.ts';
import type { RecordedChange } from '../../run/log/change-log.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { Target } from '../../catalogue/target.ts';
import { describeTarget, scopeTexts } from '../../catalogue/target.ts';
import { allReceipts, isRefused, receiptNamed } from '../../run/log/read.ts';
import { receiptInReach } from '../../run/plan/receipts-in-reach.ts';
import { receiptItem } from '../../run/log/shown.ts';
import { receiptList, undoRows } from '../../commands/receipt-rows.ts';
import type { OwnContext, Workflow } from '../../run/single/workflow.ts';
import { checkOrigin } from './origin.ts';
import { mountOfChange, scopeOfChange, unnamedScope } from '../../run/plan/named.ts';
import type { UndoneStep, UndoStep } from './plan.ts';
import { candidates, chainsOf, differenceOf } from './plan.ts';
import { reverseInvocation } from './reverse.ts';
import { endOfLoan } from './show.ts';
import { countOf, summaryOf, takeBackAll } from './take-back.ts';

type UndoInput = Readonly<{
  id?: string | undefined;
  only?: readonly string[] | undefined;
  'allow-rotation'?: boolean | undefined;
}>;

const offered = 10;

/** @throws TrivetError usage: without a terminal, or if none was chosen */
const chosenReceipt = async ({ session, presenter, input }: OwnContext<UndoInput>): Promise<Receipt> => {
  const { io, globals } = session;
  if (input.id !== undefined) return receiptInReach(session, input.id);
  const all = (await allReceipts(io)).filter((one) => !isRefused(one) && one.done > 0 && !one.lends);
  const latest = all.toSorted((one, other) => other.time - one.time).slice(0, offered);
  const items = latest.map(receiptItem);
  await presenter.showDocument(receiptList, items, items);
  if (latest.length === 0) throw usageError('there is nothing to undo');
  const mayAsk = !globals.yes && !globals.noInput;
  const answer = mayAsk ? await linePrompt('Undo which? ID: ', io) : 'unavailable';
  if (answer === 'unavailable') throw usageError('undo needs the ID of a receipt', 'Usage: trivet undo <id>');
  if (answer.value === undefined) throw usageError('declined');
  return receiptNamed(io, answer.value);
};

/** Names objects with their scopes, if there are several. */
const preview = ({ reporter }: Session, receipt: Receipt, steps: readonly UndoStep[]): void => {
  const undone = steps.filter(({ decision }) => decision.verdict === 'undo');
  const placed = undone.map((step) => ({
    step,
    // The name of a workspace has its organization.
    place: scopeTexts(scopeOfChange(receipt, step.change), (part) => part === 'organization').join(', '),
  }));
  const isOne = new Set(placed.map(({ place }) => place)).size < 2;
  for (const { step, place } of placed) {
    const { decision, name } = step;
    reporter.note(`${name}${isOne || place === '' ? '' : ` in ${place}`}: ${differenceOf(step)}`);
    if (decision.verdict === 'undo' && decision.reverse.note !== undefined)
      reporter.note(`  ${decision.reverse.note}`);
  }
};

const resultOfStep = ({ step, result, reason, command, lookUp }: UndoneStep): Result => {
  const { namespace = null } = step;
  const cells = {
    name: step.name,
    namespace,
    mount: mountOfChange(step.change) ?? null,
    operation: step.change.operation,
    result,
    reason: reason ?? null,
  };
  const value = { ...cells, command: command ?? null, lookUp: lookUp ?? null };
  return { value, cells, once: false, failed: result !== 'undone' && result !== 'already' };
};

const exitOfReads = (ends: readonly Pick<UndoneStep, 'exit'>[]): number =>
  ends.flatMap(({ exit }) => exit ?? []).sort((one, other) => severity(one) - severity(other))[0] ?? Exit.ok;

const exitOfUndo = (ends: readonly Pick<UndoneStep, 'result' | 'exit'>[]): number => {
  const back = countOf(ends, 'undone', 'already');
  if (back === ends.length) return Exit.ok;
  if (ends.every(({ exit }) => exit !== undefined)) return exitOfReads(ends);
  if (back > 0 || countOf(ends, 'failed', 'unknown') > 0) return Exit.partial;
  return countOf(ends, 'conflict') > 0
    ? Exit.conflict
    : countOf(ends, 'unproven') > 0
      ? Exit.partial
      : Exit.usage;
};

/** The end if the requests succeed. */
const expectedEnd = ({ decision }: UndoStep): Pick<UndoneStep, 'result' | 'exit'> => ({
  result: decision.verdict === 'undo' ? 'undone' : decision.verdict,
  ...(decision.verdict === 'failed' ? { exit: decision.exit } : {}),
});

const protectionOf = ({ protected: name, id }: Receipt, endpoint: Endpoint): Protection | undefined =>
  endpoint.protection ??
  (name === undefined ? undefined : { name, address: endpoint.baseUrl, source: `receipt ${id}` });

/** The gravity by the present state of the servers. */
const gravityOfSteps = async (
  { session }: OwnContext<UndoInput>,
  inside: Inside,
  steps: readonly UndoStep[],
): Promise<Gravity> => {
  const all = await mapBounded(steps, 4, async ({ change, operation, decision }): Promise<Gravity> => {
    if (operation === undefined || decision.verdict !== 'undo') return 'none';
    const { program, globals } = session;
    return inside.gravityOf(
      await reverseInvocation(program.catalogue, operation, decision.reverse, change, globals),
    );
  });
  return gravest(all);
};

const placesShown = 3;

const targetOfChange = async (
  session: Session,
  operation: Operation,
  { input, namespace }: RecordedChange,
): Promise<Target> => {
  const object = { ...input, ...operation.undo?.object?.(input, undefined) };
  const target = await session.target(operation, object, { looksUp: true });
  return namespace === undefined ? target : { ...target, scope: { ...target.scope, namespace } };
};

const askOnce = async (
  context: OwnContext<UndoInput>,
  inside: Inside,
  receipt: Receipt,
  steps: readonly UndoStep[],
): Promise<void> => {
  const { session } = context;
  const count = steps.filter(({ decision }) => decision.verdict === 'undo').length;
  const time = new Date(receipt.time).toISOString();
  const placed = await Promise.all(
    steps.flatMap(({ operation, change, decision }) =>
      operation === undefined || decision.verdict !== 'undo'
        ? []
        : [targetOfChange(session, operation, change).then((target) => ({ operation, target }))],
    ),
  );
  const places = [...new Set(placed.map(({ target }) => describeTarget(target)))];
  const shown = places.slice(0, placesShown).join('; ');
  const more = places.length > placesShown ? `; and ${places.length - placesShown} more places` : '';
  const question = `Undo ${plural(count, 'change')} of ${receipt.command}, ${time}? (${shown}${more})`;
  const endpoints = await Promise.all(
    [...new Set(placed.map(({ operation }) => operation.service))].map((service) =>
      session.endpoint(service),
    ),
  );
  const protections = endpoints.flatMap((endpoint) => protectionOf(receipt, endpoint) ?? []);
  const gravity = protections.length === 0 ? 'none' : await gravityOfSteps(context, inside, steps);
  await session.review.plan({
    question,
    gravity: gravity === 'type' ? 'ask' : gravity,
    asks: true,
    place: '',
    protections: [...new Map(protections.map((one) => [one.name, one])).values()],
  });
};

const planned = (step: UndoStep): JsonObject => {
  const { name, namespace = null, change, decision } = step;
  return {
    name,
    namespace,
    mount: mountOfChange(change) ?? null,
    operation: change.operation,
    result: decision.verdict === 'undo' ? 'would be undone' : decision.verdict,
    reason:
      'reverse' in decision
        ? [differenceOf(step), decision.reverse.note].filter(Boolean).join('. ')
        : 'reason' in decision
          ? decision.reason
          : null,
  };
};

const nothingToUndo = (receipt: Receipt): TrivetError => {
  const { id, state, lends, command } = receipt;
  const end = lends ? endOfLoan(receipt) : undefined;
  if (end !== undefined) return usageError(`${command} has nothing to undo: ${end}`);
  if (lends)
    return usageError(
      `nothing shows that ${command} gave back what it took, and an undo does not give it back`,
      'If that command no longer runs: trivet lease recover',
    );
  return usageError(
    state === 'undone' ? `receipt ${id} was already undone` : `receipt ${id} has nothing to undo`,
    `Look at it: trivet changes show ${id}`,
  );
};

const undone = async (context: OwnContext<UndoInput>, id: string): Promise<number> => {
  const { session, presenter, input } = context;
  const { globals, io } = session;
  const receipt = await receiptNamed(io, id);
  const changes = receipt.lends ? [] : await candidates(session.program.catalogue, receipt, input.only);
  if (changes.length === 0) throw nothingToUndo(receipt);
  await checkOrigin(session, receipt, changes);
  const mayRotate = input['allow-rotation'] === true;
  const chains = await chainsOf(session, receipt, changes, mayRotate);
  const steps = chains.flatMap((chain) => chain.steps);
  const items = steps.map(planned);
  const known = await KnownObjects.known(
    session,
    steps.map((step) => ({
      operation: step.operation,
      scope: unnamedScope(scopeOfChange(receipt, step.change), step.name),
      item: planned(step),
    })),
  );
  if (globals.dryRun) {
    await presenter.showDocument(undoRows, items, items, known);
    return exitOfUndo(steps.map(expectedEnd));
  }
  preview(session, receipt, steps);
  const inside = new Inside(context);
  if (steps.some(({ decision }) => decision.verdict === 'undo'))
    await askOnce(context, inside, receipt, steps);
  session.receipt.add({ undoes: receipt.id });
  try {
    return await takeBackAll({ ...context, receipt, mayRotate, inside }, chains, {
      rows: () =>
        presenter.results(undoRows, {
          known,
          what: 'undo',
          durable: false,
          append: false,
          rows: true,
        }),
      result: (_, { ends }) => ends.map(resultOfStep),
      summary: (ends) => ({ counts: summaryOf(ends), exit: exitOfUndo(ends) }),
    });
  } finally {
    await inside.close();
  }
};

const run: Workflow<UndoInput> = async (context) => {
  const receipt = await chosenReceipt(context);
  const work = (): Promise<number> => undone(context, receipt.id);
  return context.session.globals.dryRun ? work() : withReceipt(receipt, work);
};

export default run;
