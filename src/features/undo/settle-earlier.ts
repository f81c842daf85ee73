/** Settles what an earlier undo left unknown, once a later one shows it. */
import { Exit } from '../../system/error.ts';
import { parts, sameServer } from '../../catalogue/target.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import type { Session } from '../../run/session/session.ts';
import { appendLines, withReceipt } from '../../run/log/close.ts';
import type { RecordedChange } from '../../run/log/change-log.ts';
import { resultOf } from '../../run/log/change-log.ts';
import type { Receipt } from '../../run/log/read.ts';
import { openReceipts, receiptNamed } from '../../run/log/read.ts';
import { scopeOfChange } from '../../run/plan/named.ts';
import { closeWithNote } from '../../run/plan/settle-by-files.ts';
import type { UndoneStep } from './plan.ts';

/** An undo records the names in the receipt that it takes back. */
const isOf = (earlier: Receipt, reverse: RecordedChange, receipt: Receipt, { step }: UndoneStep): boolean => {
  const [one, other] = [scopeOfChange(earlier, reverse), scopeOfChange(receipt, step.change)];
  return (
    reverse.name === step.name &&
    sameServer(reverse.url, step.change.url) &&
    parts.every((part) => (one[part] ?? other[part]) === (other[part] ?? one[part]))
  );
};

const lineOf = (reverse: RecordedChange, ends: readonly UndoneStep[]): JsonObject | undefined => {
  const isAll = (...results: readonly UndoneStep['result'][]): boolean =>
    ends.every(({ result }) => results.includes(result));
  if (ends.length === 0 || !isAll('already', 'undone')) return undefined;
  // A change that was sent again had not been made.
  return isAll('already')
    ? { change: reverse.key, exit: Exit.ok, settled: 'done' }
    : { change: reverse.key, settled: 'over' };
};

/** @param ends the ends of this undo */
export const settleEarlier = async (
  session: Session,
  receipt: Receipt,
  ends: readonly UndoneStep[],
): Promise<void> => {
  const earlier = (await openReceipts(session.io)).filter(({ undoes }) => undoes === receipt.id);
  for (const one of earlier) {
    const unknown = one.changes.filter(({ state }) => resultOf(state) === 'unknown');
    const lines = unknown
      .map((reverse) =>
        lineOf(
          reverse,
          ends.filter((end) => isOf(one, reverse, receipt, end)),
        ),
      )
      .filter((line) => line !== undefined);
    if (lines.length === 0) continue;
    await withReceipt(one, () => {
      appendLines(one, lines);
      return Promise.resolve();
    });
    closeWithNote(session, await receiptNamed(session.io, one.id));
  }
};
