/** The state of a job on the cluster: allocations, evaluations, deployments, summary, services. */
import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView, tableView } from '../../../catalogue/view.ts';
import {
  allocationFields,
  deploymentFields,
  evaluationFields,
  serviceFields,
  summaryFields,
} from '../fields.ts';
import type { Parameter } from '../../../catalogue/parameter.ts';
import { ofAllocation, ofJob, readPermission, stale } from '../parts.ts';

const all = {
  in: 'query',
  type: 'boolean',
  summary: 'Include records of deregistered jobs with this ID',
  default: 'false',
} as const satisfies Parameter;

/** Real servers list by a random ID. */
const newestFirst = '-CreateIndex';

const read = {
  source: '3 §4.3.1',
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
  view: tableView({
    fields: allocationFields,
    essential: ['ID'],
    name: 'ID',
    columns: [
      ['ID', 'id'],
      ['TaskGroup', 'group'],
      ['JobVersion', 'version'],
      ['DesiredStatus', 'desired'],
      ['ClientStatus', 'status'],
      ['NodeName', 'node'],
      ['EvalID', 'evaluation'],
      ['CreateTime', 'created'],
      ['ModifyTime', 'modified'],
      ['TaskStates', 'reason'],
    ],
    order: newestFirst,
    empty: 'no allocations',
  }),
  examples: [
    { summary: 'Where the job runs', argv: 'job allocations web' },
    { summary: 'Follow them', argv: 'job allocations web --watch' },
  ],
});

export const evaluations = defineOperation({
  ...read,
  id: 'job.evaluations',
  summary: 'List the evaluations of a job',
  description: 'Evaluations stay readable for a while after a job is purged.',
  path: '/v1/job/{job_id}/evaluations',
  parameters: { ...ofJob, stale },
  view: tableView({
    fields: evaluationFields,
    essential: ['ID'],
    name: 'ID',
    columns: [
      ['ID', 'id'],
      ['TriggeredBy', 'triggered by'],
      ['Status', 'status'],
      ['StatusDescription', 'status description'],
      ['Priority', 'priority'],
      ['BlockedEval', 'blocked'],
      ['DeploymentID', 'deployment'],
      ['CreateTime', 'created'],
    ],
    order: newestFirst,
    empty: 'no evaluations',
  }),
  examples: [{ summary: 'What the scheduler did', argv: 'job evaluations web' }],
});

const deploymentColumns = [
  ['ID', 'id'],
  ['JobVersion', 'version'],
  ['Status', 'status'],
  ['StatusDescription', 'status description'],
  ['CreateTime', 'created'],
  ['ModifyTime', 'modified'],
] as const;

export const deployments = defineOperation({
  ...read,
  id: 'job.deployments',
  summary: 'List the deployments of a job',
  path: '/v1/job/{job_id}/deployments',
  parameters: { ...ofJob, all, stale },
  view: tableView({
    fields: deploymentFields,
    essential: ['ID'],
    name: 'ID',
    columns: deploymentColumns,
    order: newestFirst,
    empty: 'no deployments',
  }),
  examples: [{ summary: 'All that are known', argv: 'job deployments web --all' }],
});

export const deployment = defineOperation({
  ...read,
  id: 'job.deployment',
  summary: 'Show the most recent deployment of a job',
  description: 'Prints null (-o json) if there is none: batch jobs have no deployments.',
  path: '/v1/job/{job_id}/deployment',
  parameters: { ...ofJob, stale },
  reply: 'null',
  view: recordView({
    fields: deploymentFields,
    essential: ['ID'],
    name: 'ID',
    columns: [...deploymentColumns, ['TaskGroups', 'groups']],
  }),
  examples: [
    { summary: 'Its progress', argv: 'job deployment web' },
    { summary: 'Follow it', argv: 'job deployment web --watch --field Status' },
  ],
});

export const summary = defineOperation({
  ...read,
  id: 'job.summary',
  summary: 'Count the allocations of each group by state',
  path: '/v1/job/{job_id}/summary',
  parameters: { ...ofJob, stale },
  view: tableView({
    fields: summaryFields,
    essential: ['Running'],
    name: 'group',
    rows: { path: 'Summary', key: 'group' },
    columns: [
      'group',
      ['Queued', 'queued'],
      ['Starting', 'starting'],
      ['Running', 'running'],
      ['Complete', 'complete'],
      ['Failed', 'failed'],
      ['Lost', 'lost'],
      ['Unknown', 'unknown'],
    ],
    empty: 'no groups',
  }),
  errors: { 404: 'the job is not found' },
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
  view: tableView({
    fields: serviceFields,
    essential: ['ID', 'ServiceName'],
    name: 'ServiceName',
    columns: [
      ['ServiceName', 'service'],
      ['Address', 'address'],
      ['Port', 'port'],
      ['Tags', 'tags'],
      ['Datacenter', 'datacenter'],
      ['NodeID', 'node'],
      ['AllocID', 'allocation'],
    ],
    empty: 'no services',
  }),
  errors: { 404: 'the job is not found' },
  examples: [{ summary: 'Addresses and ports', argv: 'job services web --fields Address,Port -o tsv' }],
});

export const allocationChecks = defineOperation({
  service: 'jobs',
  id: 'job.checks',
  source: {
    page: 'https://developer.hashicorp.com/nomad/api-docs/allocations#read-allocation-checks',
    servers: ['nomad'],
  },
  method: 'GET',
  summary: 'Show the results of the checks of an allocation',
  path: '/v1/allocation/{alloc_id}/checks',
  parameters: ofAllocation,
  effect: 'read',
  view: recordView({ fields: {}, name: 'ID', columns: [], open: true }),
  permission: readPermission,
  examples: [],
});
