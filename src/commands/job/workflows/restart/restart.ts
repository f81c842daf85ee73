/** Restarts one allocation after another. A reply says nothing: only task states show the restart. */
import { timeOf } from '../../../../http/server-time.ts';
import { jobOf } from '../../job-at.ts';
import { wordOf } from '../../../../catalogue/text/server-text.ts';
import { Exit, TrivetError, usageError } from '../../../../system/error.ts';
import type { GivenInput } from '../../../../catalogue/parameter.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isObject, itemsIn, listAt, textAt } from '../../../../documents/json/json.ts';
import { Deadline } from '../../../../system/deadline.ts';
import { until } from '../../../../system/until.ts';
import type { Next } from '../../../../system/until.ts';
import { onlyPage } from '../../../../run/lists/list-page.ts';
import type { ListPage } from '../../../../run/lists/list-page.ts';
import { readList, readRows } from '../../../../run/lists/list.ts';
import { plural } from '../../../../output/text/plural.ts';
import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import { waitLimit } from '../../../../run/single/waiting.ts';
import type { OperationContext } from '../../../../run/single/workflow.ts';
import { allocationChecks, allocations } from '../../operations/placement.ts';
import type { ofRestart, restart } from '../../operations/restart.ts';
import { restartRequest } from '../../operations/restart.ts';
import { checksPass } from '../wait/checks.ts';
import { restartedView } from '../../fields.ts';
import { show } from '../../operations/show.ts';
import { Following, queryTimeout, shortPause } from '../watch/blocking.ts';
import { allocationsIn } from '../wait/observed.ts';
import type { SeenAllocation } from '../wait/observed.ts';
import { restartProgress, restartsOf, runningTasks, startedAt, steadyOf } from './observe.ts';
import { suggest } from '../../../../run/suggest.ts';

type Context = OperationContext<typeof restart, GivenInput<typeof ofRestart>>;

interface Target {
  readonly seen: SeenAllocation;
  readonly tasks: readonly string[];
}

/** How the wait for an allocation ended; after any other result than `running`, no more are restarted. */
type Result = 'running' | 'failed' | 'timeout' | 'interrupted' | 'unknown';

type Broken = Exclude<Result, 'running'>;

interface End {
  readonly result: Result;
  readonly reason: string;
  readonly now: SeenAllocation;
}

interface Chosen {
  readonly targets: readonly Target[];
  readonly silent: readonly SeenAllocation[];
}

const chosenOf = (context: Context, job: Json, all: readonly SeenAllocation[]): Chosen => {
  const { session, input } = context;
  const { job_id: id, group: groups, alloc_id: wanted, TaskName: task } = input;
  const names = itemsIn(isObject(job) ? job['TaskGroups'] : null).map((one) => textAt(one, 'Name') ?? '');
  const unknown = groups?.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw usageError(
      `job ${id} has no group "${unknown}"`,
      `Its groups are ${names.map(wordOf).join(', ')}.`,
    );
  const tasks = itemsIn(isObject(job) ? job['TaskGroups'] : null)
    .filter((one) => groups === undefined || groups.includes(textAt(one, 'Name') ?? ''))
    .flatMap((one) => listAt(one, 'Tasks').map((each) => textAt(each, 'Name') ?? ''));
  if (task !== undefined && tasks.length > 0 && !tasks.includes(task)) {
    const where = groups === undefined ? '' : ` in ${groups.map((name) => `group "${name}"`).join(' or ')}`;
    throw usageError(
      `job ${id} has no task "${task}"${where}`,
      `Its tasks are ${tasks.map(wordOf).join(', ')}.`,
    );
  }
  const named = all.filter(({ id: one }) => wanted === undefined || one.startsWith(wanted.toLowerCase()));
  if (wanted !== undefined && named.length === 0)
    throw new TrivetError('not-found', Exit.notFound, `job ${id} has no allocation ${wanted}`);
  const chosen = named
    .filter(({ group }) => groups === undefined || groups.includes(group))
    .toSorted((left, right) => names.indexOf(left.group) - names.indexOf(right.group));
  const targets = chosen.flatMap((seen) => {
    if (!seen.wanted || seen.status !== 'running') return [];
    const running = runningTasks(seen).filter((one) => task === undefined || one === task);
    return running.length === 0 ? [] : [{ seen, tasks: running }];
  });
  const silent = chosen.filter(({ wanted: isWanted, status }) => isWanted && status === 'unknown');
  if (targets.length > 0) return { targets, silent };
  const [only] = wanted === undefined ? [] : chosen;
  const what = task === undefined ? 'no running allocation' : `no allocation in which task "${task}" runs`;
  const message =
    only === undefined || task !== undefined
      ? `job ${id} has ${what} to restart`
      : `allocation ${only.id.slice(0, 8)} of job ${id} is ${wordOf(only.status)}: only one that runs can be restarted`;
  throw new TrivetError('conflict', Exit.conflict, message, {
    reason: 'nothing-runs',
    hint: `See why: ${suggest(session, `job status ${shellWord(id)}`)}`,
  });
};

