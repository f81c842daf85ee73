import { tableView } from '../../catalogue/view.ts';
import type { Fields, Tone } from '../../catalogue/field.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { countedVerdicts, toneOfVerdicts } from './verdicts.ts';

const indexes = {
  CreateIndex: { type: 'integer', summary: 'Index of its creation', readOnly: true },
  ModifyIndex: { type: 'integer', summary: 'Index of its latest change', readOnly: true },
} as const satisfies Fields;

/** A stopped job is as somebody wanted it. */
const toneOfJob = (job: JsonObject): Tone | undefined =>
  job['Stop'] === true ? undefined : toneOfVerdicts(countedVerdicts(job));

const named = {
  ID: { type: 'text', summary: 'Job ID', rank: 0, readOnly: true },
  Name: { type: 'text', summary: 'Job name' },
  Namespace: { type: 'text', summary: 'Namespace', rank: 1, readOnly: true },
  Type: { type: 'text', summary: 'service, batch, system or sysbatch', rank: 4 },
  Priority: { type: 'integer', summary: 'Priority', rank: 7 },
  Status: {
    type: 'text',
    summary: 'pending, running or dead',
    tones: 'status',
    toneWhen: (word, item) => toneOfJob({ ...item, Status: word }),
    rank: 2,
    readOnly: true,
  },
  StatusDescription: { type: 'text', summary: 'Why it has this status', readOnly: true },
  Stop: { type: 'boolean', summary: 'Stopped by a user', rank: 3, readOnly: true },
  ParentID: { type: 'text', summary: 'Job that it is a child of', refers: 'job', rank: 6, readOnly: true },
  JobModifyIndex: { type: 'integer', summary: 'Index of its latest registration', rank: 8, readOnly: true },
  SubmitTime: { type: 'time', unit: 'ns', summary: 'Time of its registration', rank: 5, readOnly: true },
  Datacenters: { type: 'list', summary: 'Datacenters' },
  NodePool: { type: 'text', summary: 'Node pool' },
  Multiregion: { type: 'object', summary: 'Regions that it is deployed to' },
  Meta: { type: 'object', summary: 'Metadata', requestedBy: { input: 'meta', value: true } },
  ...indexes,
} as const satisfies Fields;

export const listedJobFields = {
  ...named,
  JobSummary: { type: 'object', summary: 'Allocations and children by state', format: 'children', rank: 9 },
  Periodic: { type: 'boolean', summary: 'Starts children on a schedule' },
  ParameterizedJob: { type: 'boolean', summary: 'Starts a child for each dispatch' },
} as const satisfies Fields;

export const jobFields = {
  ...named,
  Region: { type: 'text', summary: 'Region' },
  Version: { type: 'integer', summary: 'Version', readOnly: true },
  Stable: { type: 'boolean', summary: 'Marked as stable', readOnly: true },
  TaskGroups: { type: 'list', summary: 'Task groups', format: 'count' },
  Periodic: { type: 'object', summary: 'Schedule' },
  'Periodic.Enabled': { type: 'boolean', summary: 'The schedule is in force' },
  'Periodic.Spec': { type: 'text', summary: 'Cron expression' },
  'Periodic.Specs': { type: 'list', summary: 'Cron expressions', source: 'recorded' },
  'Periodic.SpecType': { type: 'text', summary: 'Syntax of the schedule' },
  'Periodic.ProhibitOverlap': {
    type: 'boolean',
    summary: 'A child starts only after the previous one ended',
  },
  'Periodic.TimeZone': { type: 'text', summary: 'Time zone of the schedule' },
  ParameterizedJob: { type: 'object', summary: 'What a dispatch takes' },
  Affinities: { type: 'list', summary: 'Affinities' },
  AllAtOnce: { type: 'boolean', summary: 'All groups are placed, or none' },
  Constraints: { type: 'list', summary: 'Constraints' },
  ConsulNamespace: { type: 'text', summary: 'Consul namespace', source: 'recorded' },
  ConsulToken: { type: 'text', summary: 'Consul token', sensitive: true, source: 'recorded' },
  VaultNamespace: { type: 'text', summary: 'Vault namespace', source: 'recorded' },
  VaultToken: { type: 'text', summary: 'Vault token', sensitive: true, source: 'recorded' },
  DispatchIdempotencyToken: { type: 'text', summary: 'Idempotency token of its dispatch', readOnly: true },
  Dispatched: { type: 'boolean', summary: 'A child of a dispatch', readOnly: true },
  Migrate: { type: 'object', summary: 'How allocations move off a draining node', source: 'recorded' },
  NomadTokenID: {
    type: 'text',
    summary: 'Accessor of the token that registered it',
    source: 'recorded',
    readOnly: true,
  },
  Payload: { type: 'text', summary: 'Payload of its dispatch, in base64', readOnly: true },
  Reschedule: { type: 'object', summary: 'How failed allocations are rescheduled', source: 'recorded' },
  Spreads: { type: 'list', summary: 'Spreads' },
  UI: { type: 'object', summary: 'What the UI shows', source: 'recorded' },
  Update: { type: 'object', summary: 'How it is updated' },
  VersionTag: { type: 'object', summary: 'Tag of the version', readOnly: true },
  'VersionTag.Name': { type: 'text', summary: 'Name of the tag', source: 'recorded' },
  'VersionTag.Description': { type: 'text', summary: 'Description of the tag', source: 'recorded' },
  'VersionTag.TaggedTime': { type: 'time', unit: 'ns', summary: 'Time of the tag', source: 'recorded' },
} as const satisfies Fields;

