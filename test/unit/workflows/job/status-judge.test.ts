/** Tests the rows that `trivet status` concludes from lists over all jobs, by a table. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/documents/json/json.ts';
import type { Lists } from '../../../../src/features/status/jobs-judge.ts';
import { jobStatus, unexplained } from '../../../../src/features/status/jobs-judge.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
/** Nanoseconds of so many seconds ago. */
const ago = (seconds: number): number => (now - seconds * 1000) * 1e6;

const counts = (more: JsonObject = {}): JsonObject => ({
  Queued: 0,
  Starting: 0,
  Running: 0,
  Complete: 0,
  Failed: 0,
  Lost: 0,
  Unknown: 0,
  ...more,
});

interface Made {
  readonly job?: JsonObject;
  readonly groups?: Readonly<Record<string, JsonObject>>;
}

const job = ({ job: more = {}, groups = { app: {} } }: Made = {}): JsonObject => ({
  ID: 'web',
  Namespace: 'default',
  Type: 'service',
  Status: 'running',
  CreateIndex: 10,
  JobModifyIndex: 20,
  JobSummary: {
    Summary: Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, counts(group)])),
  },
  ...more,
});

const ofJob = { JobID: 'web', Namespace: 'default' };

const allocation = (more: JsonObject = {}): JsonObject => ({
  ...ofJob,
  ID: '0123456789',
  Name: 'web.app[0]',
  TaskGroup: 'app',
  DesiredStatus: 'run',
  ClientStatus: 'running',
  CreateIndex: 21,
  ModifyTime: ago(60),
  TaskStates: {},
  ...more,
});
const failed = allocation({ ClientStatus: 'failed' });

const deployment = (
  more: JsonObject = {},
  groups: JsonObject = { app: { DesiredTotal: 1 } },
): JsonObject => ({
  ...ofJob,
  Status: 'running',
  StatusDescription: 'Deployment is running',
  JobCreateIndex: 10,
  JobSpecModifyIndex: 20,
  CreateIndex: 22,
  CreateTime: ago(30),
  ModifyTime: ago(10),
  TaskGroups: groups,
  ...more,
});

const blocked = (more: JsonObject = {}): JsonObject => ({
  ...ofJob,
  ID: 'e1',
  Status: 'blocked',
  CreateIndex: 23,
  CreateTime: ago(40),
  FailedTGAllocs: { app: { CoalescedFailures: 0, NodesEvaluated: 0 } },
  ...more,
});

interface Case {
  readonly jobs?: readonly JsonObject[];
  readonly allocations?: readonly JsonObject[] | 'unreadable' | 'cut';
  readonly deployments?: readonly JsonObject[] | 'unreadable';
  readonly evaluations?: readonly JsonObject[] | 'unreadable';
}

const recordsOf = (found: readonly JsonObject[] | 'unreadable' = []) =>
  found === 'unreadable' ? undefined : { items: found, complete: true };

const listsOf = ({ jobs = [job()], allocations = [], deployments, evaluations }: Case): Lists => ({
  jobs,
  allocations: allocations === 'cut' ? { items: [allocation()], complete: false } : recordsOf(allocations),
  deployments: recordsOf(deployments),
  evaluations: recordsOf(evaluations),
});

const rowsOf = (one: Case) => jobStatus(listsOf(one), '*', now);

const agoText = (since: number | undefined): string =>
  since === undefined ? '' : ` since ${(now - since) / 1000} s`;

/** A row in a line: `!` where a person is needed. */
const linesOf = (one: Case): readonly string[] =>
  rowsOf(one).map(({ service, kind, name, scope, state, attention, detail, since, about }) => {
    expect(about).toEqual(
      kind === 'service' ? undefined : { kind: 'job', name, flags: { namespace: scope } },
    );
    return `${service === 'jobs' ? '' : 'not of jobs: '}${kind} ${name} in ${scope}: ${state}${attention ? '!' : ''}${agoText(since)}${detail === '' ? '' : `, ${detail}`}`;
  });

type Rows = readonly (readonly [what: string, one: Case, ...lines: readonly string[]])[];

const casesOf = (rows: Rows) => rows.map(([what, one, ...lines]) => [what, one, lines] as const);

