/**
 * Judges each task group of a job, only from what was read: `status` shows these verdicts, and a wait ends by them. One
 * running allocation of another group says nothing about a group that is down.
 */
import { wordOf } from '../../../../catalogue/text/server-text.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { at, numberAt } from '../../../../documents/json/json.ts';
import { tasksText, troubledTasks } from '../../../../output/text/job-cells.ts';
import { plural } from '../../../../output/text/plural.ts';
import { rfc3339 } from '../../../../documents/rfc3339.ts';
import { failedCount, reasonsOf } from '../format/placement.ts';
import type { Observed, SeenAllocation, SeenDeployment, SeenEvaluation } from './observed.ts';
import { isRestarting } from './restart-loop.ts';
import { lostText, nodesText } from './silent-nodes.ts';
import type { GroupFinding, GroupVerdict } from '../../verdicts.ts';
import { found, quiet, silentText } from '../../verdicts.ts';

/** Allocations that have ended, also those that the server no longer keeps. */
interface Ended {
  readonly complete: number;
  readonly broken: number;
}

/** @param counts of the group, in the summary of its job */
export const endedIn = (counts: Json | undefined): Ended => ({
  complete: numberAt(counts, 'Complete'),
  broken: numberAt(counts, 'Failed') + numberAt(counts, 'Lost'),
});

/** What is known of a group before its allocations. */
interface KnownGroup {
  readonly name: string;
  /** Undefined where only a list of jobs was read. */
  readonly count: number | undefined;
  readonly ended?: Ended;
  /** Its deployment is not over: more will be tried. */
  readonly deploying?: boolean;
  /** When its deployment was made, if it is running; milliseconds since the epoch. */
  readonly deployedAt?: number | undefined;
  /** What it requires of a node, where the job itself was read. */
  readonly requires?: readonly string[];
}

interface GroupsSeen {
  readonly type: string;
  /** The index of the registration of the job: it stopped what is older and not wanted. */
  readonly registered: number;
  readonly groups: readonly KnownGroup[];
  readonly evaluations: readonly SeenEvaluation[];
  readonly allocations: readonly SeenAllocation[];
}

/** A start that lasts longer than this needs a person; milliseconds. */
export const slowStart = 5 * 60_000;

export const isLive = ({ status }: Pick<SeenAllocation, 'status'>): boolean =>
  status === 'pending' || status === 'running' || status === 'unknown';

export const isBroken = ({ status }: Pick<SeenAllocation, 'status'>): boolean =>
  status === 'failed' || status === 'lost';

/** The server calls it running, and its main tasks are. */
export const isUp = ({ status, idle }: SeenAllocation): boolean => status === 'running' && idle === '';

export const newest = <T extends { readonly created: number }>(all: readonly T[]): T | undefined =>
  all.reduce<T | undefined>(
    (last, one) => (last === undefined || one.created > last.created ? one : last),
    undefined,
  );

/** The deployment that decides what a version is: a later one of it takes the place of those before. */
export const deploymentOfVersion = (
  deployments: readonly SeenDeployment[],
  version: number,
): SeenDeployment | undefined => newest(deployments.filter((one) => one.version === version));

const isSystem = (type: string): boolean => type === 'system' || type === 'sysbatch';

/** Allocations of a system job have one name on all nodes. */
const sameSlot = (one: SeenAllocation, other: SeenAllocation, type: string): boolean =>
  one.name === other.name && (!isSystem(type) || one.node === other.node);

/** Without those that another one has replaced. */
export const lastOf = (all: readonly SeenAllocation[], type: string): readonly SeenAllocation[] =>
  all.filter(
    (one) =>
      !one.replaced &&
      !all.some(
        (other) =>
          sameSlot(one, other, type) &&
          one.version === other.version &&
          other.created > one.created &&
          // One that was stopped when the client of this one answered again is over.
          (other.wanted || (!one.wanted && one.status !== 'unknown')),
      ),
  );

/** The groups without a place, with the scheduler's numbers. */
export const unplacedIn = (evaluations: readonly SeenEvaluation[]): JsonObject => {
  const blocked = newest(evaluations.filter(({ status }) => status === 'blocked'));
  const last = newest(evaluations.filter(({ status }) => status === 'complete'));
  return (blocked ?? last)?.failed ?? {};
};

