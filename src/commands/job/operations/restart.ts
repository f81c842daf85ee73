import { restartedView } from '../fields.ts';
import { commandOf } from '../../../catalogue/command.ts';
import { Exit } from '../../../system/error.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import type { Parameters } from '../../../catalogue/parameter.ts';
import { waitFlags } from '../../../config/globals.ts';
import { jobId, ofAllocation, readPermission } from '../parts.ts';

export const restart = defineOperation({
  service: 'jobs',
  id: 'job.restart',
  undo: { because: 'its tasks were restarted' },
  source: {
    page: 'https://developer.hashicorp.com/nomad/api-docs/client#restart-allocation',
    servers: ['nomad'],
  },
  method: 'PUT',
  summary: 'Restart the running tasks of a job',
  description:
    'Restarts one allocation after another, group by group, and waits for each until its tasks have started again and ' +
    'stay running for the min_healthy_time of the group (at least a second), and until its checks pass where it has any. ' +
    'It stops at the first one that does not (exit 12); the others are left as they are. Allocations are restarted where ' +
    'they are, with the same version of the job. A restart cannot be undone.',
  path: '/v1/client/allocation/{alloc_id}/restart',
  parameters: {
    job_id: { ...jobId, in: 'local' },
    ...ofAllocation,
    TaskName: {
      in: 'body',
      type: 'string',
      flag: 'task',
      summary: 'Restart only this task',
      default: 'every running task',
      metavar: 'name',
    },
  },
  effect: 'unsafe',
  steps: 'several',
  lookUp: 'job allocations {job_id}',
  risks: [{ risk: 'interrupts', gravity: 'ask', question: 'Restart job {job_id}?' }],
  view: restartedView,
  permission: 'namespace:alloc-lifecycle',
  examples: [
    { summary: 'Without a prompt', argv: 'job restart web --yes' },
    { summary: 'One group', argv: 'job restart api --group web --yes' },
  ],
});

/** The reply to a restart has the server's index. */
export const restartRequest = {
  ...restart,
  view: {
    kind: 'message',
    text: 'restarted {alloc_id}',
    fields: { Index: { type: 'integer', summary: 'Index of the change' } },
    essential: ['Index'],
  },
} as const;

export const ofRestart = {
  alloc_id: {
    in: 'local',
    type: 'string',
    summary: 'Restart only this allocation (first characters suffice)',
    default: 'every running one',
    complete: 'allocation',
    metavar: 'id',
  },
  group: {
    in: 'local',
    type: 'strings',
    summary: 'Restart only this group; repeatable',
    default: 'every group',
    metavar: 'name',
  },
  'wait-timeout': { ...waitFlags('')['wait-timeout'], summary: 'Longest wait for each allocation' },
} as const satisfies Parameters;

export const restartCommand = commandOf('job restart', restart, {
  positional: [{ name: 'job_id' }],
  local: ofRestart,
  workflow: () => import('../workflows/restart/restart.ts'),
  alsoNeeds: readPermission,
  exits: [Exit.failed, Exit.deadline],
  aliases: ['bounce'],
});
