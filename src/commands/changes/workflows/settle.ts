/** Records the outcome of a change that a person knows. */
import { Exit, usageError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { appendLines, isClosed, withReceipt } from '../../../receipts/close.ts';
import type { Receipt } from '../../../receipts/read.ts';
import { receiptNamed } from '../../../receipts/read.ts';
import { resultOf } from '../../../receipts/change-log.ts';
import { receiptInReach, refuseReadOnly } from '../../../runs/receipts-in-reach.ts';
import { closeIfDone, seenInFiles } from '../../../runs/settle-by-files.ts';
import { suggest } from '../../../engine/suggest.ts';
import { ownView } from '../../../workflows/own-view.ts';
import type { Workflow } from '../../../engine/single/workflow.ts';

type SettleInput = Readonly<{
  id?: string | undefined;
  item?: string | undefined;
  outcome?: string | undefined;
}>;

/**
 * The number of an item that is given by its number or by the name of its object, as undo --only takes it; 0 for none.
 * @throws TrivetError usage, for a name that several have
 */
const numberNamed = ({ id, items, changes }: Receipt, item: string): number => {
  if (/^\d+$/.test(item)) return Number(item);
  const [number = 0, ...others] = (items ?? changes).flatMap(({ name }, index) =>
    name === item ? [index + 1] : [],
  );
  if (others.length > 0)
    throw usageError(
      `receipt ${id} has several items called ${item}: ${[number, ...others].join(', ')}`,
      'Give the number of the one that is meant.',
    );
  return number;
};

/** The numbers of what is not done: of unknown outcome with `all`. */
const numbersOf = (receipt: Receipt, item: string): readonly number[] => {
  const ends = (receipt.items ?? receipt.changes).map(({ state }) => state);
  const open = ends.flatMap((one, index) =>
    one !== undefined && resultOf(one) !== 'done' ? [[index + 1, resultOf(one)] as const] : [],
  );
  if (item === 'all') return open.flatMap(([number, result]) => (result === 'unknown' ? [number] : []));
  const number = numberNamed(receipt, item);
  if (number < 1 || number > ends.length)
    throw usageError(
      `receipt ${receipt.id} has no item ${item}`,
      `Look at it: trivet changes show ${receipt.id}`,
    );
  return open.some(([one]) => one === number) ? [number] : [];
};

const nothingOf = (receipt: Receipt, item: string): string => {
  if (item === 'all') return 'no outcome is unknown';
  const isStarted =
    receipt.items === undefined || receipt.items[numberNamed(receipt, item) - 1]?.state !== undefined;
  return `item ${item} ${isStarted ? 'is done' : 'was not started'}`;
};

const lineOf = (receipt: Receipt, number: number, isDone: boolean): JsonObject => {
  if (receipt.items === undefined) {
    const change = receipt.changes[number - 1]?.key ?? '';
    return { change, exit: isDone ? Exit.ok : Exit.refused, settled: isDone ? 'done' : 'retry' };
  }
  return isDone ? { item: number, exit: Exit.ok, settled: 'done' } : { item: number, settled: 'retry' };
};

const run: Workflow<SettleInput> = async ({ session, presenter, command, input }) => {
  const { world, reporter } = session;
  const { id = '', item = '', outcome } = input;
  const receipt = await receiptInReach(session, id);
  refuseReadOnly(session, receipt, command.path);
  const isDone = outcome === 'done';
  const numbers = numbersOf(receipt, item);
  if (numbers.length === 0)
    throw usageError(
      `there is nothing to settle: ${nothingOf(receipt, item)}`,
      receipt.failed > 0
        ? `To pass over an object that failed, settle its number. The numbers: trivet changes show ${receipt.id}`
        : `Look at it: trivet changes show ${receipt.id}`,
    );
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
  const now = await receiptNamed(world, receipt.id);
  const again =
    now.items === undefined && !isDone ? 'it was recorded as not made: give the command again' : undefined;
  if (now.state !== 'open' && !isClosed(now)) closeIfDone(session, now, again);
  else if (again !== undefined) reporter.note(again);
  else if (!isDone && now.journal !== undefined)
    reporter.note(`To make ${numbers.length === 1 ? 'it' : 'them'}: trivet changes continue ${now.id}`);
  const settled = { id: receipt.id, item, result: outcome ?? '' };
  await presenter.showDocument(ownView(command), settled, [settled]);
  return Exit.ok;
};

export default run;
