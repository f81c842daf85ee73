/** Ends what a lend left: its receipt says what became of it, and its record is removed. */
import { TrivetError } from '../../../system/error.ts';
import type { Session } from '../../../engine/session/session.ts';
import { appendLines, closeReceipt, isClosed, withReceipt } from '../../../receipts/close.ts';
import { overLine } from '../../../receipts/head.ts';
import { receiptOfLend } from '../../../receipts/read.ts';
import { clearEntry, lendIn } from './lend-ledger.ts';
import type { Kept } from './lend-ledger.ts';

/** Says in the receipt of a lend what became of it. One that cannot be written stays as it is: the server decides what is left. */
export const endReceipt = async ({ world, reporter }: Session, file: string, text: string): Promise<void> => {
  const lend = lendIn(file);
  if (lend === undefined) return;
  try {
    const receipt = await receiptOfLend(world, lend.id, lend.time);
    if (receipt === undefined) return;
    await withReceipt(receipt, () => {
      appendLines(receipt, [overLine(text)]);
      if (!isClosed(receipt)) closeReceipt(receipt);
      return Promise.resolve();
    });
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    reporter.warn(`the receipt of the lend stays open: ${error.message}`);
  }
};

/** @param text what became of what it took */
export const endLend = async (session: Session, kept: Kept, text: string): Promise<void> => {
  await endReceipt(session, kept.file, text);
  await clearEntry(kept);
};
