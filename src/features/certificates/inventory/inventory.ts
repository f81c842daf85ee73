import { namedMounts } from '../../../config/named-mounts.ts';
import { secondsOf } from '../../../catalogue/text/duration.ts';
import { Exit, usageError } from '../../../system/error.ts';
import { fieldsOf } from '../../../catalogue/view.ts';
import { rowConditions } from '../../../run/lists/conditions.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { calendarView } from '../../../commands/pki/fields.ts';
import { calendarRows } from './calendar.ts';
import { authoritiesIn, cachedInventories } from './certificate-cache.ts';
import type { Held } from './inventory-rows.ts';
import { inventoryRows } from './inventory-rows.ts';
import type { MountContent } from './mount-certificates.ts';
import { certificatesOfMount } from './mount-certificates.ts';

const usualParallel = 16;
/** Seconds. */
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

const inWhole: readonly string[] = ['names', 'subject', 'ca', 'superseded', 'findings', 'revoked_at'];

const keyOf = ({ serial, issuer }: Held['certificate']): string => `${serial} ${issuer}`;

const heldIn = async (
  session: Session,
  contents: readonly MountContent[],
  now: number,
): Promise<readonly Held[]> => {
  const here = contents.flatMap(({ issuers }) => issuers);
  // Inventories of other mounts matter only if these say too little.
  const { endpoint } = await session.server('secrets');
  const isUnknown = here.some(({ is }) => is === 'unknown');
  const known = isUnknown ? await cachedInventories(endpoint.baseUrl, session.io) : [];
  const authorities = authoritiesIn(known, here, now);
  const stored = new Set(contents.flatMap((one) => one.stored.map(({ certificate }) => keyOf(certificate))));
  const all: Held[] = [];
  for (const { heldBelow, authoritiesBelow } of contents) {
    all.push(...(await heldBelow(authorities)));
    all.push(...authoritiesBelow(authorities).filter(({ certificate }) => !stored.has(keyOf(certificate))));
  }
  return all;
};

const inventory: Workflow<InventoryInput> = async ({ command, session, presenter, input }) => {
  const view = ownView(command);
  const now = session.io.now();
  const conditions = rowConditions(input.where ?? [], fieldsOf(view), now);
  const limit = input['expires-within'];
  const within = limit === undefined ? usualWithin : secondsOf(limit);
  if (within === undefined)
    throw usageError(`--expires-within must be a duration such as 30d, not "${limit ?? ''}"`);
  const wanted = {
    parallel: Number(input.parallel ?? usualParallel),
    check: input['check-revocation'] === true,
    at: now,
    until: now + within * 1000,
    whole: input.whole === true || conditions.paths.some((path) => inWhole.includes(path)),
  };
  const named = namedMounts((await session.endpoint('secrets')).context, 'pki');
  const mounts = input.mount ?? (named.length === 0 ? [undefined] : named);
  const contents: MountContent[] = [];
  for (const mount of new Set(mounts))
    contents.push(await certificatesOfMount(session, mount, input.mount ?? named, wanted));
  if (session.signal.aborted) return Exit.ok;
  const held = await heldIn(session, contents, now);
  const rows = inventoryRows(held, now, within * 1000)
    .filter(({ due }) => limit === undefined || due !== false)
    .filter((row) => conditions.holdFor(row));
  if (input.calendar === true) {
    const weeks = calendarRows(rows, now);
    await presenter.showDocument(calendarView, weeks, weeks);
  } else await presenter.showDocument(view, rows, rows);
  session.reporter.note('certificates of roles with no_store cannot be listed');
  return input['detailed-exitcode'] === true && rows.some(({ due }) => due !== false)
    ? Exit.changes
    : Exit.ok;
};

export default inventory;
