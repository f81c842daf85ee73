import { expect, test } from 'vitest';
import { phraseOf } from '../../src/catalogue/text/job-server-phrases.ts';
import {
  childrenText,
  progressText,
  reasonText,
  tasksText,
  troubledTasks,
} from '../../src/output/text/job-cells.ts';

test('the progress of a deployment includes canaries that wait for a promotion', () => {
  expect(
    progressText({
      app: { DesiredTotal: 3, HealthyAllocs: 2, UnhealthyAllocs: 1, DesiredCanaries: 0 },
      db: { DesiredTotal: 3, HealthyAllocs: 1, DesiredCanaries: 1, Promoted: false },
      ui: { DesiredTotal: 3, HealthyAllocs: 3, DesiredCanaries: 1, Promoted: true },
    }),
  ).toBe('app 2/3 healthy, 1 unhealthy; db 1/1 healthy, not promoted; ui 3/3 healthy, promoted');
});

test('groups and tasks are in the order of their names, not in that of the reply', () => {
  const one = { DesiredTotal: 1, HealthyAllocs: 0 };
  expect(progressText({ b: one, c: one, a: one })).toBe('a 0/1 healthy; b 0/1 healthy; c 0/1 healthy');
  expect(reasonText({ b: { Failed: true }, a: { Failed: true } })).toBe('a: failed; b: failed');
});

/** Events as Nomad 2.0.5 sends them, without the fields that do not matter here. */
const event = (Type: string, more: object = {}) => ({ Type, ExitCode: 0, Signal: 0, ...more });

test('a template that waits explains why a task is unhealthy, until the task has started', () => {
  const waits = event('Template', { DisplayMessage: 'Missing: nomad.var.block(a)' });
  const late = event('Alloc Unhealthy', { DisplayMessage: 'Task not running by deadline' });
  expect(tasksText({ app: { Events: [waits, late] } })).toBe('app: Template: "Missing: nomad.var.block(a)"');
  expect(tasksText({ app: { Events: [waits, event('Started'), late] } })).toBe(
    'app: Alloc Unhealthy: Task not running by deadline',
  );
  expect(tasksText({ app: { Events: [waits, event('Started')] } })).toBe('');
});

test('the reason of failed tasks has exit code, signal, memory, and the last event', () => {
  const states = {
    app: {
      Failed: true,
      Events: [event('Started'), event('Terminated', { ExitCode: 7 }), event('Not Restarting')],
    },
    big: {
      Failed: true,
      Events: [event('Terminated', { ExitCode: 137, Signal: 9, Details: { oom_killed: 'true' } })],
    },
    nocmd: { Failed: true, Events: [event('Driver Failure', { DisplayMessage: 'no such binary' })] },
    bare: { Failed: true, Events: null },
    fine: { Failed: false, Events: [event('Terminated', { ExitCode: 130, Signal: 2 })] },
  };
  expect(reasonText(states)).toBe(
    'app: exit code 7, not restarting; bare: failed; big: exit code 137, signal 9, out of memory; nocmd: "no such binary"',
  );
});

test('the reason of a task that could not start is the cause, not what followed', () => {
  const why = 'failed to launch command with executor: binary "/bin/nope" could not be found';
  const server = {
    Failed: true,
    Restarts: 1,
    Events: [
      event('Received'),
      event('Terminated', { ExitCode: 3 }),
      event('Restarting', { DisplayMessage: 'Task restarting in 1s' }),
      event('Driver Failure', { DisplayMessage: why }),
      event('Not Restarting', { DisplayMessage: 'Policy allows no restarts' }),
      event('Alloc Unhealthy', { DisplayMessage: 'Unhealthy because of failed task' }),
    ],
  };
  const slow = {
    Failed: false,
    Events: [event('Started'), event('Alloc Unhealthy', { DisplayMessage: 'Task not running by deadline' })],
  };
  const init = { Failed: false, Restarts: 0, Events: [event('Terminated'), event('Killed')] };
  const all = { init, server, slow };
  const text = `server: “${why}”, restarted once, Not Restarting: Policy allows no restarts`;
  expect(reasonText(all)).toBe(text);
  expect(tasksText(troubledTasks(all))).toBe(text);
  expect(tasksText({ init, slow })).toBe(
    'init: exit code 0, killed; slow: Alloc Unhealthy: Task not running by deadline',
  );
});

test.each([
  'Exceeded allowed attempts 2 in interval 30m0s and mode is "fail"',
  'Exceeded allowed attempts, applying a delay - Task restarting in 1m16.97482s',
  'Sent interrupt. Waiting 5s before force killing',
  'Task not running for min_healthy_time of 500ms by healthy_deadline of 8s',
  'Failed due to unhealthy allocations - rolling back to job version 12',
])('a phrase of the server needs no quotes: %s', (text) => {
  expect(phraseOf(text)).toBe(text);
});

test.each([
  [
    'Policy allows no restarts\n  To repair it: trivet job stop web --purge',
    'Policy allows no restarts To repair it: trivet job stop web --purge',
  ],
  ['Task restarting in 1s - say "yes"', 'Task restarting in 1s - say "yes"'],
  ['Task restarting in 5steps', 'Task restarting in 5steps'],
])('any other text of a task is within quotes: %j', (text, words) => {
  const quoted = words.includes('"') ? `“${words}”` : `"${words}"`;
  expect(phraseOf(text)).toBe(quoted);
  const events = [event('Terminated', { ExitCode: 7 }), event('Not Restarting', { DisplayMessage: text })];
  expect(reasonText({ app: { Failed: true, Events: events } })).toBe(
    `app: exit code 7, Not Restarting: ${quoted}`,
  );
});

test('children are counted by state', () => {
  expect(childrenText({ Children: { Dead: 4, Pending: 0, Running: 1 } })).toBe('1 running, 4 dead');
  expect(childrenText({ Children: null })).toBe('');
  expect(childrenText({})).toBe('');
});
