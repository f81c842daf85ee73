import { watchFlag } from '../../../config/globals.ts';
import { ownCommand } from '../../../catalogue/command.ts';
import { recordView } from '../../../catalogue/view.ts';
import { jobId, readPermission } from '../parts.ts';

const statusView = recordView({
  fields: {
    job: { type: 'text', summary: 'Job ID', refers: 'job', rank: 0 },
    namespace: { type: 'text', summary: 'Namespace' },
    type: { type: 'text', summary: 'service, batch, system or sysbatch' },
    status: { type: 'text', summary: 'pending, running or dead', tones: 'status' },
    stopped: { type: 'boolean', summary: 'Stopped by a user' },
    version: { type: 'integer', summary: 'Current version' },
    stable: { type: 'boolean', summary: 'The current version is marked as stable' },
    groups: { type: 'list', summary: 'Task groups: verdict, since when, why, count, allocations by state' },
    deployment: { type: 'object', summary: 'Newest deployment: ID, version, status, progress' },
    unplaced: { type: 'list', summary: 'Groups that cannot be placed, and why' },
    children: { type: 'object', summary: 'Children by state' },
    allocations: { type: 'list', summary: 'Allocations with their last events, newest first' },
  },
  essential: ['job'],
  name: 'job',
  columns: ['job', 'namespace', 'type', 'status', 'stopped', 'version', 'stable'],
});

export const status = ownCommand({
  path: 'job status',
  summary: 'Show the state of a job',
  description:
    'Shows groups with the verdict of job wait, the end of the log of what failed, the newest deployment, the newest allocations, ' +
    'what cannot be placed, and children. -o json has all allocations, and no log. On a terminal a bar has a cell for each ' +
    'allocation that is wanted: # is good, ~ not yet, x failed, . missing.',
  service: 'jobs',
  alsoNeeds: `${readPermission}; namespace:read-logs for the end of a log`,
  positional: [{ name: 'job_id' }],
  local: {
    job_id: { ...jobId, in: 'local' },
    watch: watchFlag,
  },
  view: statusView,
  workflow: () => import('../workflows/status.ts'),
  requests: 'own',
  changes: 'nothing',
  aliases: ['overview'],
  examples: [
    { summary: 'Why it crashes', argv: 'job status web' },
    { summary: 'Live', argv: 'job status web --watch --timeout 1s' },
    { summary: 'Which groups cannot be placed', argv: 'job status huge --field unplaced' },
  ],
});