/** Why allocations are not well: what the tasks of the newest one that failed or was lost went through. */
export const troubleIn = (allocations: readonly SeenAllocation[]): string => {
  const bad = allocations.filter(
    (one) =>
      isBroken(one) ||
      one.healthy === false ||
      one.checks !== '' ||
      Object.keys(troubledTasks(one.tasks)).length > 0,
  );
  const worst = newest(bad);
  return worst === undefined ? '' : endText(worst);
};

/** The checks that fail of allocations that nobody calls unhealthy yet. */
const checksText = (allocations: readonly SeenAllocation[]): string =>
  allocations.find(({ healthy, checks }) => healthy === undefined && checks !== '')?.checks ?? '';

/** Whether one allocation is up, and nothing is wrong with it. Healthy once may have crashed since. */
export const isWell = (one: SeenAllocation): boolean => isUp(one) && troubleIn([one]) === '';

const endText = (one: SeenAllocation): string => {
  const events = tasksText(troubledTasks(one.tasks)) || tasksText(one.tasks);
  const words = [one.idle, events, one.checks].filter(Boolean).join('; ');
  return `allocation ${one.id.slice(0, 8)}: ${words === '' ? wordOf(one.status) : words}`;
};

/** It was to run until its end, and was stopped by hand or with its node. */
export const isCutOff = (one: SeenAllocation, { registered }: Pick<GroupsSeen, 'registered'>): boolean =>
  !one.wanted && !isLive(one) && one.created >= registered;

/** Why one is down. */
export const downText = (one: SeenAllocation): string =>
  one.wanted || isBroken(one)
    ? endText(one)
    : `allocation ${one.id.slice(0, 8)} was stopped before its end, and nothing took its place`;

const earliest = (times: readonly (number | undefined)[]): number | undefined =>
  times.reduce((first, one) => (first === undefined || (one ?? first) < first ? one : first), undefined);

/** Since when the scheduler finds no place for the group. */
const unplacedSince = (evaluations: readonly SeenEvaluation[], group: string): number | undefined => {
  const done = evaluations
    .filter(({ status }) => status !== 'pending')
    .toSorted((left, right) => right.created - left.created);
  const placed = done.findIndex(({ failed }) => !Object.hasOwn(failed, group));
  return earliest((placed === -1 ? done : done.slice(0, placed)).map(({ madeAt }) => madeAt));
};

interface Look {
  readonly seen: GroupsSeen;
  readonly known: KnownGroup;
  readonly now: number;
  /** All allocations of the group. */
  readonly all: readonly SeenAllocation[];
  /** Those that are wanted and that nothing has replaced. */
  readonly current: readonly SeenAllocation[];
  /** Those that were cut off, where nothing took their places. */
  readonly cutOff: readonly SeenAllocation[];
  readonly metric: Json | undefined;
}

/**
 * The unbroken row of failures that ends with this allocation: when it began, and how often anything was started
 * again. It begins at the last allocation that was healthy, or has no broken one before it.
 */
const failureOf = (
  last: SeenAllocation,
  { all, seen: { type } }: Look,
): { readonly since: number | undefined; readonly restarts: number } => {
  let first = last;
  let { restarts } = last;
  while (first.healthy !== true) {
    const one = first;
    const before = newest(all.filter((other) => sameSlot(one, other, type) && other.created < one.created));
    if (before === undefined || !isBroken(before)) break;
    restarts += before.restarts + 1;
    first = before;
  }
  return { since: first.endedAt, restarts };
};

const withStatus = ({ current }: Look, status: string): readonly SeenAllocation[] =>
  current.filter((one) => one.status === status);

/** A batch task may end; a service that ends is down. */
const isDown = ({ seen: { type } }: Look, one: SeenAllocation): boolean =>
  isBroken(one) || (one.status === 'complete' && (type === 'service' || type === 'system'));

/** The evaluations that will reschedule one of these. */
const reschedules = (
  { seen: { evaluations } }: Look,
  ended: readonly SeenAllocation[],
): readonly SeenEvaluation[] =>
  evaluations.filter(
    ({ id, status }) => status === 'pending' && ended.some(({ followUp }) => followUp === id),
  );

/** @param worst the newest of those that are down */
const downVerdict = (look: Look, down: readonly SeenAllocation[], worst: SeenAllocation): GroupFinding => {
  const { known } = look;
  const waits = reschedules(look, down);
  const again = waits.length > 0 || withStatus(look, 'pending').length > 0 || known.deploying === true;
  const next = earliest(waits.map(({ waitsUntil }) => waitsUntil));
  const failures = down.map((one) => failureOf(one, look));
  const reasons = [
    downText(worst),
    missingText(look),
    next === undefined ? '' : `it will be rescheduled at ${rfc3339(next)}`,
  ];
  return found(
    withStatus(look, 'running').length > 0 ? 'degraded' : again ? 'failing' : 'failed',
    reasons.filter(Boolean).join('; '),
    {
      since: earliest(failures.map(({ since }) => since)),
      restarts: Math.max(...failures.map(({ restarts }) => restarts)),
      again,
    },
  );
};

