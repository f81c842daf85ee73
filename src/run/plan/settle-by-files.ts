import { Exit } from '../../system/error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import type { RecordedChange } from '../log/change-log.ts';
import { resultOf } from '../log/change-log.ts';
import type { FileVerdict } from '../log/files.ts';
import { lookAtFiles, verdictText } from '../log/files.ts';
import type { Receipt } from '../log/read.ts';
import { receiptNamed } from '../log/read.ts';
import { appendLines, closeIfDone, withReceipt } from '../log/close.ts';
import type { Session } from '../session/session.ts';
import { refuseReadOnlyReceipt } from './receipts-in-reach.ts';

interface SeenChange {
  readonly change: RecordedChange;
  readonly verdict: FileVerdict;
  readonly text: string;
}

export const seenInFiles = async ({ changes }: Pick<Receipt, 'changes'>): Promise<readonly SeenChange[]> => {
  const seen: SeenChange[] = [];
  for (const change of changes) {
    const { evidence, state } = change;
    if (evidence === undefined || resultOf(state) !== 'unknown') continue;
    const verdict = await lookAtFiles(evidence);
    seen.push({ change, verdict, text: verdictText(evidence, verdict) });
  }
  return seen;
};

const lines: Readonly<Record<'done' | 'not-made' | 'over', JsonObject>> = {
  done: { exit: Exit.ok, settled: 'done' },
  'not-made': { exit: Exit.refused, settled: 'retry' },
  over: { settled: 'over' },
};

const lineOfFiles = ({ change, verdict }: SeenChange): JsonObject | undefined =>
  verdict === 'unclear' || verdict === 'busy' ? undefined : { change: change.key, ...lines[verdict] };

export const closeWithNote = (session: Session, receipt: Receipt, text?: string): boolean => {
  const isOver = closeIfDone(receipt);
  if (isOver) session.reporter.note(text ?? `nothing of receipt ${receipt.id} is open any more`);
  return isOver;
};

/**
 * Settles and reports unknown outcomes that files show.
 * @param what the command, for a read-only profile
 * @returns the receipt afterwards
 */
export const settleByFiles = async (session: Session, receipt: Receipt, what: string): Promise<Receipt> => {
  const seen = receipt.state === 'open' ? await seenInFiles(receipt) : [];
  if (seen.length === 0) return receipt;
  refuseReadOnlyReceipt(session, receipt, what);
  const settled = seen.map(lineOfFiles).filter((line) => line !== undefined);
  if (settled.length > 0)
    await withReceipt(receipt, () => {
      appendLines(receipt, settled);
      return Promise.resolve();
    });
  for (const { text } of seen) session.reporter.note(text);
  const now = await receiptNamed(session.io, receipt.id);
  closeWithNote(session, now);
  return now;
};
