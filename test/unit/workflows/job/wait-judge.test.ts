/** Tests the state of a wait for every sequence that real servers were seen to go through. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../src/documents/json/json.ts';
import type { Goal } from '../../../../src/commands/job/wait-results.ts';
import { verdictOn } from '../../../../src/commands/job/workflows/wait/judge.ts';
import type { Followed } from '../../../../src/commands/job/workflows/wait/judge.ts';
import { observedOf } from '../../../../src/commands/job/workflows/wait/observed.ts';

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

const noRoom = {
  FailedTGAllocs: { app: { NodesEvaluated: 1, NodesExhausted: 1, DimensionExhausted: { memory: 1 } } },
};
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
const unplacedYet = deployment('running', 'Deployment is running', {}, { PlacedAllocs: 0 });
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

/** An allocation that the server calls running, with one task of a hook beside the main task. */
const prestart = (before: string, main: string, Type: string, Hook = 'prestart') => ({
  job: job(
    { Type },
    {
      Update: null,
      Tasks: [
        { Name: 'before', Lifecycle: { Hook, Sidecar: false } },
        { Name: 'main', Lifecycle: null },
      ],
    },
  ),
  allocations: [allocation('running', { TaskStates: { before: { State: before }, main: { State: main } } })],
});

const now = Date.parse('2030-12-31T23:00:00Z');
/** Its task has been started four times in the last minutes, and runs at the moment. */
const looping = (more: JsonObject = {}): JsonObject =>
  allocation('running', {
    DeploymentStatus: { Healthy: true },
    TaskStates: {
      server: { State: 'running', Restarts: 3, LastRestart: '2030-12-31T22:59:00Z', Events: [] },
    },
    ...more,
  });
const loop = 'app is restarting: allocation aaaaaaaa: server: restarted 3 times';
const idle = (text: string): string =>
  `${text.replaceAll(/: allocation [^;]*/g, '')} (allocations), else failed: ${text}`;
const unhealthyOne = [allocation('running', { DeploymentStatus: { Healthy: false } })];
const sick = 'app is unhealthy: allocation aaaaaaaa: running';

interface Case {
  readonly job?: Json | undefined;
  readonly evaluations?: readonly Json[];
  readonly deployments?: readonly Json[];
  readonly allocations?: readonly Json[];
  readonly goal?: Goal;
  readonly followed?: Partial<Followed>;
  /** The verdict, as `standing` writes it. */
  readonly is: string;
}

/** It waits for its time. */
const delayed = evaluation({
  ID: 'e9',
  Status: 'pending',
  CreateIndex: 30,
  WaitUntil: '2031-01-01T00:00:00Z',
});
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

const groups = (all: JsonObject, status = 'running'): JsonObject => ({
  ...deployment(status, status),
  TaskGroups: all,
});
const twoCanaries = (app: number, db: number): JsonObject => ({
  app: { DesiredTotal: 1, DesiredCanaries: 1, HealthyAllocs: app },
  db: { DesiredTotal: 1, DesiredCanaries: 1, HealthyAllocs: db },
});
const group = (name: string): JsonObject => ({ Name: name, Count: 1 });
const other = (status: string): JsonObject =>
  allocation(status, { ID: 'b', Name: 'web.db[0]', TaskGroup: 'db' });

const crash = (code: number): string =>
  `allocation aaaaaaaa: server: exit code ${code}, restarted once, Not Restarting: Policy allows no restarts`;
const noRoomText =
  'task group "app" cannot be placed: 1 node evaluated, 1 node without enough room, memory is exhausted on 1 node';