/** A system job that runs elsewhere is not in trouble because a constraint excludes nodes. */
const isUnplaced = ({ seen, current, metric }: Look): boolean =>
  metric !== undefined &&
  !(isSystem(seen.type) && current.length > 0 && numberAt(metric, 'NodesExhausted') === 0);

const missingText = (look: Look): string =>
  isUnplaced(look) ? `cannot be placed: ${reasonsOf(look.metric, look.known.requires).join(', ')}` : '';

/** Allocations whose tasks are restarted so often that they do no work, the most restarts first. */
const restartingIn = ({ current, now }: Look): readonly SeenAllocation[] =>
  current
    .filter(({ status, tasks }) => (status === 'pending' || status === 'running') && isRestarting(tasks, now))
    .toSorted((left, right) => right.restarts - left.restarts);

/** The allocations that were lost with their nodes since the scheduler finds no place for the group. */
const lossText = ({ all, seen: { type } }: Look, since: number | undefined): string => {
  const lost = lastOf(all, type).filter(
    ({ status, endedAt = 0 }) => status === 'lost' && since !== undefined && endedAt >= since,
  );
  return lost.length === 0 ? '' : `${lostText(lost)}; `;
};

const liveVerdict = (look: Look): GroupFinding => {
  const { current, now } = look;
  const away = withStatus(look, 'unknown');
  if (away.length > 0) {
    const since = earliest(away.map(({ endedAt }) => endedAt));
    return found('unknown', silentText(away.length, nodesText(away)), { since });
  }
  const [restarted] = restartingIn(look);
  if (restarted !== undefined)
    return found('restarting', endText(restarted), { restarts: restarted.restarts });
  const unhealthy = current.filter(({ status, healthy }) => status === 'running' && healthy === false);
  if (unhealthy.length > 0) return found('unhealthy', troubleIn(unhealthy));
  const starting = current.filter(({ status, idle }) => status === 'pending' || idle !== '');
  const last = newest(starting);
  if (last !== undefined) {
    const since = earliest(starting.map(({ madeAt }) => madeAt));
    const slow = since !== undefined && now - since > slowStart;
    const reasons = [last.idle, tasksText(last.tasks), last.checks].filter(Boolean);
    return found('starting', reasons.join('; '), { since, attention: slow });
  }
  return restVerdict(look);
};

/**
 * Its deployment goes on for ever: nothing was ever placed, and the evaluation that waited for a place is gone. In the first
 * minutes it may only not have been read yet.
 */
const isForgotten = ({ known: { deployedAt = Infinity }, current, now }: Look): boolean =>
  current.length === 0 && now - deployedAt > slowStart;

/** The verdict on a group of which nothing fails, starts or waits for a place: all of it runs, or has ended. */
const restVerdict = (look: Look): GroupFinding => {
  const { seen, known, current, all, cutOff, now } = look;
  const next = earliest(reschedules(look, cutOff).map(({ waitsUntil }) => waitsUntil));
  if (next !== undefined) {
    const since = earliest(cutOff.map(({ endedAt }) => endedAt));
    const slow = since !== undefined && now - since > slowStart;
    return found('starting', `its allocation was stopped; it will be rescheduled at ${rfc3339(next)}`, {
      since,
      attention: slow,
    });
  }
  const running = current.filter(({ status }) => status === 'running').length;
  const { count } = known;
  const batch = /batch/.test(seen.type);
  const short = !batch && !isSystem(seen.type) && count !== undefined && running < count;
  const soon = seen.evaluations.some((one) => one.status === 'pending' && one.waitsUntil === undefined);
  if (soon && (short || running === 0)) return quiet('starting', 'waiting for the scheduler');
  if (short && known.deploying === true && !isForgotten(look))
    return quiet('starting', 'its deployment is not over');
  if (short) {
    const why = all.length === 0 ? '; the server keeps no allocation that says why' : '';
    const missing = `${count - running} missing, and nothing starts them${why}`;
    return found(running > 0 ? 'degraded' : 'failed', missing);
  }
  if (running > 0) return quiet('running', checksText(current));
  return current.length > 0 ? quiet('complete') : absentVerdict(look);
};

