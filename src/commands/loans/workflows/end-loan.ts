import { TrivetError } from '../../../system/error.ts';
import type { Session } from '../../../run/session/session.ts';
import { appendLines, closeReceipt, isClosed, withReceipt } from '../../../run/log/close.ts';
import { overLine } from '../../../run/log/head.ts';
import { receiptsOfLoan, triesOf } from '../../../run/log/read.ts';
import { clearEntry, loanIn } from './loan-ledger.ts';
import type { Kept } from './loan-ledger.ts';

/** A failure is only a warning, since the server decides what is left. */
export const endReceipts = async ({ io, reporter }: Session, file: string, text: string): Promise<void> => {
  const loan = loanIn(file);
  if (loan === undefined) return;
  try {
    for (const receipt of await receiptsOfLoan(io, loan.id, loan.time)) {
      const isOwn = receipt.lend === loan.id;
      const tries = triesOf(receipt, loan.id);
      await withReceipt(receipt, () => {
        appendLines(receipt, [
          ...(isOwn ? [overLine(text)] : []),
          ...tries.map(({ key }) => ({ change: key, settled: 'over' })),
        ]);
        if (!isClosed(receipt) && (isOwn || tries.length === receipt.unknown)) closeReceipt(receipt);
        return Promise.resolve();
      });
    }
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    reporter.warn(`the receipt of the loan stays open: ${error.message}`);
  }
};

/** @param text the end of the loan, in words */
export const endLoan = async (session: Session, kept: Kept, text: string): Promise<void> => {
  await endReceipts(session, kept.file, text);
  await clearEntry(kept);
};
