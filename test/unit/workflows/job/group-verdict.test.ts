/** Tests the verdict on each task group by a table: cases that no recorded life has. */
import { describe, expect, test } from 'vitest';
import {
  endedIn,
  groupVerdicts,
  isUnderWay,
  isWell,
} from '../../../../src/commands/job/workflows/wait/group-verdict.ts';
import {
  countedVerdict,
  countedVerdicts,
  toneOfVerdicts,
  worstGroup,
} from '../../../../src/commands/job/verdicts.ts';
import type { GroupVerdict } from '../../../../src/commands/job/verdicts.ts';
import type { SeenAllocation, SeenEvaluation } from '../../../../src/commands/job/workflows/wait/observed.ts';

type KnownGroup = Parameters<typeof groupVerdicts>[0]['groups'][number];
type Counts = Parameters<typeof countedVerdict>[1];
type GroupState = GroupVerdict['state'];

const now = Date.parse('2031-01-01T12:00:00Z');
const minute = 60_000;
const ago = (minutes: number): number => now - minutes * minute;

const allocation = (status: string, more: Partial<SeenAllocation> = {}): SeenAllocation => ({
  id: 'aaaaaaaa-1',
  name: 'web.app[0]',
  group: 'app',
  version: 1,
  wanted: true,
  status,
  healthy: undefined,
  replaced: false,
  next: '',
  followUp: '',
  nodeId: 'n1',
  node: 'node-1',
  created: 10,
  madeAt: ago(60),
  changedAt: ago(30),
  endedAt: ago(30),
  restarts: 0,
  tasks: {},
  idle: '',
  checks: '',
  ...more,
});
const second = (status: string, more: Partial<SeenAllocation> = {}): SeenAllocation =>
  allocation(status, { id: 'bbbbbbbb-1', name: 'web.app[1]', ...more });

const evaluation = (status: string, more: Partial<SeenEvaluation> = {}): SeenEvaluation => ({
  id: 'e1',
  status,
  created: 20,
  madeAt: ago(5),
  waitsUntil: undefined,
  failed: {},
  ...more,
});
const noRoom = { app: { NodesEvaluated: 1, NodesExhausted: 1, CoalescedFailures: 1 } };
const excluded = { app: { NodesEvaluated: 1, NodesFiltered: 1 } };

const restarted = (times: number, state = 'running'): SeenAllocation['tasks'] => ({
  main: { State: state, Restarts: times, LastRestart: new Date(ago(1)).toISOString() },
});

interface Case {
  readonly type?: string;
  readonly count?: number | undefined;
  readonly known?: Partial<KnownGroup>;
  readonly evaluations?: readonly SeenEvaluation[];
  readonly allocations?: readonly SeenAllocation[];
  /** `STATE! RUNNING/WANTED down D restarts R since M: REASON`, without the parts that are zero or empty. */
  readonly is: string;
}

const end = 'allocation aaaaaaaa: failed';

const unrecorded =
  'the server keeps no record of its allocations: it is not known how it ended, or whether it ran';

/** Allocations that the server counts, and no longer keeps. */
const gone = (broken: number, complete = 0): Partial<KnownGroup> => ({ ended: { broken, complete } });

