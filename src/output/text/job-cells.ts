import { phraseOf } from '../../catalogue/text/job-server-phrases.ts';
import { quoted, wordOf } from '../../catalogue/text/server-text.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { listAt, membersOf, numberAt, own, textAt } from '../../documents/json/json.ts';
import { barOf, sparkline } from './pictures.ts';
import { plural } from './plural.ts';

/** The number of canaries until they are promoted. */
const wantedOf = (group: Json | undefined): number => {
  const canaries = numberAt(group, 'DesiredCanaries');
  return canaries > 0 && own(group, 'Promoted') !== true ? canaries : numberAt(group, 'DesiredTotal');
};

export const groupProgress = (group: Json | undefined): string => {
  const unhealthy = numberAt(group, 'UnhealthyAllocs');
  return [
    `${numberAt(group, 'HealthyAllocs')}/${wantedOf(group)} healthy`,
    ...(unhealthy > 0 ? [`${unhealthy} unhealthy`] : []),
    ...(numberAt(group, 'DesiredCanaries') > 0
      ? [own(group, 'Promoted') === true ? 'promoted' : 'not promoted']
      : []),
  ].join(', ');
};

/** A cell for each allocation that the deployment wants: healthy, placed, unhealthy, missing. */
export const progressBar = (group: Json | undefined, unicode: boolean): string => {
  const [wanted, good, bad] = [
    wantedOf(group),
    numberAt(group, 'HealthyAllocs'),
    numberAt(group, 'UnhealthyAllocs'),
  ];
  const busy = Math.max(0, Math.min(wanted, numberAt(group, 'PlacedAllocs')) - good - bad);
  return barOf({ good, busy, bad, none: wanted - good - busy - bad }, unicode);
};

export const progressText = (groups: JsonObject): string =>
  membersOf(groups)
    .map(([name, group]) => `${wordOf(name)} ${groupProgress(group)}`)
    .join('; ');

/** The counts that scaling events set, the oldest first: `3 events _:# 1 to 8`. */
export const scalingText = (events: readonly Json[], unicode: boolean): string => {
  const counted = events
    .filter((event) => typeof own(event, 'Count') === 'number')
    .toSorted((one, other) => numberAt(one, 'CreateIndex') - numberAt(other, 'CreateIndex'));
  const [first] = counted;
  if (first === undefined) return events.length === 0 ? '0' : plural(events.length, 'event');
  const counts = [numberAt(first, 'PreviousCount'), ...counted.map((event) => numberAt(event, 'Count'))];
  return `${plural(events.length, 'event')} ${sparkline(counts, unicode)} ${counts[0]} to ${counts.at(-1)}`;
};

export const childrenText = (summary: Json): string => {
  const children = own(summary, 'Children');
  return ['Pending', 'Running', 'Dead']
    .map((state) => [numberAt(children, state), state.toLowerCase()] as const)
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${count} ${state}`)
    .join(', ');
};

/** Events that every task has. */
const ordinary = new Set(['Received', 'Task Setup', 'Started', 'Terminated', 'Driver']);

const typeOf = (event: Json): string => textAt(event, 'Type') ?? '';

const kindOf = (event: Json): string => {
  const type = typeOf(event);
  return /^[\w -]+$/.test(type) ? type : quoted(type);
};

const isFailure = (event: Json): boolean => /fail/i.test(typeOf(event));

const causeText = (event: Json): string => {
  if (isFailure(event)) {
    const words = textAt(event, 'DisplayMessage') ?? '';
    return words === '' ? kindOf(event) : phraseOf(words);
  }
  const signal = numberAt(event, 'Signal');
  const memory = textAt(own(event, 'Details'), 'oom_killed') === 'true' ? ', out of memory' : '';
  return `exit code ${numberAt(event, 'ExitCode')}${signal > 0 ? `, signal ${signal}` : ''}${memory}`;
};

const eventText = (event: Json): string => {
  const words = textAt(event, 'DisplayMessage') ?? '';
  return words === '' ? kindOf(event).toLowerCase() : `${kindOf(event)}: ${phraseOf(words)}`;
};

const failed = (state: Json | undefined): boolean => own(state, 'Failed') === true;

/** How a task ended or why it did not start, its restarts, and the last event that adds information. */
const taskText = (state: Json | undefined): string => {
  const events = listAt(state, 'Events');
  const at = events.findLastIndex((event) => isFailure(event) || typeOf(event) === 'Terminated');
  const cause = events[at];
  const restarts = numberAt(state, 'Restarts');
  const started = events.findLastIndex((event) => typeOf(event) === 'Started');
  const since = events.filter(
    (event, place) =>
      place > at &&
      !ordinary.has(typeOf(event)) &&
      // Such a reason is over once the task runs.
      !(/^(?:Restarting|Template)$/.test(typeOf(event)) && place < started),
  );
  // "Unhealthy" explains nothing if the task failed or waits.
  const causes = since.filter((event) => typeOf(event) !== 'Alloc Unhealthy');
  const last = causes.at(-1) ?? (failed(state) ? undefined : since.at(-1));
  return [
    ...(cause === undefined ? [] : [causeText(cause)]),
    ...(restarts > 0 ? [`restarted ${restarts === 1 ? 'once' : `${restarts} times`}`] : []),
    ...(last === undefined ? [] : [eventText(last)]),
  ].join(', ');
};

const textOfTasks = (tasks: readonly (readonly [name: string, text: string])[]): string =>
  tasks.map(([name, text]) => `${wordOf(name)}: ${text}`).join('; ');

export const tasksText = (states: JsonObject): string =>
  textOfTasks(
    membersOf(states)
      .map(([task, state]) => [task, taskText(state)] as const)
      .filter(([, text]) => text !== ''),
  );

export const troubledTasks = (states: JsonObject): JsonObject =>
  Object.fromEntries(
    membersOf(states).filter(([, state]) => failed(state) || numberAt(state, 'Restarts') > 0),
  );

/** Returns `app: exit code 7, Not Restarting: Policy allows no restarts`. */
export const reasonText = (states: JsonObject): string =>
  textOfTasks(
    membersOf(states)
      .filter(([, state]) => failed(state))
      .map(([task, state]) => [task, taskText(state) || 'failed'] as const),
  );
