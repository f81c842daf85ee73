import { recordView } from '../../catalogue/view.ts';
import { changeFields } from './fields.ts';
/** Parameters, columns and rules that several job operations share (test/seeds/3-jobs.md). */
import type { Parameter, Parameters } from '../../catalogue/parameter.ts';
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

/** Namespace of one job: `*` spans all namespaces, and only the list takes it. */
export const namespace = {
  ...anyNamespace,
  summary: 'Namespace of the job',
  limits: { pattern: '[^*]+', meaning: 'one namespace: * is only for job list' },
} as const satisfies Parameter;

/** An ID may hold slashes (`mailer/dispatch-1795231596-c0326646`): they stay in one segment. */
export const jobId = {
  in: 'path',
  type: 'string',
  summary: 'Job ID',
  required: true,
  opaque: true,
  complete: 'job',
  metavar: 'job',
} as const satisfies Parameter;

/** Wherever differences are shown. */
export const fullFlag = {
  in: 'local',
  type: 'boolean',
  summary: 'Show every field of new or removed parts',
} as const satisfies Parameter;

/** What every operation on one job takes. */
export const ofJob = { job_id: jobId, namespace, region } as const satisfies Parameters;

/** What every operation on one allocation takes. */
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

/** `JobID` of a body, which repeats the path. */
export const bodyJobId = {
  in: 'body',
  type: 'string',
  summary: 'The job once more, in the body',
  required: true,
  from: 'job_id',
} as const satisfies Parameter;

export const policyOverride = {
  in: 'body',
  type: 'boolean',
  summary: 'Bypass soft-mandatory policies',
  default: 'false',
} as const satisfies Parameter;

/** Allows stale reads; only real servers are known to support it. */
export const stale = {
  in: 'query',
  type: 'boolean',
  summary: 'Accept replies of servers that lag behind',
  beyond: 'https://developer.hashicorp.com/nomad/api-docs',
  on: ['nomad'],
} as const satisfies Parameter;

/** Endings of a job ID that the server takes for a route of its own. */
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

/** `a/plan` would reach the plan of `a`: such an ID addresses another resource. */
export const reachable: Rule = {
  rule: 'pattern',
  parameter: 'job_id',
  // An ID can hold line ends, which a point does not match.
  pattern: String.raw`(?![\s\S]*/(?:${routes.join('|')})$)[\s\S]*`,
  meaning: 'an ID that does not end like an API route (/plan, /scale, /summary ...)',
  because: 'such a job is reached only by trivet job list --prefix, job summary and job allocations',
};

/** True for an ID that the server registers but can then neither show nor stop. */
export const isUnreachable = (id: string): boolean => routes.some((route) => id.endsWith(`/${route}`));

/** The reply of register, update, revert, evaluate and scale. */
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

/** `least`, or the wider right that includes it, and that older servers have. */
export const orSubmit = <const Least extends string>(least: Least) =>
  `namespace:${least} or namespace:submit-job` as const;

/** @param least what is enough without an override */
export const submitPermission = <const Least extends string>(least: Least) =>
  `${orSubmit(least)}; namespace:policy-override if PolicyOverride is set` as const;
