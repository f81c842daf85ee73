import { eventsView } from '../fields.ts';
import { ownCommand } from '../../../catalogue/command.ts';
import type { Parameters } from '../../../catalogue/parameter.ts';
import { jobId, readPermission } from '../parts.ts';

const local = {
  job_id: { ...jobId, in: 'local' },
  group: {
    in: 'local',
    type: 'string',
    summary: 'Only this task group',
    default: 'every group',
    metavar: 'name',
  },
  task: { in: 'local', type: 'string', summary: 'Only this task', default: 'every task', metavar: 'name' },
  last: {
    in: 'local',
    type: 'integer',
    summary: 'Only the newest events',
    default: 'all that are kept',
    limits: { minimum: 1 },
    metavar: 'n',
  },
} as const satisfies Parameters;

export { local as ofEvents };

export const eventsCommand = ownCommand({
  path: 'job events',
  summary: 'Show what happened to a job, oldest first',
  description:
    'Puts its versions, evaluations, deployments, allocations and the events of their tasks into the order of time. ' +
    'Servers keep ten events of each task: the first crashes of a loop are lost, and the number of restarts shows them.',
  service: 'jobs',
  positional: [{ name: 'job_id' }],
  local,
  view: eventsView,
  workflow: () => import('../workflows/events.ts'),
  alsoNeeds: readPermission,
  requests: 'own',
  changes: 'nothing',
  aliases: ['timeline', 'log-events'],
  examples: [
    { summary: 'What happened', argv: 'job events web' },
    { summary: 'The newest events of a group', argv: 'job events api --group web --last 5' },
  ],
});
