/** Document 3 as documented, and Nomad: its wire names, and what its plain-text errors mean (user mistakes are 500). */
import { generic, isDone } from '../../catalogue/product.ts';
import type { Decision, Speaker } from '../../catalogue/product.ts';
import type { KnownError, Product } from '../product.ts';

const refused = { exit: 1, code: 'refused', notDone: true } as const;
const missing = { exit: 5, code: 'not-found', notDone: true } as const;
const conflict = { exit: 6, code: 'conflict', notDone: true } as const;

const registration = ['job.register', 'job.update'];

const activeDeployment: KnownError = {
  status: [400],
  text: /active deployment/i,
  ...conflict,
  operations: ['job.scale'],
  hint: 'Wait until the deployment has ended: trivet job deployment {job_id} --watch',
};

const staleIndex: KnownError = {
  status: [400, 409, 412, 500],
  text: /modify ?index|check-and-set/i,
  ...conflict,
  operations: registration,
  hint: 'The job was registered, changed or removed since, or exists already. Plan again for the current index: trivet job plan FILE',
};

const stalePrior: KnownError = {
  status: [400, 409, 412, 500],
  text: /Current job has version|EnforcePriorVersion/i,
  ...conflict,
  operations: ['job.revert'],
  hint: 'Show the current version: trivet job versions {job_id}',
};

const policy: KnownError = {
  status: [400, 403, 500],
  text: /soft[- ]mandatory/i,
  exit: 4,
  code: 'denied',
  notDone: true,
  hint: 'Denied by a soft-mandatory policy. --policy-override bypasses it if your token may override policies.',
};

const nomadErrors: readonly KnownError[] = [
  { ...staleIndex, text: /^Enforcing job modify index/ },
  stalePrior,
  activeDeployment,
  policy,
  {
    status: [403],
    text: /disabled by the scheduler configuration/,
    exit: 4,
    code: 'denied',
    notDone: true,
    hint: 'An operator turned registration off. To see it: nomad operator scheduler get-config',
  },
  {
    status: [500],
    text: /No path to region/,
    ...missing,
    names: 'region',
    hint: 'The server has no such region. Check --region and the region in the job file.',
  },
  {
    status: [404],
    text: /^No path to node/,
    exit: 7,
    code: 'unavailable',
    reason: 'node-silent',
    notDone: true,
    hint: 'The node of the allocation does not answer, so its logs and tasks cannot be reached. To see which: nomad node status',
  },
  {
    status: [404],
    text: /^state for allocation \S+ not found on client|^Unknown allocation /,
    ...missing,
    reason: 'log-deleted',
    operations: ['job.logs'],
    hint: 'Nodes delete the files of ended allocations to make room for others. A log that was deleted cannot be read again.',
  },
  {
    status: [404],
    text: /^task .* not started yet/,
    ...missing,
    reason: 'not-started',
    operations: ['job.logs'],
    hint: 'See why: trivet job events JOB',
  },
  {
    status: [404],
    text: /^log entry for task /,
    ...missing,
    reason: 'no-log',
    operations: ['job.logs'],
    hint: 'The job file might turn its logs off (logs { disabled = true }), or its driver might keep them elsewhere.',
  },
  {
    status: [500],
    text: /nonexistent (?:namespace|node pool)/,
    ...missing,
    operations: [...registration, 'job.plan'],
  },
  {
    status: [500],
    text: /\bversion \d+ not found$/,
    ...missing,
    hint: 'No such version: the server keeps only the last six. See which: trivet job versions {job_id}',
  },
  {
    status: [500],
    text: /not found$|^Unknown job /,
    ...missing,
    hint: 'The job does not exist in that namespace. To see where it does: trivet job list --namespace "*"',
  },
  {
    status: [500],
    text: /not a parameterized job/,
    ...refused,
    operations: ['job.dispatch'],
    hint: 'Only a job with a parameterized block can be dispatched.',
  },
  {
    status: [500],
    text: /maximum size|Payload |meta keys|metadata keys|is stopped$/,
    ...refused,
    operations: ['job.dispatch'],
    hint: 'See what a dispatch takes: trivet job show {job_id} --field ParameterizedJob',
  },
  {
    status: [400],
    text: /Variables not allowed/,
    ...refused,
    operations: ['job.parse'],
    hint: `A variable that is not a string takes an expression: --var 'names=["a", "b"]', --var on=true, --var count=2.`,
  },
  {
    status: [500],
    text: /can't evaluate (?:periodic|parameterized) job/,
    ...refused,
    operations: ['job.evaluate'],
    hint: 'Only its instances can be evaluated: trivet job periodic force and trivet job dispatch start one.',
  },
  {
    status: [500],
    text: /can't force launch non-periodic job/,
    ...refused,
    operations: ['job.periodic.force'],
  },
  {
    status: [500],
    text: /can't force run non-tracked job/,
    ...refused,
    operations: ['job.periodic.force'],
    hint: 'A job that is stopped, or whose periodic block is disabled, is not launched. To start a stopped one: trivet job start {job_id}',
  },
  {
    status: [500],
    text: /can't revert to current version/,
    ...refused,
    operations: ['job.revert'],
    hint: 'That version is already the current one.',
  },
  {
    status: [500],
    text: /has \d+\/\d+ healthy allocations/,
    ...conflict,
    reason: 'canaries-not-healthy',
    operations: ['job.promote'],
    hint: 'The server does not count a canary that has failed. Stop the rollout with trivet job fail {job_id}, or register a version that works.',
  },
  {
    status: [500],
    text: /^invalid: |^Missing job |cannot update |greater than configured job_max_count|invalid/i,
    ...refused,
    operations: [...registration, 'job.plan'],
  },
  { status: [500], text: /Failed to parse value of/, ...refused },
  {
    status: [500],
    text: /No cluster leader|Not ready to serve consistent reads/,
    exit: 7,
    code: 'unavailable',
    notDone: true,
    hint: 'The servers are electing a leader. Try again.',
  },
  {
    status: [429],
    text: /too many concurrent connections/,
    exit: 7,
    code: 'rate-limited',
    notDone: true,
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
  // The document has no statuses; a server with the texts of Nomad has its errors.
  errors: [staleIndex, ...nomadErrors],
} as const;

/** The product of a server, by what it decides. */
export const productFrom = (server: Speaker): Product => {
  if (server.speaks === generic) return { ...server, ...documentedJobs };
  const does = (decision: Decision<'nomad'>): boolean => isDone(server.does[decision], server);
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
    lacks: does('submissions')
      ? {}
      : { 'job.submission': `${server.title} before 1.6 does not keep the source of a job` },
    ignores: {
      'job.parse': does('hcl1') ? ['VariableFlags'] : ['HCLv1', 'VariableFlags'],
      ...(does('revert-tokens') ? {} : { 'job.revert': ['MeshToken', 'SecretsToken'] }),
    },
    emptyLists: {
      'job.list': `${server.title} also returns an empty list for a namespace that does not exist or that the token cannot see`,
    },
    errors: nomadErrors,
  };
};