export const queryFields = {
  Index: { type: 'integer', summary: 'Index of the reply' },
  KnownLeader: { type: 'boolean', summary: 'The cluster has a leader', source: 'recorded' },
  LastContact: {
    type: 'duration',
    unit: 'ns',
    summary: 'Time since the last contact with the leader',
    source: 'recorded',
  },
  NextToken: { type: 'text', summary: 'Token of the next page', source: 'recorded' },
} as const satisfies Fields;

const changedJob = {
  JobID: { type: 'text', summary: 'Job ID', refers: 'job', rank: 0 },
} as const satisfies Fields;

export const changeFields = {
  ...changedJob,
  EvalID: { type: 'text', summary: 'Evaluation ID', rank: 0 },
  EvalCreateIndex: { type: 'integer', summary: 'Index of the evaluation' },
  JobModifyIndex: { type: 'integer', summary: 'Index of the registration' },
  Warnings: { type: 'text', summary: 'Warnings of the server' },
  ...queryFields,
  VolumeEvalID: { type: 'text', summary: 'Evaluation of its volumes', source: 'recorded' },
  VolumeEvalIndex: { type: 'integer', summary: 'Index of the evaluation of its volumes', source: 'recorded' },
} as const satisfies Fields;

export const dispatchFields = {
  DispatchedJobID: { type: 'text', summary: 'ID of the child', rank: 0 },
  EvalID: { type: 'text', summary: 'Evaluation ID' },
  EvalCreateIndex: { type: 'integer', summary: 'Index of the evaluation' },
  JobCreateIndex: { type: 'integer', summary: 'Index of the child' },
  ...queryFields,
} as const satisfies Fields;

export const forceFields = {
  ...changedJob,
  EvalID: { type: 'text', summary: 'Evaluation ID', rank: 0 },
  EvalCreateIndex: { type: 'integer', summary: 'Index of the evaluation' },
  ...queryFields,
} as const satisfies Fields;

export const planFields = {
  JobModifyIndex: { type: 'integer', summary: 'Index to register with', rank: 0 },
  Annotations: { type: 'object', summary: 'What would be done, by group', format: 'json' },
  'Annotations.DesiredTGUpdates': { type: 'object', summary: 'Updates by group', format: 'json' },
  'Annotations.PreemptedAllocs': {
    type: 'list',
    summary: 'Allocations that would be preempted',
    source: 'recorded',
  },
  CreatedEvals: { type: 'list', summary: 'Evaluations that would be created' },
  Diff: { type: 'object', summary: 'Difference to the registered job' },
  'Diff.Type': { type: 'text', summary: 'Kind of change' },
  'Diff.ID': { type: 'text', summary: 'Job ID' },
  'Diff.Fields': { type: 'list', summary: 'Fields that change' },
  'Diff.Objects': { type: 'list', summary: 'Objects that change' },
  'Diff.TaskGroups': { type: 'list', summary: 'Groups that change' },
  FailedTGAllocs: { type: 'object', summary: 'Groups that cannot be placed, and why', format: 'json' },
  NextPeriodicLaunch: { type: 'time', summary: 'Next start of a periodic job' },
  Warnings: { type: 'text', summary: 'Warnings of the server' },
  ...queryFields,
} as const satisfies Fields;