const ofGroups: Rows = [
  ['a job that runs', { allocations: [allocation()] }],
  [
    'a job that runs and counts as running',
    { jobs: [job({ groups: { app: { Running: 1, Queued: 1 } } })], allocations: [allocation()] },
  ],
  [
    'a failed allocation, where the counts do not say how many are wanted',
    { allocations: [failed] },
    'job web in default: failed! since 60 s, app 0/1 running: allocation 01234567: failed',
  ],
  [
    'a batch job of which an allocation was stopped before it was registered again',
    {
      jobs: [job({ job: { Type: 'batch' } })],
      allocations: [allocation({ DesiredStatus: 'stop', ClientStatus: 'complete', CreateIndex: 19 })],
    },
  ],
  [
    'a batch job of which an allocation was stopped since',
    {
      jobs: [job({ job: { Type: 'batch' } })],
      allocations: [allocation({ DesiredStatus: 'stop', ClientStatus: 'complete', CreateIndex: 20 })],
    },
    'job web in default: failed! since 60 s, app 0/1 running: allocation 01234567 was stopped before its end, and nothing took its place',
  ],
  [
    'a deployment of which one group cannot be placed',
    {
      jobs: [job({ groups: { app: {}, db: {} } })],
      allocations: [allocation({ TaskGroup: 'db' })],
      deployments: [deployment({}, { app: { DesiredTotal: 1 }, db: { DesiredTotal: 1 } })],
      evaluations: [blocked()],
    },
    'job web in default: pending! since 40 s, app 0/1 running: cannot be placed: no node was eligible',
    'deployment web in default: running! since 30 s, app 0/1 healthy; db 0/1 healthy, cannot be placed',
  ],
  [
    'a batch job that failed in an earlier version, and has ended in its newest',
    {
      jobs: [job({ job: { Type: 'batch', Status: 'dead' }, groups: { app: { Complete: 1, Failed: 1 } } })],
      allocations: [
        { ...failed, JobVersion: 0 },
        allocation({ ClientStatus: 'complete', JobVersion: 1, CreateIndex: 25 }),
      ],
    },
  ],
  [
    'a batch job that failed in both of its versions',
    {
      jobs: [job({ job: { Type: 'batch', Status: 'dead' }, groups: { app: { Failed: 2 } } })],
      allocations: [
        { ...failed, JobVersion: 0, Name: 'web.app[1]' },
        { ...failed, JobVersion: 1, CreateIndex: 25 },
      ],
    },
    'job web in default: failed! since 60 s, app 0/1 running: allocation 01234567: failed',
  ],
  [
    'a failed allocation of a job whose deployment says how many are wanted, and is not over',
    { allocations: [failed], deployments: [deployment({}, { app: { DesiredTotal: 2 } })] },
    'job web in default: failing! since 60 s, app 0/2 running: allocation 01234567: failed',
    'deployment web in default: running since 30 s, app 0/2 healthy',
  ],
  ...['initializing', 'paused', 'pending', 'blocked', 'unblocking'].map((Status): Rows[number] => [
    `a failed allocation during a deployment that is ${Status}`,
    { allocations: [failed], deployments: [deployment({ Status })] },
    'job web in default: failing! since 60 s, app 0/1 running: allocation 01234567: failed',
    `deployment web in default: ${Status} since ${Status === 'paused' ? 10 : 30} s, app 0/1 healthy`,
  ]),
  ...['successful', 'cancelled'].map((Status): Rows[number] => [
    `a failed allocation after a deployment that is ${Status}`,
    { allocations: [failed], deployments: [deployment({ Status })] },
    'job web in default: failed! since 60 s, app 0/1 running: allocation 01234567: failed',
  ]),
  [
    'a job without allocations whose failures the server no longer keeps',
    { jobs: [job({ groups: { app: { Failed: 1, Lost: 2 } } })] },
    'job web in default: failed!, app: 3 allocations failed, and the server keeps none of them',
  ],
  [
    'a group without a place',
    { evaluations: [blocked()] },
    'job web in default: pending! since 40 s, app 0/1 running: cannot be placed: no node was eligible',
  ],
  [
    'a group without a place, of an earlier job with this name',
    { evaluations: [blocked({ CreateIndex: 9 })] },
  ],
  [
    'a group without a place since the job was registered',
    { evaluations: [blocked({ CreateIndex: 10 })] },
    'job web in default: pending! since 40 s, app 0/1 running: cannot be placed: no node was eligible',
  ],
  [
    'one group of two that fails',
    {
      jobs: [job({ groups: { app: {}, db: {} } })],
      allocations: [failed, allocation({ TaskGroup: 'db', Name: 'web.db[0]' })],
    },
    'job web in default: failed! since 60 s, app 0/1 running: allocation 01234567: failed',
  ],
  [
    'two groups that fail, the worst first decides',
    {
      jobs: [job({ groups: { app: {}, db: {} } })],
      allocations: [failed, allocation({ TaskGroup: 'db', Name: 'web.db[0]', ClientStatus: 'unknown' })],
    },
    'job web in default: failed! since 60 s, app 0/1 running: allocation 01234567: failed; db 0/1 running: the node of 1 allocation does not answer',
  ],
  [
    'a job that starts',
    {
      jobs: [job({ job: { Status: 'pending' } })],
      allocations: [allocation({ ClientStatus: 'pending', CreateTime: ago(5) })],
    },
    'job web in default: starting since 5 s, app 0/1 running',
  ],
  [
    'a job that starts and counts as running already',
    { allocations: [allocation({ ClientStatus: 'pending', CreateTime: ago(5) })] },
  ],
  [
    'a job without groups that waits',
    { jobs: [job({ job: { Status: 'pending' }, groups: {} })] },
    'job web in default: pending',
  ],
  ['a job without groups that is over', { jobs: [job({ job: { Status: 'dead' }, groups: {} })] }],
  ['a job with a group of which nothing is wanted', { jobs: [job({ job: { Status: 'pending' } })] }],
  [
    'a job without a summary',
    { jobs: [job({ job: { Status: 'pending', JobSummary: null } })] },
    'job web in default: pending',
  ],
  [
    'a stopped job',
    { jobs: [job({ job: { Stop: true } })], allocations: [failed], deployments: [deployment()] },
  ],
  ['a periodic job', { jobs: [job({ job: { Periodic: true } })], allocations: [failed] }],
  ['a parameterized job', { jobs: [job({ job: { ParameterizedJob: true } })], allocations: [failed] }],
  [
    'allocations of a job and a namespace that together are spelled alike',
    { allocations: [allocation(), { ...failed, Namespace: 'defaultw', JobID: 'eb' }] },
  ],
  ['allocations of another job', { allocations: [allocation(), { ...failed, JobID: 'api' }] }],
  [
    'allocations of a job in another namespace',
    { allocations: [allocation(), { ...failed, Namespace: 'other' }] },
  ],
  [
    'a system job whose group has no place on one node',
    {
      jobs: [job({ job: { Type: 'system' } })],
      allocations: [allocation()],
      evaluations: [blocked({ Status: 'complete' })],
    },
  ],
];

