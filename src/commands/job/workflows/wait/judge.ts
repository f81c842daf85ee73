/** Judges by reads alone: a job's status does not help, since `dead` stands for success, failure and stop. */
import { phraseOf } from '../../../../catalogue/text/job-server-phrases.ts';
import { quoted, wordOf } from '../../../../catalogue/text/server-text.ts';
import { membersOf } from '../../../../documents/json/json.ts';
import type { WaitResult } from '../../wait-results.ts';
import type { Goal } from '../../wait-results.ts';
import { progressText } from '../../../../output/text/job-cells.ts';
import { isExcluded, reasonsOf } from '../format/placement.ts';
import { areWaiting, promotionOf } from './canaries.ts';
import {
  deploymentOfVersion,
  downText,
  groupVerdicts,
  isBroken,
  isCutOff,
  isLive,
  isUp,
  lastOf,
  troubleIn,
  unplacedIn,
} from './group-verdict.ts';
import type { GroupVerdict } from '../../verdicts.ts';
import type { Observed, SeenAllocation, SeenDeployment, SeenEvaluation, SeenJob } from './observed.ts';
import { awayText, openText } from './silent-nodes.ts';

/** The read that will change next. */
export type Watched = 'evaluations' | 'deployments' | 'allocations';

export interface Followed {
  readonly version: number;
  readonly goal: Goal | undefined;
  /** The CreateIndex: another value means another job with this ID. */
  readonly created: number;
  /** Whether the wait is for this version, and not for what the job becomes. */
  readonly pinned: boolean;
  /** Whether it was already replaced when the wait began. */
  readonly past?: boolean | undefined;
  readonly evaluation?: string | undefined;
  /** Older records belong to an earlier change. */
  readonly since?: number | undefined;
}

interface Going {
  readonly ended: false;
  readonly progress: string;
  readonly watch: Watched;
  /** The result when the time is over. */
  readonly atLimit?: Limit | undefined;
}

interface Limit {
  readonly result: WaitResult;
  readonly reason: string;
  readonly excluded?: boolean;
}

interface End {
  readonly ended: true;
  readonly result: WaitResult;
  readonly reason: string;
}

export type Verdict = Going | End;

const ended = (result: WaitResult, ...reasons: readonly string[]): End => ({
  ended: true,
  result,
  reason: reasons.filter(Boolean).join('; '),
});

const going = (progress: string, watch: Watched, atLimit?: Going['atLimit']): Going => ({
  ended: false,
  progress,
  watch,
  atLimit,
});

interface Look {
  readonly followed: Followed;
  readonly seen: Observed;
  readonly job: SeenJob;
  readonly goal: Goal;
  readonly own: readonly SeenAllocation[];
  readonly groups: readonly GroupVerdict[];
  readonly everyGroup: readonly GroupVerdict[];
}

const isPending = ({ status }: SeenEvaluation): boolean => status === 'pending';

const usualGoal = ({ type, groups }: SeenJob): Goal =>
  type === 'batch' || type === 'sysbatch'
    ? 'complete'
    : type === 'service' && groups.some(({ updates }) => updates)
      ? 'healthy'
      : 'placed';

const unplacedText = ({ job, seen: { evaluations } }: Look): string => {
  const groups = membersOf(unplacedIn(evaluations)).map(([group, metric]) => {
    const requires = job.groups.flatMap((one) => (one.name === group ? one.requires : []));
    return `task group ${quoted(group)} cannot be placed: ${reasonsOf(metric, requires).join(', ')}`;
  });
  const blocked = evaluations.some(({ status }) => status === 'blocked');
  if (groups.length === 0 && blocked) return 'an evaluation is waiting for room';
  return groups.join('; ');
};

const unplaced = (look: Look, text: string): Limit | undefined => {
  if (text === '') return undefined;
  const metrics = Object.values(unplacedIn(look.seen.evaluations));
  const excluded = metrics.length > 0 && metrics.every(isExcluded);
  return { result: 'cannot-be-placed', reason: text, ...(excluded ? { excluded } : {}) };
};