export const submissionFields = {
  JobID: { type: 'text', summary: 'Job ID', rank: 0 },
  Namespace: { type: 'text', summary: 'Namespace' },
  Version: { type: 'integer', summary: 'Version' },
  JobModifyIndex: { type: 'integer', summary: 'Index of the registration' },
  Format: { type: 'text', summary: 'hcl2, hcl1 or json' },
  Source: { type: 'text', summary: 'Text of the job file' },
  VariableFlags: { type: 'object', summary: 'Variables that were given as flags', format: 'json' },
  Variables: { type: 'text', summary: 'Text of the variable files' },
} as const satisfies Fields;

export const allocationFields = {
  ID: { type: 'text', summary: 'Allocation ID', rank: 0 },
  Name: { type: 'text', summary: 'Allocation name' },
  Namespace: { type: 'text', summary: 'Namespace' },
  EvalID: { type: 'text', summary: 'Evaluation that placed it', rank: 7 },
  NodeID: { type: 'text', summary: 'Node ID' },
  NodeName: { type: 'text', summary: 'Node name', rank: 4 },
  JobID: { type: 'text', summary: 'Job ID', refers: 'job' },
  JobType: { type: 'text', summary: 'Type of the job' },
  JobVersion: { type: 'integer', summary: 'Version of the job', rank: 3 },
  TaskGroup: { type: 'text', summary: 'Task group', rank: 2 },
  DesiredStatus: { type: 'text', summary: 'What the servers want: run, stop or evict', rank: 5 },
  DesiredDescription: { type: 'text', summary: 'Why the servers want that' },
  DesiredTransition: { type: 'object', summary: 'What the servers will do with it next' },
  ClientStatus: { type: 'text', summary: 'What the client reports', tones: 'status', rank: 1 },
  ClientDescription: { type: 'text', summary: 'Why the client reports that' },
  DeploymentStatus: { type: 'object', summary: 'Health in its deployment' },
  FollowupEvalID: { type: 'text', summary: 'Evaluation that will reschedule it' },
  NextAllocation: { type: 'text', summary: 'Allocation that replaced it' },
  PreemptedAllocations: { type: 'list', summary: 'Allocations that it preempted' },
  PreemptedByAllocation: { type: 'text', summary: 'Allocation that preempted it' },
  RescheduleTracker: { type: 'object', summary: 'Earlier attempts' },
  TaskStates: {
    type: 'object',
    summary: 'State and events by task',
    format: 'reason',
    rank: 4,
    readable: 40,
  },
  AllocatedResources: { type: 'object', summary: 'Resources', source: 'recorded' },
  CreateTime: { type: 'time', unit: 'ns', summary: 'Time of its creation', rank: 8 },
  ModifyTime: { type: 'time', unit: 'ns', summary: 'Time of its latest change', rank: 6 },
  ...indexes,
} as const satisfies Fields;

export const evaluationFields = {
  ID: { type: 'text', summary: 'Evaluation ID', rank: 0 },
  Namespace: { type: 'text', summary: 'Namespace' },
  JobID: { type: 'text', summary: 'Job ID', refers: 'job' },
  JobModifyIndex: { type: 'integer', omitted: true, summary: 'Index of the registration' },
  Type: { type: 'text', summary: 'Type of the job' },
  TriggeredBy: { type: 'text', summary: 'What started it', rank: 2 },
  Status: {
    type: 'text',
    summary: 'blocked, pending, complete, failed or canceled',
    tones: 'status',
    rank: 1,
  },
  StatusDescription: {
    type: 'text',
    omitted: true,
    summary: 'Why it has this status',
    rank: 4,
    readable: 24,
  },
  Priority: { type: 'integer', summary: 'Priority', rank: 7 },
  BlockedEval: { type: 'text', omitted: true, summary: 'Evaluation that waits for capacity', rank: 5 },
  PreviousEval: { type: 'text', omitted: true, summary: 'Evaluation that it follows' },
  NextEval: { type: 'text', omitted: true, summary: 'Evaluation that follows it', source: 'recorded' },
  DeploymentID: { type: 'text', omitted: true, summary: 'Deployment ID', rank: 6 },
  NodeID: { type: 'text', omitted: true, summary: 'Node that started it', source: 'recorded' },
  NodeModifyIndex: { type: 'integer', omitted: true, summary: 'Index of the node', source: 'recorded' },
  Wait: { type: 'duration', omitted: true, unit: 'ns', summary: 'Time before it starts', source: 'recorded' },
  WaitUntil: { type: 'time', omitted: true, summary: 'Time at which it starts', source: 'recorded' },
  ClassEligibility: {
    type: 'object',
    omitted: true,
    summary: 'Node classes that were eligible',
    source: 'recorded',
  },
  EscapedComputedClass: {
    type: 'boolean',
    omitted: true,
    summary: 'Constraints depend on single nodes',
    source: 'recorded',
  },
  FailedTGAllocs: { type: 'object', omitted: true, summary: 'Groups that could not be placed, and why' },
  QueuedAllocations: { type: 'object', omitted: true, summary: 'Waiting allocations, by group' },
  PlanAnnotations: {
    type: 'object',
    omitted: true,
    summary: 'What was planned, by group',
    source: 'recorded',
  },
  SnapshotIndex: { type: 'integer', summary: 'Index of the state that it saw' },
  QuotaLimitReached: { type: 'text', omitted: true, summary: 'Quota that was reached', source: 'recorded' },
  AnnotatePlan: { type: 'boolean', omitted: true, summary: 'The plan is annotated', source: 'recorded' },
  CreateTime: { type: 'time', unit: 'ns', summary: 'Time of its creation', rank: 3 },
  ModifyTime: { type: 'time', unit: 'ns', summary: 'Time of its latest change' },
  ...indexes,
} as const satisfies Fields;

