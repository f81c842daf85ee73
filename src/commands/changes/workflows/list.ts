import { Exit, usageError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { textAt } from '../../../documents/json/json.ts';
import { fieldsOf } from '../../../catalogue/view.ts';
import { rowConditions } from '../../../run/lists/conditions.ts';
import { receiptItem } from '../../../run/log/shown.ts';
import { isForPeople } from '../../../output/formats/options.ts';
import { receiptTable } from '../../receipt-rows.ts';
import { reachOf, receiptsInReach } from '../../../run/plan/receipts-in-reach.ts';
import type { Session } from '../../../run/session/session.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { leftLoans } from '../../loans/workflows/left-loans.ts';
import { leftText, returnableOf } from '../../loans/workflows/returnable.ts';

type ListInput = Readonly<{ after?: string | undefined; where?: readonly string[] | undefined }>;

/** The ledger is apart from receipts, since every give-back reads it. */
const leftItems = async (session: Session): Promise<readonly JsonObject[]> => {
  const isInReach = await reachOf(session);
  return (await leftLoans(session))
    .filter(({ entry }) => isInReach([entry.baseUrl]))
    .map(({ id, time, entry }) => ({
      id,
      time: new Date(time).toISOString(),
      command: `loan of ${returnableOf(entry).named}`,
      profile: null,
      origin: entry.baseUrl,
      state: 'open',
      object: returnableOf(entry).named,
      objects: entry.kind === 'lock' ? entry.workspaces.length : 1,
      done: 0,
      failed: 0,
      unknown: 0,
      left: entry.kind === 'lock' ? entry.workspaces.length : 1,
      by: null,
      reason: leftText(entry),
    }));
};

const run: Workflow<ListInput> = async ({ session, presenter, command, input }) => {
  const { io } = session;
  const view = ownView(command);
  const conditions = rowConditions(input.where ?? [], fieldsOf(view), io.now());
  const after = input.after === undefined ? undefined : Date.parse(input.after);
  if (after !== undefined && Number.isNaN(after))
    throw usageError(`--after is not a time: ${input.after ?? ''}`);
  const all = [...(await leftItems(session)), ...(await receiptsInReach(session)).map(receiptItem)];
  const items = all.filter(
    (item) =>
      (after === undefined || Date.parse(textAt(item, 'time') ?? '') > after) && conditions.holdFor(item),
  );
  await presenter.showDocument(isForPeople(presenter.options) ? receiptTable : view, items, items);
  return Exit.ok;
};

export default run;
