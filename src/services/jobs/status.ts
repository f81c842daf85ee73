/**
 * Jobs that fail, cannot be placed, or deploy: the verdicts of `job wait` on each task group, from a few lists over all
 * jobs instead of requests for each.
 */
import type { Json, JsonObject } from '../../model/json/json.ts';
import { isObject, numberAt, own, textAt } from '../../model/json/json.ts';
import { groupedBy } from '../../model/values/grouped.ts';
import { list } from '../../groups/job/operations/list.ts';
import { allAllocations, allDeployments, allEvaluations } from '../../groups/job/operations/of-all-jobs.ts';
import { countedVerdict, groupVerdicts, worstGroup } from '../../groups/job/workflows/wait/group-verdict.ts';
import type { GroupVerdict } from '../../groups/job/workflows/wait/group-verdict.ts';
import { observedOf } from '../../groups/job/workflows/wait/observed.ts';
import type { Observed } from '../../groups/job/workflows/wait/observed.ts';
import { progressText } from '../../screen/text/job-cells.ts';
import { pagesOf } from '../../engine/lists/pages.ts';
import type { Session } from '../../engine/session/session.ts';
import { serviceOf } from '../index.ts';
import type { Look, StatusRow } from '../../groups/status/workflows/row.ts';
import { unreadable } from '../../groups/status/workflows/row.ts';

/** One job of the list, with its records of the other lists. */
interface Job {
  readonly item: JsonObject;
  readonly id: string;
  readonly namespace: string;
  readonly type: string;
  readonly status: string;
  readonly seen: Observed;
  readonly deployed: readonly JsonObject[];
}

type Rows = readonly StatusRow[];

/** Records of a page, and pages of a list: a huge cluster is not read as a whole. */
const pageSize = 2000;
const mostPages = 3;

/** The records of all jobs; `complete` is false where there are more than are read. */
interface Records {
  readonly items: readonly JsonObject[];
  readonly complete: boolean;
}

const recordsOf = async (
  session: Session,
  operation: typeof allAllocations | typeof allDeployments | typeof allEvaluations,
  namespace: string,
  filter?: string,
): Promise<Records> => {
  const items: JsonObject[] = [];
  let pages = 0;
  // The newest first: what is cut off is the oldest.
  const input = { namespace, filter, per_page: pageSize, reverse: true };
  for await (const page of pagesOf(session, operation, input, 'lookUp')) {
    items.push(...serviceOf('jobs').readItems(page.document, operation.view));
    pages += 1;
    if (pages === mostPages) {
      const next = { number: pages, token: undefined };
      const more = serviceOf('jobs').nextPage(operation, page.response, page.document, next);
      return { items, complete: more === undefined };
    }
  }
  return { items, complete: true };
};

const keyOf = (namespace: string, id: string): string => `${namespace}\n${id}`;

const byJob = (items: readonly JsonObject[]): ReadonlyMap<string, readonly JsonObject[]> =>
  groupedBy(items, (item) => keyOf(textAt(item, 'Namespace') ?? '', textAt(item, 'JobID') ?? ''));

const isStopped = ({ item }: Job): boolean => own(item, 'Stop') === true;

/** Starts children and runs nothing itself. */
const isParent = ({ item }: Job): boolean =>
  own(item, 'Periodic') === true || own(item, 'ParameterizedJob') === true;

const summaryOf = ({ item }: Job): readonly (readonly [group: string, counts: Json | undefined])[] => {
  const groups = own(own(item, 'JobSummary'), 'Summary');
  return isObject(groups) ? Object.entries(groups) : [];
};

const active: ReadonlySet<string> = new Set([
  'initializing',
  'running',
  'paused',
  'pending',
  'blocked',
  'unblocking',
]);

/** The newest deployment, if it is of the job as it is registered now: its counts and its end are the job's. */
const deploymentOf = ({ item, deployed }: Job): JsonObject | undefined => {
  const last = deployed.reduce<JsonObject | undefined>(
    (newest, one) =>
      newest === undefined || numberAt(one, 'CreateIndex') > numberAt(newest, 'CreateIndex') ? one : newest,
    undefined,
  );
  return own(last, 'JobSpecModifyIndex') === own(item, 'JobModifyIndex') ? last : undefined;
};

const statusOf = (item: JsonObject | undefined): string => textAt(item, 'Status') ?? '';