const cases: Readonly<Record<string, Case>> = {
  'it runs': { allocations: [allocation('running')], is: 'running 1/1' },
  'one of two runs, the other has no place': {
    count: 3,
    allocations: [allocation('running')],
    evaluations: [evaluation('blocked', { failed: noRoom })],
    is: 'pending! 1/3 since 5: cannot be placed: 1 node evaluated, 1 node without enough room',
  },
  'how many have no place is in the numbers of the scheduler': {
    count: undefined,
    allocations: [allocation('running')],
    evaluations: [evaluation('blocked', { failed: noRoom })],
    is: 'pending! 1/3 since 5: cannot be placed: 1 node evaluated, 1 node without enough room',
  },
  'it has had no place for several evaluations, and had one before': {
    evaluations: [
      evaluation('complete', { id: 'e0', created: 10, madeAt: ago(90) }),
      evaluation('complete', { created: 20, madeAt: ago(50), failed: noRoom }),
      evaluation('blocked', { id: 'e3', created: 30, madeAt: ago(40), failed: noRoom }),
      evaluation('pending', { id: 'e4', created: 40, madeAt: ago(1) }),
    ],
    is: 'pending! 0/1 since 50: cannot be placed: 1 node evaluated, 1 node without enough room',
  },
  'it has just lost its place': {
    evaluations: [
      evaluation('complete', { id: 'e0', created: 10, madeAt: ago(90) }),
      evaluation('blocked', { failed: noRoom }),
    ],
    is: 'pending! 0/1 since 5: cannot be placed: 1 node evaluated, 1 node without enough room',
  },
  'two run under one name': {
    count: 2,
    allocations: [allocation('running'), allocation('running', { id: 'bbbbbbbb-1', created: 11 })],
    is: 'running 2/2',
  },
  'it never had a place': {
    evaluations: [
      evaluation('canceled', { created: 20, madeAt: ago(50), failed: noRoom }),
      evaluation('blocked', { id: 'e3', created: 30, madeAt: ago(40), failed: noRoom }),
    ],
    is: 'pending! 0/1 since 50: cannot be placed: 1 node evaluated, 1 node without enough room',
  },
  'its nodes are of a class that is not eligible, which the server says alone': {
    known: { requires: ['"${attr.kernel.name} = windows"', 'the driver docker'] },
    evaluations: [
      evaluation('blocked', {
        failed: { app: { NodesEvaluated: 2, ConstraintFiltered: { 'computed class ineligible': 2 } } },
      }),
    ],
    is:
      'pending! 0/1 since 5: cannot be placed: 2 nodes evaluated, 2 nodes of a class that is not eligible, ' +
      'the group requires "${attr.kernel.name} = windows" and the driver docker',
  },
  'the server names the constraint of one node, and compared the others with its class': {
    known: { requires: ['"a = b"'] },
    evaluations: [
      evaluation('blocked', {
        failed: {
          app: { NodesEvaluated: 2, ConstraintFiltered: { 'computed class ineligible': 1, 'a = b': 1 } },
        },
      }),
    ],
    is:
      'pending! 0/1 since 5: cannot be placed: 2 nodes evaluated, 1 node filtered out by the constraint "a = b", ' +
      '1 node of a class that is not eligible',
  },
  'it runs, and a check fails that nobody has called unhealthy yet': {
    allocations: [allocation('running', { checks: 'check "alive" fails: "refused"' })],
    is: 'running 1/1: check "alive" fails: "refused"',
  },
  'it is unhealthy, as a check fails': {
    allocations: [allocation('running', { healthy: false, checks: 'check "alive" fails: "refused"' })],
    is: 'unhealthy! 1/1: allocation aaaaaaaa: check "alive" fails: "refused"',
  },
  'another group has no place': {
    allocations: [allocation('running')],
    evaluations: [evaluation('blocked', { failed: { db: {} } })],
    is: 'running 1/1',
  },
  'it failed, and what should replace it has no place': {
    allocations: [allocation('failed')],
    evaluations: [evaluation('blocked', { failed: noRoom })],
    is: `failed! 0/1 down 1 since 30: ${end}; cannot be placed: 1 node evaluated, 1 node without enough room`,
  },
  'all of two have failed': {
    count: 2,
    allocations: [allocation('failed'), second('failed', { endedAt: ago(40), restarts: 2, created: 9 })],
    is: `failed! 0/2 down 2 restarts 2 since 40: ${end}`,
  },
  'the newest that failed is named, and the first failure counts': {
    count: 2,
    allocations: [allocation('failed', { endedAt: ago(40) }), second('failed', { created: 11 })],
    is: 'failed! 0/2 down 2 since 40: allocation bbbbbbbb: failed',
  },
  'when it failed is not known': {
    allocations: [allocation('failed', { endedAt: undefined })],
    is: `failed! 0/1 down 1: ${end}`,
  },
  'one of two failed': {
    count: 2,
    allocations: [allocation('failed'), second('running')],
    is: `degraded! 1/2 down 1 since 30: ${end}`,
  },
  'one failed, and one starts': {
    count: 2,
    allocations: [allocation('failed'), second('pending')],
    is: `failing! 0/2 down 1 since 30: ${end}`,
  },
  'it failed during its deployment': {
    known: { deploying: true },
    allocations: [allocation('failed')],
    is: `failing! 0/1 down 1 since 30: ${end}`,
  },
  'it will be rescheduled': {
    count: 2,
    allocations: [allocation('failed', { followUp: 'e1' }), second('failed', { created: 9, followUp: 'e2' })],
    evaluations: [
      evaluation('pending', { waitsUntil: Date.parse('2031-01-01T13:00:00Z') }),
      evaluation('pending', { id: 'e2', waitsUntil: Date.parse('2031-01-01T12:30:00Z') }),
    ],
    is: `failing! 0/2 down 2 since 30: ${end}; it will be rescheduled at 2031-01-01T12:30:00Z`,
  },
  'its reschedule is over': {
    allocations: [allocation('failed', { followUp: 'e1' })],
    evaluations: [evaluation('complete', { waitsUntil: ago(10) })],
    is: `failed! 0/1 down 1 since 30: ${end}`,
  },
  'something else will be rescheduled': {
    allocations: [allocation('failed', { followUp: 'e1' })],
    evaluations: [evaluation('pending', { id: 'e2', waitsUntil: now })],
    is: `failed! 0/1 down 1 since 30: ${end}`,
  },
  'it was lost': {
    allocations: [allocation('lost')],
    is: 'failed! 0/1 down 1 since 30: allocation aaaaaaaa: lost',
  },
  'a service ended by itself': {
    allocations: [allocation('complete')],
    is: 'failed! 0/1 down 1 since 30: allocation aaaaaaaa: complete',
  },
  'a system job ended by itself': {
    type: 'system',
    allocations: [allocation('complete')],
    is: 'failed! 0/1 down 1 since 30: allocation aaaaaaaa: complete',
  },
  'a batch job ended': { type: 'batch', allocations: [allocation('complete')], is: 'complete 0/1' },
  'a batch job ended of which one runs': {
    type: 'batch',
    count: 2,
    allocations: [allocation('complete'), second('running')],
    is: 'running 1/2',
  },
  'a batch job of which the last attempt succeeded': {
    type: 'batch',
    allocations: [
      allocation('failed', { replaced: true }),
      allocation('complete', { id: 'bbbbbbbb-1', created: 11 }),
    ],
    is: 'complete 0/1',
  },
  'a batch job of which two attempts were stopped, one after the other': {
    type: 'batch',
    allocations: [
      allocation('complete', { wanted: false }),
      allocation('complete', { id: 'bbbbbbbb-1', wanted: false, created: 11 }),
    ],
    is: 'failed! 0/1 down 1 since 30: allocation bbbbbbbb was stopped before its end, and nothing took its place',
  },
  'a batch job failed, and its next version ended': {
    type: 'batch',
    allocations: [
      allocation('failed'),
      second('failed'),
      allocation('complete', { id: 'cccccccc-1', version: 2, created: 11 }),
    ],
    is: 'complete 0/1',
  },
  'a batch job failed, and its next version, which was registered for another group, ended': {
    type: 'sysbatch',
    count: undefined,
    allocations: [allocation('failed'), allocation('complete', { group: 'db', version: 2, created: 11 })],
    is: 'empty 0/0',
  },
  'an earlier version of a batch job still runs': {
    type: 'batch',
    allocations: [allocation('running'), second('complete', { version: 2, created: 11 })],
    is: 'running 1/1',
  },
  'a batch job was purged and registered again, and failed': {
    type: 'batch',
    allocations: [allocation('complete', { version: 4 }), allocation('failed', { version: 0, created: 11 })],
    is: `failed! 0/1 down 1 since 30: ${end}`,
  },
  'a failure goes on through its replacements, and is counted': {
    allocations: [
      allocation('failed', { created: 7, endedAt: ago(50), restarts: 1, replaced: true }),
      allocation('failed', { created: 8, endedAt: ago(45), restarts: 1, replaced: true }),
      allocation('failed', { created: 10, restarts: 2 }),
    ],
    is: `failed! 0/1 down 1 restarts 6 since 50: ${end}`,
  },
  'a failure begins where it was healthy before': {
    allocations: [
      allocation('failed', { created: 7, endedAt: ago(50), replaced: true }),
      allocation('failed', { created: 8, endedAt: ago(45), healthy: true, replaced: true }),
      allocation('failed', { created: 10 }),
    ],
    is: `failed! 0/1 down 1 restarts 1 since 45: ${end}`,
  },
  'a failure begins after what was stopped': {
    allocations: [
      allocation('failed', { created: 7, endedAt: ago(50), wanted: false }),
      allocation('complete', { created: 8, endedAt: ago(45), wanted: false }),
      allocation('failed', { created: 10 }),
    ],
    is: `failed! 0/1 down 1 since 30: ${end}`,
  },
  'of two that failed the one with more restarts is counted': {
    count: 2,
    allocations: [allocation('failed', { restarts: 1 }), second('failed', { restarts: 4, created: 9 })],
    is: `failed! 0/2 down 2 restarts 4 since 30: ${end}`,
  },
  'a failed one was replaced, without a link': {
    allocations: [allocation('failed'), allocation('running', { created: 11 })],
    is: 'running 1/1',
  },
  'an allocation of an earlier version failed and is still wanted': {
    count: 2,
    allocations: [allocation('failed', { version: 0 }), allocation('running', { created: 11 })],
    is: `degraded! 1/2 down 1 since 30: ${end}`,
  },
  'a system job failed on one node of two': {
    type: 'system',
    allocations: [allocation('failed'), allocation('running', { node: 'node-2', created: 11 })],
    is: `degraded! 1/2 down 1 since 30: ${end}`,
  },
  'a sysbatch job failed on one node of two': {
    type: 'sysbatch',
    allocations: [allocation('failed'), allocation('complete', { node: 'node-2', created: 11 })],
    is: `failed! 0/2 down 1 since 30: ${end}`,
  },
  'a system job failed on one node, as it had on another': {
    type: 'system',
    allocations: [
      allocation('failed', { created: 7, endedAt: ago(50), node: 'node-2', wanted: false }),
      allocation('failed'),
    ],
    is: `failed! 0/1 down 1 since 30: ${end}`,
  },
  'a system job is excluded from a node, and runs on another': {
    type: 'system',
    allocations: [allocation('running')],
    evaluations: [evaluation('complete', { failed: excluded })],
    is: 'running 1/1',
  },
  'a system job has no room on a node, and runs on another': {
    type: 'system',
    allocations: [allocation('running')],
    evaluations: [evaluation('complete', { failed: { app: { NodesEvaluated: 2, NodesExhausted: 1 } } })],
    is: 'pending! 1/2 since 5: cannot be placed: 2 nodes evaluated, 1 node without enough room',
  },
  'a system job is excluded from all nodes': {
    type: 'system',
    count: 4,
    evaluations: [evaluation('complete', { failed: excluded })],
    is: 'pending! 0/1 since 5: cannot be placed: 1 node evaluated',
  },
  'a service is excluded from a node, and one of two runs': {
    count: 2,
    allocations: [allocation('running')],
    evaluations: [evaluation('blocked', { failed: excluded })],
    is: 'pending! 1/2 since 5: cannot be placed: 1 node evaluated',
  },
  'its client does not answer': {
    count: 3,
    allocations: [
      allocation('unknown'),
      second('unknown', { endedAt: ago(20) }),
      second('running', { name: 'web.app[2]' }),
    ],
    is: 'unknown! 1/3 since 30: 2 allocations are on node node-1, which does not answer',
  },
  'several clients do not answer, and some are only counted': {
    count: 5,
    allocations: ['e', 'd', 'c', 'b', 'a'].map((node, at) =>
      allocation('unknown', { id: `${node}-1`, name: `web.app[${at}]`, node }),
    ),
    is: 'unknown! 0/5 since 30: 5 allocations are on nodes a, b, c and 2 more, which do not answer',
  },
  'its client does not answer again, and what stood in for it was stopped': {
    allocations: [
      allocation('unknown'),
      allocation('complete', { id: 'bbbbbbbb-1', wanted: false, created: 11 }),
    ],
    is: 'unknown! 0/1 since 30: 1 allocation is on node node-1, which does not answer',
  },
  'its client does not answer, and another allocation stands in for it, without a link': {
    allocations: [allocation('unknown'), allocation('running', { id: 'bbbbbbbb-1', created: 11 })],
    is: 'running 1/1',
  },
  'its client answered again and was lost, and what stood in for it was stopped': {
    allocations: [
      allocation('lost'),
      allocation('complete', { id: 'bbbbbbbb-1', wanted: false, created: 11 }),
    ],
    is: 'failed! 0/1 down 1 since 30: allocation aaaaaaaa: lost',
  },
  'a client that does not answer has no name': {
    allocations: [allocation('unknown', { node: '' })],
    is: 'unknown! 0/1 since 30: the node of 1 allocation does not answer',
  },
  'it was lost with its node, and has no place since': {
    count: 2,
    evaluations: [evaluation('blocked', { failed: noRoom })],
    allocations: [
      allocation('lost', { wanted: false, endedAt: ago(5) }),
      second('lost', { wanted: false, endedAt: ago(4), node: 'node-2' }),
    ],
    is: 'pending! 0/2 since 5: 2 allocations were lost with nodes node-1, node-2; cannot be placed: 1 node evaluated, 1 node without enough room',
  },
  'one was lost long before there was no place': {
    evaluations: [evaluation('blocked', { failed: noRoom })],
    allocations: [allocation('lost', { wanted: false, endedAt: ago(6) })],
    is: 'pending! 0/1 since 5: cannot be placed: 1 node evaluated, 1 node without enough room',
  },
  'one was lost, and another one has its place': {
    evaluations: [evaluation('blocked', { failed: noRoom })],
    count: 2,
    allocations: [allocation('lost', { wanted: false, endedAt: ago(4), replaced: true }), second('running')],
    is: 'pending! 1/2 since 5: cannot be placed: 1 node evaluated, 1 node without enough room',
  },
  'it waits to be restarted': {
    allocations: [allocation('pending', { restarts: 1, tasks: restarted(1, 'pending') })],
    is: 'restarting! 0/1 restarts 1: allocation aaaaaaaa: main: restarted once',
  },
  'it is restarted again and again': {
    allocations: [allocation('running', { restarts: 3, tasks: restarted(3) })],
    is: 'restarting! 1/1 restarts 3: allocation aaaaaaaa: main: restarted 3 times',
  },
  'the most restarts count': {
    count: 2,
    allocations: [
      allocation('running', { restarts: 3, tasks: restarted(3) }),
      second('running', { restarts: 9, tasks: restarted(9) }),
    ],
    is: 'restarting! 2/2 restarts 9: allocation bbbbbbbb: main: restarted 9 times',
  },
  'it was restarted twice': {
    allocations: [allocation('running', { restarts: 2, tasks: restarted(2) })],
    is: 'running 1/1',
  },
  'a batch task that ended was restarted': {
    type: 'batch',
    allocations: [allocation('complete', { restarts: 5, tasks: restarted(5, 'dead') })],
    is: 'complete 0/1',
  },
  'it runs and is not healthy': {
    allocations: [allocation('running', { healthy: false })],
    is: 'unhealthy! 1/1: allocation aaaaaaaa: running',
  },
  'it starts': { allocations: [allocation('pending', { madeAt: ago(5) })], is: 'starting 0/1 since 5' },
  'it starts for more than five minutes': {
    allocations: [allocation('pending', { madeAt: ago(5) - 1 })],
    is: 'starting! 0/1 since 5',
  },
  'a prestart task runs, and the main task waits for it': {
    allocations: [allocation('running', { madeAt: ago(5), idle: 'main waits for before' })],
    is: 'starting 1/1 since 5: main waits for before',
  },
  'the main task of one of two waits for its prestart task for more than five minutes': {
    count: 2,
    allocations: [
      allocation('running'),
      second('running', { madeAt: ago(6), idle: 'main waits for before' }),
    ],
    is: 'starting! 2/2 since 6: main waits for before',
  },
  'a main task waits in an allocation that is unhealthy': {
    allocations: [allocation('running', { healthy: false, idle: 'main waits for before' })],
    is: 'unhealthy! 1/1: allocation aaaaaaaa: main waits for before',
  },
  'it starts, nobody knows for how long': {
    allocations: [allocation('pending', { madeAt: undefined })],
    is: 'starting 0/1',
  },
  'the scheduler has not looked at it yet': {
    evaluations: [evaluation('pending'), evaluation('complete', { id: 'e0', created: 1 })],
    is: 'starting 0/1: waiting for the scheduler',
  },
  'the scheduler has not looked at it yet, and its count is not known': {
    count: undefined,
    evaluations: [evaluation('pending')],
    is: 'starting 0/0: waiting for the scheduler',
  },
  'it runs, and is evaluated again': {
    count: undefined,
    allocations: [allocation('running')],
    evaluations: [evaluation('pending')],
    is: 'running 1/1',
  },
  'one of two runs, and it is evaluated': {
    count: 2,
    allocations: [allocation('running')],
    evaluations: [evaluation('pending')],
    is: 'starting 1/2: waiting for the scheduler',
  },
  'one of two runs, and an evaluation waits for its time': {
    count: 2,
    allocations: [allocation('running')],
    evaluations: [evaluation('pending', { waitsUntil: now })],
    is: 'degraded! 1/2: 1 missing, and nothing starts them',
  },
  'one of two runs during the deployment': {
    count: 2,
    known: { deploying: true },
    allocations: [allocation('running')],
    is: 'starting 1/2: its deployment is not over',
  },
  'nothing runs, and nothing starts it': {
    is: 'failed! 0/1: 1 missing, and nothing starts them; the server keeps no allocation that says why',
  },
  'nothing was placed in the first minutes of its deployment': {
    known: { deploying: true, deployedAt: ago(5) },
    is: 'starting 0/1: its deployment is not over',
  },
  'nothing was placed in a deployment that goes on for ever': {
    known: { deploying: true, deployedAt: ago(6) },
    is: 'failed! 0/1: 1 missing, and nothing starts them; the server keeps no allocation that says why',
  },
  'one of two runs in a long deployment': {
    count: 2,
    known: { deploying: true, deployedAt: ago(6) },
    allocations: [allocation('running')],
    is: 'starting 1/2: its deployment is not over',
  },
  'both run during the deployment': {
    known: { deploying: true },
    allocations: [allocation('running')],
    is: 'running 1/1',
  },
  'a system job runs on fewer nodes than its count': {
    type: 'system',
    count: 2,
    allocations: [allocation('running')],
    is: 'running 1/1',
  },
  'it was scaled to 0': {
    count: 0,
    allocations: [allocation('failed', { wanted: false })],
    is: 'empty 0/0',
  },
  'it was scaled to 0 long ago': { count: 0, known: gone(2), is: 'empty 0/0' },
  'it failed long ago, and its count is not known': {
    count: undefined,
    known: gone(1),
    is: 'failed! 0/0: 1 allocation failed, and the server keeps none of them',
  },
  'it was stopped, and its count is not known': {
    count: undefined,
    known: gone(2),
    allocations: [allocation('failed', { wanted: false })],
    is: 'empty 0/0',
  },
  'a batch job failed long ago, and its count is not known': {
    type: 'batch',
    count: undefined,
    known: gone(2),
    is: 'empty 0/0',
  },
  'nothing is known of it': { count: undefined, is: 'empty 0/0' },
  'a system job of which nothing is kept': {
    type: 'system',
    is: 'unrecorded! 0/0: nothing of it runs, and the server keeps no record that says why',
  },
  'a system job that failed long ago': {
    type: 'system',
    known: gone(1),
    is: 'unrecorded! 0/0: nothing of it runs, and the server keeps no record that says why',
  },
  'a system job of which nothing is kept, and nothing is wanted': {
    type: 'system',
    count: 0,
    is: 'empty 0/0',
  },
  'a system job that the scheduler wants on no node': {
    type: 'system',
    evaluations: [evaluation('complete')],
    is: 'empty 0/0',
  },
  'a sysbatch job that the scheduler wants on no node': {
    type: 'sysbatch',
    evaluations: [evaluation('complete')],
    is: 'empty 0/0',
  },
  'a system job whose evaluation was canceled': {
    type: 'system',
    evaluations: [evaluation('canceled')],
    is: 'unrecorded! 0/0: nothing of it runs, and the server keeps no record that says why',
  },
  'a system job of which nothing is kept, and that the scheduler will look at': {
    type: 'system',
    evaluations: [evaluation('pending')],
    is: 'starting 0/0: waiting for the scheduler',
  },
  'a batch job of which nothing is kept': { type: 'batch', is: `unrecorded! 0/1: ${unrecorded}` },
  'a batch job of which nothing is kept, and that was evaluated': {
    type: 'batch',
    evaluations: [evaluation('complete')],
    is: `unrecorded! 0/1: ${unrecorded}`,
  },
  'a sysbatch job of which nothing is kept': { type: 'sysbatch', is: `unrecorded! 0/0: ${unrecorded}` },
  'a sysbatch job that failed long ago': {
    type: 'sysbatch',
    known: gone(1, 1),
    is: `unrecorded! 0/0: ${unrecorded}`,
  },
  'a sysbatch job of which all that ran ended well long ago': {
    type: 'sysbatch',
    known: gone(0, 1),
    is: `unrecorded 0/0: ${unrecorded}`,
  },
  'the first check that fails of those that nobody calls unhealthy yet': {
    count: 4,
    allocations: [
      allocation('running', { healthy: true, checks: 'check "past" failed' }),
      second('running'),
      allocation('running', { id: 'cccccccc-1', name: 'web.app[2]', checks: 'check "alive" fails' }),
      allocation('running', { id: 'dddddddd-1', name: 'web.app[3]', checks: 'check "ready" fails' }),
    ],
    is: 'running 4/4: check "alive" fails',
  },
  'the allocations of another group': {
    allocations: [allocation('running'), second('failed', { group: 'db' })],
    is: 'running 1/1',
  },
};

