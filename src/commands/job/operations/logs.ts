/** Undocumented. */
import { logsView } from '../fields.ts';
import { ownCommand } from '../../../catalogue/command.ts';
import { Exit } from '../../../system/error.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import type { Parameters } from '../../../catalogue/parameter.ts';
import { toggle } from '../../../catalogue/parameter.ts';
import { jobId, ofAllocation, readPermission } from '../parts.ts';

export const logs = defineOperation({
  id: 'job.logs',
  summary: 'Read the log of a task',
  source: { page: 'https://developer.hashicorp.com/nomad/api-docs/client#stream-logs', servers: ['nomad'] },
  service: 'jobs',
  method: 'GET',
  path: '/v1/client/fs/logs/{alloc_id}',
  parameters: {
    ...ofAllocation,
    task: { in: 'query', type: 'string', summary: 'Task', required: true, metavar: 'name' },
    type: {
      in: 'query',
      type: 'string',
      summary: 'Stream of the task',
      required: true,
      enum: ['stdout', 'stderr'],
      metavar: 'stream',
    },
    follow: {
      in: 'query',
      type: 'boolean',
      summary: 'Keep the connection while the log grows',
      keptFor: 'endless',
    },
    origin: {
      in: 'query',
      type: 'string',
      summary: 'Where the offset counts from',
      enum: ['start', 'end'],
      metavar: 'place',
    },
    offset: { in: 'query', type: 'integer', summary: 'Bytes from there', metavar: 'n' },
  },
  effect: 'read',
  view: { kind: 'message', text: '' },
  permission: 'namespace:read-logs or namespace:read-fs',
  examples: [],
});

const local = {
  job_id: { ...jobId, in: 'local' },
  alloc_id: {
    in: 'local',
    type: 'string',
    summary: 'Allocation ID, or its first characters',
    default: 'the newest that failed, else the newest',
    complete: 'allocation',
    metavar: 'id',
  },
  group: { in: 'local', type: 'string', summary: 'Task group', default: 'any', metavar: 'name' },
  task: {
    in: 'local',
    type: 'string',
    summary: 'Task',
    default: 'the one that failed or restarted, else the first',
    metavar: 'name',
  },
  stderr: toggle('Show standard error instead of standard output'),
  tail: {
    in: 'local',
    type: 'integer',
    summary: 'Show only the last lines',
    default: 'all that are kept',
    limits: { minimum: 1 },
    metavar: 'n',
  },
  follow: {
    in: 'local',
    type: 'boolean',
    summary: 'Show new lines until the job ends',
    keptFor: 'endless',
  },
  previous: toggle('Show the allocation before it'),
  'every-allocation': toggle('Show all allocations, with prefixed lines'),
} as const satisfies Parameters;

export { local as ofLogs };

export const logsCommand = ownCommand({
  path: 'job logs',
  summary: 'Show what the tasks of a job wrote',
  description:
    'Takes the newest allocation that failed, else the newest one, and says which. With --follow it continues across restarts of the task and the server and in the allocation that replaces it, and ends with the job: exit 12 and the reason if ' +
    'it fails. On a terminal colours and other control characters are left out. Tokens that trivet knows, private keys ' +
    'and values beside names such as password are hidden, other secrets are not; --reveal shows them. Servers delete ' +
    'the logs of ended allocations soon: read them at once.',
  service: 'jobs',
  alsoNeeds: `${readPermission}, and namespace:read-logs or namespace:read-fs`,
  positional: [{ name: 'job_id' }],
  local,
  view: logsView,
  workflow: () => import('../workflows/logs/logs.ts'),
  requests: 'own',
  changes: 'nothing',
  audience: 'named',
  globals: { reveal: true },
  exits: [Exit.failed],
  aliases: ['log', 'output'],
  examples: [
    { summary: 'Why a job crashes', argv: 'job logs broken' },
    { summary: 'The last lines of every allocation', argv: 'job logs web --every-allocation --tail 5' },
  ],
});