/** The verdict on a group of which there is nothing: none is wanted, or the server has collected what there was. */
const absentVerdict = ({ seen, known: { count, ended }, all }: Look): GroupFinding => {
  const { complete = 0, broken = 0 } = ended ?? {};
  if (count === 0) return quiet('empty');
  if (count === undefined)
    return broken > 0 && all.length === 0 && !/batch/.test(seen.type)
      ? found('failed', `${plural(broken, 'allocation')} failed, and the server keeps none of them`)
      : quiet('empty');
  // The scheduler has seen all nodes, and wants it on none of them.
  if (isSystem(seen.type) && seen.evaluations.some(({ status }) => status === 'complete'))
    return quiet('empty');
  if (seen.type === 'system')
    return found('unrecorded', 'nothing of it runs, and the server keeps no record that says why');
  const reason =
    'the server keeps no record of its allocations: it is not known how it ended, or whether it ran';
  // All that were counted ended well: this proves nothing about this version, but needs nobody.
  return found('unrecorded', reason, { attention: complete === 0 || broken > 0 });
};

const groupVerdict = (look: Look): GroupVerdict => {
  const { seen, known, current, cutOff, metric } = look;
  const missing = missingText(look);
  const forGood = missing === '' ? cutOff.filter((one) => reschedules(look, [one]).length === 0) : [];
  const down = [...current.filter((one) => isDown(look, one)), ...forGood];
  const worst = newest(down);
  const since = unplacedSince(seen.evaluations, known.name);
  const verdict =
    worst !== undefined
      ? downVerdict(look, down, worst)
      : missing === ''
        ? liveVerdict(look)
        : found('pending', `${lossText(look, since)}${missing}`, { since });
  const unplaced = missing === '' ? 0 : failedCount(metric);
  const usual = isSystem(seen.type) ? undefined : known.count;
  return {
    group: known.name,
    ...verdict,
    running: withStatus(look, 'running').length,
    down: down.length,
    wanted: usual ?? current.length + (missing === '' ? cutOff.length : 0) + unplaced,
  };
};

/** A new version of a batch job runs all of it again: what ended in an earlier one decides nothing. */
const withoutEarlierRuns = ({ type, allocations }: GroupsSeen): readonly SeenAllocation[] => {
  const last = newest(allocations);
  return /batch/.test(type)
    ? allocations.filter((one) => isLive(one) || one.version === last?.version)
    : allocations;
};

/** Returns the verdict on each group. @param now milliseconds since the epoch */
export const groupVerdicts = (seen: GroupsSeen, now: number): readonly GroupVerdict[] => {
  const unplaced = unplacedIn(seen.evaluations);
  const counting = withoutEarlierRuns(seen);
  return seen.groups.map((known) => {
    const all = counting.filter(({ group }) => group === known.name);
    const last = lastOf(all, seen.type);
    const current = all.filter((one) => one.wanted && (one.status === 'running' || last.includes(one)));
    // Services are judged by their counts; a system job is not wanted on nodes that are drained while it runs elsewhere.
    const counts = /batch/.test(seen.type) || (seen.type === 'system' && current.length === 0);
    const cutOff = counts ? last.filter((one) => isCutOff(one, seen)) : [];
    return groupVerdict({ seen, known, now, all, current, cutOff, metric: unplaced[known.name] });
  });
};

const underWay: ReadonlySet<string> = new Set([
  'initializing',
  'running',
  'paused',
  'pending',
  'blocked',
  'unblocking',
]);

/** Whether a deployment with this status has not ended. */
export const isUnderWay = (status: string): boolean => underWay.has(status);

/**
 * Returns the verdict on each group of a job that was read itself; none for one that was stopped, or runs nothing itself.
 * @param counts the summary of the job, as served
 */
export const jobVerdicts = (
  { job, deployments, allocations, evaluations }: Observed,
  now: number,
  counts?: Json,
): readonly GroupVerdict[] => {
  if (job === undefined || job.stopped || job.parent) return [];
  const last = newest(deployments);
  const deploying = last?.version === job.version && isUnderWay(last.status);
  const groups = job.groups.map((group) => ({
    ...group,
    deploying,
    deployedAt: deploying && last.status === 'running' ? last.madeAt : undefined,
    ended: endedIn(at(counts, 'Summary', group.name)),
  }));
  return groupVerdicts({ ...job, groups, allocations, evaluations }, now);
};
