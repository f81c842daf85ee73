import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isObject, listAt, numberAt, own, textAt } from '../../documents/json/json.ts';
import { phraseOf } from '../../catalogue/text/job-server-phrases.ts';
import { groupedBy } from '../../system/values/grouped.ts';
import { endedIn, groupVerdicts, isUnderWay } from '../../commands/job/workflows/wait/group-verdict.ts';
import { countedVerdicts, groupCountsOf, worstGroup } from '../../commands/job/verdicts.ts';
import type { GroupVerdict } from '../../commands/job/verdicts.ts';
import type { CheckResults } from '../../commands/job/workflows/wait/checks.ts';
import { promotionOf } from '../../commands/job/workflows/wait/canaries.ts';
import { observedOf, seenDeployment } from '../../commands/job/workflows/wait/observed.ts';
import type { Observed } from '../../commands/job/workflows/wait/observed.ts';
import { nanosAt } from '../../commands/job/workflows/wait/times.ts';
import { progressText } from '../../output/text/job-cells.ts';
import type { StatusRow } from './row.ts';

export interface Records {
  readonly items: readonly JsonObject[];
  readonly complete: boolean;
}

export interface Lists {
  readonly jobs: readonly JsonObject[];
  readonly allocations: Records | undefined;
  readonly deployments: Records | undefined;
  readonly evaluations: Records | undefined;
  readonly nodes?: readonly Json[] | undefined;
  readonly checks?: CheckResults;
}

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

const textOf = (item: JsonObject | undefined, key: string): string => textAt(item, key) ?? '';

const keyOf = (namespace: string, id: string): string => `${namespace}\n${id}`;

const byJob = (records: Records | undefined): ReadonlyMap<string, readonly JsonObject[]> =>
  groupedBy(records?.items ?? [], (item) => keyOf(textOf(item, 'Namespace'), textOf(item, 'JobID')));

const isStopped = ({ item }: Job): boolean => own(item, 'Stop') === true;

const isParent = ({ item }: Job): boolean =>
  own(item, 'Periodic') === true || own(item, 'ParameterizedJob') === true;

/** The deployment counts only if it is of the job as registered now. */
const deploymentOf = ({ item, deployed }: Job): JsonObject | undefined => {
  const last = deployed.reduce<JsonObject | undefined>(
    (newest, one) =>
      newest === undefined || numberAt(one, 'CreateIndex') > numberAt(newest, 'CreateIndex') ? one : newest,
    undefined,
  );
  return own(last, 'JobSpecModifyIndex') === own(item, 'JobModifyIndex') ? last : undefined;
};

/** The list of jobs has no counts, and a system job's deployment counts found nodes. */
const countOf = (job: Job, name: string): number | undefined => {
  const spec = listAt(job.item, 'TaskGroups').find((one) => textAt(one, 'Name') === name);
  if (spec !== undefined) return numberAt(spec, 'Count');
  const group = own(own(deploymentOf(job), 'TaskGroups'), name);
  return group === undefined || job.type === 'system' ? undefined : numberAt(group, 'DesiredTotal');
};

const judged = (job: Job, now: number): readonly GroupVerdict[] => {
  const { type, seen } = job;
  const deployment = deploymentOf(job);
  const status = textOf(deployment, 'Status');
  const deployedAt = status === 'running' ? nanosAt(deployment, 'CreateTime') : undefined;
  const groups = groupCountsOf(job.item).map(([name, counts]) => ({
    name,
    count: countOf(job, name),
    ended: endedIn(counts),
    deploying: isUnderWay(status),
    deployedAt,
  }));
  const registered = numberAt(job.item, 'JobModifyIndex');
  return groupVerdicts({ ...seen, type, registered, groups }, now);
};

/** Counts do not show how many allocations a failed group wants. */
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
  // An allocation may wait forever, for a missing variable.
  const waits = worst?.since !== undefined && worst.reason !== '';
  const starts = worst?.state === 'starting' && (job.status === 'pending' || waits);
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

const deploymentRows = (job: Job, verdicts: readonly GroupVerdict[]): Rows => {
  const deployment = deploymentOf(job);
  const state = textOf(deployment, 'Status');
  if (deployment === undefined || over.has(state) || isStopped(job) || job.status === 'dead') return [];
  const about = aboutOf(job);
  const common = { service: 'jobs', kind: 'deployment', name: job.id, scope: job.namespace, about } as const;
  const [made, modified] = [nanosAt(deployment, 'CreateTime'), nanosAt(deployment, 'ModifyTime')];
  if (state === 'failed') {
    const detail = phraseOf(textOf(deployment, 'StatusDescription'));
    return [{ ...common, state, detail, attention: true, since: modified }];
  }
  const found = own(deployment, 'TaskGroups');
  const groups = isObject(found) ? found : {};
  const promotable = promotionOf(seenDeployment(deployment).groups) === 'by-hand';
  const unhealthy = Object.values(groups).some((group) => numberAt(group, 'UnhealthyAllocs') > 0);
  // A server calls a job running while it waits for room.
  const unplaced = verdicts.some((one) => one.state === 'pending' && one.attention);
  return [
    {
      ...common,
      state: promotable ? 'awaits promotion' : state,
      detail: `${progressText(groups)}${unplaced ? ', cannot be placed' : ''}`,
      attention: promotable || unhealthy || unplaced,
      since: promotable || state === 'paused' ? modified : made,
    },
  ];
};

