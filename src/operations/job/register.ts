/** Registration, and the plan before it. */
import { defineOperation } from '../../model/operation.ts';
import { recordView } from '../../model/view.ts';
import { planFields } from './fields.ts';
import type { Parameter, Parameters } from '../../model/parameter.ts';
import type { Rule } from '../../model/rule.ts';
import {
  evaluationView,
  namespace,
  ofJob,
  policyOverride,
  reachable,
  region,
  submitPermission,
} from './parts.ts';
import { waits } from './wait.ts';

const job = {
  in: 'body',
  type: 'json',
  summary: 'Job file: HCL or JSON, - for standard input',
  required: true,
  metavar: 'file',
} as const satisfies Parameter;

const registration = {
  Job: job,
  Submission: {
    in: 'body',
    type: 'json',
    summary: 'Original source to keep with the version',
    default: 'the file as it was read, its format and variables',
    metavar: 'json',
  },
  EnforceIndex: {
    in: 'body',
    type: 'boolean',
    summary: 'Register only if --check-index is the current index; --check-index implies it',
    default: 'false',
  },
  EvalPriority: {
    in: 'body',
    type: 'integer',
    summary: 'Priority of the evaluation',
    default: "0, the job's priority",
    metavar: 'n',
  },
  JobModifyIndex: {
    in: 'body',
    type: 'integer',
    flag: 'check-index',
    summary: 'Register only if this is the current JobModifyIndex; 0: only if the job is new',
    default: '0',
    limits: { minimum: 0 },
    implies: { '/EnforceIndex': true },
    metavar: 'index',
  },
  PolicyOverride: policyOverride,
} as const satisfies Parameters;

/** 0 means not set; real servers take 1 to 100. */
const priorityRange: Rule = {
  rule: 'range',
  parameter: 'EvalPriority',
  minimum: 0,
  maximum: 100,
  products: ['nomad'],
};

const enforced: Rule = {
  rule: 'forbiddenWhen',
  parameter: 'JobModifyIndex',
  when: { parameter: 'EnforceIndex', is: [false] },
  because: 'an index that is not enforced is not looked at',
};

const shared = {
  doc: '3 §4.2',
  service: 'jobs',
  method: 'POST',
  effect: 'unsafe',
  waits,
  view: evaluationView,
  permission: submitPermission,
  errors: [
    { status: 500, condition: 'the check-and-set failed: the current index is another (exit 6)' },
    { status: 403, condition: 'a soft mandatory policy denies it and --policy-override is not given' },
  ],
} as const;

const description =
  'The file is HCL, parsed by the server, or JSON, bare or wrapped in {"Job": ...}. The source always goes along ' +
  'as Submission. Namespace and region are those of the flags, else of the file, else of the profile.';

export const register = defineOperation({
  ...shared,
  id: 'job.register',
  done: '{job_id}: registered[, evaluation {EvalID:8}]',
  summary: 'Register a job, or a new version of it',
  description,
  path: '/v1/jobs',
  parameters: {
    namespace,
    region,
    ...registration,
    PreserveCounts: {
      in: 'body',
      type: 'boolean',
      summary: 'Keep the counts of existing task groups over those of the file',
      default: 'false',
    },
  },
  rules: [priorityRange, enforced],
  lookUp: 'job list',
  examples: [
    { summary: 'A new job and no other', argv: 'job register shop.nomad.hcl --check-index 0' },
    { summary: 'Exactly what was planned', argv: 'job register web.nomad.hcl --check-index 130' },
    { summary: 'With variables', argv: 'job register web.nomad.hcl --var color=green --var-file prod.hcl' },
  ],
});

export const update = defineOperation({
  ...shared,
  id: 'job.update',
  done: '{job_id}: registered[, evaluation {EvalID:8}]',
  summary: 'Register a new version of the job with this ID',
  description: `${description} The ID in the file must be the one given.`,
  path: '/v1/job/{job_id}',
  parameters: { ...ofJob, ...registration },
  rules: [reachable, priorityRange, enforced],
  lookUp: 'job show {job_id}',
  examples: [{ summary: 'From a file', argv: 'job update web web.nomad.hcl' }],
});

export const plan = defineOperation({
  id: 'job.plan',
  summary: 'Show what registering a job would change',
  description:
    'Nothing is changed. The diff, what the scheduler would do to each group, what cannot be placed and why, and ' +
    'the index that makes register take exactly this. With --detailed-exitcode 0 means no changes, 11 changes, 12 ' +
    'that something cannot be placed.',
  doc: '3 §4.8',
  service: 'jobs',
  method: 'POST',
  path: '/v1/job/{job_id}/plan',
  parameters: {
    ...ofJob,
    Job: job,
    Diff: {
      in: 'body',
      type: 'boolean',
      summary: 'Include the diff; --no-diff leaves it out',
      default: 'false (trivet asks for it)',
    },
    PolicyOverride: policyOverride,
  },
  effect: 'read',
  view: recordView({
    fields: planFields,
    essential: ['JobModifyIndex'],
    name: 'JobModifyIndex',
    columns: [
      ['JobModifyIndex', 'job modify index'],
      ['Diff.Type', 'change'],
      ['Annotations.DesiredTGUpdates', 'updates'],
      ['FailedTGAllocs', 'cannot be placed'],
      ['NextPeriodicLaunch', 'next launch'],
      ['Warnings', 'warnings'],
    ],
  }),
  permission: submitPermission,
  examples: [
    { summary: 'For a person', argv: 'job plan web.nomad.hcl' },
    { summary: 'For a pipeline', argv: 'job plan web.nomad.hcl --detailed-exitcode -o json', exit: 11 },
  ],
});
