import { defineOperation } from '../../../catalogue/operation.ts';
import type { Parameters } from '../../../catalogue/parameter.ts';
import { tableView } from '../../../catalogue/view.ts';
import { allocationFields, deploymentFields, evaluationFields } from '../fields.ts';
import { anyNamespace, readPermission } from '../parts.ts';
import { region } from '../../../services/jobs/region.ts';

const parameters = {
  namespace: anyNamespace,
  region,
  per_page: { in: 'query', type: 'integer', summary: 'Records per page', limits: { minimum: 0 } },
  next_token: { in: 'query', type: 'string', summary: 'Read only the page starting at this token' },
  filter: { in: 'query', type: 'string', summary: 'Filter expression' },
  reverse: { in: 'query', type: 'boolean', summary: 'List in descending order' },
} as const satisfies Parameters;

const read = {
  service: 'jobs',
  method: 'GET',
  effect: 'read',
  permission: readPermission,
  parameters,
  examples: [],
} as const;

export const allAllocations = defineOperation({
  ...read,
  id: 'allocation.list',
  summary: 'List the allocations of all jobs',
  source: { page: 'https://developer.hashicorp.com/nomad/api-docs/allocations', servers: ['nomad'] },
  path: '/v1/allocations',
  parameters: {
    ...parameters,
    resources: { in: 'query', type: 'boolean', summary: 'Include the resources and hooks of the tasks' },
  },
  view: tableView({
    fields: allocationFields,
    essential: ['ID', 'JobID'],
    name: 'ID',
    columns: ['ID'],
    empty: 'no allocations',
  }),
});

export const allDeployments = defineOperation({
  ...read,
  id: 'deployment.list',
  summary: 'List the deployments of all jobs',
  source: { page: 'https://developer.hashicorp.com/nomad/api-docs/deployments', servers: ['nomad'] },
  path: '/v1/deployments',
  view: tableView({
    fields: deploymentFields,
    essential: ['ID', 'JobID'],
    name: 'ID',
    columns: ['ID'],
    empty: 'no deployments',
  }),
});

export const allEvaluations = defineOperation({
  ...read,
  id: 'evaluation.list',
  summary: 'List the evaluations of all jobs',
  source: { page: 'https://developer.hashicorp.com/nomad/api-docs/evaluations', servers: ['nomad'] },
  path: '/v1/evaluations',
  view: tableView({
    fields: evaluationFields,
    essential: ['ID', 'JobID'],
    name: 'ID',
    columns: ['ID'],
    empty: 'no evaluations',
  }),
});

export const allNodes = defineOperation({
  service: 'jobs',
  method: 'GET',
  effect: 'read',
  permission: 'node:read',
  id: 'node.list',
  summary: 'List the nodes of the cluster',
  source: { page: 'https://developer.hashicorp.com/nomad/api-docs/nodes', servers: ['nomad'] },
  path: '/v1/nodes',
  parameters: { region },
  view: tableView({
    fields: {
      ID: { type: 'text', summary: 'Node ID' },
      Name: { type: 'text', summary: 'Node name' },
      Status: { type: 'text', summary: 'Whether it answers' },
    },
    essential: ['ID', 'Name'],
    name: 'Name',
    columns: ['Name', 'Status'],
    empty: 'no nodes',
  }),
  examples: [],
});