/** Namespaces whose allocations the list leaves out because the token may not see them. */
const unseenIn = (jobs: readonly Job[]): readonly string[] => {
  const busy = (job: Job): boolean =>
    groupCountsOf(job.item).some(
      ([, counts]) => numberAt(counts, 'Running') + numberAt(counts, 'Starting') > 0,
    );
  const wanted = new Set(jobs.filter(busy).map(({ namespace }) => namespace));
  const seen = new Set(
    jobs.filter(({ seen: { allocations } }) => allocations.length > 0).map(({ namespace }) => namespace),
  );
  return [...wanted].filter((namespace) => !seen.has(namespace));
};

export const notLookedAt = (name: string, scope: string, detail: string): StatusRow => ({
  service: 'jobs',
  kind: 'service',
  name,
  scope,
  state: 'unknown',
  detail,
  attention: true,
});

const jobsOf = ({ jobs, allocations, deployments, evaluations, nodes, checks }: Lists): readonly Job[] => {
  const placed = byJob(allocations);
  const deployed = byJob(deployments);
  const evaluated = byJob(evaluations);
  return jobs.map((item): Job => {
    const [id, namespace] = [textOf(item, 'ID'), textOf(item, 'Namespace')];
    const key = keyOf(namespace, id);
    const created = own(item, 'CreateIndex');
    // Evaluations of a purged job with this ID remain.
    const ofThis = (deployed.get(key) ?? []).filter((one) => own(one, 'JobCreateIndex') === created);
    const since = numberAt(item, 'CreateIndex');
    const current = (evaluated.get(key) ?? []).filter((one) => numberAt(one, 'CreateIndex') >= since);
    const seen = observedOf({
      job: undefined,
      allocations: placed.get(key) ?? [],
      deployments: [],
      evaluations: current,
      nodes,
      checks,
    });
    return {
      item,
      id,
      namespace,
      type: textOf(item, 'Type'),
      status: textOf(item, 'Status'),
      seen,
      deployed: ofThis,
    };
  });
};

/** Groups without an allocation, and without an evaluation or deployment that says why. */
export const unexplained = (lists: Lists): readonly JsonObject[] => {
  if (lists.allocations?.complete !== true || lists.evaluations === undefined) return [];
  const jobs = jobsOf(lists);
  const unseen = new Set(unseenIn(jobs));
  return jobs
    .filter((job) => {
      const { namespace, seen } = job;
      if (isStopped(job) || isParent(job) || unseen.has(namespace)) return false;
      const isAwaited = seen.evaluations.some(({ status }) => status === 'pending' || status === 'blocked');
      return groupCountsOf(job.item).some(
        ([name]) =>
          !isAwaited &&
          countOf(job, name) === undefined &&
          !seen.allocations.some(({ group, wanted }) => wanted && group === name),
      );
    })
    .map(({ item }) => item);
};

/** @param scope a namespace, or `*` */
export const jobStatus = (lists: Lists, scope: string, now: number): readonly StatusRow[] => {
  const { allocations } = lists;
  const rows: StatusRow[] = [];
  const jobs = jobsOf(lists);
  const unseen = new Set(allocations === undefined ? [] : unseenIn(jobs));
  for (const namespace of unseen)
    rows.push(
      notLookedAt(
        'allocations',
        namespace,
        'the server lists no allocation; jobs are judged by their counts',
      ),
    );
  if (allocations?.complete === false) {
    const read = allocations.items.length;
    rows.push(
      notLookedAt(
        'allocations',
        scope,
        `there are more than the newest ${read}; see the others by --namespace`,
      ),
    );
  }
  const byCounts = (job: Job): boolean =>
    allocations === undefined ||
    unseen.has(job.namespace) ||
    (!allocations.complete && job.seen.allocations.length === 0);
  const known = jobs.map((job) => ({
    job,
    verdicts: byCounts(job) ? countedVerdicts(job.item) : judged(job, now),
  }));
  rows.push(...known.flatMap(({ job, verdicts }) => jobRows(job, verdicts)));
  rows.push(...known.flatMap(({ job, verdicts }) => deploymentRows(job, verdicts)));
  return rows;
};
