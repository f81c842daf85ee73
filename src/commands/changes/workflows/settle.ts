import { Exit, usageError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { appendLines, withReceipt } from '../../../run/log/close.ts';
import type { Receipt } from '../../../run/log/read.ts';
import { receiptNamed } from '../../../run/log/read.ts';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import type { RecordedChange } from '../../../run/log/change-log.ts';
import { noChange, resultOf } from '../../../run/log/change-log.ts';
import { meantBy, numberOf } from '../../../run/plan/named.ts';
import { receiptInReach, refuseReadOnlyReceipt } from '../../../run/plan/receipts-in-reach.ts';
import { closeWithNote, seenInFiles } from '../../../run/plan/settle-by-files.ts';
import { suggest } from '../../../run/suggest.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

type SettleInput = Readonly<{
  id?: string | undefined;
  item?: string | undefined;
  outcome?: string | undefined;
}>;

const objectsOf = ({ changes, items = [] }: Receipt): readonly RecordedChange[] => {
  const sent = new Set(changes.map(({ item }) => item));
  const others = items.flatMap(({ name }, index) =>
    sent.has(index + 1) ? [] : [{ ...noChange, key: '', item: index + 1, name }],
  );
  return [...changes, ...others];
};

/** The steps that were started and are not done; with `all`, those of unknown outcome. */
const numbersOf = async (
  catalogue: Catalogue,
  receipt: Receipt,
  item: string,
): Promise<readonly number[]> => {
  // A step that was settled as not made was sent all the same.
  const sent = new Set(receipt.changes.map((change) => change.item));
  const open = (receipt.items ?? receipt.changes).flatMap(({ state }, index) => {
    const result = state === undefined ? (sent.has(index + 1) ? 'failed' : 'done') : resultOf(state);
    return result === 'done' ? [] : [[index + 1, result] as const];
  });
  if (item === 'all') return open.flatMap(([number, result]) => (result === 'unknown' ? [number] : []));
  const meant = await meantBy(
    catalogue,
    receipt,
    objectsOf(receipt),
    item,
    (label) => `trivet changes settle ${receipt.id} ${label} done|retry`,
  );
  const numbers = new Set(meant.map((one) => numberOf(receipt, one)));
  const found = open.flatMap(([number]) => (numbers.has(number) ? [number] : []));
  if (found.length > 0) return found;
  const wasStarted =
    receipt.items === undefined ||
    [...numbers].some((one) => sent.has(one) || receipt.items?.[(one ?? 0) - 1]?.state !== undefined);
  throw nothingToSettle(receipt, `item ${item} ${wasStarted ? 'is done' : 'was not started'}`);
};

const nothingToSettle = (receipt: Receipt, why: string): Error =>
  usageError(
    `there is nothing to settle: ${why}`,
    receipt.failed > 0
      ? `To pass over an object that failed, settle its number. The numbers: trivet changes show ${receipt.id}`
      : `Look at it: trivet changes show ${receipt.id}`,
  );

const lineOf = (receipt: Receipt, number: number, isDone: boolean): JsonObject => {
  if (receipt.items === undefined) {
    const change = receipt.changes[number - 1]?.key ?? '';
    return { change, exit: isDone ? Exit.ok : Exit.refused, settled: isDone ? 'done' : 'retry' };
  }
  return isDone ? { item: number, exit: Exit.ok, settled: 'done' } : { item: number, settled: 'retry' };
};

const run: Workflow<SettleInput> = async ({ session, presenter, command, input }) => {
  const { io, reporter } = session;
  const { id = '', item = '', outcome } = input;
  const receipt = await receiptInReach(session, id);
  refuseReadOnlyReceipt(session, receipt, command.path);
  const isDone = outcome === 'done';
  const numbers = await numbersOf(session.program.catalogue, receipt, item);
  if (numbers.length === 0) throw nothingToSettle(receipt, 'no outcome is unknown');
  for (const { change, verdict, text } of await seenInFiles(receipt)) {
    const isSaid = verdict === 'done' || verdict === 'not-made';
    if (!numbers.includes(change.number) || !isSaid || (verdict === 'done') === isDone) continue;
    throw usageError(
      `change ${change.number} is not recorded as ${outcome ?? ''}: ${text}`,
      `To record what the files show: ${suggest(session, `changes continue ${receipt.id}`)}`,
    );
  }
  const write = (): Promise<void> => {
    appendLines(
      receipt,
      numbers.map((number) => lineOf(receipt, number, isDone)),
    );
    return Promise.resolve();
  };
  await withReceipt(receipt, write);
  const now = await receiptNamed(io, receipt.id);
  const again =
    now.items === undefined && !isDone ? 'it was recorded as not made: give the command again' : undefined;
  const isOver = closeWithNote(session, now, again);
  if (!isOver && again !== undefined) reporter.note(again);
  else if (!isOver && !isDone && now.journal !== undefined)
    reporter.note(`To make ${numbers.length === 1 ? 'it' : 'them'}: trivet changes continue ${now.id}`);
  const settled = { id: receipt.id, item, result: outcome ?? '' };
  await presenter.showDocument(ownView(command), settled, [settled]);
  return Exit.ok;
};

export default run;
