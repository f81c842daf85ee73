import { defineOperation } from '../../../catalogue/operation.ts';
import type { Parameter, Parameters } from '../../../catalogue/parameter.ts';
import { queryFields } from '../fields.ts';
import { bodyJobId, evaluationView, ofJob, orSubmit, reachable } from '../parts.ts';
import { waitsForIt } from '../wait-conditions.ts';
import { fewer, stops } from './fewer-risk.ts';
import { show } from './show.ts';
import { startBack, versionBack } from './version-back.ts';

const jobVersion = {
  in: 'body',
  type: 'integer',
  summary: 'Version of the job',
  default: '0',
  limits: { minimum: 0 },
  complete: 'job-version',
  metavar: 'version',
} as const satisfies Parameter;

const shared = {
  service: 'jobs',
  method: 'POST',
  lookUp: 'job show {job_id}',
} as const;

export const revert = defineOperation({
  ...shared,
  id: 'job.revert',
  objectRead: show,
  undo: versionBack,
  permission: orSubmit('revert-job'),
  summary: 'Restore an earlier version of a job',
  description:
    'The server creates a new version with the content of the earlier one, which starts a job unless that one was stopped. With ' +
    '--enforce-prior-version it does so only if that is the current version. --to chooses the version, shows ' +
    'what differs and asks (--yes passes); the server refuses if another version was registered meanwhile. previous is ' +
    'the newest earlier version whose deployment did not fail; stable is the newest one that is marked as stable.',
  source: '3 §4.5',
  path: '/v1/job/{job_id}/revert',
  parameters: {
    ...ofJob,
    JobID: bodyJobId,
    JobVersion: jobVersion,
    EnforcePriorVersion: {
      in: 'body',
      type: 'integer',
      summary: 'Revert only if this is the current version',
      default: 'not checked',
      nullable: true,
      limits: { minimum: 0 },
      metavar: 'version',
    },
    MeshToken: {
      in: 'body',
      type: 'secret',
      summary: 'Service-mesh token for identity checking',
      default: 'empty',
    },
    SecretsToken: {
      in: 'body',
      type: 'secret',
      summary: 'Secrets-store token for policy checking',
      default: 'empty',
    },
  },
  effect: 'unsafe',
  risks: [
    fewer((changes) => `Revert job {job_id} to version {JobVersion} and ${changes.join(', ')}?`),
    stops,
  ],
  doneText: '{job_id}: reverted to version {JobVersion}[, evaluation {EvalID:8}]',
  view: evaluationView,
  wait: waitsForIt,
  examples: [
    { summary: 'To version 3', argv: 'job revert web 3' },
    { summary: 'To the version that ran before', argv: 'job revert web --to previous --yes --wait' },
    { summary: 'Unless someone registered meanwhile', argv: 'job revert web 3 --enforce-prior-version 4' },
  ],
});

export const ofStart = {
  JobVersion: {
    ...revert.parameters.JobVersion,
    summary: 'Version to start again',
    default: 'the newest that was not stopped',
  },
  EnforcePriorVersion: {
    ...revert.parameters.EnforcePriorVersion,
    summary: 'Start only if this is the current version',
    default: 'the version that was read',
  },
} as const satisfies Parameters;

export const stable = defineOperation({
  ...shared,
  id: 'job.stable',
  objectRead: show,
  undo: {
    keptParameters: ['JobVersion'],
    pick: ([job], { JobVersion: wanted }) =>
      job !== undefined && job['Version'] === wanted ? { Stable: job['Stable'] ?? false } : null,
    reverse: ({ before, input }) => {
      const { JobVersion: wanted } = input;
      return before === null || typeof wanted !== 'number'
        ? { because: 'another version is current, whose mark was not read' }
        : { command: 'job stable', input: { JobVersion: wanted, Stable: before['Stable'] ?? false } };
    },
  },
  permission: orSubmit('stable-job'),
  summary: 'Mark a job version as stable or not',
  description:
    'Marks the version as stable; --no-stable removes the mark. On a real server a version that is not ' +
    'current becomes the current job when its mark changes: trivet reads first and refuses (exit 1) without ' +
    '--force.',
  source: '3 §4.6',
  path: '/v1/job/{job_id}/stable',
  parameters: {
    ...ofJob,
    JobID: bodyJobId,
    JobVersion: jobVersion,
    Stable: {
      in: 'body',
      type: 'boolean',
      summary: 'Set the mark; --no-stable removes it',
      default: 'false (trivet sends true)',
    },
  },
  effect: 'idempotent',
  view: {
    kind: 'message',
    text: 'version {JobVersion} of {job_id}: stable is now {Stable}',
    fields: queryFields,
    essential: ['Index'],
  },
  examples: [
    { summary: 'Stable', argv: 'job stable web 4' },
    { summary: 'Not stable', argv: 'job stable web 4 --no-stable' },
  ],
});

