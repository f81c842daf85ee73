import { Exit } from '../../system/error.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { textAt } from '../../documents/json/json.ts';
import { noReverseOf } from '../../run/log/decide.ts';
import type { Receipt } from '../../run/log/read.ts';
import type { RecordedChange } from '../../run/log/change-log.ts';
import { missingSteps } from '../../run/log/read.ts';
import { resultOf } from '../../run/log/change-log.ts';
import { isClosed } from '../../run/log/close.ts';
import { receiptInReach } from '../../run/plan/receipts-in-reach.ts';
import { seenInFiles } from '../../run/plan/settle-by-files.ts';
import { finishing, keptOpenBy, receiptItem } from '../../run/log/shown.ts';
import { receiptView } from '../../commands/receipt-rows.ts';
import type { Scope } from '../../catalogue/target.ts';
import { parts } from '../../catalogue/target.ts';
import type { NamedObject } from '../../run/known-objects.ts';
import { KnownObjects } from '../../run/known-objects.ts';
import type { Workflow } from '../../run/single/workflow.ts';
import {
  labelOf,
  nameInReceipt,
  numberOf,
  objectNameOf,
  scopeOfChange,
  unknownBecause,
  unnamedScope,
} from '../../run/plan/named.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';

type ShowInput = Readonly<{ id?: string | undefined }>;

/** The change was made, although the wait after it may have failed. */
const wordOf = ({ items, changes }: Receipt, change: RecordedChange): string => {
  if (change.state.is === 'undone') return 'undone';
  const { item } = change;
  const word = resultOf(change.state);
  const last = changes.findLast((one) => one.item === item);
  if (items === undefined || item === undefined || last !== change) return word;
  const state = items[item - 1]?.state;
  // Such a change is made again by its run.
  if (state === undefined) return 'not started';
  return word === 'done' ? resultOf(state) : word;
};

/** Undefined if something may be left. */
export const endOfLoan = (receipt: Receipt): string | undefined => {
  // The receipt of an earlier version does not say so.
  const isOver =
    receipt.lend === undefined && isClosed(receipt) && receipt.failed === 0 && receipt.unknown === 0;
  return receipt.over ?? (isOver ? 'given back by the same command' : undefined);
};

const undoOf = async (
  catalogue: Catalogue,
  receipt: Receipt,
  change: RecordedChange,
): Promise<string | null> => {
  if (resultOf(change.state) !== 'done' || change.state.is === 'undone') return null;
  if (receipt.lends) return endOfLoan(receipt) ?? 'trivet lease recover, if the command no longer runs';
  const operation = await catalogue.operation(change.operation);
  if (operation === undefined) return unknownBecause(change);
  return noReverseOf(operation, change) ?? `trivet undo ${receipt.id} --only ${labelOf(receipt, change)}`;
};

const cellsOf = ({ organization, namespace, mount }: Scope): JsonObject => ({
  organization: organization ?? null,
  namespace: namespace ?? null,
  mount: mount ?? null,
});

const ofChange = async (
  catalogue: Catalogue,
  receipt: Receipt,
  change: RecordedChange,
): Promise<JsonObject> => ({
  item: numberOf(receipt, change) ?? null,
  name: objectNameOf(receipt, change),
  ...cellsOf(scopeOfChange(receipt, change)),
  operation: change.operation,
  result: wordOf(receipt, change),
  before: change.before ?? null,
  undo: await undoOf(catalogue, receipt, change),
  lookUp: change.state.lookUp ?? null,
});

const unsent = (receipt: Receipt): readonly JsonObject[] =>
  (receipt.items ?? []).flatMap(({ name, scope, state }, index) => {
    const item = index + 1;
    if (receipt.changes.some((change) => change.item === item)) return [];
    const result = state === undefined ? 'not started' : resultOf(state);
    const lookUp = state?.lookUp ?? null;
    const object = { item, name: nameInReceipt(receipt, name, scope), ...cellsOf(scope) };
    return [{ ...object, operation: null, result, before: null, undo: null, lookUp }];
  });

/** Steps that were not sent have the operation of the others. */
const namedIn = async (
  catalogue: Catalogue,
  { changes: [first] }: Receipt,
  rows: readonly JsonObject[],
): Promise<readonly NamedObject[]> =>
  Promise.all(
    rows.map(async (item) => {
      const scope = Object.fromEntries(
        parts.flatMap((part) => {
          const value = textAt(item, part);
          return value === undefined ? [] : [[part, value]];
        }),
      );
      return {
        operation: await catalogue.operation(textAt(item, 'operation') ?? first?.operation ?? ''),
        scope: unnamedScope(scope, textAt(item, 'name') ?? ''),
        item,
      };
    }),
  );

const run: Workflow<ShowInput> = async ({ session, presenter, input }) => {
  const receipt = await receiptInReach(session, input.id ?? '');
  const changes: JsonObject[] = [];
  for (const change of receipt.changes)
    changes.push(await ofChange(session.program.catalogue, receipt, change));
  const all = [...changes, ...unsent(receipt)];
  const { reason, ...head } = receiptItem(receipt);
  const document: Json = { ...head, changes: all };
  const known = await KnownObjects.known(session, await namedIn(session.program.catalogue, receipt, all));
  await presenter.showDocument(receiptView, document, all, known);
  const finish = finishing(receipt);
  // A check is in no row.
  const isInRows = receipt.unknown + receipt.failed + receipt.left > 0;
  if (finish !== undefined)
    session.reporter.note(`To do what is left${isInRows ? '' : ` (${keptOpenBy(receipt)})`}: ${finish}`);
  else if (receipt.state === 'closed' && typeof reason === 'string') session.reporter.note(reason);
  if (receipt.state === 'open' && !receipt.lends)
    session.reporter.note(`To give it up: trivet changes close ${receipt.id}`);
  if (receipt.state !== 'open') for (const text of missingSteps(receipt)) session.reporter.note(text);
  if (receipt.state === 'open' && receipt.failed > 0)
    session.reporter.note(
      `To pass over an object that failed: trivet changes settle ${receipt.id} ITEM done`,
    );
  const seen = receipt.state === 'open' ? await seenInFiles(receipt) : [];
  for (const { text } of seen) session.reporter.note(text);
  if (seen.length > 0)
    session.reporter.note(`To record what the files show: trivet changes continue ${receipt.id}`);
  if (receipt.unknown > seen.length && receipt.state !== 'closed')
    session.reporter.note(
      `To record an outcome that you know: trivet changes settle ${receipt.id} ITEM done|retry`,
    );
  return Exit.ok;
};

export default run;