/** The scheduler has not evaluated the change yet. */
const isUnseen = ({ followed: { evaluation = '' }, seen: { evaluations } }: Look): boolean =>
  evaluation !== '' && evaluations.every((one) => one.id !== evaluation || isPending(one));

const ofVersion = ({ version }: Followed, { allocations }: Observed): readonly SeenAllocation[] =>
  allocations.filter((one) => one.version === version);

const isAwaited = (look: Look, evaluation: SeenEvaluation): boolean =>
  evaluation.waitsUntil === undefined ||
  look.own.some(
    (one) => (one.wanted ? isBroken(one) : isCutOff(one, look.job)) && one.followUp === evaluation.id,
  );

const isUnsettled = (look: Look): boolean =>
  isUnseen(look) || look.seen.evaluations.some((one) => isPending(one) && isAwaited(look, one));

const troubleOf = (look: Look): string => troubleIn(look.own);

const lossOf = (look: Look): string =>
  look.own.some((one) => one.wanted && isBroken(one))
    ? troubleOf(look)
    : (look.groups.find(({ down }) => down > 0)?.reason ?? '');

const areOld = ({ followed: { since } }: Look, allocations: readonly SeenAllocation[]): boolean =>
  since !== undefined && allocations.every(({ created }) => created < since);

/** Undefined while this version runs. */
const replacedBy = ({ job, followed }: Look): End | undefined => {
  if (job.stopped) return ended('stopped');
  return job.version > followed.version
    ? ended('overtaken', `version ${job.version} was registered`)
    : undefined;
};

const isPromotable = ({ groups }: SeenDeployment): boolean => promotionOf(groups).startsWith('by-');

interface ShortGroup {
  readonly name: string;
  readonly text: string;
}

const shortGroups = ({ job, own }: Look): readonly ShortGroup[] => {
  const wanted = own.filter((one) => one.wanted);
  return job.groups.flatMap(({ name, count }) => {
    const all = wanted.filter(({ group }) => group === name);
    const running = all.filter(isUp).length;
    const why = all.find(({ idle }) => idle !== '')?.idle ?? '';
    return running >= count
      ? []
      : [{ name, text: [`${wordOf(name)} ${running}/${count} running`, why].filter(Boolean).join(': ') }];
  });
};

const hasLost = ({ groups }: Look): boolean => groups.some(({ down }) => down > 0);

/** A deployment judges health only once. */
const byIdle = ({ goal, groups }: Look): Verdict | undefined => {
  const idle = groups.filter(
    ({ state }) =>
      state === 'restarting' || state === 'unknown' || (state === 'unhealthy' && goal !== 'placed'),
  );
  if (idle.length === 0) return undefined;
  const reason = idle.map((one) => `${wordOf(one.group)} is ${one.state}: ${one.reason}`).join('; ');
  const isKnown = idle.some(({ state }) => state !== 'unknown');
  // Restarts would add a line each.
  const progress = idle
    .map(
      ({ group, state, reason: why }) =>
        `${wordOf(group)} is ${state}${state === 'unknown' ? `: ${why}` : ''}`,
    )
    .join('; ');
  return going(progress, 'allocations', isKnown ? { result: 'failed', reason } : undefined);
};

/** The scheduler keeps permanent failures of older versions, or the server collected them. Empty without any. */
const lastingFailures = ({ everyGroup }: Look, short: readonly Pick<ShortGroup, 'name'>[]): string => {
  const failed = everyGroup.filter(
    ({ group, state }) =>
      (state === 'failed' || state === 'degraded') && short.some(({ name }) => name === group),
  );
  return failed
    .map(
      ({ group, down, reason }) =>
        `${wordOf(group)}${down > 0 ? ' failed before this version' : ''}: ${reason}`,
    )
    .join('; ');
};

