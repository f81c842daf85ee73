/** States of task groups, and verdicts by counts alone. */
import type { Tone } from '../../catalogue/field.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isObject, listAt, numberAt, own, textAt } from '../../documents/json/json.ts';
import { plural } from '../../output/text/plural.ts';

/** The worst state first, since a job is as bad as its worst group. */
const groupStates = [
  // Nothing runs or will be started.
  'failed',
  // Nothing runs, but it will be tried again.
  'failing',
  'degraded',
  'pending',
  'restarting',
  'unhealthy',
  'unknown',
  // The server kept nothing about a wanted group.
  'unrecorded',
  'starting',
  'running',
  'complete',
  'empty',
] as const;

type GroupState = (typeof groupStates)[number];

export interface GroupVerdict {
  readonly group: string;
  readonly state: GroupState;
  readonly reason: string;
  /** Milliseconds since the epoch; undefined if unknown. */
  readonly since: number | undefined;
  /** Restarts of tasks and replacements of allocations in this trouble. */
  readonly restarts: number;
  readonly running: number;
  /** Allocations that failed, were lost or ended, and were not replaced. */
  readonly down: number;
  readonly wanted: number;
  readonly attention: boolean;
  readonly again: boolean;
}

export type GroupFinding = Pick<
  GroupVerdict,
  'state' | 'reason' | 'since' | 'restarts' | 'attention' | 'again'
>;

export const found = (state: GroupState, reason: string, more: Partial<GroupFinding> = {}): GroupFinding => ({
  state,
  reason,
  since: undefined,
  restarts: 0,
  attention: true,
  again: false,
  ...more,
});

export const quiet = (state: GroupState, reason = '', since?: number): GroupFinding =>
  found(state, reason, { since, attention: false });

export const worstGroup = (groups: readonly GroupVerdict[]): GroupVerdict | undefined =>
  groups.toSorted((left, right) => groupStates.indexOf(left.state) - groupStates.indexOf(right.state))[0];

/** @param nodes their names, if known */
export const silentText = (count: number, nodes = ''): string => {
  const silent = count === 1 ? 'does not answer' : 'do not answer';
  if (nodes === '')
    return `the ${count === 1 ? 'node' : 'nodes'} of ${plural(count, 'allocation')} ${silent}`;
  const verb = nodes.startsWith('nodes ') ? 'do' : 'does';
  return `${plural(count, 'allocation is', 'allocations are')} on ${nodes}, which ${verb} not answer`;
};

export type AllocationCounts = Readonly<
  Record<'queued' | 'starting' | 'running' | 'complete' | 'failed' | 'lost' | 'unknown', number>
>;

interface Counted {
  readonly group: string;
  readonly type: string | undefined;
  readonly status: string | undefined;
  readonly wanted?: number | undefined;
}

/** A verdict without reason and time; replaced failures count as long as the server keeps them. */
export const countedVerdict = (
  { group, type, status, wanted }: Counted,
  counts: AllocationCounts,
): GroupVerdict => {
  const { queued, starting, running, complete, lost, unknown } = counts;
  const broken = counts.failed + lost;
  const batch = type === 'batch' || type === 'sysbatch';
  const over = status === 'dead';
  const reason = `${broken} failed, ${starting} starting, none running`;
  const verdict = (): GroupFinding => {
    if (queued > 0) return found('pending', `${queued} not placed, ${running} running`);
    if (unknown > 0) return found('unknown', silentText(unknown));
    if (broken > 0 && running === 0 && !(batch && complete > 0))
      return found(over ? 'failed' : 'failing', over ? `${broken} failed, ${complete} complete` : reason);
    if (starting > 0) return quiet('starting');
    if (over && !batch && (wanted ?? 0) > 0)
      return found('failed', 'nothing of it runs, and the server keeps no allocation');
    return quiet(running > 0 ? 'running' : complete > 0 ? 'complete' : 'empty');
  };
  return { group, ...verdict(), running, down: broken, wanted: running + starting + queued };
};

export const groupCountsOf = (
  job: JsonObject,
): readonly (readonly [group: string, counts: Json | undefined])[] => {
  const groups = own(own(job, 'JobSummary'), 'Summary');
  return isObject(groups) ? Object.entries(groups) : [];
};

export const countsOf = (counts: Json | undefined): AllocationCounts => ({
  queued: numberAt(counts, 'Queued'),
  starting: numberAt(counts, 'Starting'),
  running: numberAt(counts, 'Running'),
  complete: numberAt(counts, 'Complete'),
  failed: numberAt(counts, 'Failed'),
  lost: numberAt(counts, 'Lost'),
  unknown: numberAt(counts, 'Unknown'),
});

export const countedVerdicts = (job: JsonObject): readonly GroupVerdict[] => {
  const [type, status] = [textAt(job, 'Type'), textAt(job, 'Status')];
  const groups = groupCountsOf(job).map(([group, counts]) =>
    countedVerdict({ group, type, status }, countsOf(counts)),
  );
  if (groups.length > 0) return groups;
  return listAt(job, 'TaskGroups').map((group) =>
    countedVerdict(
      { group: textAt(group, 'Name') ?? '', type, status, wanted: numberAt(group, 'Count') },
      countsOf(undefined),
    ),
  );
};

export const toneOfState: Readonly<Partial<Record<GroupState, Tone>>> = {
  failed: 'bad',
  failing: 'bad',
  degraded: 'warn',
  pending: 'warn',
  restarting: 'warn',
  unhealthy: 'warn',
  unknown: 'warn',
  unrecorded: 'warn',
};

export const toneOfVerdicts = (groups: readonly GroupVerdict[]): Tone | undefined => {
  const worst = worstGroup(groups.filter(({ attention }) => attention));
  // A start needs a person because of its time.
  if (worst !== undefined) return toneOfState[worst.state] ?? 'warn';
  return groups.some(({ state, down }) => state === 'complete' && down > 0) ? 'warn' : undefined;
};
