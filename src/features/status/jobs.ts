import type { JsonObject } from '../../documents/json/json.ts';
import { own, textAt } from '../../documents/json/json.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import { list } from '../../commands/job/operations/list.ts';
import { allAllocations, allDeployments, allEvaluations } from '../../commands/job/operations/of-all-jobs.ts';
import { timeOf } from '../../http/server-time.ts';
import { mapBounded } from '../../run/lists/bounded.ts';
import { readList } from '../../run/lists/list.ts';
import type { Session } from '../../run/session/session.ts';
import { show } from '../../commands/job/operations/show.ts';
import { checksOf } from '../../commands/job/workflows/wait/checks.ts';
import { nodesOf } from '../../commands/job/workflows/wait/nodes.ts';
import { jobNamespaces } from '../../run/looked-at.ts';
import type { Look, StatusRow } from './row.ts';
import { unreadable, width } from './row.ts';
import type { Records } from './jobs-judge.ts';
import { jobStatus, notLookedAt, unexplained } from './jobs-judge.ts';
import { withHooks } from './jobs-hooks.ts';

/** Records of a page, and pages of a list, so that a huge cluster is not read as a whole. */
const pageSize = 2000;
const mostPages = 3;

const recordsOf = async (
  session: Session,
  operation: typeof allAllocations | typeof allDeployments | typeof allEvaluations,
  namespace: string,
  filter?: string,
  resources?: true,
): Promise<Records> => {
  const items: JsonObject[] = [];
  let pages = 0;
  // The oldest ones are cut off.
  const input = { namespace, filter, resources, per_page: pageSize, reverse: true };
  for await (const page of readList(session, operation, input)) {
    for (const item of page.items) items.push(item);
    pages += 1;
    if (pages === mostPages) return { items, complete: page.next === undefined };
  }
  return { items, complete: true };
};

/** Allocations that run, failed, or stopped without a successor: each change of a count stops some. */
const ofInterest =
  'DesiredStatus == "run" or ClientStatus == "failed" or ClientStatus == "lost"' +
  ' or (DesiredStatus == "stop" and NextAllocation == "" and Job.Type != "service")';

/** For a system job only the last evaluation shows that it is blocked. */
const undecided = 'Status == "blocked" or Status == "pending" or Type == "system" or Type == "sysbatch"';

const mostRead = 200;

const withGroups = async (
  session: Session,
  items: readonly JsonObject[],
  unclear: readonly JsonObject[],
): Promise<readonly JsonObject[]> => {
  const read = await mapBounded(unclear.slice(0, mostRead), width, async (item) => {
    const place = { job_id: textAt(item, 'ID') ?? '', namespace: textAt(item, 'Namespace') };
    try {
      const { document } = await session.lookUp(show, place);
      return [item, { ...item, TaskGroups: own(document, 'TaskGroups') ?? null }] as const;
    } catch (error) {
      // The job was purged, or cannot be named, since its author chooses the ID.
      if (error instanceof TrivetError && (error.code === 'not-found' || error.exit === Exit.usage))
        return [item, item] as const;
      throw error;
    }
  });
  const groups = new Map<JsonObject, JsonObject>(read);
  return items.map((item) => groups.get(item) ?? item);
};

const lookIn = async (session: Session, scope: string): Promise<readonly StatusRow[]> => {
  let now = session.io.now();
  const rows: StatusRow[] = [];
  const readable = async <One>(what: Promise<One>): Promise<One | undefined> => {
    try {
      return await what;
    } catch (error) {
      // The service itself has not failed.
      const { exit: _exit, ...row } = unreadable('jobs', 'allocations', scope, error);
      // The three lists need one right.
      if (!rows.some(({ name }) => name === row.name)) {
        rows.push({ ...row, detail: `${row.detail}; jobs are judged by their counts` });
      }
      return undefined;
    }
  };
  const items: JsonObject[] = [];
  try {
    const listed = { part: 'namespace', name: scope } as const;
    for await (const page of readList(session, list, { namespace: scope }, { scope: listed })) {
      for (const item of page.items) items.push(item);
      // Ages go by the clock of the server.
      now = timeOf(page.response, now);
    }
  } catch (error) {
    return [unreadable('jobs', 'jobs', scope, error)];
  }
  if (items.length === 0) return [];
  const [allocations, deployments, evaluations] = await Promise.all([
    readable(recordsOf(session, allAllocations, scope, ofInterest)),
    readable(recordsOf(session, allDeployments, scope)),
    readable(recordsOf(session, allEvaluations, scope, undecided)),
  ]);
  const read = async (filter: string | undefined): Promise<readonly JsonObject[]> =>
    (await readable(recordsOf(session, allAllocations, scope, filter ?? ofInterest, true)))?.items ?? [];
  const placed = allocations && {
    ...allocations,
    items: await withHooks(allocations.items, now, read),
  };
  const nodes = await nodesOf(session, placed?.items ?? []);
  const checks = await checksOf(session, { placed: placed?.items ?? [] });
  const lists = { jobs: items, allocations: placed, deployments, evaluations, nodes, checks };
  const unclear = unexplained(lists);
  const more = unclear.length - mostRead;
  if (more > 0)
    rows.push(
      notLookedAt('jobs', scope, `${more} jobs without allocations are not judged; see them by --namespace`),
    );
  const jobs = unclear.length === 0 ? items : await readable(withGroups(session, items, unclear));
  return [...rows, ...jobStatus({ ...lists, jobs: jobs ?? items }, scope, now)];
};

const look: Look = async ({ session, endpoint, namespaces }) => {
  const found = await mapBounded(jobNamespaces(endpoint, namespaces), width, (scope) =>
    lookIn(session, scope),
  );
  // A refused namespace does not affect the others.
  const none = found.every((rows) => rows.some(({ exit }) => exit !== undefined));
  return none ? found.flat() : found.flat().map(({ exit: _exit, ...row }) => row);
};

export default look;