describe('by allocations', () => {
  test.each(casesOf(ofGroups))('shows %s', (_, one, lines) => {
    expect(linesOf(one)).toEqual(lines);
  });

  test('keeps the verdict on each group, and the restarts of the worst', () => {
    const restarted = {
      main: { State: 'running', Restarts: 4, LastRestart: new Date(now - 1000).toISOString() },
    };
    const [row] = rowsOf({ allocations: [allocation({ TaskStates: restarted })] });
    expect(row).toMatchObject({ service: 'jobs', state: 'restarting', restarts: 4 });
    expect(row?.groups).toMatchObject([{ group: 'app', state: 'restarting' }]);
  });
});

const unreadable = { allocations: 'unreadable' } as const;
const counted = (Status: string, group: JsonObject): Case => ({
  ...unreadable,
  jobs: [job({ job: { Status }, groups: { app: group } })],
});

const byCounts: Rows = [
  ['nothing of a job that runs', counted('running', { Running: 1 })],
  [
    'allocations that are not placed',
    counted('running', { Queued: 2, Running: 1 }),
    'job web in default: pending!, app 1/3 running: 2 not placed, 1 running',
  ],
  [
    'allocations that fail',
    counted('running', { Failed: 2, Lost: 1, Starting: 1 }),
    'job web in default: failing!, app 0/1 running: 3 failed, 1 starting, none running',
  ],
  [
    'allocations that failed',
    counted('dead', { Failed: 2, Complete: 1 }),
    'job web in default: failed!, app: 2 failed, 1 complete',
  ],
  [
    'allocations whose node does not answer',
    counted('running', { Unknown: 1 }),
    'job web in default: unknown!, app: the node of 1 allocation does not answer',
  ],
  ['a job that starts', counted('pending', { Starting: 1 }), 'job web in default: starting, app 0/1 running'],
  [
    'jobs of a namespace of which the server lists no allocation',
    { jobs: [job({ groups: { app: { Running: 1, Queued: 1 } } })] },
    'service allocations in default: unknown!, the server lists no allocation; jobs are judged by their counts',
    'job web in default: pending!, app 1/2 running: 1 not placed, 1 running',
  ],
  [
    'jobs of a namespace of which the server lists no allocation, though they start',
    { jobs: [job({ groups: { app: { Starting: 1, Queued: 1 }, db: {} } })] },
    'service allocations in default: unknown!, the server lists no allocation; jobs are judged by their counts',
    'job web in default: pending!, app 0/2 running: 1 not placed, 0 running',
  ],
  [
    'that a list was cut, and the jobs of which it has nothing by their counts',
    {
      allocations: 'cut',
      jobs: [
        job({ groups: { app: { Queued: 1 } } }),
        job({ job: { ID: 'api' }, groups: { app: { Queued: 1 } } }),
      ],
    },
    'service allocations in *: unknown!, there are more than the newest 1; see the others by --namespace',
    'job api in default: pending!, app 0/1 running: 1 not placed, 0 running',
  ],
];

