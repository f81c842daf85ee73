import { defineOperation } from '../../model/operation.ts';
import { ofJob, reachable, readPermission, stale } from './parts.ts';

export const show = defineOperation({
  id: 'job.show',
  summary: 'Show a job',
  description:
    'The specification and status of a job. -o json is the job as served: times are exact nanoseconds. With ' +
    '--watch every change is shown, until Ctrl-C.',
  doc: '3 §4.3.1',
  service: 'jobs',
  method: 'GET',
  path: '/v1/job/{job_id}',
  parameters: { ...ofJob, stale },
  rules: [reachable],
  effect: 'read',
  view: {
    kind: 'record',
    name: 'ID',
    columns: [
      { header: 'id', path: 'ID' },
      { header: 'name', path: 'Name' },
      { header: 'namespace', path: 'Namespace' },
      { header: 'region', path: 'Region' },
      { header: 'type', path: 'Type' },
      { header: 'status', path: 'Status', format: 'status' },
      { header: 'status description', path: 'StatusDescription' },
      { header: 'stopped', path: 'Stop', format: 'yes-no' },
      { header: 'priority', path: 'Priority' },
      { header: 'version', path: 'Version' },
      { header: 'stable', path: 'Stable', format: 'yes-no' },
      { header: 'job modify index', path: 'JobModifyIndex' },
      { header: 'datacenters', path: 'Datacenters' },
      { header: 'node pool', path: 'NodePool' },
      { header: 'groups', path: 'TaskGroups', format: 'count' },
      { header: 'periodic', path: 'Periodic.Spec' },
      { header: 'parent', path: 'ParentID' },
      { header: 'meta', path: 'Meta' },
      { header: 'submitted', path: 'SubmitTime', format: 'nanosecond-time' },
    ],
  },
  permission: readPermission,
  errors: [{ status: 404, condition: 'the job is not found' }],
  examples: [
    { summary: 'What it is now', argv: 'job show web' },
    { summary: 'The whole job as JSON', argv: 'job show web -o json' },
    { summary: 'A line for each change, in a pipe', argv: 'job show web --watch' },
    { summary: 'A child of a dispatched job', argv: 'job show mailer/dispatch-1795231596-c0326646' },
  ],
});