const checksNow = async ({ session, input }: Context, alloc_id: string): Promise<Json> => {
  const { namespace, region } = input;
  return (await session.lookUp(allocationChecks, { alloc_id, namespace, region })).document;
};

type Ends = Map<Target, End>;

/** If one crashed after its restart, the rest are not restarted. */
const lookAgain = (ends: Ends, all: readonly SeenAllocation[], at: number): void => {
  for (const [target, end] of ends) {
    if (end.result !== 'running') continue;
    const seen = all.find(({ id }) => id === target.seen.id);
    const progress = restartProgress(target.seen, seen, target.tasks, at);
    const now = seen ?? end.now;
    ends.set(
      target,
      progress.is === 'crashed' ? { result: 'failed', reason: progress.why, now } : { ...end, now },
    );
  }
};

const firstBroken = (ends: Ends): readonly [Target, End & { readonly result: Broken }] | undefined => {
  for (const [target, end] of ends) {
    const { result } = end;
    if (result !== 'running') return [target, { ...end, result }];
  }
  return undefined;
};

/** Milliseconds: a crash restarts tasks within a second. */
const glance = 500;

const follow = async (context: Context, target: Target, job: Json, ends: Ends): Promise<End> => {
  const { session, input } = context;
  const { io, globals } = session;
  // A query that blocks would be cut off by --timeout.
  const blocks = globals.timeout === undefined;
  const { seconds, checks: checked } = steadyOf(job, target.seen.group);
  const deadline = new Deadline(waitLimit(input), () => io.monotonic());
  const following = new Following(session, 'waiting');
  let now = target.seen;
  let steady: Deadline | undefined;
  let waitingFor = 'its tasks to start again';
  const judge = async (placed: ListPage): Promise<Next<End>> => {
    following.saw(placed);
    const all = allocationsIn(placed.items);
    const at = timeOf(placed.response, io.now());
    lookAgain(ends, all, at);
    const seen = all.find(({ id }) => id === target.seen.id);
    now = seen ?? now;
    const progress = restartProgress(target.seen, seen, target.tasks, at);
    if (progress.is === 'crashed') return { done: { result: 'failed', reason: progress.why, now } };
    if (progress.is === 'under-way') {
      steady = undefined;
      return { again: blocks ? following.rest() : glance };
    }
    steady ??= new Deadline(seconds * 1000, () => io.monotonic());
    waitingFor = 'its tasks to stay running';
    if (!steady.passed()) return { again: Math.max(shortPause, Math.min(glance, steady.left())) };
    const started = Date.parse(startedAt(now, target.tasks));
    if (!checked || checksPass(await checksNow(context, now.id), started) !== false)
      return { done: { result: 'running', reason: '', now } };
    waitingFor = 'its checks to pass';
    return { again: glance };
  };
  const ended = await until({
    read: () => {
      const every = {
        timeout: globals.timeout ?? queryTimeout,
        kept: true,
        ...(steady === undefined && blocks ? following.blocking() : {}),
      } as const;
      return onlyPage(readList(session, allocations, jobOf(context.input), { every }));
    },
    judge,
    failed: (error): Next<End> => {
      if (session.signal.aborted) return { again: 0 };
      if (error instanceof TrivetError && !following.passes(error))
        return { done: { result: 'unknown', reason: error.message, now } };
      return following.failed(error);
    },
    deadline,
    signal: session.signal,
  });
  if (ended.is === 'done') return ended.value;
  return ended.is === 'late'
    ? { result: 'timeout', reason: `waited for ${waitingFor}`, now }
    : { result: 'interrupted', reason: `the wait for ${waitingFor} was interrupted`, now };
};