export const evaluate = defineOperation({
  ...shared,
  id: 'job.evaluate',
  undo: { because: 'the scheduler has already acted' },
  permission: orSubmit('evaluate-job'),
  summary: 'Make the scheduler process a job again',
  source: '3 §4.7',
  path: '/v1/job/{job_id}/evaluate',
  parameters: {
    ...ofJob,
    JobID: bodyJobId,
    ForceReschedule: {
      in: 'body',
      type: 'boolean',
      pointer: '/EvalOptions/ForceReschedule',
      summary: 'Reschedule failed allocations now, ignoring limit and delay',
      default: 'false',
    },
  },
  effect: 'unsafe',
  doneText: '{job_id}: evaluation {EvalID:8} created',
  lookUp: 'job evaluations {job_id}',
  view: evaluationView,
  wait: waitsForIt,
  examples: [{ summary: 'And reschedule what failed', argv: 'job evaluate web --force-reschedule' }],
});

export const stop = defineOperation({
  ...shared,
  id: 'job.stop',
  objectRead: show,
  undo: startBack,
  permission: 'namespace:deregister-job (namespace:purge-job with --purge), or namespace:submit-job',
  summary: 'Stop a job and its allocations',
  description:
    'The job stays visible until garbage collection; --purge removes it at once. trivet reads the job first: ' +
    'an unknown job is exit 5 (real servers report success). Instances of a periodic or parameterized job ' +
    'keep running.',
  source: '3 §4.10',
  method: 'DELETE',
  path: '/v1/job/{job_id}',
  parameters: {
    ...ofJob,
    eval_priority: {
      in: 'query',
      type: 'integer',
      summary: 'Priority of the evaluation',
      default: "0, the job's priority",
      metavar: 'n',
    },
    global: {
      in: 'query',
      type: 'boolean',
      summary: 'Stop a multi-region job in all its regions',
      default: 'false',
    },
    purge: {
      in: 'query',
      type: 'boolean',
      summary: 'Remove the job and its history at once',
      default: 'false',
    },
    no_shutdown_delay: {
      in: 'query',
      type: 'boolean',
      summary: 'Ignore shutdown_delay: connections to stopping allocations fail',
      default: 'false',
    },
  },
  rules: [
    reachable,
    { rule: 'range', parameter: 'eval_priority', minimum: 0, maximum: 100, servers: ['nomad'] },
  ],
  risks: [
    { risk: 'interrupts', gravity: 'ask', question: 'Stop job {job_id}?' },
    {
      risk: 'removes',
      gravity: 'type',
      question: 'This stops {job_id} and removes it with its history.',
      name: '{job_id}',
      when: { parameter: 'purge', is: [true] },
    },
    {
      risk: 'interrupts',
      gravity: 'type',
      question: 'This stops {job_id} in all its regions.',
      name: '{job_id}',
      when: { parameter: 'global', is: [true] },
    },
  ],
  // A retry would stop a job that somebody started in the meantime.
  effect: 'unsafe',
  doneText: 'stopped {job_id}[, evaluation {EvalID:8}]',
  view: evaluationView,
  wait: { ...waitsForIt, goal: 'dead', alone: { command: 'job wait', unless: 'purge' } },
  examples: [
    { summary: 'Without a prompt', argv: 'job stop web --yes' },
    { summary: 'For good, in a script', argv: 'job stop web --purge --confirm web' },
  ],
});
