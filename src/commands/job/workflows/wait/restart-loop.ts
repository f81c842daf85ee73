/** Whether a crashed task is still being restarted; it also ran before each crash. */
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { listAt, numberAt, own, textAt } from '../../../../documents/json/json.ts';
import { nanosAt, timeAt } from './times.ts';

/** After so many restarts it has to run twice as long as before. */
const many = 3;
const recent = 10 * 60_000;
/** Milliseconds. */
const calm = 30_000;

const ofType =
  (type: string) =>
  (event: Json): boolean =>
    textAt(event, 'Type') === type;

/** Whether a person or a template restarted it, and not the restart policy. */
const wasAsked = (restart: Json): boolean => textAt(own(restart, 'Details'), 'restart_reason') === '';

/** Milliseconds of the longest run that has ended. */
const longestRun = (events: readonly Json[]): number => {
  let longest = 0;
  let started: number | undefined;
  for (const event of events) {
    const at = nanosAt(event, 'Time');
    if (ofType('Started')(event)) started = at;
    if (ofType('Terminated')(event) && started !== undefined && at !== undefined)
      longest = Math.max(longest, at - started);
  }
  return longest;
};

const isLooping = (state: Json | undefined, now: number): boolean => {
  const restarts = numberAt(state, 'Restarts');
  const events = listAt(state, 'Events');
  const seen = events.filter(ofType('Restarting'));
  const asked = seen.filter(wasAsked);
  const last = seen.at(-1);
  if (last !== undefined && wasAsked(last)) return false;
  // The task waits for its next start.
  if (textAt(state, 'State') === 'pending') return restarts > 0;
  const restartedAt = timeAt(state, 'LastRestart');
  if (restartedAt === undefined || now - restartedAt >= recent) return false;
  const begins = nanosAt(events.at(0), 'Time');
  // The server keeps the last ten events of a task.
  const isWhole = begins !== undefined && now - begins >= recent;
  const lately = seen.filter((one) => !wasAsked(one) && now - (nanosAt(one, 'Time') ?? now) < recent);
  const crashes = isWhole ? lately.length : restarts - asked.length;
  if (crashes < 1) return false;
  const startedAt = timeAt(state, 'StartedAt') ?? restartedAt;
  const loop = events.length === 0 ? recent : Math.max(calm, 2 * longestRun(events));
  return now - startedAt < (crashes < many ? calm : loop);
};

/** Whether a task has not run long enough since, or waits. @param now milliseconds */
export const isRestarting = (tasks: JsonObject, now: number): boolean =>
  Object.values(tasks).some((state) => isLooping(state, now));
