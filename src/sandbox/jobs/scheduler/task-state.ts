import { randomInt } from '../../random.ts';
import { formatDuration } from '../wire/duration.ts';
import { integer, object, objects, text, type JsonObject } from '../wire/json.ts';
import type { Allocation, Reschedule, TaskEvent, TaskState } from './records.ts';

export function ports(group: JsonObject): Map<string, number> {
  const found = new Map<string, number>();
  for (const network of objects(group, 'Networks')) {
    for (const port of objects(network, 'ReservedPorts'))
      found.set(text(port, 'Label'), integer(port, 'Value'));
    for (const port of objects(network, 'DynamicPorts'))
      found.set(text(port, 'Label'), randomInt(20_000, 32_000));
  }
  return found;
}

export function newTasks(group: JsonObject, time: number): Map<string, TaskState> {
  const received: TaskEvent = {
    type: 'Received',
    time,
    message: 'Task received by client',
    details: {},
    exitCode: 0,
    killTimeout: 0,
    failsTask: false,
  };
  const state = (): TaskState => ({
    state: 'pending',
    failed: false,
    restarts: 0,
    lastRestart: undefined,
    startedAt: undefined,
    finishedAt: undefined,
    events: [received],
    runs: [],
  });
  return new Map(objects(group, 'Tasks').map((task) => [text(task, 'Name'), state()]));
}

export function restartPolicy(spec: JsonObject): JsonObject {
  const [task = {}] = objects(spec, 'Tasks');
  return object(task, 'RestartPolicy') ?? {};
}

export function endRun(task: TaskState, end: number, exitCode: number): void {
  const run = task.runs.at(-1);
  if (run !== undefined && run.end === undefined) Object.assign(run, { end, exitCode });
}

export function noRestarts(policy: JsonObject): string {
  const attempts = integer(policy, 'Attempts');
  if (attempts === 0) return 'Policy allows no restarts';
  const interval = formatDuration(integer(policy, 'Interval'));
  return `Exceeded allowed attempts ${attempts} in interval ${interval} and mode is "fail"`;
}

export function reschedulesOf(replaced: Allocation | undefined, time: number): readonly Reschedule[] {
  if (replaced?.client !== 'failed') return [];
  return [...replaced.reschedules, { previous: replaced.id, time, delay: replaced.rescheduleDelay }];
}
