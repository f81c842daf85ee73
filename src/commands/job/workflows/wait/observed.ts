import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { at, isObject, listAt, membersOf, numberAt, own, textAt } from '../../../../documents/json/json.ts';
import { memoize } from '../../../../system/values/memoize.ts';
import { requirementsOf } from '../format/placement.ts';
import type { CheckResults } from './checks.ts';
import { failingChecks } from './checks.ts';
import { nanosAt, timeAt } from './times.ts';

interface Group {
  readonly name: string;
  readonly count: number;
  readonly updates: boolean;
  readonly requires: readonly string[];
}

export interface SeenJob {
  readonly type: string;
  readonly status: string;
  readonly stopped: boolean;
  readonly version: number;
  readonly created: number;
  readonly registered: number;
  /** Whether it is periodic or parameterized. */
  readonly parent: boolean;
  readonly groups: readonly Group[];
}

interface Seen {
  readonly id: string;
  readonly status: string;
  readonly created: number;
  /** Milliseconds since the epoch; undefined if not reported. */
  readonly madeAt: number | undefined;
}

export interface SeenEvaluation extends Seen {
  /** The time of a delayed reschedule, or until which a disconnected client is waited for. */
  readonly waitsUntil: number | undefined;
  readonly failed: JsonObject;
}

export interface SeenGroup {
  readonly name: string;
  readonly canaries: number;
  readonly healthy: number;
  readonly placed: number;
  readonly total: number;
  readonly promoted: boolean;
  readonly promotesItself: boolean;
}

export interface SeenDeployment extends Seen {
  readonly version: number;
  readonly description: string;
  readonly groups: readonly SeenGroup[];
  readonly served: JsonObject;
}

export interface SeenAllocation extends Seen {
  readonly name: string;
  readonly group: string;
  readonly version: number;
  readonly wanted: boolean;
  readonly healthy: boolean | undefined;
  readonly replaced: boolean;
  /** The ID of the allocation in its place; empty if there is none. */
  readonly next: string;
  /** The evaluation that will reschedule it; empty if none will. */
  readonly followUp: string;
  readonly nodeId: string;
  readonly node: string;
  readonly changedAt: number | undefined;
  /** The end of the last task, else the last change. */
  readonly endedAt: number | undefined;
  readonly restarts: number;
  readonly tasks: JsonObject;
  /** Why it does no work while running: `main waits for before`; else empty. */
  readonly idle: string;
  readonly checks: string;
}

export interface Observed {
  readonly job: SeenJob | undefined;
  readonly evaluations: readonly SeenEvaluation[];
  readonly deployments: readonly SeenDeployment[];
  readonly allocations: readonly SeenAllocation[];
}

const objectAt = (value: Json | undefined, key: string): JsonObject => {
  const found = own(value, key);
  return isObject(found) ? found : {};
};

const flagAt = (value: Json | undefined, key: string): boolean => own(value, key) === true;

const textOf = (value: Json | undefined, key: string): string => textAt(value, key) ?? '';

const latest = (times: readonly (number | undefined)[]): number | undefined =>
  times.reduce((last, one) => (last === undefined || (one ?? last) > last ? one : last), undefined);

const groupOf = (job: Json, group: Json): Group => {
  const name = textOf(group, 'Name');
  return {
    name,
    count: numberAt(group, 'Count'),
    updates: numberAt(own(group, 'Update'), 'MaxParallel') > 0,
    requires: requirementsOf(job, name),
  };
};

/** A child keeps its parent's block, but was dispatched. */
const isParent = (job: Json): boolean =>
  isObject(own(job, 'Periodic')) || (isObject(own(job, 'ParameterizedJob')) && !flagAt(job, 'Dispatched'));

export const seenJob = (job: Json): SeenJob => ({
  type: textOf(job, 'Type'),
  status: textOf(job, 'Status'),
  stopped: flagAt(job, 'Stop'),
  version: numberAt(job, 'Version'),
  created: numberAt(job, 'CreateIndex'),
  registered: numberAt(job, 'JobModifyIndex'),
  parent: isParent(job),
  groups: listAt(job, 'TaskGroups').map((group) => groupOf(job, group)),
});

const seenEvaluation = (evaluation: Json): SeenEvaluation => ({
  id: textOf(evaluation, 'ID'),
  status: textOf(evaluation, 'Status'),
  created: numberAt(evaluation, 'CreateIndex'),
  madeAt: nanosAt(evaluation, 'CreateTime'),
  waitsUntil: timeAt(evaluation, 'WaitUntil'),
  failed: objectAt(evaluation, 'FailedTGAllocs'),
});

export const seenDeployment = (deployment: Json): SeenDeployment => {
  const served = objectAt(deployment, 'TaskGroups');
  return {
    id: textOf(deployment, 'ID'),
    version: numberAt(deployment, 'JobVersion'),
    status: textOf(deployment, 'Status'),
    description: textOf(deployment, 'StatusDescription'),
    created: numberAt(deployment, 'CreateIndex'),
    madeAt: nanosAt(deployment, 'CreateTime'),
    groups: Object.entries(served).map(([name, group]) => ({
      name,
      canaries: numberAt(group, 'DesiredCanaries'),
      healthy: numberAt(group, 'HealthyAllocs'),
      placed: numberAt(group, 'PlacedAllocs'),
      total: numberAt(group, 'DesiredTotal'),
      promoted: flagAt(group, 'Promoted'),
      promotesItself: flagAt(group, 'AutoPromote'),
    })),
    served,
  };
};