/** Judges the groups by the allocations; the list of jobs has no counts, but the deployment has. */
const judged = (job: Job, now: number): readonly GroupVerdict[] => {
  const { type, seen } = job;
  const deployment = deploymentOf(job);
  const groups = summaryOf(job).map(([name, counts]) => {
    const group = own(own(deployment, 'TaskGroups'), name);
    return {
      name,
      count: group === undefined ? undefined : numberAt(group, 'DesiredTotal'),
      gone: numberAt(counts, 'Failed') + numberAt(counts, 'Lost'),
      deploying: active.has(statusOf(deployment)),
    };
  });
  return groupVerdicts({ ...seen, type, groups }, now);
};

const counted = (job: Job): readonly GroupVerdict[] =>
  summaryOf(job).map(([name, counts]) =>
    countedVerdict(name, job.type, job.status, {
      queued: numberAt(counts, 'Queued'),
      starting: numberAt(counts, 'Starting'),
      running: numberAt(counts, 'Running'),
      complete: numberAt(counts, 'Complete'),
      failed: numberAt(counts, 'Failed'),
      lost: numberAt(counts, 'Lost'),
      unknown: numberAt(counts, 'Unknown'),
    }),
  );

/** `app 1/2 running: REASON`; counts do not show how many are wanted of a group that is down. */
const groupText = ({ group, running, wanted, reason }: GroupVerdict): string =>
  [wanted > 0 ? `${group} ${running}/${wanted} running` : group, reason].filter(Boolean).join(': ');

const aboutOf = ({ id, namespace }: Job): NonNullable<StatusRow['about']> => ({
  kind: 'job',
  name: id,
  flags: { namespace },
});

const jobRows = (job: Job, groups: readonly GroupVerdict[]): Rows => {
  const common = {
    service: 'jobs',
    kind: 'job',
    name: job.id,
    scope: job.namespace,
    about: aboutOf(job),
  } as const;
  if (isStopped(job) || isParent(job)) return [];
  const worst = worstGroup(groups);
  const attention = groups.some((one) => one.attention);
  const starts = worst?.state === 'starting' && job.status === 'pending';
  if (worst === undefined || (!attention && !starts))
    return groups.length === 0 && job.status === 'pending'
      ? [{ ...common, state: 'pending', detail: '', attention: false }]
      : [];
  const bad = groups.filter((one) => one.attention || one === worst);
  return [
    {
      ...common,
      state: worst.state,
      detail: bad.map(groupText).join('; '),
      attention,
      since: worst.since,
      restarts: worst.restarts,
      groups,
    },
  ];
};

const over: ReadonlySet<string> = new Set(['successful', 'cancelled']);

/** True when the canaries of a group are healthy and are not promoted automatically. */
const awaitsPromotion = (groups: JsonObject): boolean =>
  Object.values(groups).some((group) => {
    const canaries = numberAt(group, 'DesiredCanaries');
    const manual = own(group, 'Promoted') !== true && own(group, 'AutoPromote') !== true;
    return canaries > 0 && manual && numberAt(group, 'HealthyAllocs') >= canaries;
  });

const deploymentRows = (job: Job): Rows => {
  const deployment = deploymentOf(job);
  const state = statusOf(deployment);
  if (deployment === undefined || over.has(state) || isStopped(job) || job.status === 'dead') return [];
  const about = aboutOf(job);
  const common = { service: 'jobs', kind: 'deployment', name: job.id, scope: job.namespace, about } as const;
  const [made, modified] = [timeOf(deployment, 'CreateTime'), timeOf(deployment, 'ModifyTime')];
  if (state === 'failed') {
    const detail = textAt(deployment, 'StatusDescription') ?? '';
    return [{ ...common, state, detail, attention: true, since: modified }];
  }
  const found = own(deployment, 'TaskGroups');
  const groups = isObject(found) ? found : {};
  const promotable = awaitsPromotion(groups);
  const unhealthy = Object.values(groups).some((group) => numberAt(group, 'UnhealthyAllocs') > 0);
  return [
    {
      ...common,
      state: promotable ? 'awaits promotion' : state,
      detail: progressText(groups),
      attention: promotable || unhealthy,
      since: promotable || state === 'paused' ? modified : made,
    },
  ];
};

const timeOf = (item: JsonObject, key: string): number | undefined => {
  const nanoseconds = own(item, key);
  return typeof nanoseconds === 'number' || typeof nanoseconds === 'bigint'
    ? Number(nanoseconds) / 1e6
    : undefined;
};

