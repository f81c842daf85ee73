/** Verdicts on task groups, for `status` and waits alike. A running group says nothing about one that is down. */
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

/** Ended allocations, also those that the server no longer keeps. */
interface Ended {
  readonly complete: number;
  readonly broken: number;
}

export const endedIn = (counts: Json | undefined): Ended => ({
  complete: numberAt(counts, 'Complete'),
  broken: numberAt(counts, 'Failed') + numberAt(counts, 'Lost'),
});

interface KnownGroup {
  readonly name: string;
  /** Undefined if only a list of jobs was read. */
  readonly count: number | undefined;
  readonly ended?: Ended;
  readonly deploying?: boolean;
  /** Milliseconds since the epoch. */
  readonly deployedAt?: number | undefined;
  /** Set if the job was read. */
  readonly requires?: readonly string[];
}

interface GroupsSeen {
  readonly type: string;
  /** The index of the registration, which stopped what is older and not wanted. */
  readonly registered: number;
  readonly groups: readonly KnownGroup[];
  readonly evaluations: readonly SeenEvaluation[];
  readonly allocations: readonly SeenAllocation[];
}

/** Milliseconds. */
export const slowStart = 5 * 60_000;

export const isLive = ({ status }: Pick<SeenAllocation, 'status'>): boolean =>
  status === 'pending' || status === 'running' || status === 'unknown';

export const isBroken = ({ status }: Pick<SeenAllocation, 'status'>): boolean =>
  status === 'failed' || status === 'lost';

/** Whether the server calls it running, and its main tasks run. */
export const isUp = ({ status, idle }: SeenAllocation): boolean => status === 'running' && idle === '';

const newest = <T extends { readonly created: number }>(all: readonly T[]): T | undefined =>
  all.reduce<T | undefined>(
    (last, one) => (last === undefined || one.created > last.created ? one : last),
    undefined,
  );

/** The deployment that decides about a version: a later one takes the place of those before. */
export const deploymentOfVersion = (
  deployments: readonly SeenDeployment[],
  version: number,
): SeenDeployment | undefined => newest(deployments.filter((one) => one.version === version));

const isSystem = (type: string): boolean => type === 'system' || type === 'sysbatch';

/** Allocations of a system job have one name on all nodes. */
const sameSlot = (one: SeenAllocation, other: SeenAllocation, type: string): boolean =>
  one.name === other.name && (!isSystem(type) || one.node === other.node);

export const lastOf = (all: readonly SeenAllocation[], type: string): readonly SeenAllocation[] =>
  all.filter(
    (one) =>
      !one.replaced &&
      !all.some(
        (other) =>
          sameSlot(one, other, type) &&
          one.version === other.version &&
          other.created > one.created &&
          // It was stopped when the client of the other answered again.
          (other.wanted || (!one.wanted && one.status !== 'unknown')),
      ),
  );

export const unplacedIn = (evaluations: readonly SeenEvaluation[]): JsonObject => {
  const blocked = newest(evaluations.filter(({ status }) => status === 'blocked'));
  const last = newest(evaluations.filter(({ status }) => status === 'complete'));
  return (blocked ?? last)?.failed ?? {};
};

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

const checksText = (allocations: readonly SeenAllocation[]): string =>
  allocations.find(({ healthy, checks }) => healthy === undefined && checks !== '')?.checks ?? '';

/** A healthy allocation may have crashed since. */
export const isWell = (one: SeenAllocation): boolean => isUp(one) && troubleIn([one]) === '';

const endText = (one: SeenAllocation): string => {
  const events = tasksText(troubledTasks(one.tasks)) || tasksText(one.tasks);
  const words = [one.idle, events, one.checks].filter(Boolean).join('; ');
  return `allocation ${one.id.slice(0, 8)}: ${words === '' ? wordOf(one.status) : words}`;
};

/** Whether it was stopped by hand, or with its node, before its end. */
export const isCutOff = (one: SeenAllocation, { registered }: Pick<GroupsSeen, 'registered'>): boolean =>
  !one.wanted && !isLive(one) && one.created >= registered;

