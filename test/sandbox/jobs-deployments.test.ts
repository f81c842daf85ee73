/** Tests deployments and restarts as on a real server. */
import { beforeEach, expect, it } from 'vitest';
import { asList, asObject, job, openJobs, service, type JobsFixture, type JsonBody } from './jobs-fixture.ts';

let jobs: JobsFixture;

beforeEach(() => {
  jobs = openJobs();
});

async function register(definition: JsonBody, settle: number): Promise<void> {
  const answer = await jobs.ask('POST', '/v1/jobs', { body: { Job: definition } });
  if (answer.status !== 200) throw new Error(answer.text);
  jobs.clock.advance(settle);
}

const failing: JsonBody = { Config: { command: '/bin/sh', args: ['-c', 'exit 7'] } };
const update: JsonBody = {
  MaxParallel: 1,
  MinHealthyTime: 1e9,
  HealthyDeadline: 5e9,
  ProgressDeadline: 6e9,
};

function failingService(group: JsonBody): JsonBody {
  const tasks = [{ Name: 'server', Driver: 'raw_exec', ...failing }];
  return service('web', 1, {}, { Update: update, Tasks: tasks, ...group });
}

const deployment = (): Promise<JsonBody> => jobs.get('/v1/job/web/deployment');

it('a task is restarted as often as its policy allows, and then fails', async () => {
  const group = { RestartPolicy: { Attempts: 2, Delay: 1e9, Interval: 60e9, Mode: 'fail' } };
  await register(failingService(group), 500);
  const [one = {}] = await jobs.list('/v1/job/web/allocations');
  expect(one['ClientStatus']).not.toBe('failed');
  jobs.clock.advance(3000);
  const [failed = {}] = await jobs.list('/v1/job/web/allocations');
  expect(failed['ClientStatus']).toBe('failed');
  const task = asObject(asObject(failed['TaskStates'])['server']);
  expect(task).toMatchObject({ Failed: true, Restarts: 2, State: 'dead' });
  const events = asList(task['Events']);
  const again = ['Started', 'Terminated', 'Restarting'];
  const types = ['Received', ...again, ...again, 'Started', 'Terminated', 'Not Restarting'];
  expect(events.map((event) => event['Type'])).toEqual(types);
  expect(events.at(3)).toMatchObject({ DisplayMessage: 'Task restarting in 1s' });
  expect(events.at(-2)).toMatchObject({ ExitCode: 7 });
  expect(events.at(-1)).toMatchObject({
    DisplayMessage: 'Exceeded allowed attempts 2 in interval 1m0s and mode is "fail"',
  });
});

it('a task that keeps restarting never becomes healthy, and its deployment fails at the deadline', async () => {
  await register(
    failingService({ RestartPolicy: { Attempts: 1000, Delay: 0, Interval: 60e9, Mode: 'fail' } }),
    5500,
  );
  expect(await deployment()).toMatchObject({
    Status: 'running',
    TaskGroups: { app: { HealthyAllocs: 0, UnhealthyAllocs: 1 } },
  });
  jobs.clock.advance(2000);
  expect(await deployment()).toMatchObject({
    Status: 'failed',
    StatusDescription: 'Failed due to progress deadline',
  });
});

const once: JsonBody = { RestartPolicy: { Attempts: 0, Delay: 1e9, Interval: 60e9, Mode: 'fail' } };

it('a failed allocation ends its deployment unless it will be replaced', async () => {
  await register(failingService({ ...once, ReschedulePolicy: { Unlimited: true, Delay: 60e9 } }), 2000);
  expect(await deployment()).toMatchObject({
    Status: 'running',
    TaskGroups: { app: { UnhealthyAllocs: 1 } },
  });
  const [failed = {}] = await jobs.list('/v1/job/web/allocations');
  const evaluations = await jobs.list('/v1/job/web/evaluations');
  expect(evaluations.find((one) => one['ID'] === failed['FollowupEvalID'])).toMatchObject({
    TriggeredBy: 'alloc-reschedule',
    Status: 'pending',
  });
  await register(
    { ...failingService({ ...once, ReschedulePolicy: { Unlimited: false, Attempts: 0 } }), ID: 'b' },
    2000,
  );
  expect(await jobs.get('/v1/job/b/deployment')).toMatchObject({ Status: 'failed' });
});

