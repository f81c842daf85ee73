import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView } from '../../../catalogue/view.ts';
import { jobFields } from '../fields.ts';
import { ofJob, reachable, readPermission, stale } from '../parts.ts';

export const show = defineOperation({
  id: 'job.show',
  summary: 'Show a job',
  description:
    'Shows the specification and status. -o json prints the job as the server sent it: times are exact ' +
    'nanoseconds. With --watch every change is shown until Ctrl-C, --timeout, or a closed pipe.',
  source: '3 §4.3.1',
  service: 'jobs',
  method: 'GET',
  path: '/v1/job/{job_id}',
  parameters: { ...ofJob, stale },
  rules: [reachable],
  effect: 'read',
  view: recordView({
    fields: jobFields,
    essential: ['ID'],
    name: 'ID',
    columns: [
      ['ID', 'id'],
      ['Name', 'name'],
      ['Namespace', 'namespace'],
      ['Region', 'region'],
      ['Type', 'type'],
      ['Status', 'status'],
      ['StatusDescription', 'status description'],
      ['Stop', 'stopped'],
      ['Priority', 'priority'],
      ['Version', 'version'],
      ['Stable', 'stable'],
      ['JobModifyIndex', 'job modify index'],
      ['Datacenters', 'datacenters'],
      ['NodePool', 'node pool'],
      ['TaskGroups', 'groups'],
      ['Periodic.Spec', 'periodic'],
      ['ParentID', 'parent'],
      ['Meta', 'meta'],
      ['SubmitTime', 'submitted'],
    ],
  }),
  permission: readPermission,
  errors: { 404: 'the job is not found' },
  examples: [
    { summary: 'Its current state', argv: 'job show web' },
    { summary: 'The whole job as JSON', argv: 'job show web -o json' },
    { summary: 'A line for each change, in a pipe', argv: 'job show web --watch' },
  ],
});
