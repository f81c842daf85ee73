/** Lists receipts, and what lends left behind. */
import { Exit, usageError } from '../../../model/error.ts';
import type { JsonObject } from '../../../model/json/json.ts';
import { textAt } from '../../../model/json/json.ts';
import { matches, parseCondition } from '../../../model/selection/where.ts';
import { fieldsOf } from '../../../model/catalogue/view.ts';
import { receiptItem } from '../../../receipts/shown.ts';
import { reachOf, receiptsInReach } from '../../../runs/receipts-in-reach.ts';
import type { Session } from '../../../engine/session/session.ts';
import { ownView } from '../../../workflows/own-view.ts';
import type { Workflow } from '../../../workflows/workflow.ts';
import { ledger, lendIn, userOf } from '../../lending/workflows/lend-ledger.ts';
import { leftText, returnableOf } from '../../lending/workflows/returnable.ts';

type ListInput = Readonly<{ after?: string | undefined; where?: readonly string[] | undefined }>;

/** What lends left: their ledger is apart from receipts, since it is read on every give-back. */
const leftLends = async (session: Session): Promise<readonly JsonObject[]> => {
  const { world } = session;
  const isInReach = await reachOf(session);
  const items: JsonObject[] = [];
  for (const kept of await ledger(world)) {
    const { entry, file } = kept;
    if (entry === undefined || !isInReach([entry.baseUrl]) || (await userOf(kept)) !== undefined) continue;
    const lend = lendIn(file);
    items.push({
      id: lend?.id ?? file,
      time: new Date(lend?.time ?? 0).toISOString(),
      command: `lend of ${returnableOf(entry).named}`,
      profile: null,
      origin: entry.baseUrl,
      state: 'open',
      objects: entry.kind === 'lock' ? entry.workspaces.length : 1,
      done: 0,
      failed: 0,
      unknown: 0,
      left: entry.kind === 'lock' ? entry.workspaces.length : 1,
      by: null,
      reason: leftText(entry),
    });
  }
  return items;
};

const run: Workflow<ListInput> = async ({ session, presenter, command, input }) => {
  const { world } = session;
  const view = ownView(command);
  const conditions = (input.where ?? []).map((text) =>
    parseCondition(text, fieldsOf(view), { now: world.now() }),
  );
  const after = input.after === undefined ? undefined : Date.parse(input.after);
  if (after !== undefined && Number.isNaN(after))
    throw usageError(`--after is not a time: ${input.after ?? ''}`);
  const all = [...(await leftLends(session)), ...(await receiptsInReach(session)).map(receiptItem)];
  const items = all.filter(
    (item) =>
      (after === undefined || Date.parse(textAt(item, 'time') ?? '') > after) &&
      conditions.every((condition) => matches(condition, item) === true),
  );
  await presenter.showDocument(view, items, items);
  return Exit.ok;
};

export default run;
