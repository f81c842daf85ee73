/** Tests the state of a wait for every sequence that real servers were seen to go through. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../src/model/json/json.ts';
import type { Goal } from '../../../../src/groups/job/wait-conditions.ts';
import { verdictOn } from '../../../../src/groups/job/workflows/wait/judge.ts';
import type { Followed } from '../../../../src/groups/job/workflows/wait/judge.ts';
import { observedOf } from '../../../../src/groups/job/workflows/wait/observed.ts';

const update = { MaxParallel: 1 };

const job = (more: JsonObject = {}, group: JsonObject = {}): JsonObject => ({
  ID: 'web',
  Type: 'service',
  Status: 'running',
  Stop: false,
  Version: 1,
  CreateIndex: 10,
  JobModifyIndex: 20,
  TaskGroups: [{ Name: 'app', Count: 1, Update: update, ...group }],
  ...more,
});

const batch = (more: JsonObject = {}, group: JsonObject = {}): JsonObject =>
  job({ Type: 'batch', ...more }, { Update: null, ...group });

const evaluation = (more: JsonObject = {}): JsonObject => ({
  ID: 'e1',
  Status: 'complete',
  CreateIndex: 21,
  ...more,
});

const noRoom = { FailedTGAllocs: { app: { NodesEvaluated: 1, DimensionExhausted: { memory: 1 } } } };
const blocked = [
  evaluation({ ...noRoom, BlockedEval: 'e2' }),
  evaluation({ ID: 'e2', Status: 'blocked', CreateIndex: 22, ...noRoom }),
];

const deployment = (
  status: string,
  description: string,
  more: JsonObject = {},
  group: JsonObject = {},
): JsonObject => ({
  ID: 'd1',
  JobVersion: 1,
  Status: status,
  StatusDescription: description,
  CreateIndex: 22,
  TaskGroups: {
    app: {
      DesiredTotal: 1,
      PlacedAllocs: 1,
      HealthyAllocs: 0,
      DesiredCanaries: 0,
      Promoted: false,
      ...group,
    },
  },
  ...more,
});

const running = deployment('running', 'Deployment is running');
const successful = deployment('successful', 'Deployment completed successfully', {}, { HealthyAllocs: 1 });

const allocation = (status: string, more: JsonObject = {}): JsonObject => ({
  ID: 'aaaaaaaa-1',
  Name: 'web.app[0]',
  TaskGroup: 'app',
  JobVersion: 1,
  DesiredStatus: 'run',
  ClientStatus: status,
  NextAllocation: '',
  CreateIndex: 23,
  ...more,
});

const exited = (code: number): JsonObject => ({
  TaskStates: {
    server: {
      Failed: true,
      Restarts: 1,
      Events: [
        { Type: 'Terminated', ExitCode: code },
        { Type: 'Not Restarting', DisplayMessage: 'Policy allows no restarts' },
      ],
    },
  },
});

interface Case {
  readonly job?: Json | undefined;
  readonly evaluations?: readonly Json[];
  readonly deployments?: readonly Json[];
  readonly allocations?: readonly Json[];
  readonly goal?: Goal;
  readonly followed?: Partial<Followed>;
  /** How it ends, or what it is when the time is over. */
  readonly is: string;
  /** A part of the reason or of the progress. */
  readonly says?: string;
}

const healthyOne = [allocation('running', { DeploymentStatus: { Healthy: true } })];
const canary = (healthy: number, group: JsonObject = {}): JsonObject =>
  deployment(
    'running',
    'Deployment is running but requires manual promotion',
    {},
    {
      DesiredTotal: 2,
      DesiredCanaries: 1,
      PlacedCanaries: ['c'],
      HealthyAllocs: healthy,
      ...group,
    },
  );