const lineOf = ({ state, attention, running, wanted, down, restarts, since, reason }: GroupVerdict): string =>
  [
    `${state}${attention ? '!' : ''} ${running}/${wanted}`,
    ...(down > 0 ? [`down ${down}`] : []),
    ...(restarts > 0 ? [`restarts ${restarts}`] : []),
    ...(since === undefined ? [] : [`since ${Math.floor((now - since) / minute)}`]),
  ].join(' ') + (reason === '' ? '' : `: ${reason}`);

describe('the verdict on a group', () => {
  test.each(Object.entries(cases))('is right: %s', (_, one) => {
    const { type = 'service', known, evaluations = [], allocations = [], is } = one;
    const count = 'count' in one ? one.count : 1;
    const groups = [{ name: 'app', count, ...known }];
    const seen = { type, registered: 0, groups, evaluations, allocations };
    expect(groupVerdicts(seen, now).map(lineOf)).toEqual([is]);
  });
});

test.each([
  ['runs', allocation('running'), true],
  ['has not started', allocation('pending'), false],
  ['has a check that fails', allocation('running', { checks: 'check "alive" fails' }), false],
  ['failed', allocation('failed'), false],
] as const)('whether an allocation is well that %s', (_, one, is) => {
  expect(isWell(one)).toBe(is);
});

