import { recordView } from '../../catalogue/view.ts';
import { changeFields } from './fields.ts';
import type { Parameter, Parameters } from '../../catalogue/parameter.ts';
import { toggle } from '../../catalogue/parameter.ts';
import { region } from '../../services/jobs/region.ts';
import type { Rule } from '../../catalogue/rule.ts';

export const anyNamespace = {
  in: 'query',
  type: 'string',
  summary: 'Namespace to list, or * for every one',
  default: 'default',
  context: 'namespace',
  complete: 'jobs-namespace',
  metavar: 'name',
} as const satisfies Parameter;

/** `*` stands for all namespaces; only the list takes it. */
export const namespace = {
  ...anyNamespace,
  summary: 'Namespace of the job',
  limits: { pattern: '[^*]+', meaning: 'one namespace: * is only for job list' },
} as const satisfies Parameter;

/** Slashes (`mailer/dispatch-1795231596-c0326646`) stay in one segment. */
export const jobId = {
  in: 'path',
  type: 'string',
  summary: 'Job ID',
  required: true,
  slashes: 'kept',
  complete: 'job',
  metavar: 'job',
} as const satisfies Parameter;

export const fullFlag = toggle('Show every field of new or removed parts');

export const ofJob = { job_id: jobId, namespace, region } as const satisfies Parameters;

export const ofAllocation = {
  alloc_id: {
    in: 'path',
    type: 'string',
    summary: 'Allocation ID',
    required: true,
    complete: 'allocation',
    metavar: 'id',
  },
  namespace,
  region,
} as const satisfies Parameters;

export const bodyJobId = {
  in: 'body',
  type: 'string',
  summary: 'The job once more, in the body',
  required: true,
  repeatsInput: 'job_id',
} as const satisfies Parameter;

export const policyOverride = {
  in: 'body',
  type: 'boolean',
  summary: 'Bypass soft-mandatory policies',
  default: 'false',
} as const satisfies Parameter;

/** Stale reads, which only real servers have. */
export const stale = {
  in: 'query',
  type: 'boolean',
  summary: 'Accept replies of servers that lag behind',
  source: { page: 'https://developer.hashicorp.com/nomad/api-docs', servers: ['nomad'] },
} as const satisfies Parameter;

/** Ends of IDs that the server takes for routes. */
const routes = [
  'submission',
  'versions',
  'allocations',
  'evaluations',
  'deployments',
  'deployment',
  'summary',
  'dispatch',
  'revert',
  'stable',
  'evaluate',
  'plan',
  'periodic/force',
  'scale',
  'services',
  'actions',
  'action',
  'tag',
] as const;

/** The ID `a/plan` is read as the plan of `a`. */
export const reachable: Rule = {
  rule: 'pattern',
  parameter: 'job_id',
  // A point does not match line ends.
  pattern: String.raw`(?![\s\S]*/(?:${routes.join('|')})$)[\s\S]*`,
  meaning: 'an ID that does not end like an API route (/plan, /scale, /summary ...)',
  because: 'such a job is reached only by trivet job list --prefix, job summary and job allocations',
};

/** Such a job can be registered, but not shown or stopped. */
export const isUnreachable = (id: string): boolean => routes.some((route) => id.endsWith(`/${route}`));

const evaluationColumns = [
  ['EvalID', 'evaluation'],
  ['EvalCreateIndex', 'evaluation index'],
  ['JobModifyIndex', 'job modify index'],
  ['Warnings', 'warnings'],
] as const;

export const evaluationView = recordView({
  fields: changeFields,
  essential: ['JobModifyIndex'],
  name: 'JobID',
  nameInput: 'job_id',
  columns: evaluationColumns,
});

export const readPermission = 'namespace:read-job';

export const parsePermission = 'namespace:parse-job if the file is HCL';

export const orSubmit = <const Least extends string>(least: Least) =>
  `namespace:${least} or namespace:submit-job` as const;

/** @param least the right that suffices without an override */
export const submitPermission = <const Least extends string>(least: Least) =>
  `${orSubmit(least)}; namespace:policy-override if PolicyOverride is set` as const;
