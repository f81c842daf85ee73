/** test/seeds/3-jobs.md as documented, and Nomad: its wire names and plain-text errors (user mistakes are 500). */
import { generic, isSupported } from '../../catalogue/product.ts';
import type { Decision, ServerProduct } from '../../catalogue/product.ts';
import type { ProofSource, KnownError, Product, Proven } from '../product.ts';

const refused = { exit: 1, code: 'refused' } as const;
const missing = { exit: 5, code: 'not-found' } as const;
const conflict = { exit: 6, code: 'conflict' } as const;
const unavailable = { exit: 7, code: 'unavailable' } as const;

const nothing = (shownBy: ProofSource): Proven => ({ made: 'nothing', shownBy });

const registration = ['job.register', 'job.update'];

/** The checks come before the only write, of the job and its evaluation. */
const registering = nothing('nomad/nomad/job_endpoint.go doRegister');

const dispatching = nothing('nomad/nomad/job_endpoint.go Dispatch');

const activeDeployment: KnownError = {
  status: [400],
  text: /active deployment/i,
  is: { ...conflict, reason: 'deployment-active' },
  proves: nothing('test/recordings/jobs/job.scale.active-deployment.json'),
  operations: ['job.scale'],
  hint: 'Wait until the deployment has ended: trivet job wait {job_id}',
};

const staleIndex: KnownError = {
  status: [400, 409, 412, 500],
  text: /modify ?index|check-and-set/i,
  is: conflict,
  proves: nothing('https://developer.hashicorp.com/nomad/api-docs/jobs#enforceindex'),
  operations: registration,
  hint: 'The job was registered, changed or removed since, or exists already. Plan again for the current index: trivet job plan FILE',
};

const stalePrior: KnownError = {
  status: [400, 409, 412, 500],
  text: /Current job has version|EnforcePriorVersion/i,
  is: conflict,
  proves: nothing('test/recordings/jobs/job.revert.enforce-prior-wrong.json'),
  operations: ['job.revert'],
  hint: 'Show the current version: trivet job versions {job_id}',
};

const policy: KnownError = {
  status: [400, 403, 500],
  text: /soft[- ]mandatory/i,
  is: { exit: 4, code: 'denied' },
  proves: registering,
  hint: 'Denied by a soft-mandatory policy. --policy-override bypasses it if your token may override policies.',
};

