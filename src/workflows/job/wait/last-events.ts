/** The last events of the tasks of an allocation, in their own words. */
import type { Json, JsonObject } from '../../../model/json.ts';
import { isArray, own, textAt } from '../../../model/json.ts';

const numberAt = (value: Json | undefined, key: string): number => {
  const found = own(value, key);
  return typeof found === 'number' ? found : 0;
};

/** Events that every task has. */
const ordinary = new Set(['Received', 'Task Setup', 'Started', 'Terminated', 'Driver']);

const ended = (event: Json): string => {
  const signal = numberAt(event, 'Signal');
  const memory = textAt(own(event, 'Details'), 'oom_killed') === 'true' ? ', out of memory' : '';
  return `exit code ${numberAt(event, 'ExitCode')}${signal > 0 ? `, signal ${signal}` : ''}${memory}`;
};

const textOf = (state: Json, onlyTrouble: boolean): string => {
  const found = own(state, 'Events');
  const events = isArray(found) ? found : [];
  const terminated = events.findLast((event) => textAt(event, 'Type') === 'Terminated');
  const failed = own(state, 'Failed') === true;
  const restarts = numberAt(state, 'Restarts');
  if (onlyTrouble && !failed && restarts === 0) return '';
  const last = events.at(-1);
  const type = textAt(last, 'Type') ?? '';
  const words = textAt(last, 'DisplayMessage') ?? '';
  const parts = [
    ...(terminated === undefined ? [] : [ended(terminated)]),
    ...(restarts > 0 ? [`restarted ${restarts === 1 ? 'once' : `${restarts} times`}`] : []),
    ...(last === undefined || ordinary.has(type)
      ? []
      : [words === '' ? type.toLowerCase() : `${type}: ${words}`]),
  ];
  return parts.join(', ');
};

/**
 * `server: exit code 7, Not Restarting: Policy allows no restarts`, of each task.
 * @param onlyTrouble leave out tasks that neither failed nor were restarted
 */
export const lastEvents = (states: JsonObject, onlyTrouble = false): string =>
  Object.entries(states)
    .map(([task, state]) => [task, textOf(state ?? null, onlyTrouble)] as const)
    .filter(([, text]) => text !== '')
    .map(([task, text]) => `${task}: ${text}`)
    .join('; ');
