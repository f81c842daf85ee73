/** Closes a receipt whose run a person gives up: nothing is sent or continued. */
import { userInfo } from 'node:os';
import { Exit, usageError } from '../../../system/error.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import { appendLines, closeReceipt, isClosed, withReceipt } from '../../../run/log/close.ts';
import { closedLine } from '../../../run/log/head.ts';
import { keptOpenBy, receiptItem } from '../../../run/log/shown.ts';
import { receiptNamed } from '../../../run/log/read.ts';
import { receiptInReach, refuseReadOnlyReceipt } from '../../../run/plan/receipts-in-reach.ts';
import { suggest } from '../../../run/suggest.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

type CloseInput = Readonly<{ id?: string | undefined }>;

const closer = (by: string): string => {
  try {
    return `${userInfo().username}, ${by}`;
  } catch {
    // Users of containers may lack a name.
    return by;
  }
};

const run: Workflow<CloseInput> = async ({ session, presenter, command, input }) => {
  const { io, reporter } = session;
  const receipt = await receiptInReach(session, input.id ?? '');
  refuseReadOnlyReceipt(session, receipt, command.path);
  if (receipt.state !== 'open')
    throw usageError(
      `receipt ${receipt.id} has nothing left to close: it is ${receipt.state}`,
      `Look at it: ${suggest(session, `changes show ${receipt.id}`)}`,
    );
  if (receipt.lends)
    throw usageError(
      `receipt ${receipt.id} is that of a loan, which is given back and not closed`,
      `Give back what is left: ${suggest(session, 'lease recover')}`,
    );
  const by = closer(session.receipt.by);
  await withReceipt(receipt, () => {
    appendLines(receipt, [closedLine({ at: rfc3339(io.now()), by })]);
    if (!isClosed(receipt)) closeReceipt(receipt);
    return Promise.resolve();
  });
  const now = await receiptNamed(io, receipt.id);
  const left = keptOpenBy(now);
  reporter.note(
    `receipt ${receipt.id} is closed${left === '' ? '' : ` with ${left}`}; its changes can still be taken back`,
  );
  const document = receiptItem(now);
  await presenter.showDocument(ownView(command), document, [document]);
  return Exit.ok;
};

export default run;