export const deploymentFields = {
  ID: { type: 'text', summary: 'Deployment ID', rank: 0 },
  Namespace: { type: 'text', summary: 'Namespace' },
  JobID: { type: 'text', summary: 'Job ID', refers: 'job' },
  JobVersion: { type: 'integer', summary: 'Version of the job', rank: 2 },
  JobModifyIndex: { type: 'integer', summary: 'Index of the job' },
  JobSpecModifyIndex: { type: 'integer', summary: 'Index of the registration' },
  JobCreateIndex: { type: 'integer', summary: 'Index of the creation of the job' },
  Status: {
    type: 'text',
    summary: 'running, paused, successful, failed or cancelled',
    tones: 'status',
    rank: 1,
  },
  StatusDescription: { type: 'text', summary: 'Why it has this status', rank: 3, readable: 24 },
  TaskGroups: { type: 'object', summary: 'Progress by group', format: 'progress' },
  EvalPriority: { type: 'integer', summary: 'Priority of its evaluations' },
  IsMultiregion: { type: 'boolean', summary: 'Part of a deployment over regions' },
  CreateTime: { type: 'time', unit: 'ns', summary: 'Time of its creation', rank: 4 },
  ModifyTime: { type: 'time', unit: 'ns', summary: 'Time of its latest change', rank: 5 },
  ...indexes,
} as const satisfies Fields;

export const deploymentChangeFields = {
  DeploymentID: { type: 'text', summary: 'Deployment ID', rank: 0 },
  DeploymentModifyIndex: { type: 'integer', summary: 'Index of the deployment' },
  EvalID: { type: 'text', summary: 'Evaluation ID', rank: 1 },
  EvalCreateIndex: { type: 'integer', summary: 'Index of the evaluation' },
  RevertedJobVersion: { type: 'integer', summary: 'Version that the job was reverted to', rank: 2 },
  Index: { type: 'integer', summary: 'Index of the reply' },
} as const satisfies Fields;

export const summaryFields = {
  group: { type: 'text', summary: 'Task group', rank: 0 },
  Queued: { type: 'integer', summary: 'Allocations waiting to be placed' },
  Starting: { type: 'integer', summary: 'Starting allocations' },
  Running: { type: 'integer', summary: 'Running allocations', rank: 1 },
  Complete: { type: 'integer', summary: 'Completed allocations' },
  Failed: { type: 'integer', summary: 'Failed allocations', rank: 1 },
  Lost: { type: 'integer', summary: 'Allocations whose node was lost' },
  Unknown: { type: 'integer', summary: 'Allocations whose node is disconnected' },
} as const satisfies Fields;

export const scaleFields = {
  group: { type: 'text', summary: 'Task group', rank: 0 },
  Desired: { type: 'integer', summary: 'Wanted count' },
  Placed: { type: 'integer', summary: 'Placed allocations' },
  Running: { type: 'integer', summary: 'Running allocations' },
  Healthy: { type: 'integer', summary: 'Healthy allocations' },
  Unhealthy: { type: 'integer', summary: 'Unhealthy allocations' },
  Events: { type: 'list', summary: 'Scaling events', format: 'scaling' },
} as const satisfies Fields;

