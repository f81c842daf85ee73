/** Phrases of the scheduler and its clients about deployments, allocations and tasks. */
import { quoted } from './server-text.ts';

/** Phrases with `#` for each number or duration. Any other text may come from a task, a driver or a plugin. */
const phrases = new Set([
  'Building Task Directory',
  'Cancelled because job is stopped',
  'Cancelled due to newer version of job',
  'Client is downloading artifacts',
  'Client reconnected',
  'Deployment completed successfully',
  'Deployment is paused',
  'Deployment is running',
  'Deployment is running but requires manual promotion',
  'Deployment is running pending automatic promotion',
  'Deployment marked as failed',
  'Error was unrecoverable',
  'Exceeded allowed attempts # in interval # and mode is "fail"',
  'Exceeded allowed attempts, applying a delay',
  'Exit Code: #',
  'Exit Code: #, Signal: #',
  'Failed due to progress deadline',
  'Failed due to unhealthy allocations',
  'Failed tasks',
  'Leader Task in Group dead',
  'Main tasks in the group died',
  'No tasks have started',
  'Policy allows no restarts',
  'Sent interrupt',
  'Sent interrupt. Waiting # before force killing',
  'Services not healthy by deadline',
  'Task exceeded restart policy',
  'Task not running by deadline',
  'Task not running by healthy_deadline of #',
  'Task not running for min_healthy_time of # by healthy_deadline of #',
  'Task received by client',
  'Task restarting in #',
  'Task started by client',
  'Task successfully killed',
  'Tasks are running',
  'Unhealthy because of failed task',
  'User requested all tasks to restart',
  'User requested running tasks to restart',
  'alloc is being migrated',
  'alloc is being updated due to job update',
  'alloc is lost since its node is down',
  'alloc is unknown since its node is disconnected',
  'alloc not needed due to job update',
  'no stable job version to auto revert to',
  'rolling back to job version #',
]);

const numbers = /-?(?:\d+(?:\.\d+)?(?:h|ms|µs|ns|m|s)?)+(?!\w)/g;

/** Returns any text but a known phrase in quotes, so that it does not pass for a sentence of trivet. */
export const phraseOf = (text: string): string => {
  const own = text
    .replaceAll(numbers, '#')
    .split(' - ')
    .every((part) => phrases.has(part));
  return own || text === '' ? text : quoted(text);
};