const none: Counts = { queued: 0, starting: 0, running: 0, complete: 0, failed: 0, lost: 0, unknown: 0 };

describe('the verdict by nothing but counts', () => {
  test.each([
    ['service', 'running', { running: 2 }, 'running 2/2'],
    ['service', 'running', { running: 1, failed: 3 }, 'running 1/1 down 3'],
    ['service', 'running', { running: 1, queued: 2 }, 'pending! 1/3: 2 not placed, 1 running'],
    ['service', 'running', { queued: 1 }, 'pending! 0/1: 1 not placed, 0 running'],
    [
      'service',
      'running',
      { unknown: 1, running: 1 },
      'unknown! 1/1: the node of 1 allocation does not answer',
    ],
    ['service', 'running', { unknown: 2 }, 'unknown! 0/0: the nodes of 2 allocations do not answer'],
    ['service', 'running', { failed: 3 }, 'failing! 0/0 down 3: 3 failed, 0 starting, none running'],
    [
      'service',
      'running',
      { lost: 1, starting: 1 },
      'failing! 0/1 down 1: 1 failed, 1 starting, none running',
    ],
    ['service', 'dead', { failed: 1, lost: 1 }, 'failed! 0/0 down 2: 2 failed, 0 complete'],
    ['service', 'dead', { failed: 1, complete: 1 }, 'failed! 0/0 down 1: 1 failed, 1 complete'],
    ['service', 'dead', { complete: 1 }, 'complete 0/0'],
    ['service', 'running', { starting: 1 }, 'starting 0/1'],
    ['service', 'running', {}, 'empty 0/0'],
    ['batch', 'dead', { failed: 1 }, 'failed! 0/0 down 1: 1 failed, 0 complete'],
    ['batch', 'dead', { failed: 1, complete: 1 }, 'complete 0/0 down 1'],
    ['sysbatch', 'dead', { complete: 1 }, 'complete 0/0'],
    ['sysbatch', 'dead', { failed: 1, complete: 1 }, 'complete 0/0 down 1'],
  ] as const)('is right: %s %s %j', (type, status, counts, is) => {
    const verdict = countedVerdict({ group: 'app', type, status }, { ...none, ...counts });
    expect([verdict.group, lineOf(verdict)]).toEqual(['app', is]);
  });
});