/** Empty for main tasks; a `sidecar` runs beside them. Lists over all jobs have hooks only with resources. */
const hooksOf = (allocation: Json, job: Json | undefined): ReadonlyMap<string, string> => {
  const hookOf = (lifecycle: Json | undefined): string =>
    flagAt(lifecycle, 'Sidecar') ? 'sidecar' : textOf(lifecycle, 'Hook');
  const lifecycles = at(allocation, 'AllocatedResources', 'TaskLifecycles');
  if (isObject(lifecycles))
    return new Map(Object.entries(lifecycles).map(([task, lifecycle]) => [task, hookOf(lifecycle)]));
  const name = textAt(allocation, 'TaskGroup');
  const group = listAt(job, 'TaskGroups').find((one) => textAt(one, 'Name') === name);
  return new Map(
    listAt(group, 'Tasks').map((task) => [textOf(task, 'Name'), hookOf(own(task, 'Lifecycle'))]),
  );
};

/** Servers call an allocation running when any task runs. The prestart tasks of a batch job are work. */
const idleText = (allocation: Json, tasks: JsonObject, job: Json | undefined): string => {
  const type = textAt(allocation, 'JobType') ?? textOf(job, 'Type');
  if (/batch/.test(type) || textAt(allocation, 'ClientStatus') !== 'running') return '';
  const hooks = hooksOf(allocation, job);
  const inState = (state: string, isOfHook: (hook: string | undefined) => boolean): readonly string[] =>
    membersOf(tasks).flatMap(([name, task]) =>
      textAt(task, 'State') === state && isOfHook(hooks.get(name)) ? [name] : [],
    );
  const waiting = inState('pending', (hook) => hook === '');
  if (waiting.length === 0) return '';
  const before = inState('running', (hook) => hook === 'prestart');
  const what = waiting.join(', ');
  if (before.length === 0) return `${what} ${waiting.length === 1 ? 'is' : 'are'} pending`;
  return `${what} ${waiting.length === 1 ? 'waits' : 'wait'} for ${before.join(', ')}`;
};

/** The reply still names the allocation that was stopped for it. */
const isReplaced = (allocation: Json, all: readonly Json[]): boolean => {
  const next = textOf(allocation, 'NextAllocation');
  if (next === '' || textOf(allocation, 'ClientStatus') !== 'unknown') return next !== '';
  return all.some((one) => textOf(one, 'ID') === next && textOf(one, 'DesiredStatus') === 'run');
};

type IsSilent = (node: string) => boolean;

const answering = memoize(
  (nodes: readonly Json[]): ReadonlySet<string> =>
    new Set(
      nodes.flatMap((node) =>
        /^(?:down|disconnected)$/.test(textOf(node, 'Status')) ? [] : [textOf(node, 'ID')],
      ),
    ),
);

const silentIn = (nodes: readonly Json[] | undefined): IsSilent =>
  nodes === undefined ? () => false : (node) => node !== '' && !answering(nodes).has(node);

interface Beside {
  readonly job: Json | undefined;
  readonly isSilent: IsSilent;
  readonly checks: CheckResults | undefined;
}

const seenAllocation = (
  allocation: Json,
  all: readonly Json[],
  { job, isSilent, checks }: Beside,
): SeenAllocation => {
  const healthy = own(own(allocation, 'DeploymentStatus'), 'Healthy');
  const tasks = objectAt(allocation, 'TaskStates');
  const states = Object.values(tasks);
  const served = textOf(allocation, 'ClientStatus');
  const changedAt = nanosAt(allocation, 'ModifyTime');
  const silent = /^(?:pending|running)$/.test(served) && isSilent(textOf(allocation, 'NodeID'));
  return {
    id: textOf(allocation, 'ID'),
    name: textOf(allocation, 'Name'),
    group: textOf(allocation, 'TaskGroup'),
    version: numberAt(allocation, 'JobVersion'),
    wanted: textOf(allocation, 'DesiredStatus') === 'run',
    status: silent ? 'unknown' : served,
    healthy: typeof healthy === 'boolean' ? healthy : undefined,
    replaced: isReplaced(allocation, all),
    next: textOf(allocation, 'NextAllocation'),
    followUp: textOf(allocation, 'FollowupEvalID'),
    nodeId: textOf(allocation, 'NodeID'),
    node: textOf(allocation, 'NodeName'),
    created: numberAt(allocation, 'CreateIndex'),
    madeAt: nanosAt(allocation, 'CreateTime'),
    changedAt,
    endedAt: silent
      ? undefined
      : ((states.every((state) => textAt(state, 'State') === 'dead')
          ? latest(states.map((state) => timeAt(state, 'FinishedAt')))
          : undefined) ?? changedAt),
    restarts: states.reduce<number>((sum, state) => sum + numberAt(state, 'Restarts'), 0),
    tasks,
    idle: idleText(allocation, tasks, job),
    checks: failingChecks(checks?.get(textOf(allocation, 'ID'))),
  };
};

/** @param beside by default the list alone is read */
export const allocationsIn = (
  rows: readonly Json[],
  beside: Beside = { job: undefined, isSilent: () => false, checks: undefined },
): readonly SeenAllocation[] => rows.map((one) => seenAllocation(one, rows, beside));

export interface Served {
  readonly job: Json | undefined;
  readonly evaluations: readonly Json[];
  readonly deployments: readonly Json[];
  readonly allocations: readonly Json[];
  readonly nodes?: readonly Json[] | undefined;
  readonly checks?: CheckResults | undefined;
}

export const observedOf = ({
  job,
  evaluations,
  deployments,
  allocations,
  nodes,
  checks,
}: Served): Observed => ({
  job: job === undefined ? undefined : seenJob(job),
  evaluations: evaluations.map(seenEvaluation),
  deployments: deployments.map(seenDeployment),
  allocations: allocationsIn(allocations, { job, isSilent: silentIn(nodes), checks }),
});
