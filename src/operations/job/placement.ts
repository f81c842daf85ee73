/** What became of a job: allocations, evaluations, deployments, summary, services. */
import { defineOperation } from '../../model/operation.ts';
import type { Parameter } from '../../model/parameter.ts';
import type { Column } from '../../model/view.ts';
import { ofJob, readPermission, stale } from './parts.ts';

const all = {
  in: 'query',
  type: 'boolean',
  summary: 'Include records of an earlier job with the same ID that was deregistered',
  default: 'false',
} as const satisfies Parameter;

const read = {
  doc: '3 §4.3.1',
  service: 'jobs',
  method: 'GET',
  effect: 'read',
  permission: readPermission,
} as const;

export const allocations = defineOperation({
  ...read,
  id: 'job.allocations',
  summary: 'List the allocations of a job',
  path: '/v1/job/{job_id}/allocations',
  parameters: { ...ofJob, all, stale },
  view: {
    kind: 'table',
    name: 'ID',
    columns: [
      { header: 'id', path: 'ID' },
      { header: 'group', path: 'TaskGroup' },
      { header: 'version', path: 'JobVersion' },
      { header: 'desired', path: 'DesiredStatus' },
      { header: 'status', path: 'ClientStatus', format: 'status' },
      { header: 'node', path: 'NodeName' },
      { header: 'evaluation', path: 'EvalID' },
      { header: 'created', path: 'CreateTime', format: 'nanosecond-time' },
      { header: 'modified', path: 'ModifyTime', format: 'nanosecond-time' },
    ],
    empty: 'no allocations',
  },
  examples: [
    { summary: 'Where the job runs', argv: 'job allocations web' },
    { summary: 'Follow them', argv: 'job allocations web --watch' },
  ],
});

export const evaluations = defineOperation({
  ...read,
  id: 'job.evaluations',
  summary: 'List the evaluations of a job',
  description: 'They stay readable for a while after the job was purged.',
  path: '/v1/job/{job_id}/evaluations',
  parameters: { ...ofJob, stale },
  view: {
    kind: 'table',
    name: 'ID',
    columns: [
      { header: 'id', path: 'ID' },
      { header: 'triggered by', path: 'TriggeredBy' },
      { header: 'status', path: 'Status', format: 'status' },
      { header: 'status description', path: 'StatusDescription' },
      { header: 'priority', path: 'Priority' },
      { header: 'blocked', path: 'BlockedEval' },
      { header: 'deployment', path: 'DeploymentID' },
      { header: 'created', path: 'CreateTime', format: 'nanosecond-time' },
    ],
    empty: 'no evaluations',
  },
  examples: [{ summary: 'What the scheduler did', argv: 'job evaluations web' }],
});

const deploymentColumns: readonly Column[] = [
  { header: 'id', path: 'ID' },
  { header: 'version', path: 'JobVersion' },
  { header: 'status', path: 'Status', format: 'status' },
  { header: 'status description', path: 'StatusDescription' },
  { header: 'created', path: 'CreateTime', format: 'nanosecond-time' },
  { header: 'modified', path: 'ModifyTime', format: 'nanosecond-time' },
];

export const deployments = defineOperation({
  ...read,
  id: 'job.deployments',
  summary: 'List the deployments of a job',
  path: '/v1/job/{job_id}/deployments',
  parameters: { ...ofJob, all, stale },
  view: { kind: 'table', name: 'ID', columns: deploymentColumns, empty: 'no deployments' },
  examples: [{ summary: 'All that are known', argv: 'job deployments web --all' }],
});

export const deployment = defineOperation({
  ...read,
  id: 'job.deployment',
  summary: 'Show the most recent deployment of a job',
  description: 'null (-o json) where there is none: batch jobs have no deployments.',
  path: '/v1/job/{job_id}/deployment',
  parameters: { ...ofJob, stale },
  view: {
    kind: 'record',
    name: 'ID',
    columns: [...deploymentColumns, { header: 'groups', path: 'TaskGroups', format: 'json' }],
  },
  examples: [
    { summary: 'How far it is', argv: 'job deployment web' },
    { summary: 'Follow it', argv: 'job deployment web --watch --field Status' },
  ],
});

export const summary = defineOperation({
  ...read,
  id: 'job.summary',
  summary: 'Show how many allocations of each group are in which state',
  path: '/v1/job/{job_id}/summary',
  parameters: { ...ofJob, stale },
  view: {
    kind: 'table',
    name: 'group',
    rows: { path: 'Summary', key: 'group' },
    columns: [
      { header: 'group', path: 'group' },
      { header: 'queued', path: 'Queued' },
      { header: 'starting', path: 'Starting' },
      { header: 'running', path: 'Running' },
      { header: 'complete', path: 'Complete' },
      { header: 'failed', path: 'Failed' },
      { header: 'lost', path: 'Lost' },
      { header: 'unknown', path: 'Unknown' },
    ],
    empty: 'no groups',
  },
  errors: [{ status: 404, condition: 'the job is not found' }],
  examples: [
    { summary: 'The counts', argv: 'job summary web' },
    { summary: 'Children of a periodic job', argv: 'job summary nightly --query Children' },
  ],
});

export const services = defineOperation({
  ...read,
  id: 'job.services',
  summary: 'List the services that a job registered',
  path: '/job/{job_id}/services',
  parameters: { ...ofJob, stale },
  view: {
    kind: 'table',
    name: 'ServiceName',
    columns: [
      { header: 'service', path: 'ServiceName' },
      { header: 'address', path: 'Address' },
      { header: 'port', path: 'Port' },
      { header: 'tags', path: 'Tags' },
      { header: 'datacenter', path: 'Datacenter' },
      { header: 'node', path: 'NodeID' },
      { header: 'allocation', path: 'AllocID' },
    ],
    empty: 'no services',
  },
  errors: [{ status: 404, condition: 'the job is not found' }],
  examples: [{ summary: 'Addresses and ports', argv: 'job services web --fields Address,Port -o tsv' }],
});
