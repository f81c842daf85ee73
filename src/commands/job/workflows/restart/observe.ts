/** What an allocation reports about its tasks, before and after a restart. */
import type { Json } from '../../../../documents/json/json.ts';
import { isObject, listAt, membersOf, numberAt, own, textAt } from '../../../../documents/json/json.ts';
import { phraseOf } from '../../../../catalogue/text/job-server-phrases.ts';
import { wordOf } from '../../../../catalogue/text/server-text.ts';
import { reasonText } from '../../../../output/text/job-cells.ts';

export interface SeenTasks {
  readonly id: string;
  readonly group: string;
  readonly node: string;
  readonly status: string;
  readonly wanted: boolean;
  readonly states: Readonly<Record<string, Json | undefined>>;
}

export const seenOf = (one: Json): SeenTasks => {
  const states = own(one, 'TaskStates');
  return {
    id: textAt(one, 'ID') ?? '',
    group: textAt(one, 'TaskGroup') ?? '',
    node: textAt(one, 'NodeName') ?? '',
    status: textAt(one, 'ClientStatus') ?? '',
    wanted: textAt(one, 'DesiredStatus') === 'run',
    states: isObject(states) ? states : {},
  };
};

export const runningTasks = ({ states }: SeenTasks): readonly string[] =>
  membersOf(states).flatMap(([name, task]) => (textAt(task, 'State') === 'running' ? [name] : []));

export const restartsOf = ({ states }: SeenTasks, tasks: readonly string[]): number =>
  tasks.reduce((sum, task) => sum + numberAt(states[task], 'Restarts'), 0);

/** When the last of the tasks started, as the server writes it. */
export const startedAt = ({ states }: SeenTasks, tasks: readonly string[]): string =>
  tasks
    .map((task) => textAt(states[task], 'StartedAt') ?? '')
    .reduce((last, time) => (time > last ? time : last), '');

/** How far a restart is: `again` once each task has started again, `crashed` with the reason. */
type RestartProgress =
  | { readonly is: 'under-way' | 'again' }
  | { readonly is: 'crashed'; readonly why: string };

/** @param before the allocation before it was restarted */
export const restartProgress = (
  before: SeenTasks,
  now: SeenTasks | undefined,
  tasks: readonly string[],
): RestartProgress => {
  if (now === undefined) return { is: 'crashed', why: 'the allocation no longer exists' };
  if (!now.wanted || ['failed', 'complete', 'lost'].includes(now.status)) {
    const why = reasonText(now.states);
    return {
      is: 'crashed',
      why: `the allocation is ${now.wanted ? now.status : 'being stopped'}${why === '' ? '' : `: ${why}`}`,
    };
  }
  const crashed = tasks.find((task) => {
    const more = numberAt(now.states[task], 'Restarts') - numberAt(before.states[task], 'Restarts');
    return more > 1 || own(now.states[task], 'Failed') === true;
  });
  if (crashed !== undefined) return { is: 'crashed', why: crashText(crashed, now.states[crashed]) };
  const again = tasks.every((task) => {
    const [state, then] = [now.states[task], before.states[task]];
    return (
      textAt(state, 'State') === 'running' &&
      numberAt(state, 'Restarts') > numberAt(then, 'Restarts') &&
      textAt(state, 'StartedAt') !== textAt(then, 'StartedAt')
    );
  });
  return { is: again ? 'again' : 'under-way' };
};

/** `main: exit code 3 after the restart`, from the last time that the task ended. */
const crashText = (task: string, state: Json | undefined): string => {
  const end = listAt(state, 'Events').findLast((event) =>
    /Terminated|Fail/.test(textAt(event, 'Type') ?? ''),
  );
  const words = phraseOf(textAt(end, 'DisplayMessage') || textAt(end, 'Type') || '') || 'it ended';
  return `${wordOf(task)} did not stay running: ${words}`;
};

/** The part of a job that decides how long a group has to run, and whether it has checks. */
export const steadyOf = (
  job: Json,
  group: string,
): { readonly seconds: number; readonly checks: boolean } => {
  const found = listAt(job, 'TaskGroups').find((one) => textAt(one, 'Name') === group) ?? null;
  const wanted = own(own(found, 'Update'), 'MinHealthyTime') ?? own(own(job, 'Update'), 'MinHealthyTime');
  const nanoseconds = typeof wanted === 'number' || typeof wanted === 'bigint' ? Number(wanted) : 0;
  const services = [
    ...listAt(found, 'Services'),
    ...listAt(found, 'Tasks').flatMap((task) => listAt(task, 'Services')),
  ];
  return {
    seconds: Math.max(1, nanoseconds / 1e9),
    // The checks of other providers are not known to this server.
    checks: services.some((one) => textAt(one, 'Provider') === 'nomad' && listAt(one, 'Checks').length > 0),
  };
};