const byAllocations = (look: Look, deployed: boolean): Verdict => {
  const { job, goal } = look;
  const missing = unplacedText(look);
  const everywhere = job.type === 'system';
  const own = look.own.filter(({ wanted }) => wanted);
  if (isUnseen(look)) return going('waiting for the scheduler', 'evaluations');
  if (hasLost(look)) {
    const why = lossOf(look);
    if (!deployed) return ended('failed', why);
    return isUnsettled(look)
      ? going(`${why}; it will be rescheduled`, 'evaluations', { result: 'failed', reason: why })
      : ended('failed', why, 'after its deployment was successful');
  }
  if (isUnsettled(look)) return going('waiting for the scheduler', 'evaluations');
  if (missing !== '') return going(missing, 'evaluations', unplaced(look, missing));
  const idle = byIdle(look);
  if (idle !== undefined) return idle;
  const short = everywhere
    ? own
        .filter((one) => !isUp(one))
        .map(({ group, name, status, idle }) => ({
          name: group,
          text: `${wordOf(name)} ${idle || wordOf(status)}`,
        }))
    : shortGroups(look);
  // Failures of an older version may cover each node.
  const failures = lastingFailures(look, everywhere && own.length === 0 ? job.groups : short);
  if (failures !== '') return ended('failed', failures);
  if (short.length === 0) {
    const nothing = everywhere ? own.length === 0 : job.groups.every(({ count }) => count === 0);
    const kept = !deployed && areOld(look, own);
    return ended(goal, nothing ? 'there is nothing to run' : kept ? 'the allocations were kept' : '');
  }
  const trouble = troubleOf(look);
  return going(
    [...short.map(({ text }) => text), trouble].filter(Boolean).join('; '),
    'allocations',
    trouble === '' ? undefined : { result: 'failed', reason: trouble },
  );
};

const placedText = (
  { groups }: SeenDeployment,
  { placed, wanted }: { placed: number; wanted: number },
): string => (groups.length === 0 ? '' : `${placed}/${wanted} placed and running`);

/** Tasks crashed, and have not run long enough since. */
const restartingAtLimit = ({ groups }: Look): Limit | undefined => {
  const reasons = groups
    .filter(({ state }) => state === 'restarting')
    .map(({ group, reason }) => `${wordOf(group)} is restarting: ${reason}`);
  return reasons.length === 0 ? undefined : { result: 'failed', reason: reasons.join('; ') };
};

const byActive = (look: Look, mine: SeenDeployment): Verdict => {
  const { goal } = look;
  const over = replacedBy(look);
  if (over !== undefined) return over;
  const missing = unplacedText(look);
  // Such a wait would go on forever.
  const { allocations, evaluations } = look.seen;
  const isForgotten =
    mine.status === 'running' &&
    mine.groups.every(({ placed }) => placed === 0) &&
    allocations.length === 0 &&
    evaluations.length === 0;
  const failures = isForgotten ? lastingFailures(look, look.job.groups) : '';
  if (failures !== '') return ended('failed', failures);
  // A healthy canary may have crashed, and no deadline ends its deployment.
  if ((goal === 'promotable' || goal === 'healthy') && isPromotable(mine) && hasLost(look)) {
    const why = lossOf(look);
    return isUnsettled(look)
      ? going(`${why}; it will be rescheduled`, 'evaluations', { result: 'failed', reason: why })
      : ended('failed', why, 'after its canaries were healthy');
  }
  const idle = isPromotable(mine) || goal === 'placed' ? byIdle(look) : undefined;
  if (idle !== undefined) return idle;
  if (goal === 'promotable') {
    if (isPromotable(mine)) return ended('promotable');
    if (mine.groups.every(({ canaries }) => canaries === 0) && !isUnsettled(look))
      return ended('unreachable', 'this version has no canaries');
  }
  if (goal === 'healthy' && promotionOf(mine.groups) === 'by-hand')
    return ended('awaiting-promotion', progressText(mine.served));
  if (goal === 'placed') {
    const wanted = mine.groups.reduce((sum, one) => sum + (areWaiting(one) ? one.canaries : one.total), 0);
    const placed = look.own.filter((one) => one.wanted && isUp(one)).length;
    // The deployment of a system job decides, if there is one.
    if (look.job.type !== 'system' && placed >= wanted && missing === '') return ended('placed');
    if (look.job.type !== 'system')
      return going(placedText(mine, { placed, wanted }), 'allocations', unplaced(look, missing));
  }
  const progress = [progressText(mine.served), missing === '' ? troubleOf(look) : missing];
  return going(
    progress.filter(Boolean).join('; '),
    'deployments',
    unplaced(look, missing) ?? restartingAtLimit(look),
  );
};

