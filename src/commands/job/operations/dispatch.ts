import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView } from '../../../catalogue/view.ts';
import { dispatchFields, forceFields } from '../fields.ts';
import { ofJob } from '../parts.ts';
import { waits } from '../wait-conditions.ts';

export const dispatch = defineOperation({
  id: 'job.dispatch',
  undo: { because: 'an instance that was started can only be stopped: trivet job stop' },
  summary: 'Dispatch an instance of a parameterized job',
  description:
    'Always sends an idempotency token and shows it, so that a retry after a lost reply cannot start a ' +
    'second instance. A token that was already used with other meta or payload is a conflict (exit 6).',
  source: '3 §4.4',
  service: 'jobs',
  method: 'POST',
  path: '/v1/job/{job_id}/dispatch',
  body: {},
  parameters: {
    ...ofJob,
    IdempotencyToken: {
      in: 'query',
      type: 'string',
      summary: 'Text that prevents a second dispatch',
      default: 'empty (trivet makes one)',
      metavar: 'token',
    },
    IdPrefixTemplate: {
      in: 'body',
      type: 'string',
      summary: "Prefix of the dispatched job's ID",
      default: 'empty',
      metavar: 'text',
    },
    Payload: {
      in: 'body',
      type: 'bytes',
      summary: 'Payload: text, @file, or - for standard input',
      default: 'empty',
      metavar: '@file',
    },
    Meta: { in: 'body', type: 'map', summary: 'Meta of the instance', default: 'none', metavar: 'key=value' },
  },
  rules: [
    { rule: 'maxBytes', parameter: 'Payload', bytes: 65_536, servers: ['generic'] },
    {
      rule: 'maxBytes',
      parameter: 'Payload',
      bytes: 16_384,
      servers: ['nomad'],
      because: 'Nomad takes 16 KiB, counted before base64',
    },
  ],
  effect: 'keyed',
  doneText: 'dispatched {DispatchedJobID}[, evaluation {EvalID:8}]',
  lookUp: `job list --filter 'DispatchIdempotencyToken == "{IdempotencyToken}"'`,
  view: recordView({
    fields: dispatchFields,
    essential: ['DispatchedJobID'],
    name: 'DispatchedJobID',
    columns: [
      ['DispatchedJobID', 'dispatched job'],
      ['EvalID', 'evaluation'],
      ['EvalCreateIndex', 'evaluation index'],
      ['JobCreateIndex', 'job index'],
    ],
  }),
  permission: 'namespace:dispatch-job',
  wait: waits,
  examples: [
    { summary: 'With meta', argv: 'job dispatch mailer --meta to=ops@example.com' },
    { summary: 'A payload from standard input', argv: 'job dispatch resize --payload -' },
    { summary: 'Only the ID', argv: 'job dispatch mailer --meta to=ops@example.com -o name' },
  ],
});

export const periodicForce = defineOperation({
  id: 'job.periodic.force',
  undo: { because: 'an instance that was started can only be stopped: trivet job stop' },
  summary: 'Start an instance of a periodic job now',
  description:
    "Starts an instance even where the job's prohibit_overlap forbids it. Instances are named by the second: " +
    'two within one second may become one.',
  source: '3 §4.9',
  service: 'jobs',
  method: 'POST',
  path: '/v1/job/{job_id}/periodic/force',
  parameters: { ...ofJob },
  effect: 'unsafe',
  doneText: 'started an instance of {job_id}[, evaluation {EvalID:8}]',
  lookUp: 'job list --prefix {job_id}/periodic-',
  view: recordView({
    fields: forceFields,
    essential: ['EvalID'],
    name: 'JobID',
    nameInput: 'job_id',
    columns: [
      ['EvalID', 'evaluation'],
      ['EvalCreateIndex', 'evaluation index'],
    ],
  }),
  permission: 'namespace:force-periodic-job, namespace:dispatch-job or namespace:submit-job',
  wait: { ...waits, children: '{job_id}/periodic-' },
  examples: [{ summary: 'Now', argv: 'job periodic force nightly' }],
});