const rowOf = ({ seen, tasks }: Target, end: End | undefined): JsonObject => {
  const now = end?.now ?? seen;
  return {
    allocation: seen.id,
    group: seen.group,
    node: seen.node,
    tasks,
    result: end?.result ?? 'not-restarted',
    restarts: restartsOf(now, tasks),
    started: startedAt(now, tasks) || null,
    reason: end?.reason ?? '',
  };
};

const silentReason = 'its node does not answer';

const seeLog = ['See its log', 'job logs'] as const;
const seeState = ['See its state', 'job status'] as const;

const endings = {
  failed: { code: 'restart-failed', exit: Exit.failed, look: seeLog },
  timeout: { code: 'deadline', exit: Exit.deadline, look: seeLog },
  // The restart was made, and its result is unknown.
  interrupted: { code: 'interrupted', exit: Exit.unknown, look: seeState },
  unknown: { code: 'unknown-outcome', exit: Exit.unknown, look: seeState },
} as const satisfies Readonly<Record<Broken, unknown>>;

export default async (context: Context): Promise<number> => {
  const { session, presenter, input, options } = context;
  const { document: job } = await session.lookUp(show, jobOf(context.input));
  const placed = await readRows(session, allocations, jobOf(context.input));
  const { targets, silent } = chosenOf(context, job, allocationsIn(placed));
  const { job_id, namespace, region, TaskName } = input;
  const ofRequest = { job_id, namespace, region, TaskName };
  const ends: Ends = new Map();
  const busy = session.reporter.busy(`Restarting ${plural(targets.length, 'allocation')} of ${input.job_id}`);
  try {
    for (const target of targets) {
      if (firstBroken(ends) !== undefined) break;
      const { id, group } = target.seen;
      await session.call(restartRequest, { ...ofRequest, alloc_id: id }, options);
      const end = await follow(context, target, job, ends);
      ends.set(target, end);
      const line = `${id.slice(0, 8)} (${group}): ${end.result}`;
      if (!busy.say(line)) session.reporter.note(line);
    }
  } finally {
    busy.end();
  }
  const rows: readonly JsonObject[] = [
    ...targets.map((target) => rowOf(target, ends.get(target))),
    ...silent.map((seen) => ({
      ...rowOf({ seen, tasks: runningTasks(seen) }, undefined),
      reason: silentReason,
    })),
  ];
  await presenter.showDocument(restartedView, rows, rows);
  const broken = firstBroken(ends);
  if (broken === undefined) session.reporter.note('A restart cannot be undone.');
  if (broken === undefined && silent.length === 0) return Exit.ok;
  await presenter.finish();
  const left = rows.filter((row) => row['result'] === 'not-restarted').length;
  if (broken === undefined) {
    const names = silent.map(({ id, node }) => `${id.slice(0, 8)} on ${node}`).join(', ');
    throw new TrivetError(
      'restart-failed',
      Exit.failed,
      `${plural(left, 'allocation was', 'allocations were')} not restarted, as ${left === 1 ? silentReason : 'their nodes do not answer'}: ${names}`,
      { reason: 'node-silent' },
    );
  }
  const [{ seen }, { result, reason }] = broken;
  const { code, exit, look } = endings[result];
  const command = suggest(session, `${look[1]} ${shellWord(input.job_id)}`);
  throw new TrivetError(
    code,
    exit,
    `allocation ${seen.id.slice(0, 8)} of group "${seen.group}" was restarted: ${reason}` +
      (left === 0 ? '' : `; ${plural(left, 'allocation was', 'allocations were')} not restarted`),
    {
      reason: result,
      ...(result === 'unknown' ? { lookUp: command } : { hint: `${look[0]}: ${command}` }),
    },
  );
};