const sayingPaused = ({ status }: SeenDeployment, verdict: Verdict): Verdict =>
  verdict.ended || status !== 'paused'
    ? verdict
    : {
        ...verdict,
        progress: ['its deployment is paused', verdict.progress].filter(Boolean).join('; '),
      };

const byDeployment = (look: Look): Verdict => {
  const { followed, seen, job, goal } = look;
  const mine = deploymentOfVersion(seen.deployments, followed.version);
  if (mine === undefined) {
    const over = replacedBy(look);
    if (over !== undefined) return over;
    const begun = seen.evaluations.length + seen.allocations.length > 0 || job.status !== 'pending';
    if (!begun) return going('waiting for the scheduler', 'evaluations');
    if (goal === 'promotable' && !isUnsettled(look))
      return ended('unreachable', 'this version has no deployment');
    return byAllocations(look, false);
  }
  if (mine.status === 'failed') {
    const result = /rolling back to job version/.test(mine.description) ? 'reverted' : 'failed';
    return ended(result, phraseOf(mine.description), troubleOf(look));
  }
  if (mine.status === 'cancelled')
    return replacedBy(look) ?? ended('overtaken', phraseOf(mine.description), troubleOf(look));
  if (mine.status !== 'successful') return sayingPaused(mine, byActive(look, mine));
  if (job.stopped) return ended('stopped');
  const over = followed.past === true ? replacedBy(look) : undefined;
  if (over !== undefined) return over;
  if (goal === 'promotable') {
    return mine.groups.some(({ canaries }) => canaries > 0)
      ? ended('promotable', 'its canaries were promoted')
      : ended('unreachable', 'this version had no canaries');
  }
  if (job.version > followed.version)
    return ended(goal, `version ${job.version} was registered in the meantime`);
  return byAllocations(look, true);
};

/** The job ends when nothing runs or is pending, and each last attempt succeeded. */
const byLastAttempts = (look: Look): Verdict => {
  const { job, seen, goal } = look;
  const over = replacedBy(look);
  if (over !== undefined) return over;
  const own = look.own;
  const all = own.length > 0 ? own : seen.allocations;
  // A change of the job stopped the others.
  const last = lastOf(all, job.type).filter((one) => one.wanted || isLive(one) || isCutOff(one, job));
  const done = last.filter(({ status, wanted }) => status === 'complete' && wanted);
  const wanted = Math.max(
    last.length,
    job.groups.reduce((sum, { count }) => sum + count, 0),
  );
  const counted = job.type === 'sysbatch' ? last.length : wanted;
  const running = last.filter(({ status }) => status === 'running');
  const missing = unplacedText(look);
  const live = last.filter(isLive);
  if (goal === 'placed' && missing === '' && !isUnsettled(look)) {
    if (running.length + done.length >= counted && counted > 0) return byIdle(look) ?? ended('placed');
  }
  const progress = `${done.length}/${counted} complete`;
  if (live.length > 0)
    return going(
      [progress, missing, awayText(live), troubleOf(look)].filter(Boolean).join('; '),
      'allocations',
      unplaced(look, missing),
    );
  if (isUnsettled(look)) {
    const trouble = troubleOf(look);
    const wait = trouble === '' ? 'waiting for the scheduler' : `${progress}; ${trouble}; it will be retried`;
    return going(wait, 'evaluations');
  }
  if (missing !== '') return going(`${progress}; ${missing}`, 'evaluations', unplaced(look, missing));
  if (last.length === 0) {
    // Replacements may be read later.
    const wants = job.groups.some(({ count }) => count > 0);
    if ((wants && all.length > 0) || (seen.evaluations.length === 0 && job.status === 'pending'))
      return going('waiting for the scheduler', 'evaluations');
    return ended(goal, 'there is nothing to run');
  }
  const old = areOld(look, last) ? 'nothing ran again: this is the result of the earlier run' : '';
  if (done.length === last.length) return ended(goal, old);
  const [cut] = last.filter((one) => !one.wanted);
  return ended('failed', old, troubleIn(last) || (cut === undefined ? '' : downText(cut)));
};