const cases: Readonly<Record<string, Case>> = {
  'a service in progress': {
    deployments: [running],
    allocations: [allocation('running')],
    is: 'going timeout',
    says: 'app 0/1 healthy',
  },
  'a service is healthy': { deployments: [successful], allocations: healthyOne, is: 'healthy' },
  'successful, and the allocation is read late': {
    deployments: [successful],
    allocations: [],
    is: 'going timeout',
    says: 'app 0/1 running',
  },
  'the reply is just back': {
    job: job({ Status: 'pending' }),
    evaluations: [],
    followed: { evaluation: 'e1' },
    is: 'going timeout',
    says: 'waiting for the scheduler',
  },
  'its evaluation is pending': { evaluations: [evaluation({ Status: 'pending' })], is: 'going timeout' },
  'an identical registration: the old deployment': {
    evaluations: [evaluation({ ID: 'e0', CreateIndex: 5 }), evaluation({ CreateIndex: 40 })],
    deployments: [successful],
    allocations: healthyOne,
    followed: { evaluation: 'e1', since: 40 },
    is: 'healthy',
  },
  'an identical registration of what failed': {
    deployments: [deployment('failed', 'Failed due to progress deadline')],
    allocations: [allocation('failed', exited(7))],
    is: 'failed',
    says: 'exit code 7',
  },
  'a version that fails and is reverted': {
    job: job({ Version: 2 }),
    deployments: [
      deployment('failed', 'Failed due to progress deadline - rolling back to job version 0'),
      deployment('successful', 'Deployment completed successfully', {
        ID: 'd2',
        JobVersion: 2,
        CreateIndex: 30,
      }),
    ],
    allocations: [allocation('failed', exited(7)), allocation('running', { JobVersion: 2 })],
    is: 'reverted',
    says: 'server: exit code 7',
  },
  'a version that fails before it is reverted goes on': {
    deployments: [running],
    allocations: [allocation('failed', exited(7))],
    is: 'going timeout',
    says: 'exit code 7',
  },
  'the first version fails: nothing to revert to': {
    job: job({ Status: 'dead' }),
    deployments: [
      deployment('failed', 'Failed due to progress deadline - no stable job version to auto revert to'),
    ],
    is: 'failed',
    says: 'no stable job version',
  },
  'never healthy, restarts': {
    deployments: [deployment('running', 'Deployment is running', {}, { UnhealthyAllocs: 1 })],
    allocations: [
      allocation('running', {
        TaskStates: { server: { Failed: false, Restarts: 4, Events: [{ Type: 'Terminated', ExitCode: 1 }] } },
      }),
    ],
    is: 'going timeout',
    says: 'restarted 4 times',
  },
  'no progress deadline: it fails at once': {
    deployments: [deployment('failed', 'Failed due to unhealthy allocations')],
    is: 'failed',
    says: 'unhealthy allocations',
  },
  'a service that cannot be placed': {
    evaluations: blocked,
    deployments: [deployment('running', 'Deployment is running', {}, { PlacedAllocs: 0 })],
    is: 'going cannot-be-placed',
    says: 'memory is exhausted',
  },
  'one of two groups cannot be placed': {
    evaluations: blocked,
    deployments: [
      {
        ...deployment('running', 'Deployment is running'),
        TaskGroups: { app: { DesiredTotal: 1 }, db: { DesiredTotal: 1, HealthyAllocs: 1 } },
      },
    ],
    is: 'going cannot-be-placed',
    says: 'task group "app"',
  },
  'placed meanwhile': {
    evaluations: [...blocked.slice(0, 1), evaluation({ ID: 'e2', CreateIndex: 22 })],
    deployments: [successful],
    allocations: healthyOne,
    is: 'healthy',
  },
  'a batch job that cannot be placed': {
    job: batch({ Status: 'pending' }),
    evaluations: blocked,
    is: 'going cannot-be-placed',
  },
  'a system job that cannot be placed': {
    job: job({ Type: 'system' }),
    evaluations: [evaluation(noRoom)],
    deployments: [
      deployment('successful', 'Deployment completed successfully', {}, { DesiredTotal: 0, PlacedAllocs: 0 }),
    ],
    is: 'going cannot-be-placed',
  },
  'a canary that is not healthy yet': {
    deployments: [canary(0)],
    is: 'going timeout',
    says: 'app 0/1 healthy, not promoted',
  },
  'a canary that waits for a promotion': { deployments: [canary(1)], is: 'awaiting-promotion' },
  'a canary that was waited for': { deployments: [canary(1)], goal: 'promotable', is: 'promotable' },
  'a canary that is not promotable yet': {
    deployments: [canary(0)],
    goal: 'promotable',
    is: 'going timeout',
  },
  'promotable without canaries': { deployments: [running], goal: 'promotable', is: 'unreachable' },
  'a canary that promotes itself': { deployments: [canary(1, { AutoPromote: true })], is: 'going timeout' },
  'a canary that was promoted': {
    deployments: [canary(1, { Promoted: true })],
    is: 'going timeout',
    says: 'promoted',
  },
  overtaken: {
    job: job({ Version: 2 }),
    deployments: [deployment('cancelled', 'Cancelled due to newer version of job')],
    is: 'overtaken',
    says: 'version 2',
  },
  'overtaken, and not cancelled yet': { job: job({ Version: 2 }), deployments: [running], is: 'overtaken' },
  'healthy before it was overtaken': {
    job: job({ Version: 2 }),
    deployments: [successful],
    is: 'healthy',
    says: 'version 2',
  },
  'stopped meanwhile': {
    job: job({ Version: 2, Stop: true, Status: 'dead' }),
    deployments: [deployment('cancelled', 'Cancelled because job is stopped')],
    is: 'stopped',
  },
  'no deployment: its allocations': {
    job: job({}, { Update: { MaxParallel: 0 } }),
    allocations: [allocation('running')],
    is: 'placed',
  },
  'no deployment, and the update fails': {
    job: job({}, { Update: { MaxParallel: 0 } }),
    evaluations: [evaluation(), evaluation({ ID: 'e2', Status: 'pending', CreateIndex: 30 })],
    allocations: [allocation('failed', { ...exited(7), FollowupEvalID: 'e2' })],
    is: 'failed',
    says: 'exit code 7',
  },
  'no deployment, and the old version still runs': {
    job: job({}, { Update: { MaxParallel: 0 } }),
    allocations: [allocation('running', { JobVersion: 0 })],
    is: 'going timeout',
    says: 'app 0/1 running',
  },
  'a count of 0': {
    job: job({ Status: 'dead' }, { Count: 0 }),
    is: 'healthy',
    says: 'there is nothing to run',
  },
  'a system job': {
    job: job({ Type: 'system' }),
    deployments: [successful],
    allocations: healthyOne,
    is: 'placed',
  },
  'a system job with a deployment in progress': {
    job: job({ Type: 'system' }),
    deployments: [running],
    allocations: [allocation('running')],
    is: 'going timeout',
  },
  'a system job of an older server': {
    job: job({ Type: 'system' }),
    allocations: [allocation('running')],
    is: 'placed',
  },
  'a bad system job': {
    job: job({ Type: 'system' }),
    deployments: [deployment('failed', 'Failed due to unhealthy allocations')],
    allocations: [allocation('failed', exited(1))],
    is: 'failed',
  },
  'a batch job runs': {
    job: batch(),
    allocations: [allocation('running')],
    is: 'going timeout',
    says: '0/1 complete',
  },
  'a batch job ends well': {
    job: batch({ Status: 'dead' }),
    allocations: [allocation('complete')],
    is: 'complete',
  },
  'a batch job fails': {
    job: batch({ Status: 'dead' }),
    allocations: [allocation('failed', exited(2))],
    is: 'failed',
    says: 'exit code 2',
  },
  'one of two fails': {
    job: batch({ Status: 'dead' }, { Count: 2 }),
    allocations: [
      allocation('complete'),
      allocation('failed', { ID: 'b', Name: 'web.app[1]', ...exited(2) }),
    ],
    is: 'failed',
  },
  'a batch job that will be retried': {
    job: batch({ Status: 'pending' }),
    evaluations: [evaluation(), evaluation({ ID: 'e2', Status: 'pending', TriggeredBy: 'alloc-reschedule' })],
    allocations: [allocation('failed', { ...exited(2), FollowupEvalID: 'e2' })],
    is: 'going timeout',
    says: 'it will be retried',
  },
  'a batch job that was retried': {
    job: batch({ Status: 'dead' }),
    evaluations: [evaluation(), evaluation({ ID: 'e2' })],
    allocations: [
      allocation('failed', { NextAllocation: 'b', FollowupEvalID: 'e2', DesiredStatus: 'stop' }),
      allocation('complete', { ID: 'b', CreateIndex: 40 }),
    ],
    is: 'complete',
  },
  'a batch job whose last attempt fails keeps its follow-up': {
    job: batch({ Status: 'dead' }),
    evaluations: [evaluation(), evaluation({ ID: 'e2' })],
    allocations: [
      allocation('failed', { NextAllocation: 'b' }),
      allocation('failed', { ID: 'b', CreateIndex: 40, FollowupEvalID: 'e2' }),
    ],
    is: 'failed',
  },
  'a batch job registered again: nothing runs': {
    job: batch({ Status: 'dead' }),
    allocations: [allocation('complete')],
    followed: { evaluation: 'e1', since: 50 },
    is: 'complete',
    says: 'nothing ran again',
  },
  'a batch job registered again after a failure': {
    job: batch({ Status: 'dead' }),
    allocations: [allocation('failed', exited(2))],
    followed: { evaluation: 'e1', since: 50 },
    is: 'failed',
    says: 'nothing ran again',
  },
  'a batch job that was stopped': {
    job: batch({ Version: 2, Stop: true }),
    allocations: [allocation('complete', { DesiredStatus: 'stop' })],
    is: 'stopped',
  },
  'a sysbatch job': {
    job: batch({ Type: 'sysbatch', Status: 'dead' }),
    allocations: [allocation('complete')],
    is: 'complete',
  },
  'a periodic parent': { job: batch({ Periodic: {} }), evaluations: [], is: 'registered' },
  'a parameterized parent': { job: batch({ ParameterizedJob: {} }), evaluations: [], is: 'registered' },
  'a parent is never complete': { job: batch({ Periodic: {} }), goal: 'complete', is: 'unreachable' },
  'a dispatched child': {
    job: batch({ ParameterizedJob: {}, Dispatched: true, Status: 'dead' }),
    allocations: [allocation('complete')],
    is: 'complete',
  },
  'a stop: the status is dead at once, its tasks are not': {
    job: job({ Version: 2, Stop: true, Status: 'dead' }),
    allocations: [allocation('running', { DesiredStatus: 'stop' })],
    goal: 'dead',
    followed: { version: 2, pinned: true },
    is: 'going timeout',
    says: '1 allocation not ended yet',
  },
  'a stop whose tasks have ended': {
    job: job({ Version: 2, Stop: true, Status: 'dead' }),
    allocations: [allocation('complete', { DesiredStatus: 'stop' })],
    goal: 'dead',
    is: 'dead',
  },
  'a disconnected client may return': {
    job: job({ Stop: true, Status: 'dead' }),
    allocations: [allocation('unknown', { DesiredStatus: 'stop' })],
    goal: 'dead',
    is: 'going timeout',
  },
  'a wait for dead continues while it runs': {
    allocations: [allocation('running')],
    goal: 'dead',
    is: 'going timeout',
  },
  'a stop that was undone': {
    job: job({ Version: 3 }),
    allocations: [allocation('running', { JobVersion: 3 })],
    goal: 'dead',
    followed: { version: 2, pinned: true },
    is: 'overtaken',
  },
  purged: { job: undefined, goal: 'dead', is: 'gone' },
  'purged and registered again': {
    job: job({ CreateIndex: 90, Version: 0 }),
    is: 'overtaken',
    says: 'registered again',
  },
  'a scale: allocations that were kept are judged again': {
    deployments: [deployment('running', 'Deployment is running', {}, { DesiredTotal: 2, HealthyAllocs: 1 })],
    allocations: healthyOne,
    is: 'going timeout',
    says: 'app 1/2 healthy',
  },
  'healthy, and one crashed since': {
    deployments: [successful],
    evaluations: [evaluation(), evaluation({ ID: 'e2', Status: 'pending' })],
    allocations: [allocation('failed', exited(7))],
    is: 'going failed',
    says: 'it will be rescheduled',
  },
  'placed does not wait for health': {
    deployments: [running],
    allocations: [allocation('running')],
    goal: 'placed',
    is: 'placed',
  },
  'a batch job has no health': { job: batch(), goal: 'healthy', is: 'unreachable' },
  'a service is never complete': { goal: 'complete', is: 'unreachable' },
};

const standing = (one: Case): string => {
  const followed: Followed = { version: 1, goal: one.goal, created: 10, pinned: false, ...one.followed };
  const verdict = verdictOn(
    followed,
    observedOf({
      job: 'job' in one ? one.job : job(),
      evaluations: one.evaluations ?? [evaluation()],
      deployments: one.deployments ?? [],
      allocations: one.allocations ?? [],
    }),
  );
  return verdict.ended
    ? `${verdict.result}: ${verdict.reason}`
    : `going ${verdict.atLimit?.result ?? 'timeout'}: ${verdict.progress}`;
};

describe('the state of a wait', () => {
  test.each(Object.entries(cases))('is right: %s', (_, one) => {
    const found = standing(one);
    expect(found.slice(0, found.indexOf(':'))).toBe(one.is);
    expect(found).toContain(one.says ?? '');
  });

  test('is undecided without any data', () => {
    expect(standing({ evaluations: [], job: job({ Status: 'pending' }), is: '' })).toMatch(/^going timeout/);
  });
});