const cases: Readonly<Record<string, Case>> = {
  'nothing is known': {
    job: job({ Status: 'pending' }),
    evaluations: [],
    is: 'waiting for the scheduler (evaluations)',
  },
  'a service in progress': {
    deployments: [running],
    allocations: [allocation('running')],
    is: 'app 0/1 healthy (deployments)',
  },
  'a deployment is paused': {
    deployments: [deployment('paused', 'Deployment is paused')],
    allocations: [allocation('running')],
    is: 'its deployment is paused; app 0/1 healthy (deployments)',
  },
  'a service is healthy': { deployments: [successful], allocations: healthyOne, is: 'healthy' },
  'successful, and the server keeps no allocation': {
    deployments: [successful],
    allocations: [],
    is: 'failed: app: 1 missing, and nothing starts them; the server keeps no allocation that says why',
  },
  'a deployment that placed nothing, and no evaluation is left': {
    deployments: [unplacedYet],
    evaluations: [],
    is: 'failed: app: 1 missing, and nothing starts them; the server keeps no allocation that says why',
  },
  'a paused deployment that placed nothing': {
    deployments: [{ ...unplacedYet, Status: 'paused' }],
    evaluations: [],
    is: 'its deployment is paused; app 0/1 healthy (deployments)',
  },
  'placed: a paused deployment without groups': {
    deployments: [groups({}, 'paused')],
    evaluations: blocked,
    goal: 'placed',
    is: `its deployment is paused (allocations), else cannot-be-placed: ${noRoomText}`,
  },
  'a deployment that placed nothing yet': {
    deployments: [unplacedYet],
    is: 'app 0/1 healthy (deployments)',
  },
  'a deployment that placed something that is not read': {
    deployments: [running],
    evaluations: [],
    is: 'app 0/1 healthy (deployments)',
  },
  'a deployment that placed nothing, and an allocation of another group is read': {
    goal: 'healthy',
    job: job({ TaskGroups: [group('app'), group('db')] }),
    deployments: [unplacedYet],
    evaluations: [],
    allocations: [allocation('running')],
    is: 'app 0/1 healthy (deployments)',
  },
  'a deployment that placed one group of two, and nothing is read': {
    goal: 'healthy',
    job: job({ TaskGroups: [group('app'), group('db')] }),
    deployments: [
      deployment('running', '', {
        TaskGroups: {
          app: { DesiredTotal: 1, PlacedAllocs: 0, HealthyAllocs: 0 },
          db: { DesiredTotal: 1, PlacedAllocs: 1, HealthyAllocs: 0 },
        },
      }),
    ],
    evaluations: [],
    is: 'app 0/1 healthy; db 0/1 healthy (deployments)',
  },
  'the reply is just back': {
    job: job({ Status: 'pending' }),
    evaluations: [],
    followed: { evaluation: 'e1' },
    is: 'waiting for the scheduler (evaluations)',
  },
  'its evaluation is pending': {
    evaluations: [evaluation({ Status: 'pending' })],
    is: 'waiting for the scheduler (evaluations)',
  },
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
    is: `failed: Failed due to progress deadline; ${crash(7)}`,
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
    is: `reverted: Failed due to progress deadline - rolling back to job version 0; ${crash(7)}`,
  },
  'a version that fails before it is reverted goes on': {
    deployments: [running],
    allocations: [allocation('failed', exited(7))],
    is: `app 0/1 healthy; ${crash(7)} (deployments)`,
  },
  'the first version fails: nothing to revert to': {
    job: job({ Status: 'dead' }),
    deployments: [
      deployment('failed', 'Failed due to progress deadline - no stable job version to auto revert to'),
    ],
    is: 'failed: Failed due to progress deadline - no stable job version to auto revert to',
  },
  'never healthy, restarts': {
    deployments: [deployment('running', 'Deployment is running', {}, { UnhealthyAllocs: 1 })],
    allocations: [
      allocation('running', {
        TaskStates: { server: { Failed: false, Restarts: 4, Events: [{ Type: 'Terminated', ExitCode: 1 }] } },
      }),
    ],
    is: 'app 0/1 healthy, 1 unhealthy; allocation aaaaaaaa: server: exit code 1, restarted 4 times (deployments)',
  },
  'no progress deadline: it fails at once': {
    deployments: [deployment('failed', 'Failed due to unhealthy allocations')],
    is: 'failed: Failed due to unhealthy allocations',
  },
  'a service that cannot be placed': {
    evaluations: blocked,
    deployments: [deployment('running', 'Deployment is running', {}, { PlacedAllocs: 0 })],
    is: `app 0/1 healthy; ${noRoomText} (deployments), else cannot-be-placed: ${noRoomText}`,
  },
  'one of two groups cannot be placed': {
    evaluations: blocked,
    deployments: [
      {
        ...deployment('running', 'Deployment is running'),
        TaskGroups: { app: { DesiredTotal: 1 }, db: { DesiredTotal: 1, HealthyAllocs: 1 } },
      },
    ],
    is: `app 0/1 healthy; db 1/1 healthy; ${noRoomText} (deployments), else cannot-be-placed: ${noRoomText}`,
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
    is: `0/1 complete; ${noRoomText} (evaluations), else cannot-be-placed: ${noRoomText}`,
  },
  'a system job that cannot be placed': {
    job: job({ Type: 'system' }),
    evaluations: [evaluation(noRoom)],
    deployments: [
      deployment('successful', 'Deployment completed successfully', {}, { DesiredTotal: 0, PlacedAllocs: 0 }),
    ],
    is: `${noRoomText} (evaluations), else cannot-be-placed: ${noRoomText}`,
  },
  'a canary that is not healthy yet': {
    deployments: [canary(0)],
    is: 'app 0/1 healthy, not promoted (deployments)',
  },
  'a canary that waits for a promotion': {
    deployments: [canary(1)],
    is: 'awaiting-promotion: app 1/1 healthy, not promoted',
  },
  'a canary that was waited for': { deployments: [canary(1)], goal: 'promotable', is: 'promotable' },
  'a canary that is not promotable yet': {
    deployments: [canary(0)],
    goal: 'promotable',
    is: 'app 0/1 healthy, not promoted (deployments)',
  },
  'promotable without canaries': {
    deployments: [running],
    goal: 'promotable',
    is: 'unreachable: this version has no canaries',
  },
  'a canary that promotes itself': {
    deployments: [canary(1, { AutoPromote: true })],
    is: 'app 1/1 healthy, not promoted (deployments)',
  },
  'a canary that was promoted': {
    deployments: [canary(1, { Promoted: true })],
    is: 'app 1/2 healthy, promoted (deployments)',
  },
  overtaken: {
    job: job({ Version: 2 }),
    deployments: [deployment('cancelled', 'Cancelled due to newer version of job')],
    is: 'overtaken: version 2 was registered',
  },
  'overtaken, and not cancelled yet': {
    job: job({ Version: 2 }),
    deployments: [running],
    is: 'overtaken: version 2 was registered',
  },
  'healthy before it was overtaken': {
    job: job({ Version: 2 }),
    deployments: [successful],
    is: 'healthy: version 2 was registered in the meantime',
  },
  'overtaken before the wait began, whatever it was then': {
    job: job({ Version: 2 }),
    deployments: [successful],
    followed: { past: true },
    is: 'overtaken: version 2 was registered',
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
    is: `failed: ${crash(7)}`,
  },
  'no deployment, and the old version still runs': {
    job: job({}, { Update: { MaxParallel: 0 } }),
    allocations: [allocation('running', { JobVersion: 0 })],
    is: 'app 0/1 running (allocations)',
  },
  'a count of 0': {
    job: job({ Status: 'dead' }, { Count: 0 }),
    is: 'healthy: there is nothing to run',
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
    is: 'app 0/1 healthy (deployments)',
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
    is: `failed: Failed due to unhealthy allocations; ${crash(1)}`,
  },
  'a batch job runs': {
    job: batch(),
    allocations: [allocation('running')],
    is: '0/1 complete (allocations)',
  },
  'a batch job ends well': {
    job: batch({ Status: 'dead' }),
    allocations: [allocation('complete')],
    is: 'complete',
  },
  'a batch job fails': {
    job: batch({ Status: 'dead' }),
    allocations: [allocation('failed', exited(2))],
    is: `failed: ${crash(2)}`,
  },
  'one of two fails': {
    job: batch({ Status: 'dead' }, { Count: 2 }),
    allocations: [
      allocation('complete'),
      allocation('failed', { ID: 'b', Name: 'web.app[1]', ...exited(2) }),
    ],
    is: 'failed: allocation b: server: exit code 2, restarted once, Not Restarting: Policy allows no restarts',
  },
  'a batch job that will be retried': {
    job: batch({ Status: 'pending' }),
    evaluations: [evaluation(), evaluation({ ID: 'e2', Status: 'pending', TriggeredBy: 'alloc-reschedule' })],
    allocations: [allocation('failed', { ...exited(2), FollowupEvalID: 'e2' })],
    is: `0/1 complete; ${crash(2)}; it will be retried (evaluations)`,
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
    is: 'failed: allocation b: failed',
  },
  'a batch job registered again: nothing runs': {
    job: batch({ Status: 'dead' }),
    allocations: [allocation('complete')],
    followed: { evaluation: 'e1', since: 50 },
    is: 'complete: nothing ran again: this is the result of the earlier run',
  },
  'a batch job registered again after a failure': {
    job: batch({ Status: 'dead' }),
    allocations: [allocation('failed', exited(2))],
    followed: { evaluation: 'e1', since: 50 },
    is: `failed: nothing ran again: this is the result of the earlier run; ${crash(2)}`,
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
  'a parent is never complete': {
    job: batch({ Periodic: {} }),
    goal: 'complete',
    is: 'unreachable: it runs nothing itself; wait for one of its children',
  },
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
    is: '1 allocation not ended yet (allocations)',
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
    is: 'the node of 1 allocation does not answer (allocations)',
  },
  'a stop of what was lost with a node': {
    job: job({ Stop: true, Status: 'dead' }),
    allocations: [
      allocation('lost', { DesiredStatus: 'stop', NodeName: 'c2' }),
      allocation('complete', { ID: 'b', DesiredStatus: 'stop' }),
    ],
    goal: 'dead',
    is: '1 allocation was lost with node c2, and its tasks may still run (allocations)',
  },
  'a stop of what was lost, does not answer and runs': {
    job: job({ Stop: true, Status: 'dead' }),
    allocations: [
      allocation('lost', { DesiredStatus: 'stop' }),
      allocation('lost', { ID: 'b', DesiredStatus: 'stop' }),
      allocation('unknown', { ID: 'c', DesiredStatus: 'stop', NodeName: 'c3' }),
      allocation('running', { ID: 'd', DesiredStatus: 'stop' }),
    ],
    goal: 'dead',
    is: '1 allocation not ended yet; 1 allocation is on node c3, which does not answer; 2 allocations were lost with their nodes, and their tasks may still run (allocations)',
  },
  'a wait for dead continues while it runs': {
    allocations: [allocation('running')],
    goal: 'dead',
    is: '1 allocation not ended yet (allocations)',
  },
  'a stop that was undone': {
    job: job({ Version: 3 }),
    allocations: [allocation('running', { JobVersion: 3 })],
    goal: 'dead',
    followed: { version: 2, pinned: true },
    is: 'overtaken: version 3 was registered',
  },
  purged: { job: undefined, goal: 'dead', is: 'gone: the job was purged, so its allocations cannot be seen' },
  'purged and registered again': {
    job: job({ CreateIndex: 90, Version: 0 }),
    is: 'overtaken: the job was purged and registered again',
  },
  'a scale: allocations that were kept are judged again': {
    deployments: [deployment('running', 'Deployment is running', {}, { DesiredTotal: 2, HealthyAllocs: 1 })],
    allocations: healthyOne,
    is: 'app 1/2 healthy (deployments)',
  },
  'healthy, and one crashed since': {
    deployments: [successful],
    evaluations: [evaluation(), evaluation({ ID: 'e2', Status: 'pending' })],
    allocations: [allocation('failed', exited(7))],
    is: `${crash(7)}; it will be rescheduled (evaluations), else failed: ${crash(7)}`,
  },
  'placed does not wait for health': {
    deployments: [running],
    allocations: [allocation('running')],
    goal: 'placed',
    is: 'placed',
  },
  'a batch job has no health': {
    job: batch(),
    goal: 'healthy',
    is: 'unreachable: a batch job has no deployments',
  },
  'a service is never complete': {
    goal: 'complete',
    is: 'unreachable: a service job runs until it is stopped',
  },
  'the newest deployment of the version counts, in any order': {
    deployments: [
      { ...successful, CreateIndex: 30 },
      deployment('failed', 'Failed due to progress deadline'),
    ],
    allocations: healthyOne,
    is: 'healthy',
  },
  'the newest of two that failed is named': {
    deployments: [running],
    allocations: [
      allocation('failed', { ID: 'newer', CreateIndex: 30, ...exited(2) }),
      allocation('failed', exited(3)),
    ],
    is: 'app 0/1 healthy; allocation newer: server: exit code 2, restarted once, Not Restarting: Policy allows no restarts (deployments)',
  },
  'the first of two that failed together is named': {
    deployments: [running],
    allocations: [allocation('failed', { ID: 'first' }), allocation('failed', { ID: 'second' })],
    is: 'app 0/1 healthy; allocation first: failed (deployments)',
  },
  'a service is to be healthy if one of its groups is': {
    job: job({ TaskGroups: [{ Name: 'app', Count: 1, Update: update }, group('db')] }),
    allocations: [allocation('running'), other('running')],
    is: 'healthy',
  },
  'of a blocked evaluation and a complete one the blocked one counts': {
    evaluations: [
      evaluation(),
      evaluation({ ID: 'e2', Status: 'blocked', CreateIndex: 22, ...noRoom }),
      evaluation({ ID: 'e3', CreateIndex: 23 }),
    ],
    is: `${noRoomText} (evaluations), else cannot-be-placed: ${noRoomText}`,
  },
  'evaluations that were canceled place nothing': {
    evaluations: [evaluation(), evaluation({ ID: 'e2', Status: 'canceled', CreateIndex: 22, ...noRoom })],
    allocations: [allocation('running')],
    is: 'healthy',
  },
  'an evaluation that is blocked for no known group': {
    evaluations: [evaluation(), evaluation({ ID: 'e2', Status: 'blocked', CreateIndex: 22 })],
    is: 'an evaluation is waiting for room (evaluations), else cannot-be-placed: an evaluation is waiting for room',
  },
  'two groups cannot be placed': {
    evaluations: [evaluation({ FailedTGAllocs: { app: { NodesEvaluated: 0 }, db: { NodesEvaluated: 0 } } })],
    is: 'task group "app" cannot be placed: no node was eligible; task group "db" cannot be placed: no node was eligible (evaluations), else cannot-be-placed, excluded: task group "app" cannot be placed: no node was eligible; task group "db" cannot be placed: no node was eligible',
  },
  'the evaluation of the change is not there yet': {
    evaluations: [evaluation({ ID: 'e0', CreateIndex: 5 })],
    allocations: [allocation('running')],
    followed: { evaluation: 'e1' },
    is: 'waiting for the scheduler (evaluations)',
  },
  'what failed before the change was evaluated is no verdict on it': {
    evaluations: [evaluation({ ID: 'e0', CreateIndex: 5 })],
    allocations: [allocation('failed', exited(7))],
    followed: { evaluation: 'e1' },
    is: 'waiting for the scheduler (evaluations)',
  },
  'of an allocation only the tasks in trouble are named': {
    deployments: [running],
    allocations: [
      allocation('failed', {
        TaskStates: {
          server: { Failed: true, Events: [{ Type: 'Terminated', ExitCode: 7 }] },
          log: { Failed: false, Events: [{ Type: 'Killing', DisplayMessage: 'Sent interrupt' }] },
        },
      }),
    ],
    is: 'app 0/1 healthy; allocation aaaaaaaa: server: exit code 7 (deployments)',
  },
  'an allocation that is not healthy, without a task in trouble': {
    deployments: [running],
    allocations: [
      allocation('running', {
        DeploymentStatus: { Healthy: false },
        TaskStates: { server: { Events: [{ Type: 'Alloc Unhealthy', DisplayMessage: 'no check passed' }] } },
      }),
    ],
    is: 'app 0/1 healthy; allocation aaaaaaaa: server: Alloc Unhealthy: "no check passed" (deployments)',
  },
  'canaries of one group of two are healthy': {
    deployments: [groups(twoCanaries(1, 0))],
    is: 'app 1/1 healthy, not promoted; db 0/1 healthy, not promoted (deployments)',
  },
  'more canaries are healthy than were wanted': {
    deployments: [groups({ app: { DesiredTotal: 2, DesiredCanaries: 1, HealthyAllocs: 2 } })],
    is: 'awaiting-promotion: app 2/1 healthy, not promoted',
  },
  'one group of two waits for a promotion': {
    deployments: [
      groups({
        app: { DesiredTotal: 1, DesiredCanaries: 1, HealthyAllocs: 1 },
        db: { DesiredTotal: 1, HealthyAllocs: 1 },
      }),
    ],
    is: 'awaiting-promotion: app 1/1 healthy, not promoted; db 1/1 healthy',
  },
  'one group promotes itself, the other has no canaries': {
    deployments: [
      groups({
        app: { DesiredTotal: 1, DesiredCanaries: 1, HealthyAllocs: 1, AutoPromote: true },
        db: { DesiredTotal: 1 },
      }),
    ],
    is: 'app 1/1 healthy, not promoted; db 0/1 healthy (deployments)',
  },
  'one group of two was promoted': {
    deployments: [
      groups({
        app: { DesiredTotal: 1, DesiredCanaries: 1, Promoted: true },
        db: { DesiredTotal: 1, DesiredCanaries: 1, HealthyAllocs: 1 },
      }),
    ],
    is: 'awaiting-promotion: app 0/1 healthy, promoted; db 1/1 healthy, not promoted',
  },
  'promotable, and only one group has canaries': {
    deployments: [groups({ app: { DesiredTotal: 1, DesiredCanaries: 1 }, db: { DesiredTotal: 1 } })],
    goal: 'promotable',
    is: 'app 0/1 healthy, not promoted; db 0/1 healthy (deployments)',
  },
  'promotable without canaries, before the scheduler is done': {
    evaluations: [evaluation({ Status: 'pending' })],
    deployments: [running],
    goal: 'promotable',
    is: 'app 0/1 healthy (deployments)',
  },
  'promotable without a deployment': {
    goal: 'promotable',
    is: 'unreachable: this version has no deployment',
  },
  'promotable without a deployment, before the scheduler is done': {
    evaluations: [evaluation({ Status: 'pending' })],
    goal: 'promotable',
    is: 'waiting for the scheduler (evaluations)',
  },
  'promotable, and the canaries of one group were promoted': {
    deployments: [
      groups({ app: { DesiredCanaries: 1, Promoted: true }, db: { DesiredTotal: 1 } }, 'successful'),
    ],
    goal: 'promotable',
    is: 'promotable: its canaries were promoted',
  },
  'promotable, and the deployment ended without canaries': {
    deployments: [successful],
    goal: 'promotable',
    is: 'unreachable: this version had no canaries',
  },
  'successful, and stopped since': {
    job: job({ Version: 2, Stop: true }),
    deployments: [successful],
    is: 'stopped',
  },
  'a deployment that was cancelled by something else': {
    deployments: [deployment('cancelled', 'Cancelled by a person')],
    allocations: [allocation('failed', exited(7))],
    is: `overtaken: "Cancelled by a person"; ${crash(7)}`,
  },
  'overtaken before it had a deployment': {
    job: job({ Version: 2 }),
    is: 'overtaken: version 2 was registered',
  },
  'stopped before it had a deployment': { job: job({ Stop: true }), is: 'stopped' },
  'a pending job that was evaluated': {
    job: job({ Status: 'pending' }),
    is: 'failed: app: 1 missing, and nothing starts them; the server keeps no allocation that says why',
  },
  'a pending job with an allocation': {
    job: job({ Status: 'pending' }),
    evaluations: [],
    allocations: [allocation('running')],
    is: 'healthy',
  },
  'a pending job with an evaluation and an allocation': {
    job: job({ Status: 'pending' }),
    allocations: [allocation('pending')],
    is: 'app 0/1 running (allocations)',
  },
  'a running job of which nothing else is known': {
    evaluations: [],
    is: 'failed: app: 1 missing, and nothing starts them; the server keeps no allocation that says why',
  },
  'an allocation runs that is to stop, and another starts': {
    allocations: [
      allocation('running', { DesiredStatus: 'stop' }),
      allocation('pending', { ID: 'b', CreateIndex: 30 }),
    ],
    is: 'app 0/1 running (allocations)',
  },
  'one group runs twice, the other not': {
    job: job({ TaskGroups: [group('app'), group('db')] }),
    allocations: [allocation('running'), allocation('running', { ID: 'b' })],
    is: 'failed: db: 1 missing, and nothing starts them; the server keeps no allocation that says why',
  },
  'nothing of two groups runs': {
    job: job({ TaskGroups: [group('app'), group('db')] }),
    is: 'failed: app: 1 missing, and nothing starts them; the server keeps no allocation that says why; db: 1 missing, and nothing starts them; the server keeps no allocation that says why',
  },
  'an allocation restarts, without a deployment': {
    allocations: [allocation('pending', exited(7))],
    is: `app 0/1 running; ${crash(7)} (allocations), else failed: ${crash(7)}`,
  },
  'an allocation was lost': {
    allocations: [allocation('lost')],
    is: 'failed: allocation aaaaaaaa: lost',
  },
  'a service ended by itself in two groups of three': {
    job: job({ TaskGroups: [group('web'), group('app'), group('db')] }),
    allocations: [
      allocation('running', { ID: 'c', Name: 'web.web[0]', TaskGroup: 'web' }),
      allocation('complete'),
      other('complete'),
    ],
    is: 'failed: allocation aaaaaaaa: complete',
  },
  'one of each of two groups failed, and another one runs': {
    job: job({ TaskGroups: [{ Name: 'app', Count: 2 }, group('db')] }),
    allocations: [
      allocation('failed', exited(7)),
      allocation('running', { ID: 'c', Name: 'web.app[1]' }),
      { ...other('failed'), CreateIndex: 30 },
    ],
    is: 'failed: allocation b: failed',
  },
  'an allocation failed, and its replacement runs': {
    allocations: [
      allocation('failed', { NextAllocation: 'b' }),
      allocation('running', { ID: 'b', CreateIndex: 30 }),
    ],
    is: 'healthy',
  },
  'an allocation failed that was to stop': {
    allocations: [
      allocation('failed', { DesiredStatus: 'stop' }),
      allocation('running', { ID: 'b', Name: 'web.app[1]' }),
    ],
    is: 'healthy',
  },
  'an allocation failed, and a newer one of its name runs': {
    allocations: [
      allocation('failed'),
      allocation('running', { ID: 'b', CreateIndex: 30 }),
      allocation('running', { ID: 'c', Name: 'web.app[1]', CreateIndex: 10 }),
    ],
    is: 'healthy',
  },
  'an allocation failed, and only newer ones of other names run': {
    allocations: [
      allocation('failed', exited(7)),
      allocation('running', { ID: 'b', Name: 'web.app[1]', CreateIndex: 30 }),
    ],
    is: `failed: ${crash(7)}`,
  },
  'healthy, and one crashed for good': {
    deployments: [successful],
    allocations: [allocation('failed', exited(7))],
    is: `failed: ${crash(7)}; after its deployment was successful`,
  },
  'a system job of an older server is placed on one node of two': {
    job: job({ Type: 'system' }),
    allocations: [allocation('running'), allocation('pending', { ID: 'b' })],
    is: 'web.app[0] pending (allocations)',
  },
  ...Object.fromEntries(
    (
      [
        ['system', 'web.app[0] main waits for before (allocations)'],
        ['service', 'app 0/1 running: main waits for before (allocations)'],
      ] as const
    ).map(([type, is]) => [
      `the main task of a ${type} job waits for its prestart task`,
      { ...prestart('running', 'pending', type), goal: 'placed', is } satisfies Case,
    ]),
  ),
  'the main task of a job that is being deployed waits for its prestart task': {
    ...prestart('running', 'pending', 'service'),
    deployments: [running],
    goal: 'placed',
    is: '0/1 placed and running (allocations)',
  },
  'the main task of a system job runs after its prestart task': {
    ...prestart('dead', 'running', 'system'),
    is: 'placed',
  },
  'a poststop task waits for the end of a system job': {
    ...prestart('pending', 'running', 'system', 'poststop'),
    is: 'placed',
  },
  'the prestart task of a batch job is part of its work': {
    ...prestart('running', 'pending', 'batch'),
    goal: 'placed',
    is: 'placed',
  },
  'a system job of an older server leaves a node': {
    job: job({ Type: 'system' }),
    allocations: [allocation('running'), allocation('complete', { ID: 'b', DesiredStatus: 'stop' })],
    is: 'placed',
  },
  'a system job without a node for it': {
    job: job({ Type: 'system' }),
    is: 'placed: there is nothing to run',
  },
  'one of two groups has a count of 0': {
    job: job({ TaskGroups: [group('app'), { Name: 'db', Count: 0 }] }),
    allocations: [allocation('running')],
    is: 'placed',
  },
  'a count of 0, and one is not stopped yet': {
    job: job({}, { Count: 0 }),
    allocations: [allocation('running')],
    is: '1 allocation not ended yet (allocations)',
  },
  'a count of 0, and two end slowly': {
    job: job({}, { Count: 0 }),
    allocations: [
      allocation('running', { DesiredStatus: 'stop', JobVersion: 0 }),
      allocation('running', { ID: 'b', DesiredStatus: 'stop', JobVersion: 0 }),
      allocation('complete', { ID: 'c', DesiredStatus: 'stop', JobVersion: 0 }),
    ],
    is: '2 allocations not ended yet (allocations)',
  },
  'placed: a count of 0, and one ends slowly': {
    job: job({}, { Count: 0 }),
    allocations: [allocation('running', { DesiredStatus: 'stop', JobVersion: 0 })],
    goal: 'placed',
    is: '1 allocation not ended yet (allocations)',
  },
  'a count of 0, and the last one was lost with its node': {
    job: job({}, { Count: 0 }),
    allocations: [allocation('lost', { DesiredStatus: 'stop', JobVersion: 0 })],
    is: '1 allocation was lost with its node, and its tasks may still run (allocations)',
  },
  'one was lost with its node, and another one took its place': {
    job: job(),
    deployments: [successful],
    allocations: [
      ...healthyOne,
      allocation('lost', { ID: 'b', DesiredStatus: 'stop', NextAllocation: 'aaaaaaaa-1', CreateIndex: 22 }),
    ],
    is: 'healthy',
  },
  'a count of 0, and the last one has ended': {
    job: job({}, { Count: 0 }),
    allocations: [allocation('complete', { DesiredStatus: 'stop', JobVersion: 0 })],
    is: 'healthy: there is nothing to run',
  },
  'a group was removed from the job, and one of it ends slowly': {
    job: job(),
    deployments: [successful],
    allocations: [...healthyOne, { ...other('running'), JobVersion: 0, DesiredStatus: 'stop' }],
    is: '1 allocation not ended yet (allocations)',
  },
  'a group keeps some, and one of an older version ends slowly': {
    job: job(),
    deployments: [successful],
    allocations: [
      ...healthyOne,
      allocation('running', { ID: 'b', Name: 'web.app[1]', DesiredStatus: 'stop', JobVersion: 0 }),
    ],
    is: 'healthy',
  },
  'a system job has no node any more, and one ends slowly': {
    job: job({ Type: 'system' }),
    allocations: [allocation('running', { DesiredStatus: 'stop', JobVersion: 0 })],
    is: '1 allocation not ended yet (allocations)',
  },
  'a batch job: a group was scaled to 0 and ends slowly, the other one is complete': {
    job: batch({ TaskGroups: [group('app'), { Name: 'db', Count: 0 }] }),
    allocations: [allocation('complete'), { ...other('running'), JobVersion: 0, DesiredStatus: 'stop' }],
    is: '1 allocation not ended yet (allocations)',
  },
  'a change that changes nothing, without a deployment': {
    allocations: [allocation('running')],
    followed: { since: 24 },
    is: 'healthy: the allocations were kept',
  },
  'a change that places anew, without a deployment': {
    allocations: [allocation('running')],
    followed: { since: 23 },
    is: 'healthy',
  },
  'a change that places one of two anew, without a deployment': {
    job: job({}, { Count: 2 }),
    allocations: [allocation('running'), allocation('running', { ID: 'b', CreateIndex: 30 })],
    followed: { since: 24 },
    is: 'healthy',
  },
  'placed: a deployment without groups': {
    deployments: [groups({})],
    evaluations: blocked,
    goal: 'placed',
    is: ` (allocations), else cannot-be-placed: ${noRoomText}`,
  },
  'placed: canaries count while they are not promoted': {
    deployments: [
      groups({
        app: { DesiredTotal: 2, DesiredCanaries: 1 },
        db: { DesiredTotal: 3 },
        web: { DesiredTotal: 6, DesiredCanaries: 4, Promoted: true },
      }),
    ],
    allocations: [
      allocation('running'),
      allocation('running', { DesiredStatus: 'stop' }),
      allocation('pending'),
    ],
    goal: 'placed',
    is: '1/10 placed and running (allocations)',
  },
  'placed: a group cannot be, although enough allocations run': {
    deployments: [running],
    evaluations: blocked,
    allocations: [allocation('running')],
    goal: 'placed',
    is: `1/1 placed and running (allocations), else cannot-be-placed: ${noRoomText}`,
  },
  'a batch job starts': {
    job: batch(),
    allocations: [allocation('pending')],
    is: '0/1 complete (allocations)',
  },
  'a batch job of which an earlier version failed': {
    job: batch(),
    allocations: [
      allocation('failed', { JobVersion: 0, Name: 'web.app[1]' }),
      allocation('complete', { ID: 'b' }),
    ],
    is: 'complete',
  },
  'a batch job whose new version ran nothing': {
    job: batch({ Status: 'dead' }),
    allocations: [allocation('failed', { JobVersion: 0, ...exited(2) })],
    is: `failed: ${crash(2)}`,
  },
  'a service of which an earlier version failed for good in one of two places': {
    job: job({}, { Count: 2, Update: null }),
    allocations: [
      allocation('failed', { JobVersion: 0, ...exited(2) }),
      allocation('running', { ID: 'b', Name: 'web.app[1]', JobVersion: 0 }),
    ],
    is: `failed: app failed before this version: ${crash(2)}`,
  },
  'two groups of which an earlier version failed for good': {
    job: job({ TaskGroups: [group('app'), group('db')] }),
    allocations: [
      allocation('failed', { JobVersion: 0, ...exited(2) }),
      { ...other('failed'), JobVersion: 0, ...exited(3) },
    ],
    is: `failed: app failed before this version: ${crash(2)}; db failed before this version: ${crash(3).replace('aaaaaaaa', 'b')}`,
  },
  'a system job that has no node, of which an earlier version failed for good': {
    job: job({ Type: 'system' }),
    allocations: [allocation('failed', { JobVersion: 0, ...exited(2) })],
    is: `failed: app failed before this version: ${crash(2)}`,
  },
  'a system job that runs on its node, of which an earlier version failed on another': {
    job: job({ Type: 'system' }),
    allocations: [
      allocation('running'),
      allocation('failed', { ID: 'b', NodeID: 'two', JobVersion: 0, ...exited(2) }),
    ],
    is: 'placed',
  },
  'a group waits for its allocation while one of a group scaled to 0 ends slowly': {
    job: job({ TaskGroups: [group('app'), { Name: 'db', Count: 0 }] }),
    allocations: [allocation('pending'), { ...other('running'), JobVersion: 0, DesiredStatus: 'stop' }],
    is: 'app 0/1 running (allocations)',
  },
  'a group failed while one of a group scaled to 0 ends slowly': {
    job: job({ TaskGroups: [group('app'), { Name: 'db', Count: 0 }] }),
    allocations: [
      allocation('failed', exited(2)),
      { ...other('running'), JobVersion: 0, DesiredStatus: 'stop' },
    ],
    is: `failed: ${crash(2)}`,
  },
  'promotable: one of a group scaled to 0 ends slowly': {
    job: job({
      TaskGroups: [
        { Name: 'app', Count: 2, Update: update },
        { Name: 'db', Count: 0 },
      ],
    }),
    deployments: [canary(1)],
    allocations: [...healthyOne, { ...other('running'), JobVersion: 0, DesiredStatus: 'stop' }],
    goal: 'promotable',
    is: 'promotable',
  },
  'a group of a sysbatch job has no node any more, and one of it ends slowly': {
    job: job({ Type: 'sysbatch', TaskGroups: [group('app'), group('db')] }),
    allocations: [allocation('complete'), { ...other('running'), JobVersion: 0, DesiredStatus: 'stop' }],
    is: '1 allocation not ended yet (allocations)',
  },
  'a group of a system job has no node any more, and one of it ends slowly': {
    job: job({ Type: 'system', TaskGroups: [group('app'), group('db')] }),
    allocations: [allocation('running'), { ...other('running'), JobVersion: 0, DesiredStatus: 'stop' }],
    is: '1 allocation not ended yet (allocations)',
  },
  'a later version is there, and one of a group scaled to 0 ends slowly': {
    job: job({ Version: 2, TaskGroups: [group('app'), { Name: 'db', Count: 0 }] }),
    deployments: [successful],
    allocations: [...healthyOne, { ...other('running'), JobVersion: 0, DesiredStatus: 'stop' }],
    followed: { pinned: true },
    is: 'placed: version 2 was registered in the meantime',
  },
  'the main tasks of two wait, and a third one has not begun': {
    job: job(
      {},
      {
        Count: 3,
        Update: null,
        Tasks: [
          { Name: 'before', Lifecycle: { Hook: 'prestart', Sidecar: false } },
          { Name: 'main', Lifecycle: null },
        ],
      },
    ),
    allocations: [
      allocation('pending'),
      allocation('running', {
        ID: 'b',
        Name: 'web.app[1]',
        TaskStates: { before: { State: 'running' }, main: { State: 'pending' } },
      }),
      allocation('running', {
        ID: 'c',
        Name: 'web.app[2]',
        TaskStates: { before: { State: 'dead' }, main: { State: 'pending' } },
      }),
    ],
    is: 'app 0/3 running: main waits for before (allocations)',
  },
  'a batch job with a newer allocation of a name': {
    job: batch(),
    allocations: [
      allocation('failed'),
      allocation('complete', { ID: 'b', CreateIndex: 30 }),
      allocation('complete', { ID: 'c', Name: 'web.app[1]' }),
    ],
    is: 'complete',
  },
  'a batch job with a newer allocation of another name': {
    job: batch({}, { Count: 2 }),
    allocations: [
      allocation('failed', exited(2)),
      allocation('complete', { ID: 'b', Name: 'web.app[1]', CreateIndex: 30 }),
    ],
    is: `failed: ${crash(2)}`,
  },
  'a batch job whose allocation was replaced, and the new one is not seen yet': {
    job: batch(),
    evaluations: [],
    allocations: [allocation('failed', { NextAllocation: 'b' })],
    is: 'waiting for the scheduler (evaluations)',
  },
  'a batch job whose allocation was replaced, and that has a group with a count of 0': {
    job: batch({ TaskGroups: [group('app'), { Name: 'db', Count: 0 }] }),
    allocations: [allocation('failed', { NextAllocation: 'b' })],
    is: 'waiting for the scheduler (evaluations)',
  },
  'a batch job of which one is complete, and one was stopped': {
    job: batch({}, { Count: 2 }),
    allocations: [
      allocation('complete'),
      allocation('complete', { ID: 'b', Name: 'web.app[1]', DesiredStatus: 'stop' }),
    ],
    is: 'failed: allocation b was stopped before its end, and nothing took its place',
  },
  'a batch job whose allocation was stopped, as old as the registration': {
    job: batch({ JobModifyIndex: 23 }),
    allocations: [allocation('complete', { DesiredStatus: 'stop' })],
    is: 'failed: allocation aaaaaaaa was stopped before its end, and nothing took its place',
  },
  'a batch job whose allocation was stopped before the registration': {
    job: batch({ JobModifyIndex: 24 }),
    allocations: [allocation('complete', { DesiredStatus: 'stop' })],
    is: 'waiting for the scheduler (evaluations)',
  },
  'a batch job whose client does not answer, and both its allocation and what stood in for it were stopped': {
    job: batch({ JobModifyIndex: 40 }),
    allocations: [
      allocation('unknown', { DesiredStatus: 'stop', NodeName: 'node-7' }),
      allocation('complete', { ID: 'b', DesiredStatus: 'stop', CreateIndex: 30 }),
    ],
    is: '0/1 complete; 1 allocation is on node node-7, which does not answer (allocations)',
  },
  'a batch job whose allocation was lost': {
    job: batch(),
    allocations: [allocation('lost')],
    is: 'failed: allocation aaaaaaaa: lost',
  },
  'a batch job of which one is complete, one runs and one starts again': {
    job: batch({}, { Count: 3 }),
    evaluations: blocked,
    allocations: [
      allocation('complete'),
      allocation('running', { ID: 'b', Name: 'web.app[1]' }),
      allocation('pending', { ID: 'cccccccc-1', Name: 'web.app[2]', ...exited(2) }),
    ],
    is: `1/3 complete; ${noRoomText}; allocation cccccccc: server: exit code 2, restarted once, Not Restarting: Policy allows no restarts (allocations), else cannot-be-placed: ${noRoomText}`,
  },
  'a sysbatch job counts the nodes where it was placed': {
    job: batch({ Type: 'sysbatch' }, { Count: 2 }),
    allocations: [allocation('running')],
    is: '0/1 complete (allocations)',
  },
  'a batch job is evaluated again': {
    job: batch(),
    evaluations: [evaluation({ Status: 'pending' })],
    allocations: [allocation('complete')],
    is: 'waiting for the scheduler (evaluations)',
  },
  'placed: a batch job runs': {
    job: batch(),
    allocations: [allocation('running')],
    goal: 'placed',
    is: 'placed',
  },
  'placed: a batch job of which one is complete and one runs': {
    job: batch({}, { Count: 2 }),
    allocations: [allocation('complete'), allocation('running', { ID: 'b', Name: 'web.app[1]' })],
    goal: 'placed',
    is: 'placed',
  },
  'placed: a batch job of which one runs and one starts': {
    job: batch({}, { Count: 2 }),
    allocations: [allocation('running'), allocation('pending', { ID: 'b', Name: 'web.app[1]' })],
    goal: 'placed',
    is: '0/2 complete (allocations)',
  },
  'placed: a batch job that runs, and is evaluated again': {
    job: batch(),
    evaluations: [evaluation({ Status: 'pending' })],
    allocations: [allocation('running')],
    goal: 'placed',
    is: '0/1 complete (allocations)',
  },
  'placed: a batch job that runs, and a group cannot be placed': {
    job: batch(),
    evaluations: blocked,
    allocations: [allocation('running')],
    goal: 'placed',
    is: `0/1 complete; ${noRoomText} (allocations), else cannot-be-placed: ${noRoomText}`,
  },
  'placed: a batch job with a count of 0': {
    job: batch({}, { Count: 0 }),
    goal: 'placed',
    is: 'placed: there is nothing to run',
  },
  'a pending batch job of which nothing else is known': {
    job: batch({ Status: 'pending' }),
    evaluations: [],
    is: 'waiting for the scheduler (evaluations)',
  },
  'a pending batch job that was evaluated': {
    job: batch({ Status: 'pending' }),
    is: 'unknown: app: the server keeps no record of its allocations: it is not known how it ended, or whether it ran',
  },
  'a batch job of which one ran again': {
    job: batch({}, { Count: 2 }),
    allocations: [
      allocation('complete'),
      allocation('complete', { ID: 'b', Name: 'web.app[1]', CreateIndex: 30 }),
    ],
    followed: { since: 24 },
    is: 'complete',
  },
  'a batch job that ran at once': {
    job: batch(),
    allocations: [allocation('complete')],
    followed: { since: 23 },
    is: 'complete',
  },
  'a batch job that was registered again': {
    job: batch({ Version: 2 }),
    is: 'overtaken: version 2 was registered',
  },
  'dead: a start is not ended': {
    allocations: [allocation('pending')],
    goal: 'dead',
    is: '1 allocation not ended yet (allocations)',
  },
  'dead: this version still runs': {
    allocations: [allocation('running')],
    goal: 'dead',
    followed: { pinned: true },
    is: '1 allocation not ended yet (allocations)',
  },
  'dead: any version, and a newer one runs': {
    job: job({ Version: 2 }),
    allocations: [allocation('running')],
    goal: 'dead',
    is: '1 allocation not ended yet (allocations)',
  },
  'dead: all has ended, although the job was not stopped': {
    job: job({ Status: 'dead' }),
    allocations: [allocation('complete')],
    goal: 'dead',
    is: 'dead',
  },
  'dead: one of its evaluations is pending': {
    job: job({ Status: 'dead' }),
    evaluations: [evaluation(), evaluation({ ID: 'e2', Status: 'pending' })],
    goal: 'dead',
    is: 'the job is dead (evaluations)',
  },
  'dead: the job runs, and has no allocation': {
    goal: 'dead',
    is: 'the job is running (evaluations)',
  },
  'a parent that was stopped': { job: batch({ Periodic: {}, Stop: true }), is: 'stopped' },
  'a parent that was registered again': {
    job: batch({ Periodic: {}, Version: 2 }),
    is: 'overtaken: version 2 was registered',
  },
  'a delayed reschedule of an old version is no matter of this one': {
    evaluations: [evaluation(), delayed],
    deployments: [successful],
    allocations: [
      allocation('failed', { ID: 'old', JobVersion: 0, FollowupEvalID: 'e9', CreateIndex: 5 }),
      ...healthyOne,
    ],
    is: 'healthy',
  },
  'a delayed reschedule of what was stopped is no matter either': {
    evaluations: [evaluation(), delayed],
    deployments: [successful],
    allocations: [
      allocation('failed', {
        DesiredStatus: 'stop',
        FollowupEvalID: 'e9',
        CreateIndex: 5,
        Name: 'web.app[1]',
      }),
      ...healthyOne,
    ],
    is: 'healthy',
  },
  'an evaluation for a client that does not answer is none that is waited for': {
    evaluations: [evaluation(), delayed],
    deployments: [successful],
    allocations: [allocation('unknown', { FollowupEvalID: 'e9', NodeName: 'node-7' })],
    is: 'app is unknown: 1 allocation is on node node-7, which does not answer (allocations)',
  },
  'a client that does not answer again still names what stood in for its allocation': {
    deployments: [successful],
    allocations: [
      allocation('unknown', { NodeName: 'node-7', NextAllocation: 'gone' }),
      allocation('complete', { ID: 'gone', DesiredStatus: 'stop', CreateIndex: 30 }),
    ],
    is: 'app is unknown: 1 allocation is on node node-7, which does not answer (allocations)',
  },
  'a delayed reschedule of this version is waited for': {
    evaluations: [evaluation(), delayed],
    deployments: [successful],
    allocations: [allocation('failed', { FollowupEvalID: 'e9', ...exited(7) })],
    is: `${crash(7)}; it will be rescheduled (evaluations), else failed: ${crash(7)}`,
  },
  'a canary crashed after it was healthy': {
    deployments: [canary(1)],
    allocations: [allocation('failed', exited(7))],
    is: `failed: ${crash(7)}; after its canaries were healthy`,
  },
  'promotable: a canary crashed after it was healthy': {
    deployments: [canary(1)],
    allocations: [allocation('failed', exited(7))],
    goal: 'promotable',
    is: `failed: ${crash(7)}; after its canaries were healthy`,
  },
  'placed: a canary crashed after it was healthy': {
    deployments: [canary(1)],
    allocations: [allocation('failed', exited(7))],
    goal: 'placed',
    is: '0/1 placed and running (allocations)',
  },
  'a canary crashed after it was healthy, and is rescheduled': {
    evaluations: [evaluation(), delayed],
    deployments: [canary(1)],
    allocations: [allocation('failed', { FollowupEvalID: 'e9', ...exited(7) })],
    is: `${crash(7)}; it will be rescheduled (evaluations), else failed: ${crash(7)}`,
  },
  'successful, and a task is restarted again and again': {
    deployments: [successful],
    allocations: [looping()],
    is: idle(loop),
  },
  'no deployment, and a task is restarted again and again': {
    job: job({}, { Update: { MaxParallel: 0 } }),
    allocations: [looping()],
    is: idle(loop),
  },
  'a system job whose task is restarted again and again': {
    job: job({ Type: 'system' }),
    deployments: [successful],
    allocations: [looping()],
    is: idle(loop),
  },
  'a batch job that should be placed, and whose task is restarted again and again': {
    job: batch(),
    allocations: [looping()],
    goal: 'placed',
    is: idle(loop),
  },
  'a batch job whose task is restarted again and again': {
    job: batch(),
    allocations: [looping()],
    is: '0/1 complete; allocation aaaaaaaa: server: restarted 3 times (allocations)',
  },
  'a canary that was healthy is restarted again and again': {
    deployments: [canary(1)],
    allocations: [looping()],
    is: idle(loop),
  },
  'promotable: a canary that was healthy is restarted again and again': {
    deployments: [canary(1)],
    allocations: [looping()],
    goal: 'promotable',
    is: idle(loop),
  },
  'placed: a task of a running deployment is restarted again and again': {
    deployments: [running],
    allocations: [looping()],
    goal: 'placed',
    is: idle(loop),
  },
  'one of two groups is restarted again and again, and the node of the other does not answer': {
    job: job({ TaskGroups: [group('app'), group('db')] }),
    deployments: [successful],
    allocations: [looping(), other('unknown')],
    is: idle(`${loop}; db is unknown: the node of 1 allocation does not answer`),
  },
  'a task crashed, and its deployment still runs': {
    deployments: [running],
    allocations: [looping({ DeploymentStatus: null })],
    is: `app 0/1 healthy; ${loop.replace('app is restarting: ', '')} (deployments), else failed: ${loop}`,
  },
  'tasks of two groups crashed, and their deployment still runs': {
    job: job({ TaskGroups: [group('app'), group('db')] }),
    deployments: [running],
    allocations: [
      looping({ DeploymentStatus: null }),
      looping({ ID: 'bbbbbbbb', TaskGroup: 'db', DeploymentStatus: null }),
    ],
    is: `app is restarting; db is restarting (allocations), else failed: ${loop}; ${loop.replace('app', 'db').replace('aaaaaaaa', 'bbbbbbbb')}`,
  },
  'tasks of two groups crashed, and their deployment waits for both': {
    job: job({
      TaskGroups: [
        { ...group('app'), Update: update },
        { ...group('db'), Update: update },
      ],
    }),
    deployments: [
      deployment('running', 'Deployment is running', {
        TaskGroups: {
          app: { DesiredTotal: 1, PlacedAllocs: 1, HealthyAllocs: 0, UnhealthyAllocs: 1 },
          db: { DesiredTotal: 1, PlacedAllocs: 1, HealthyAllocs: 0, UnhealthyAllocs: 1 },
        },
      }),
    ],
    allocations: [
      looping({ DeploymentStatus: null }),
      looping({ ID: 'bbbbbbbb', TaskGroup: 'db', DeploymentStatus: null }),
    ],
    is: `app 0/1 healthy, 1 unhealthy; db 0/1 healthy, 1 unhealthy; ${loop.replace('app is restarting: ', '')} (deployments), else failed: ${loop}; ${loop.replace('app', 'db').replace('aaaaaaaa', 'bbbbbbbb')}`,
  },
  'a task of an older version is restarted again and again': {
    deployments: [successful],
    allocations: [looping({ ID: 'old', JobVersion: 0, CreateIndex: 5 }), ...healthyOne],
    is: 'healthy',
  },
  'the deployment is no longer kept, and an allocation is not healthy': {
    allocations: unhealthyOne,
    is: idle(sick),
  },
  'placed, though not healthy': {
    job: job({}, { Update: { MaxParallel: 0 } }),
    allocations: unhealthyOne,
    is: 'placed',
  },
  'two groups, of which one only needs room': {
    evaluations: [
      evaluation({
        FailedTGAllocs: { app: { NodesEvaluated: 1 }, db: { NodesEvaluated: 1, NodesExhausted: 1 } },
      }),
    ],
    is: 'task group "app" cannot be placed: 1 node evaluated; task group "db" cannot be placed: 1 node evaluated, 1 node without enough room (evaluations), else cannot-be-placed: task group "app" cannot be placed: 1 node evaluated; task group "db" cannot be placed: 1 node evaluated, 1 node without enough room',
  },
  'what a group requires of a node, where the server does not name what filtered them': {
    job: job({
      TaskGroups: [
        { Name: 'db', Count: 1, Update: update, Tasks: [{ Driver: 'docker' }] },
        { Name: 'app', Count: 1, Update: update, Tasks: [{ Driver: 'java' }] },
        { Name: 'web', Count: 1, Update: update, Tasks: [{ Driver: 'qemu' }] },
      ],
    }),
    evaluations: [
      evaluation({
        FailedTGAllocs: {
          app: { NodesEvaluated: 1, ConstraintFiltered: { 'computed class ineligible': 1 } },
        },
      }),
    ],
    is: 'task group "app" cannot be placed: 1 node evaluated, 1 node of a class that is not eligible, the group requires the driver java (evaluations), else cannot-be-placed, excluded: task group "app" cannot be placed: 1 node evaluated, 1 node of a class that is not eligible, the group requires the driver java',
  },
  'a group that no node fits': {
    evaluations: [
      evaluation({
        FailedTGAllocs: { app: { NodesEvaluated: 1, ConstraintFiltered: { 'missing drivers': 1 } } },
      }),
    ],
    is: 'task group "app" cannot be placed: 1 node evaluated, 1 node without the driver (evaluations), else cannot-be-placed, excluded: task group "app" cannot be placed: 1 node evaluated, 1 node without the driver',
  },
  'dead: a parent that was stopped': {
    job: batch({ Periodic: {}, Stop: true }),
    goal: 'dead',
    is: 'dead',
  },
};

/** The verdict in one line: `failed: REASON`, or `PROGRESS (what is read next), else RESULT: REASON`. */
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
    now,
  );
  const ending = (result: string, reason: string): string =>
    reason === '' ? result : `${result}: ${reason}`;
  if (verdict.ended) return ending(verdict.result, verdict.reason);
  const { progress, watch, atLimit } = verdict;
  if (atLimit === undefined) return `${progress} (${watch})`;
  const result = atLimit.excluded === undefined ? atLimit.result : `${atLimit.result}, excluded`;
  return `${progress} (${watch}), else ${ending(result, atLimit.reason)}`;
};

describe('the state of a wait', () => {
  test.each(Object.entries(cases))('is right: %s', (_, one) => {
    expect(standing(one)).toBe(one.is);
  });
});
