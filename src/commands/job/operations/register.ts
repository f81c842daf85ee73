import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView } from '../../../catalogue/view.ts';
import { planFields } from '../fields.ts';
import type { InputRecord, Parameter, Parameters } from '../../../catalogue/parameter.ts';
import type { Rule } from '../../../catalogue/rule.ts';
import { evaluationView, namespace, ofJob, policyOverride, reachable, submitPermission } from '../parts.ts';
import { region } from '../../../services/jobs/region.ts';
import { jobOfRequest } from '../job-at.ts';
import { waits } from '../wait-conditions.ts';
import { fewer, stops } from './fewer-risk.ts';
import { show } from './show.ts';
import { versionBack } from './version-back.ts';

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
    summary: 'Register only at --check-index, which implies this flag',
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
    summary: 'JobModifyIndex to require; 0: only a new job',
    default: '0',
    limits: { minimum: 0 },
    implies: { '/EnforceIndex': true },
    metavar: 'index',
  },
  PolicyOverride: policyOverride,
} as const satisfies Parameters;

/** 0 means that it is not set; real servers take 1 to 100. */
const priorityRange: Rule = {
  rule: 'range',
  parameter: 'EvalPriority',
  minimum: 0,
  maximum: 100,
  servers: ['nomad'],
};

const enforced: Rule = {
  rule: 'forbiddenWhen',
  parameter: 'JobModifyIndex',
  when: { parameter: 'EnforceIndex', is: [false] },
  because: 'an index that is not enforced is ignored',
};

const shared = {
  source: '3 §4.2',
  service: 'jobs',
  method: 'POST',
  effect: 'unsafe',
  wait: waits,
  view: evaluationView,
  permission: submitPermission('register-job'),
  errors: {
    403: 'a soft-mandatory policy denies it and --policy-override is not given',
    500: 'the current index is not --check-index (exit 6)',
  },
} as const;

const description =
  'The file is HCL, parsed by the server, or JSON, bare or wrapped in {"Job": ...}. The source is always ' +
  'sent as Submission. Namespace and region come from the flags, else from the file, else from the profile.';

const registersFewer = fewer((changes) => `Register job {job_id} and ${changes.join(', ')}?`);

const registered = (input: InputRecord): InputRecord => ({ ...jobOfRequest(input) });

export const update = defineOperation({
  ...shared,
  id: 'job.update',
  objectRead: show,
  undo: { ...versionBack, object: registered },
  risks: [registersFewer, stops],
  doneText: '{job_id}: registered[, evaluation {EvalID:8}]',
  summary: 'Register a new version of a job',
  description: `${description} The file must have the given ID.`,
  path: '/v1/job/{job_id}',
  parameters: { ...ofJob, ...registration },
  rules: [reachable, priorityRange, enforced],
  lookUp: 'job show {job_id}',
  examples: [{ summary: 'From a file', argv: 'job update web web.nomad.hcl' }],
});

export const register = defineOperation({
  ...shared,
  id: 'job.register',
  objectRead: show,
  undo: { ...versionBack, object: registered, receiptOperation: update },
  risks: [registersFewer, stops],
  doneText: '{job_id}: registered[, evaluation {EvalID:8}]',
  summary: 'Register a job or a new version',
  description,
  path: '/v1/jobs',
  parameters: {
    namespace,
    region,
    ...registration,
    PreserveCounts: {
      in: 'body',
      type: 'boolean',
      summary: 'Keep the current counts of existing task groups',
      default: 'false',
    },
  },
  rules: [priorityRange, enforced],
  lookUp: 'job list',
  examples: [
    { summary: 'Only if the job is new', argv: 'job register shop.nomad.hcl --check-index 0' },
    { summary: 'Exactly what was planned', argv: 'job register web.nomad.hcl --check-index 130' },
    { summary: 'With variables', argv: 'job register web.nomad.hcl --var color=green --var-file prod.hcl' },
  ],
});

export const plan = defineOperation({
  id: 'job.plan',
  summary: 'Show what registering a job would change',
  description:
    'Changes nothing. Shows the diff, what the scheduler would do to each group, what cannot be placed and ' +
    'why, and the index with which register refuses a job that changed meanwhile. With --detailed-exitcode 0 ' +
    'means no changes, 11 changes, and 12 that something cannot be placed.',
  source: '3 §4.8',
  service: 'jobs',
  method: 'POST',
  path: '/v1/job/{job_id}/plan',
  parameters: {
    ...ofJob,
    Job: job,
    Diff: {
      in: 'body',
      type: 'boolean',
      summary: 'Show what would change; --no-diff omits it',
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
  permission: submitPermission('plan-job'),
  examples: [
    { summary: 'For a person', argv: 'job plan web.nomad.hcl' },
    { summary: 'For a pipeline', argv: 'job plan web.nomad.hcl --detailed-exitcode -o json', exit: 11 },
  ],
});