describe('by counts, where allocations cannot be read', () => {
  test.each(casesOf(byCounts))('shows %s', (_, one, lines) => {
    expect(linesOf(one)).toEqual(lines);
  });
});

const running = [allocation()];
const canaries = { DesiredCanaries: 1, DesiredTotal: 2, HealthyAllocs: 1 };
const over: Case = { allocations: running };
const withCanaries = (more: JsonObject): Case => ({
  ...over,
  deployments: [deployment({}, { app: { ...canaries, ...more }, db: { DesiredTotal: 1 } })],
});

const ofDeployments: Rows = [
  [
    'its progress',
    { ...over, deployments: [deployment()] },
    'deployment web in default: running since 30 s, app 0/1 healthy',
  ],
  [
    'that it failed, and why',
    {
      ...over,
      deployments: [deployment({ Status: 'failed', StatusDescription: 'Failed due to progress deadline' })],
    },
    'deployment web in default: failed! since 10 s, Failed due to progress deadline',
  ],
  [
    'that it failed, where the server does not say why',
    { ...over, deployments: [deployment({ Status: 'failed', StatusDescription: null })] },
    'deployment web in default: failed! since 10 s',
  ],
  [
    'unhealthy allocations',
    {
      ...over,
      deployments: [
        deployment({}, { app: { DesiredTotal: 2, UnhealthyAllocs: 1 }, db: { DesiredTotal: 1 } }),
      ],
    },
    'deployment web in default: running! since 30 s, app 0/2 healthy, 1 unhealthy; db 0/1 healthy',
  ],
  [
    'healthy canaries that wait for a person',
    withCanaries({}),
    'deployment web in default: awaits promotion! since 10 s, app 1/1 healthy, not promoted; db 0/1 healthy',
  ],
  [
    'canaries that are not healthy yet',
    withCanaries({ HealthyAllocs: 0 }),
    'deployment web in default: running since 30 s, app 0/1 healthy, not promoted; db 0/1 healthy',
  ],
  [
    'canaries that are promoted',
    withCanaries({ Promoted: true }),
    'deployment web in default: running since 30 s, app 1/2 healthy, promoted; db 0/1 healthy',
  ],
  [
    'canaries that are promoted automatically',
    withCanaries({ AutoPromote: true }),
    'deployment web in default: running since 30 s, app 1/1 healthy, not promoted; db 0/1 healthy',
  ],
  ['nothing of one that is over', { ...over, deployments: [deployment({ Status: 'successful' })] }],
  ['nothing of one that was cancelled', { ...over, deployments: [deployment({ Status: 'cancelled' })] }],
  [
    'nothing of one of an earlier version',
    { ...over, deployments: [deployment({ Status: 'failed', JobSpecModifyIndex: 19 })] },
  ],
  [
    'nothing of one of an earlier job with this name',
    { ...over, deployments: [deployment({ Status: 'failed', JobCreateIndex: 9 })] },
  ],
  [
    'only the newest, wherever it stands',
    {
      ...over,
      deployments: [
        deployment({ Status: 'failed', CreateIndex: 22 }),
        deployment({ CreateIndex: 24 }),
        deployment({ Status: 'failed', CreateIndex: 23 }),
      ],
    },
    'deployment web in default: running since 30 s, app 0/1 healthy',
  ],
  [
    'nothing of a job that is over',
    { ...over, jobs: [job({ job: { Status: 'dead' } })], deployments: [deployment()] },
  ],
  ['nothing if they cannot be read', { ...over, deployments: 'unreadable' }],
  [
    'one without groups',
    { ...over, deployments: [deployment({ TaskGroups: null })] },
    'deployment web in default: running since 30 s',
  ],
];