/** A client that answers again reports the end of its allocations. */
const mayRun = (one: SeenAllocation): boolean => isLive(one) || one.status === 'lost';

/** The job ends when nothing of any version runs, may run, or is pending. */
const byLife = ({ job, followed, seen }: Look): Verdict => {
  if (followed.pinned && job.version > followed.version && !job.stopped)
    return ended('overtaken', `version ${job.version} was registered`);
  const open = seen.allocations.filter(mayRun);
  if (open.length > 0) return going(openText(open), 'allocations');
  const over = job.stopped || (job.status === 'dead' && !seen.evaluations.some(isPending));
  return over ? ended('dead') : going(`the job is ${job.status}`, 'evaluations');
};

/** A parent is registered or stopped; it runs nothing. */
const ofParent = (look: Look): Verdict => {
  const { goal } = look.followed;
  if (goal === 'dead') return byLife(look);
  const over = replacedBy(look);
  if (over !== undefined) return over;
  if (goal === undefined) return ended('registered');
  return ended('unreachable', 'it runs nothing itself; wait for one of its children');
};

/** Each group must show the end. One that wants no allocation is done when its last one has ended. */
const earned = ({ followed, job, seen, goal, own, everyGroup }: Look, verdict: Verdict): Verdict => {
  if (!verdict.ended || verdict.result !== goal || goal === 'promotable') return verdict;
  if (job.version > followed.version) return verdict;
  const unrecorded = everyGroup.filter(({ state }) => state === 'unrecorded');
  if (unrecorded.length > 0)
    return ended('unknown', ...unrecorded.map(({ group, reason }) => `${wordOf(group)}: ${reason}`));
  const everywhere = job.type === 'system' || job.type === 'sysbatch';
  const wants = job.groups.filter(({ name, count }) =>
    everywhere ? own.some(({ group, wanted }) => wanted && group === name) : count > 0,
  );
  const ending = seen.allocations.filter(
    (one) => mayRun(one) && wants.every(({ name }) => name !== one.group),
  );
  return ending.length === 0 ? verdict : going(openText(ending), 'allocations');
};

/**
 * @param seen of one moment, or of successive reads: an end must appear twice
 * @param now milliseconds since the epoch
 */
export const verdictOn = (followed: Followed, seen: Observed, now: number): Verdict => {
  const { job } = seen;
  if (job === undefined) return ended('gone', 'the job was purged, so its allocations cannot be seen');
  if (job.created !== followed.created) return ended('overtaken', 'the job was purged and registered again');
  const goal = followed.goal ?? usualGoal(job);
  const allocations = ofVersion(followed, seen);
  const verdicts = (of: readonly SeenAllocation[]): readonly GroupVerdict[] =>
    groupVerdicts({ ...job, evaluations: seen.evaluations, allocations: of }, now);
  const [groups, everyGroup] = [verdicts(allocations), verdicts(seen.allocations)];
  const look: Look = { followed, seen, job, goal, own: allocations, groups, everyGroup };
  if (job.parent) return ofParent(look);
  if (goal === 'dead') return byLife(look);
  if (job.type === 'batch' || job.type === 'sysbatch') {
    return goal === 'complete' || goal === 'placed'
      ? earned(look, byLastAttempts(look))
      : ended('unreachable', `a ${job.type} job has no deployments`);
  }
  return goal === 'complete'
    ? ended('unreachable', `a ${job.type} job runs until it is stopped`)
    : earned(look, byDeployment(look));
};