export const downText = (one: SeenAllocation): string =>
  one.wanted || isBroken(one)
    ? endText(one)
    : `allocation ${one.id.slice(0, 8)} was stopped before its end, and nothing took its place`;

const earliest = (times: readonly (number | undefined)[]): number | undefined =>
  times.reduce((first, one) => (first === undefined || (one ?? first) < first ? one : first), undefined);

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
  readonly all: readonly SeenAllocation[];
  readonly current: readonly SeenAllocation[];
  readonly cutOff: readonly SeenAllocation[];
  readonly metric: Json | undefined;
}

/** The failures up to this allocation since the last healthy one: when they began, and restarts. */
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

const isDown = ({ seen: { type } }: Look, one: SeenAllocation): boolean =>
  isBroken(one) || (one.status === 'complete' && (type === 'service' || type === 'system'));

const reschedules = (
  { seen: { evaluations } }: Look,
  ended: readonly SeenAllocation[],
): readonly SeenEvaluation[] =>
  evaluations.filter(
    ({ id, status }) => status === 'pending' && ended.some(({ followUp }) => followUp === id),
  );

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

/** An allocation runs elsewhere, and a constraint excludes nodes. */
const isUnplaced = ({ seen, current, metric }: Look): boolean =>
  metric !== undefined &&
  !(isSystem(seen.type) && current.length > 0 && numberAt(metric, 'NodesExhausted') === 0);

const missingText = (look: Look): string =>
  isUnplaced(look) ? `cannot be placed: ${reasonsOf(look.metric, look.known.requires).join(', ')}` : '';

const restartingIn = ({ current, now }: Look): readonly SeenAllocation[] =>
  current
    .filter(({ status, tasks }) => (status === 'pending' || status === 'running') && isRestarting(tasks, now))
    .toSorted((left, right) => right.restarts - left.restarts);

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

/** Nothing was ever placed, and no evaluation waits. Early on it may not have been read yet. */
const isForgotten = ({ known: { deployedAt = Infinity }, current, now }: Look): boolean =>
  current.length === 0 && now - deployedAt > slowStart;

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

const absentVerdict = ({ seen, known: { count, ended }, all }: Look): GroupFinding => {
  const { complete = 0, broken = 0 } = ended ?? {};
  if (count === 0) return quiet('empty');
  if (count === undefined)
    return broken > 0 && all.length === 0 && !/batch/.test(seen.type)
      ? found('failed', `${plural(broken, 'allocation')} failed, and the server keeps none of them`)
      : quiet('empty');
  // The scheduler wants it on no node.
  if (isSystem(seen.type) && seen.evaluations.some(({ status }) => status === 'complete'))
    return quiet('empty');
  if (seen.type === 'system')
    return found('unrecorded', 'nothing of it runs, and the server keeps no record that says why');
  const reason =
    'the server keeps no record of its allocations: it is not known how it ended, or whether it ran';
  // This proves nothing about the version, but needs nobody.
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

const withoutEarlierRuns = ({ type, allocations }: GroupsSeen): readonly SeenAllocation[] => {
  const last = newest(allocations);
  return /batch/.test(type)
    ? allocations.filter((one) => isLive(one) || one.version === last?.version)
    : allocations;
};

/** @param now milliseconds since the epoch */
export const groupVerdicts = (seen: GroupsSeen, now: number): readonly GroupVerdict[] => {
  const unplaced = unplacedIn(seen.evaluations);
  const counting = withoutEarlierRuns(seen);
  return seen.groups.map((known) => {
    const all = counting.filter(({ group }) => group === known.name);
    const last = lastOf(all, seen.type);
    const current = all.filter((one) => one.wanted && (one.status === 'running' || last.includes(one)));
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

export const isUnderWay = (status: string): boolean => underWay.has(status);

/** Empty for a stopped job, or a parent. @param counts the job's summary */
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