describe('of a deployment', () => {
  test.each(casesOf(ofDeployments))('shows %s', (_, one, lines) => {
    expect(linesOf(one)).toEqual(lines);
  });
});

const missing = '1 missing, and nothing starts them; the server keeps no allocation that says why';
const wanting = (Count: number, more: JsonObject = {}): JsonObject =>
  job({
    job: {
      ...more,
      TaskGroups: [
        { Name: 'app', Count },
        { Name: 'db', Count: 7 },
      ],
    },
  });

describe('of a job that was read, as its lists show nothing of it', () => {
  const rows: Rows = [
    [
      'that one is missing',
      { jobs: [wanting(1)] },
      `job web in default: failed!, app 0/1 running: ${missing}`,
    ],
    ['nothing where none is wanted', { jobs: [wanting(0)] }],
    [
      'that nothing is kept of a system job, whose deployment found no node',
      {
        jobs: [wanting(1, { Type: 'system' })],
        deployments: [deployment({ Status: 'successful' }, { app: { DesiredTotal: 0 } })],
      },
      'job web in default: unrecorded!, app: nothing of it runs, and the server keeps no record that says why',
    ],
    [
      'that one is missing in a deployment that goes on for ever',
      { jobs: [wanting(1)], deployments: [deployment({ CreateTime: ago(301) })] },
      `job web in default: failed!, app 0/1 running: ${missing}`,
      'deployment web in default: running since 301 s, app 0/1 healthy',
    ],
    [
      'only the deployment in its first minutes',
      { jobs: [wanting(1)], deployments: [deployment({ CreateTime: ago(299) })] },
      'deployment web in default: running since 299 s, app 0/1 healthy',
    ],
    [
      'only the deployment while it is paused',
      { jobs: [wanting(1)], deployments: [deployment({ CreateTime: ago(301), Status: 'paused' })] },
      'deployment web in default: paused since 10 s, app 0/1 healthy',
    ],
  ];

  test.each(casesOf(rows))('shows %s', (_, one, lines) => {
    expect(linesOf(one)).toEqual(lines);
  });
});

describe('the job itself', () => {
  const two = job({ groups: { app: {}, db: {} } });
  const isRead = (one: Case): boolean => {
    const { jobs } = listsOf(one);
    const read = unexplained(listsOf(one));
    expect(jobs).toEqual(expect.arrayContaining([...read]));
    return read.length > 0;
  };

  test.each<readonly [string, Case]>([
    ['where its lists show nothing of it', {}],
    ['where they show nothing of one of its groups', { jobs: [two], allocations: [allocation()] }],
    ['where all of it was stopped', { allocations: [allocation({ DesiredStatus: 'stop' })] }],
    [
      'where only the deployment of a system job says how many are wanted',
      { jobs: [job({ job: { Type: 'system' } })], deployments: [deployment()] },
    ],
    ['where its evaluation is over', { evaluations: [blocked({ Status: 'complete' })] }],
    [
      'where its deployment is of an earlier version',
      { deployments: [deployment({ JobSpecModifyIndex: 19 })] },
    ],
  ])('is read %s', (_, one) => {
    expect(isRead(one)).toBe(true);
  });

  test.each<readonly [string, Case]>([
    ['where an allocation is wanted', { allocations: [allocation()] }],
    ['where one failed', { allocations: [failed] }],
    ['where it waits for a place', { evaluations: [blocked()] }],
    ['where the scheduler will look at it', { evaluations: [blocked({ Status: 'pending' })] }],
    ['where its deployment says how many are wanted', { deployments: [deployment()] }],
    ['where it is stopped', { jobs: [job({ job: { Stop: true } })] }],
    ['where it runs nothing itself', { jobs: [job({ job: { Periodic: true } })] }],
    ['where the allocations cannot be read', { allocations: 'unreadable' }],
    ['where not all allocations are read', { jobs: [two], allocations: 'cut' }],
    ['where the evaluations cannot be read', { evaluations: 'unreadable' }],
    ['where the server hides its allocations', { jobs: [job({ groups: { app: { Running: 1 } } })] }],
  ])('is not read %s', (_, one) => {
    expect(isRead(one)).toBe(false);
  });
});
