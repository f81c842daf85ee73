import { ownCommand, running } from '../../catalogue/command.ts';
import { Exit } from '../../system/error.ts';
import { readPermission } from './parts.ts';
import { waitOnly } from './wait-conditions.ts';
import { waitedView } from './wait-results.ts';

export const wait = ownCommand({
  path: 'job wait',
  summary: 'Wait until jobs are healthy, complete or dead',
  description:
    'Follows one version of each job until it reaches the state of --for, or cannot reach it any more. ' +
    'Without --for the state depends on the job: healthy for a service with an update block, placed for other ' +
    'services and system jobs, complete for a batch job, registered for a parent. Standard output gets one ' +
    'document, a list for several jobs. Exit 12: failed, reverted, overtaken, stopped, not placed, or waiting ' +
    'for a promotion. Exit 124: not reached in time.',
  service: 'jobs',
  alsoNeeds: readPermission,
  positional: [{ name: 'job_id', variadic: true }],
  local: {
    job_id: {
      in: 'local',
      type: 'strings',
      summary: 'Job IDs',
      required: true,
      complete: 'job',
      // Each wait holds one of the 100 connections that an address may have.
      limits: { maxItems: 50 },
      metavar: 'job',
    },
    'job-version': {
      in: 'local',
      type: 'integer',
      summary: 'Version to wait for',
      default: 'the current one',
      limits: { minimum: 0 },
      metavar: 'version',
    },
    ...waitOnly,
  },
  view: waitedView,
  workflow: () => import('./workflows/wait/wait.ts').then(running('waitForJobs')),
  requests: 'own',
  changes: 'nothing',
  exits: [Exit.failed],
  aliases: ['monitor', 'watch'],
  examples: [
    { summary: 'Until the current version is healthy', argv: 'job wait web' },
    { summary: 'A batch job, for a script', argv: 'job wait report --wait-timeout 1h --field result' },
    { summary: 'Whether it has ended', argv: 'job wait web --for dead --wait-timeout 1s', exit: 124 },
  ],
});