const nomadErrors: readonly KnownError[] = [
  {
    ...staleIndex,
    text: /^Enforcing job modify index/,
    proves: nothing('test/recordings/jobs/job.register.enforce-index-wrong.json'),
  },
  stalePrior,
  activeDeployment,
  policy,
  {
    // The job, its evaluation and the scaling event are stored one after the other.
    status: [400],
    text: /^/,
    proves: nothing('nomad/nomad/job_endpoint.go Scale'),
    operations: ['job.scale'],
  },
  {
    status: [403],
    text: /disabled by the scheduler configuration/,
    is: { exit: 4, code: 'denied' },
    proves: nothing('test/recordings/jobs/job.register.rejected-by-scheduler-config.json'),
    hint: 'An operator turned registration off. To see it: nomad operator scheduler get-config',
  },
  {
    status: [500],
    text: /No path to region/,
    is: missing,
    proves: nothing('nomad/nomad/rpc.go forwardRegion'),
    names: 'region',
    hint: 'The server has no such region. Check --region and the region in the job file.',
  },
  {
    status: [404],
    text: /^No path to node/,
    is: { ...unavailable, reason: 'node-silent' },
    proves: nothing('nomad/nomad/client_rpc.go findNodeConnAndForward'),
    hint: 'The node of the allocation does not answer, so its logs and tasks cannot be reached. To see which: nomad node status',
  },
  {
    status: [404],
    text: /^state for allocation \S+ not found on client|^Unknown allocation /,
    is: { ...missing, reason: 'log-deleted' },
    operations: ['job.logs'],
    hint: 'Nodes delete the files of ended allocations to make room for others. A log that was deleted cannot be read again.',
  },
  {
    status: [404],
    text: /^task .* not started yet/,
    is: { ...missing, reason: 'not-started' },
    operations: ['job.logs'],
    hint: 'See why: trivet job events JOB',
  },
  {
    status: [404],
    text: /^log entry for task /,
    is: { ...missing, reason: 'no-log' },
    operations: ['job.logs'],
    hint: 'The job file might turn its logs off (logs { disabled = true }), or its driver might keep them elsewhere.',
  },
  {
    status: [500],
    text: /nonexistent (?:namespace|node pool)/,
    is: missing,
    proves: nothing('test/recordings/jobs/job.register.unknown-namespace.json'),
    operations: [...registration, 'job.plan'],
  },
  {
    status: [500],
    text: /\bversion \d+ not found$/,
    is: missing,
    proves: nothing('test/recordings/jobs/job.revert.unknown-version.json'),
    hint: 'No such version: the server keeps only the last six. See which: trivet job versions {job_id}',
  },
  {
    status: [500],
    text: /not found$|^Unknown job /,
    is: missing,
    proves: nothing('test/recordings/jobs/job.revert.unknown-job.json'),
    hint: 'The job does not exist in that namespace. To see where it does: trivet job list --namespace "*"',
  },
  {
    status: [500],
    text: /not a parameterized job/,
    is: refused,
    proves: dispatching,
    operations: ['job.dispatch'],
    hint: 'Only a job with a parameterized block can be dispatched.',
  },
  {
    status: [500],
    text: /is stopped$/,
    is: refused,
    proves: dispatching,
    operations: ['job.dispatch'],
    hint: 'Start it first: trivet job start {job_id}',
  },
  {
    status: [500],
    text: /maximum size|Payload |meta keys|metadata keys/,
    is: refused,
    proves: dispatching,
    operations: ['job.dispatch'],
    hint: 'See what a dispatch takes: trivet job show {job_id} --field ParameterizedJob',
  },
  {
    status: [400],
    text: /Variables not allowed/,
    is: refused,
    operations: ['job.parse'],
    hint: `A variable that is not a string takes an expression: --var 'names=["a", "b"]', --var on=true, --var count=2.`,
  },
  {
    // Without the upgrade nothing runs.
    status: [500],
    text: /^websocket connection not found/,
    is: refused,
    proves: nothing('test/recordings/jobs/job.action.plain-post.json'),
    operations: ['job.action'],
  },
  {
    status: [500],
    text: /can't evaluate (?:periodic|parameterized) job/,
    is: refused,
    proves: nothing('test/recordings/jobs/job.evaluate.periodic.json'),
    operations: ['job.evaluate'],
    hint: 'Only its instances can be evaluated: trivet job periodic force and trivet job dispatch start one.',
  },
  {
    status: [500],
    text: /can't force launch non-periodic job/,
    is: refused,
    proves: nothing('test/recordings/jobs/job.periodic.force.not-periodic.json'),
    operations: ['job.periodic.force'],
  },
  {
    status: [500],
    text: /can't force run non-tracked job/,
    is: refused,
    proves: nothing('nomad/nomad/periodic.go ForceEval'),
    operations: ['job.periodic.force'],
    hint: 'A job that is stopped, or whose periodic block is disabled, is not launched. To start a stopped one: trivet job start {job_id}',
  },
  {
    status: [500],
    text: /can't revert to current version/,
    is: refused,
    proves: nothing('test/recordings/jobs/job.revert.to-current.json'),
    operations: ['job.revert'],
    hint: 'That version is already the current one.',
  },
  {
    status: [500],
    text: /has \d+\/\d+ healthy allocations/,
    is: { ...conflict, reason: 'canaries-not-healthy' },
    proves: nothing('test/recordings/beyond/jobs/deployment.promote.canary-not-yet-healthy.json'),
    operations: ['job.promote'],
    hint: 'The server does not count a canary that has failed. Stop the rollout with trivet job fail {job_id}, or register a version that works.',
  },
  {
    status: [500],
    text: /^invalid: |^Missing job |cannot update |greater than configured job_max_count|invalid/i,
    is: refused,
    proves: registering,
    operations: [...registration, 'job.plan'],
  },
  {
    status: [500],
    text: /Failed to parse value of/,
    is: refused,
    proves: nothing('test/recordings/jobs/job.stop.purge-bad.json'),
  },
  {
    status: [500],
    text: /No cluster leader|Not ready to serve consistent reads/,
    is: unavailable,
    proves: nothing('nomad/nomad/rpc.go forward'),
    hint: 'The servers are electing a leader. Try again.',
  },
  {
    status: [429],
    text: /too many concurrent connections/,
    is: { exit: 7, code: 'rate-limited' },
    proves: nothing('test/recordings/jobs/server.too-many-connections.json'),
    hint: 'The server allows 100 connections from one address; those of watches that were killed count until their wait ends (30 s).',
  },
];

const documentedJobs = {
  service: 'jobs',
  tokenHeader: 'authorization',
  mediaType: 'application/json',
  typedWithoutBody: false,
  wire: {},
  paths: {},
  lacks: {},
  ignores: {},
  emptyLists: {},
  // The document has no statuses, so a server with Nomad's texts is taken to have its errors.
  errors: [staleIndex, ...nomadErrors],
} as const;

export const productFrom = (server: ServerProduct): Product => {
  if (server.family === generic) return { ...server, ...documentedJobs };
  const supports = (decision: Decision<'nomad'>): boolean => isSupported(server.supports[decision], server);
  return {
    ...server,
    ...documentedJobs,
    tokenHeader: 'x-nomad-token',
    open: true,
    errorIsFlag: true,
    wire: {
      IdempotencyToken: 'idempotency_token',
      alloc_id: 'allocID',
      HCLv1: 'hclv1',
      MeshToken: 'ConsulToken',
      SecretsToken: 'VaultToken',
    },
    paths: { 'job.services': '/v1/job/{job_id}/services' },
    lacks: supports('submissions')
      ? {}
      : { 'job.submission': `${server.title} before 1.6 does not keep the source of a job` },
    ignores: {
      'job.parse': supports('hcl1') ? ['VariableFlags'] : ['HCLv1', 'VariableFlags'],
      ...(supports('revert-tokens') ? {} : { 'job.revert': ['MeshToken', 'SecretsToken'] }),
    },
    emptyLists: {
      'job.list': `${server.title} also returns an empty list for a namespace that does not exist or that the token cannot see`,
    },
    errors: nomadErrors,
  };
};
