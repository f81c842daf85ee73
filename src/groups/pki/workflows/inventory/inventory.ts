/** `pki inventory`: every stored certificate of some mounts, with what is due. */
import { secondsOf } from '../../../../model/text/duration.ts';
import { Exit, usageError } from '../../../../model/error.ts';
import { fieldsOf } from '../../../../model/catalogue/view.ts';
import { matches, parseCondition } from '../../../../model/selection/where.ts';
import { ownView } from '../../../../workflows/own-view.ts';
import type { Workflow } from '../../../../workflows/workflow.ts';
import { calendarView } from '../../operations/inventory.ts';
import { calendarRows } from './calendar.ts';
import type { Held } from './inventory-rows.ts';
import { inventoryRows } from './inventory-rows.ts';
import { certificatesOfMount } from './mount-certificates.ts';

/** Requests in flight at once. */
const usualParallel = 16;
/** The default of --expires-within in seconds, for the column `due`. */
const usualWithin = 30 * 86_400;

type InventoryInput = Readonly<{
  mount?: readonly string[] | undefined;
  'expires-within'?: string | undefined;
  where?: readonly string[] | undefined;
  'check-revocation'?: boolean | undefined;
  parallel?: number | bigint | undefined;
  whole?: boolean | undefined;
  calendar?: boolean | undefined;
  'detailed-exitcode'?: boolean | undefined;
}>;

/** Fields that only the certificates themselves have: a condition must not miss them. */
const inWhole: readonly string[] = ['names', 'subject', 'ca', 'superseded', 'findings', 'revoked_at'];

const inventory: Workflow<InventoryInput> = async ({ command, session, presenter, input }) => {
  const view = ownView(command);
  const now = session.world.now();
  const conditions = (input.where ?? []).map((text) => parseCondition(text, fieldsOf(view), { now }));
  const limit = input['expires-within'];
  const within = limit === undefined ? usualWithin : secondsOf(limit);
  if (within === undefined)
    throw usageError(`--expires-within must be a duration such as 30d, not "${limit ?? ''}"`);
  const wanted = {
    parallel: Number(input.parallel ?? usualParallel),
    check: input['check-revocation'] === true,
    until: now + within * 1000,
    whole: input.whole === true || conditions.some(({ path }) => inWhole.includes(path)),
  };
  const mounts: readonly (string | undefined)[] = input.mount ?? [undefined];
  const held: Held[] = [];
  for (const mount of new Set(mounts)) held.push(...(await certificatesOfMount(session, mount, wanted)));
  if (session.signal.aborted) return Exit.ok;
  const rows = inventoryRows(held, now, within * 1000)
    .filter(({ due }) => limit === undefined || due)
    .filter((row) => conditions.every((condition) => matches(condition, row) === true));
  if (input.calendar === true) {
    const weeks = calendarRows(rows, now);
    await presenter.showDocument(calendarView, weeks, weeks);
  } else await presenter.showDocument(view, rows, rows);
  session.reporter.note('certificates of roles with no_store cannot be listed');
  return input['detailed-exitcode'] === true && rows.some(({ due }) => due) ? Exit.changes : Exit.ok;
};

export default inventory;