it('without a progress deadline the first failure ends the deployment, and nothing is reverted', async () => {
  const group = {
    ...once,
    Update: { ...update, ProgressDeadline: 0, HealthyDeadline: 1e9, AutoRevert: true },
  };
  await register(failingService(group), 2000);
  expect(await deployment()).toMatchObject({
    Status: 'failed',
    StatusDescription: 'Failed due to unhealthy allocations - no stable job version to auto revert to',
  });
});

it('a group that cannot be placed needs no progress', async () => {
  const huge = { Name: 'server', Driver: 'raw_exec', Resources: { MemoryMB: 9_000_000 } };
  await register(service('web', 1, {}, { Update: update, Tasks: [huge] }), 3_600_000);
  expect(await deployment()).toMatchObject({
    Status: 'running',
    TaskGroups: { app: { PlacedAllocs: 0, RequireProgressBy: '0001-01-01T00:00:00Z' } },
  });
});

it('a system job has a deployment, which ends when a task fails', async () => {
  await register(job('web', { Type: 'system' }), 5000);
  expect(await deployment()).toMatchObject({
    Status: 'successful',
    TaskGroups: { work: { DesiredTotal: 1 } },
  });
  await register(
    job('bad', { Type: 'system', Restart: null }, { ...failing, RestartPolicy: once['RestartPolicy'] ?? {} }),
    5000,
  );
  expect(await jobs.get('/v1/job/bad/deployment')).toMatchObject({ Status: 'failed' });
});

it('a stopped job is dead at once, while its tasks still shut down', async () => {
  await register(service('web'), 3000);
  await jobs.ask('DELETE', '/v1/job/web');
  expect(await jobs.get('/v1/job/web')).toMatchObject({ Status: 'dead', Stop: true });
  expect(await jobs.list('/v1/job/web/allocations')).toMatchObject([
    { ClientStatus: 'running', DesiredStatus: 'stop' },
  ]);
  jobs.clock.advance(1000);
  expect(await jobs.list('/v1/job/web/allocations')).toMatchObject([{ ClientStatus: 'complete' }]);
});

/** Recorded from Nomad 2.0.5: what ended counts no more, what will be started again still does. */
it.each([
  [0, true, 500, 'Task group "app" has 0/1 healthy allocations'],
  [3, false, 200, 'EvalID'],
])(
  'a canary that crashed after it was healthy, with %i restarts, has failed (%s), and its promotion gets %i',
  async (Attempts, failed, code, text) => {
    const canary = (script: string): JsonBody =>
      service(
        'web',
        1,
        {},
        {
          Update: { ...update, Canary: 1 },
          RestartPolicy: { Attempts, Delay: 60e9, Interval: 600e9, Mode: 'fail' },
          ReschedulePolicy: { Unlimited: false, Attempts: 0 },
          Tasks: [
            { Name: 'server', Driver: 'raw_exec', Config: { command: '/bin/sh', args: ['-c', script] } },
          ],
        },
      );
    await register(canary('sleep 600'), 3000);
    await register(canary('sleep 2; exit 3'), 4000);
    const before = await deployment();
    expect(before).toMatchObject({ Status: 'running', TaskGroups: { app: { HealthyAllocs: 1 } } });
    const placed = asObject(asObject(before['TaskGroups'])['app'])['PlacedCanaries'];
    const id = Array.isArray(placed) ? String(placed[0]) : '';
    const one = await jobs.get(`/v1/allocation/${id}`);
    const task = asObject(asObject(one['TaskStates'])['server']);
    expect([one['ClientStatus'] === 'failed', task['Restarts']]).toEqual([failed, failed ? 0 : 1]);
    const { ID = '' } = before;
    if (typeof ID !== 'string') throw new TypeError('no ID');
    const answer = await jobs.ask('PUT', `/v1/deployment/promote/${ID}`, {
      body: { DeploymentID: ID, All: true },
    });
    expect([answer.status, answer.text.includes(text)]).toEqual([code, true]);
  },
);