describe('the worst group', () => {
  const verdict = (state: GroupState, group: string): GroupVerdict => ({
    group,
    state,
    reason: '',
    since: undefined,
    restarts: 0,
    running: 0,
    down: 0,
    wanted: 0,
    attention: false,
    again: false,
  });
  const names: readonly GroupState[] = [
    'failed',
    'failing',
    'degraded',
    'pending',
    'restarting',
    'unhealthy',
    'unknown',
    'unrecorded',
    'starting',
    'running',
    'complete',
    'empty',
  ];

  test('is the one with the worst state, and of equal ones the first', () => {
    for (const [index, state] of names.entries()) {
      const better = names.slice(index).toReversed();
      const all = [...better.map((one) => verdict(one, one)), verdict(state, 'later')];
      expect(worstGroup(all)?.group).toBe(state);
    }
    expect(worstGroup([])).toBeUndefined();
  });

  test.each(names)('gives the job its colour: %s', (state) => {
    const tone = state.startsWith('fail') ? 'bad' : 'warn';
    expect(toneOfVerdicts([verdict('running', 'a'), { ...verdict(state, 'b'), attention: true }])).toBe(tone);
    expect(toneOfVerdicts([verdict(state, 'b')])).toBeUndefined();
  });
});

test('what has ended is what ended well, and what failed or was lost', () => {
  expect(endedIn({ Complete: 1, Failed: 2, Lost: 4, Running: 8 })).toEqual({ complete: 1, broken: 6 });
});

