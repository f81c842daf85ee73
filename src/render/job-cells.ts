/** Parts of replies about jobs in a few words: progress of a deployment, why an allocation failed, children. */
import type { Json, JsonObject } from '../model/json.ts';
import { isArray, own, textAt } from '../model/json.ts';

const countAt = (value: Json | undefined, key: string): number => {
  const found = own(value, key);
  return typeof found === 'number' ? found : 0;
};

/** `app 1/2 healthy, 1 unhealthy; db 0/1 healthy` of the groups of a deployment. */
export const progressText = (groups: JsonObject): string =>
  Object.entries(groups)
    .map(([name, group]) => {
      const canaries = countAt(group, 'DesiredCanaries');
      const unhealthy = countAt(group, 'UnhealthyAllocs');
      const wanted =
        canaries > 0 && own(group, 'Promoted') !== true ? canaries : countAt(group, 'DesiredTotal');
      return [
        `${name} ${countAt(group, 'HealthyAllocs')}/${wanted} healthy`,
        ...(unhealthy > 0 ? [`${unhealthy} unhealthy`] : []),
        ...(canaries > 0 ? [own(group, 'Promoted') === true ? 'promoted' : 'not promoted'] : []),
      ].join(', ');
    })
    .join('; ');

/** `3 running, 1 dead` of the summary of a parent; nothing where it has no children. */
export const childrenText = (summary: Json): string => {
  const children = own(summary, 'Children');
  return ['Pending', 'Running', 'Dead']
    .map((state) => [countAt(children, state), state.toLowerCase()] as const)
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${count} ${state}`)
    .join(', ');
};

/** How the task ended, and the last event where that says more: `exit code 7, not restarting`. */
const failureText = (state: Json): string => {
  const found = own(state, 'Events');
  const events = isArray(found) ? found : [];
  const ended = events.findLast((event) => textAt(event, 'Type') === 'Terminated');
  const broken = events.findLast((event) => (textAt(event, 'Type') ?? '').endsWith('Failure'));
  const last = events.at(-1);
  const parts: string[] = [];
  if (ended !== undefined) {
    const signal = countAt(ended, 'Signal');
    parts.push(`exit code ${countAt(ended, 'ExitCode')}${signal > 0 ? `, signal ${signal}` : ''}`);
    if (textAt(own(ended, 'Details'), 'oom_killed') === 'true') parts.push('out of memory');
  } else if (broken !== undefined)
    parts.push(textAt(broken, 'DisplayMessage') ?? textAt(broken, 'Type') ?? '');
  if (last !== undefined && last !== ended && last !== broken)
    parts.push((textAt(last, 'Type') ?? '').toLowerCase());
  return parts.filter(Boolean).join(', ');
};

/** Why the tasks of an allocation failed, each with its name: `app: exit code 7, not restarting`. */
export const reasonText = (states: JsonObject): string =>
  Object.entries(states)
    .filter(([, state]) => own(state, 'Failed') === true)
    .map(([task, state]) => [task, failureText(state ?? null)] as const)
    .map(([task, text]) => (text === '' ? `${task}: failed` : `${task}: ${text}`))
    .join('; ');