export const serviceFields = {
  ID: { type: 'text', summary: 'Registration ID' },
  ServiceName: { type: 'text', summary: 'Service name', rank: 0 },
  Namespace: { type: 'text', summary: 'Namespace' },
  Address: { type: 'text', summary: 'Address', rank: 1 },
  Port: { type: 'integer', summary: 'Port', rank: 1 },
  Tags: { type: 'list', summary: 'Tags' },
  Datacenter: { type: 'text', summary: 'Datacenter' },
  JobID: { type: 'text', summary: 'Job ID', refers: 'job' },
  NodeID: { type: 'text', summary: 'Node ID' },
  AllocID: { type: 'text', summary: 'Allocation ID', refers: 'allocation', rank: 2 },
  ...indexes,
} as const satisfies Fields;

export const actionFields = {
  Name: { type: 'text', summary: 'Action', rank: 0 },
  TaskGroupName: { type: 'text', summary: 'Task group', rank: 1 },
  TaskName: { type: 'text', summary: 'Task', rank: 1 },
  Command: { type: 'text', summary: 'Program that it runs' },
  Args: { type: 'list', summary: 'Arguments of the program' },
} as const satisfies Fields;

export const eventsView = tableView({
  fields: {
    time: { type: 'time', summary: 'When it happened', rank: 0 },
    what: { type: 'text', summary: 'version, evaluation, deployment, allocation or task', rank: 2 },
    name: { type: 'text', summary: 'ID of the object, with its group and task', rank: 0 },
    event: {
      type: 'text',
      summary: 'What happened',
      rank: 0,
      tones: {
        Terminated: 'warn',
        failed: 'bad',
        lost: 'bad',
        blocked: 'warn',
        successful: 'good',
        Started: 'good',
        'Not Restarting': 'bad',
        'Driver Failure': 'bad',
        'Failed Artifact Download': 'bad',
      },
    },
    message: { type: 'text', summary: 'Why, in the words of the server', rank: 1 },
  },
  name: 'name',
  rows: { path: '' },
  columns: ['time', 'what', 'name', 'event', 'message'],
  order: 'time',
  empty: 'no events',
});

export const logsView = tableView({
  fields: {
    allocation: { type: 'text', summary: 'Allocation ID', refers: 'allocation', rank: 0 },
    group: { type: 'text', summary: 'Task group' },
    task: { type: 'text', summary: 'Task', rank: 1 },
    stream: { type: 'text', summary: 'stdout or stderr' },
    version: { type: 'integer', summary: 'Version of the job' },
    status: { type: 'text', summary: 'State of the allocation', tones: 'status' },
    reason: { type: 'text', summary: 'How the task ended, or why it could not start' },
    log: { type: 'text', summary: 'The log; known secrets are hidden', rank: 0 },
  },
  name: 'allocation',
  rows: { path: '' },
  columns: ['allocation', 'group', 'task', 'stream', 'status', 'reason', 'log'],
  empty: 'no logs',
});

export const restartedView = tableView({
  fields: {
    allocation: { type: 'text', summary: 'Allocation ID', refers: 'allocation', rank: 0 },
    group: { type: 'text', summary: 'Task group', rank: 2 },
    node: { type: 'text', summary: 'Node name', rank: 4 },
    tasks: { type: 'list', summary: 'Tasks that were restarted', rank: 3 },
    result: {
      type: 'text',
      summary: 'running, failed, timeout, interrupted, unknown or not-restarted',
      tones: {
        running: 'good',
        failed: 'bad',
        timeout: 'bad',
        interrupted: 'warn',
        unknown: 'warn',
        'not-restarted': 'warn',
      },
      rank: 0,
    },
    restarts: { type: 'integer', summary: 'Restarts of its tasks, by hand and after crashes', rank: 3 },
    started: { type: 'time', summary: 'When its last task started again', rank: 2 },
    reason: { type: 'text', summary: 'Why it does not run', rank: 1 },
  },
  name: 'allocation',
  rows: { path: '' },
  columns: ['allocation', 'group', 'node', 'tasks', 'result', 'restarts', 'started', 'reason'],
  empty: 'no allocations',
});