/** Allocations that run or failed: those that ended well say nothing. */
const ofInterest = 'DesiredStatus == "run" or ClientStatus == "failed" or ClientStatus == "lost"';

/** Why a group has no place, and what will be tried again; for system jobs only the last evaluation shows the first. */
const undecided = 'Status == "blocked" or Status == "pending" or Type == "system" or Type == "sysbatch"';

const none: Records = { items: [], complete: true };

/** Namespaces in which jobs run, but none of the allocations may be seen: the server leaves them out of its list. */
const unseenIn = (jobs: readonly Job[]): readonly string[] => {
  const busy = (job: Job): boolean =>
    summaryOf(job).some(([, counts]) => numberAt(counts, 'Running') + numberAt(counts, 'Starting') > 0);
  const wanted = new Set(jobs.filter(busy).map(({ namespace }) => namespace));
  const seen = new Set(
    jobs.filter(({ seen: { allocations } }) => allocations.length > 0).map(({ namespace }) => namespace),
  );
  return [...wanted].filter((namespace) => !seen.has(namespace));
};

const notLookedAt = (scope: string, detail: string): StatusRow => ({
  service: 'jobs',
  kind: 'service',
  name: 'allocations',
  scope,
  state: 'unknown',
  detail,
  attention: true,
});

const look: Look = async ({ session, endpoint }) => {
  const scope = endpoint.context.namespace?.value ?? '*';
  const now = session.world.now();
  const rows: StatusRow[] = [];
  const readable = async (what: Promise<Records>): Promise<Records | undefined> => {
    try {
      return await what;
    } catch (error) {
      // The list of jobs was read, so the service itself has not failed.
      const { exit: _exit, ...row } = unreadable('jobs', 'allocations', scope, error);
      // One refusal stands for all three lists: they need the same right.
      if (!rows.some(({ name }) => name === row.name)) {
        rows.push({ ...row, detail: `${row.detail}; jobs are judged by their counts` });
      }
      return undefined;
    }
  };
  const items: JsonObject[] = [];
  try {
    for await (const page of pagesOf(session, list, { namespace: scope }, 'lookUp'))
      items.push(...serviceOf('jobs').readItems(page.document, list.view));
  } catch (error) {
    return [unreadable('jobs', 'jobs', scope, error)];
  }
  if (items.length === 0) return [];
  const [allocations, deployments, evaluations] = await Promise.all([
    readable(recordsOf(session, allAllocations, scope, ofInterest)),
    readable(recordsOf(session, allDeployments, scope)),
    readable(recordsOf(session, allEvaluations, scope, undecided)),
  ]);
  const [placed, deployed, evaluated] = [allocations, deployments, evaluations].map((one) =>
    byJob((one ?? none).items),
  );
  const jobs = items.map((item): Job => {
    const [id, namespace] = [textAt(item, 'ID') ?? '', textAt(item, 'Namespace') ?? ''];
    const key = keyOf(namespace, id);
    const created = own(item, 'CreateIndex');
    // Evaluations of an earlier job with this ID stay after it was purged.
    const ofThis = (deployed?.get(key) ?? []).filter((one) => own(one, 'JobCreateIndex') === created);
    const since = numberAt(item, 'CreateIndex');
    const current = (evaluated?.get(key) ?? []).filter((one) => numberAt(one, 'CreateIndex') >= since);
    const seen = observedOf({
      job: undefined,
      allocations: placed?.get(key) ?? [],
      deployments: [],
      evaluations: current,
    });
    return {
      item,
      id,
      namespace,
      type: textAt(item, 'Type') ?? '',
      status: statusOf(item),
      seen,
      deployed: ofThis,
    };
  });
  const unseen = new Set(allocations === undefined ? [] : unseenIn(jobs));
  for (const namespace of unseen)
    rows.push(notLookedAt(namespace, 'the server lists no allocation; jobs are judged by their counts'));
  if (allocations?.complete === false) {
    const read = allocations.items.length;
    rows.push(notLookedAt(scope, `there are more than the newest ${read}; see the others by --namespace`));
  }
  const byCounts = (job: Job): boolean =>
    allocations === undefined ||
    unseen.has(job.namespace) ||
    (!allocations.complete && job.seen.allocations.length === 0);
  rows.push(...jobs.flatMap((job) => jobRows(job, byCounts(job) ? counted(job) : judged(job, now))));
  rows.push(...jobs.flatMap(deploymentRows));
  return rows;
};

export default look;
