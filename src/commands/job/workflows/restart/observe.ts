import type { Json } from '../../../../documents/json/json.ts';
import { listAt, membersOf, numberAt, own, textAt } from '../../../../documents/json/json.ts';
import { hasChecks } from '../wait/checks.ts';
import { isLive } from '../wait/group-verdict.ts';
import type { SeenAllocation } from '../wait/observed.ts';
import { isRestarting } from '../wait/restart-loop.ts';
import { reasonText, tasksText } from '../../../../output/text/job-cells.ts';

export const runningTasks = ({ tasks: states }: SeenAllocation): readonly string[] =>
  membersOf(states).flatMap(([name, task]) => (textAt(task, 'State') === 'running' ? [name] : []));

export const restartsOf = ({ tasks: states }: SeenAllocation, tasks: readonly string[]): number =>
  tasks.reduce((sum, task) => sum + numberAt(states[task], 'Restarts'), 0);

export const startedAt = ({ tasks: states }: SeenAllocation, tasks: readonly string[]): string =>
  tasks
    .map((task) => textAt(states[task], 'StartedAt') ?? '')
    .reduce((last, time) => (time > last ? time : last), '');

type RestartProgress =
  | { readonly is: 'under-way' | 'again' }
  | { readonly is: 'crashed'; readonly why: string };

export const restartProgress = (
  before: SeenAllocation,
  now: SeenAllocation | undefined,
  tasks: readonly string[],
  at: number,
): RestartProgress => {
  if (now === undefined) return { is: 'crashed', why: 'the allocation no longer exists' };
  if (!now.wanted || !isLive(now)) {
    const why = reasonText(now.tasks);
    return {
      is: 'crashed',
      why: `the allocation is ${now.wanted ? now.status : 'being stopped'}${why === '' ? '' : `: ${why}`}`,
    };
  }
  const crashed = tasks.filter((task) => {
    const state = { [task]: now.tasks[task] ?? null };
    const more = restartsOf(now, [task]) - restartsOf(before, [task]);
    return more > 1 || reasonText(state) !== '' || isRestarting(state, at);
  });
  if (crashed.length > 0) {
    const states = Object.fromEntries(crashed.map((task) => [task, now.tasks[task] ?? null]));
    return {
      is: 'crashed',
      why: `its tasks did not stay running: ${reasonText(states) || tasksText(states)}`,
    };
  }
  const again = tasks.every((task) => {
    const [state, then] = [now.tasks[task], before.tasks[task]];
    return (
      textAt(state, 'State') === 'running' &&
      numberAt(state, 'Restarts') > numberAt(then, 'Restarts') &&
      textAt(state, 'StartedAt') !== textAt(then, 'StartedAt')
    );
  });
  return { is: again ? 'again' : 'under-way' };
};

/** How long a group has to run, and whether it has checks. */
export const steadyOf = (
  job: Json,
  group: string,
): { readonly seconds: number; readonly checks: boolean } => {
  const found = listAt(job, 'TaskGroups').find((one) => textAt(one, 'Name') === group) ?? null;
  const wanted = own(own(found, 'Update'), 'MinHealthyTime') ?? own(own(job, 'Update'), 'MinHealthyTime');
  const nanoseconds = typeof wanted === 'number' || typeof wanted === 'bigint' ? Number(wanted) : 0;
  return {
    seconds: Math.max(1, nanoseconds / 1e9),
    checks: hasChecks(found),
  };
};