test.each([
  ['initializing', true],
  ['running', true],
  ['paused', true],
  ['pending', true],
  ['blocked', true],
  ['unblocking', true],
  ['successful', false],
  ['failed', false],
  ['cancelled', false],
])('whether a deployment that is %s goes on: %s', (status, goesOn) => {
  expect(isUnderWay(status)).toBe(goesOn);
});

test('a dead job of which only the job itself is known says which group does not run', () => {
  const job = { Type: 'service', Status: 'dead', TaskGroups: [{ Name: 'app', Count: 1 }] };
  const reason = 'nothing of it runs, and the server keeps no allocation';
  expect(countedVerdicts(job)).toMatchObject([{ group: 'app', state: 'failed', reason, again: false }]);
  expect(countedVerdicts({ ...job, Type: 'batch' })).toMatchObject([{ state: 'empty' }]);
  expect(countedVerdicts({ ...job, Status: 'running' })).toMatchObject([{ state: 'empty' }]);
  expect(countedVerdicts({ TaskGroups: [{}] })).toMatchObject([{ group: '', state: 'empty' }]);
});

test('the counts in a list of jobs are those of each group', () => {
  const summary = { Summary: { app: { Starting: 1 }, db: { Complete: 1, Failed: 1 } } };
  const verdicts = countedVerdicts({ Type: 'batch', Status: 'running', JobSummary: summary });
  expect(verdicts).toMatchObject([
    { group: 'app', state: 'starting' },
    { group: 'db', state: 'complete' },
  ]);
  expect(toneOfVerdicts(verdicts)).toBe('warn');
});
