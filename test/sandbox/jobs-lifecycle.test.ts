import { beforeEach, describe, expect, it } from 'vitest';
import { asList, asObject, job, openJobs, service, type JobsFixture, type JsonBody } from './jobs-fixture.ts';

let jobs: JobsFixture;

beforeEach(() => {
  jobs = openJobs();
});

async function register(definition: JsonBody, settle = 10_000): Promise<JsonBody> {
  const answer = await jobs.ask('POST', '/v1/jobs', { body: { Job: definition } });
  if (answer.status !== 200) throw new Error(answer.text);
  jobs.clock.advance(settle);
  return asObject(answer.json);
}

const running = async (id: string): Promise<readonly JsonBody[]> =>
  (await jobs.list(`/v1/job/${id}/allocations`)).filter((one) => one['ClientStatus'] === 'running');

describe('deployments', () => {
  it('are active until every allocation is healthy', async () => {
    await register(service('web', 2), 500);
    const active = await jobs.get('/v1/job/web/deployment');
    expect(active).toMatchObject({
      Status: 'running',
      JobVersion: 0,
      TaskGroups: { app: { DesiredTotal: 2, PlacedAllocs: 2, HealthyAllocs: 0 } },
    });
    jobs.clock.advance(2000);
    expect(await jobs.get('/v1/job/web/deployment')).toMatchObject({
      ID: active['ID'],
      Status: 'successful',
      TaskGroups: { app: { HealthyAllocs: 2 } },
    });
    expect(await jobs.get('/v1/job/web')).toMatchObject({ Stable: true, Status: 'running' });
  });

  it('replace as many allocations at a time as the update allows', async () => {
    await register(service('web', 3));
    await register(service('web', 3, { Env: { A: '2' } }), 500);
    const versions = async (): Promise<number[]> =>
      (await running('web')).map((one) => Number(one['JobVersion'])).sort((left, right) => left - right);
    expect(await versions()).toEqual([0, 0, 1]);
    jobs.clock.advance(10_000);
    expect(await versions()).toEqual([1, 1, 1]);
    const all = await jobs.list('/v1/job/web/allocations');
    const replaced = all.filter((one) => one['JobVersion'] === 0);
    expect(replaced).toHaveLength(3);
    expect(replaced.every((one) => one['DesiredStatus'] === 'stop' && one['NextAllocation'] !== '')).toBe(
      true,
    );
    const evaluations = await jobs.list('/v1/job/web/evaluations');
    expect(evaluations.map((one) => one['TriggeredBy'])).toContain('deployment-watcher');
    expect(await jobs.list('/v1/job/web/deployments')).toHaveLength(2);
  });

  it('fail with an allocation, and revert to the stable version if configured', async () => {
    const group = {
      Update: { MaxParallel: 1, MinHealthyTime: 1e9, AutoRevert: true },
      ReschedulePolicy: { Attempts: 0, Unlimited: false },
    };
    await register(service('web', 1, {}, group));
    const bad = { Name: 'server', Driver: 'raw_exec', Config: { command: '/bin/false' } };
    await register(service('web', 1, {}, { ...group, Tasks: [bad] }));
    const versions = asList((await jobs.get('/v1/job/web/versions'))['Versions']);
    expect(versions.map((one) => [one['Version'], one['Stable']])).toEqual([
      [2, true],
      [1, false],
      [0, true],
    ]);
    const failed = (await jobs.list('/v1/job/web/deployments')).filter((one) => one['Status'] === 'failed');
    expect(failed).toMatchObject([
      { StatusDescription: 'Failed due to unhealthy allocations - rolling back to job version 0' },
    ]);
    expect(await running('web')).toMatchObject([{ JobVersion: 2 }]);
  });

  it('are cancelled by a newer version', async () => {
    await register(service('web', 1), 200);
    await register(service('web', 1, { Env: { A: '2' } }));
    const statuses = (await jobs.list('/v1/job/web/deployments')).map((one) => one['Status']);
    expect(statuses).toEqual(['cancelled', 'successful']);
  });
});

describe('scaling (4.11)', () => {
  const scale = (body: JsonBody, id = 'web'): ReturnType<JobsFixture['ask']> =>
    jobs.ask('POST', `/v1/job/${id}/scale`, { body });
  const target = { Group: 'app' };

  it('is refused while a deployment is active, and then changes the count with an event', async () => {
    await register(service('web', 1), 300);
    expect(await scale({ Count: 3, Target: target, Message: 'more' })).toMatchObject({
      status: 400,
      text: 'job scaling blocked due to active deployment',
    });
    jobs.clock.advance(5000);
    const answer = await scale({ Count: 3, Target: target, Message: 'more', Meta: { by: 'test' } });
    expect(answer.status).toBe(200);
    const body = asObject(answer.json);
    expect(body).toHaveProperty('EvalID');
    jobs.clock.advance(5000);
    expect(await running('web')).toHaveLength(3);
    const status = asObject(asObject((await jobs.get('/v1/job/web/scale'))['TaskGroups'])['app']);
    expect(status).toMatchObject({ Desired: 3, Placed: 3, Running: 3, Healthy: 3, Unhealthy: 0 });
    expect(status['Events']).toMatchObject([
      {
        Count: 3,
        PreviousCount: 1,
        Message: 'more',
        Error: false,
        Meta: { by: 'test' },
        EvalID: body['EvalID'],
      },
    ]);
  });

  it('records an error without a count, and returns no evaluation (2)', async () => {
    await register(service('web', 1));
    const answer = await scale({ Target: target, Error: 'metrics are unreachable' });
    expect(answer.status).toBe(200);
    expect(answer.json).not.toHaveProperty('EvalID');
    expect(answer.json).not.toHaveProperty('EvalCreateIndex');
    await scale({ Target: target, Message: 'looked', Error: true });
    const groups = asObject((await jobs.get('/v1/job/web/scale'))['TaskGroups']);
    expect(asList(asObject(groups['app'])['Events']).map((event) => event['Error'])).toEqual([
      true,
      'metrics are unreachable',
    ]);
  });

  it.each([
    [{ Count: 2, Target: { Group: 'app' } }, 'scaling action must contain one of message or error'],
    [{ Count: 2, Message: 'x' }, 'missing task group name for scaling action'],
    [{ Count: -1, Target: { Group: 'app' }, Message: 'x' }, "scaling action count can't be negative"],
    [
      { Count: 2, Target: { Group: 'zz' }, Message: 'x' },
      'task group "zz" specified for scaling does not exist in job',
    ],
    [
      { Count: 9, Target: { Group: 'app' }, Message: 'x' },
      'group count was greater than scaling policy maximum: 9 > 4',
    ],
    [
      { Count: 0, Target: { Group: 'app' }, Message: 'x' },
      'group count was less than scaling policy minimum: 0 < 1',
    ],
  ])('refuses %j', async (body, text) => {
    await register(service('web', 1, {}, { Scaling: { Min: 1, Max: 4 } }));
    const before = jobs.effects().length;
    expect(await scale(body)).toMatchObject({ status: 400, text });
    expect(jobs.effects()).toHaveLength(before);
  });

  it('is denied by a soft mandatory policy unless it is overridden', async () => {
    const denied = { ...service('web', 1), Meta: { policy: 'deny' } };
    await jobs.ask('POST', '/v1/jobs', { body: { Job: denied, PolicyOverride: true } });
    jobs.clock.advance(5000);
    const body = { Count: 2, Target: target, Message: 'x' };
    expect((await scale(body)).status).toBe(403);
    expect((await scale({ ...body, PolicyOverride: true })).status).toBe(200);
  });
});

describe('stopping (4.10)', () => {
  it('stops the allocations, and garbage collection later purges the job', async () => {
    await register(service('web', 2));
    const answer = asObject((await jobs.ask('DELETE', '/v1/job/web')).json);
    expect(answer['EvalID']).not.toBe('');
    jobs.clock.advance(1000);
    expect(await running('web')).toEqual([]);
    expect(await jobs.get('/v1/job/web')).toMatchObject({ Stop: true, Status: 'dead' });
    jobs.clock.advance(3600_000);
    expect((await jobs.ask('GET', '/v1/job/web')).status).toBe(404);
    expect(jobs.effects().at(-1)).toMatchObject({ method: 'CLOCK', what: 'job.collected web' });
  });

  it('does not purge a job that is registered again', async () => {
    await register(service('web', 1));
    await jobs.ask('DELETE', '/v1/job/web');
    jobs.clock.advance(1000);
    await register(service('web', 1));
    jobs.clock.advance(3600_000);
    expect(await jobs.get('/v1/job/web')).toMatchObject({ Stop: false, Status: 'running', Version: 2 });
    expect(await running('web')).toHaveLength(1);
  });

  it('with purge removes the job at once; `all` still shows its allocations', async () => {
    await register(service('web', 1));
    await jobs.ask('DELETE', '/v1/job/web?purge=true');
    expect(await jobs.ask('GET', '/v1/job/web')).toMatchObject({ status: 404, text: 'job not found' });
    expect(await jobs.list('/v1/job/web/allocations')).toEqual([]);
    await register(service('web', 1));
    for (const part of ['allocations', 'deployments']) {
      expect(await jobs.list(`/v1/job/web/${part}`)).toHaveLength(1);
      expect(await jobs.list(`/v1/job/web/${part}?all=true`)).toHaveLength(2);
    }
  });

  it('waits for the shutdown delay unless it is ignored', async () => {
    await register(service('slow', 1, {}, { ShutdownDelay: 60e9 }));
    await register(service('fast', 1, {}, { ShutdownDelay: 60e9 }));
    await jobs.ask('DELETE', '/v1/job/slow');
    await jobs.ask('DELETE', '/v1/job/fast?no_shutdown_delay=true');
    jobs.clock.advance(1000);
    expect(await running('slow')).toHaveLength(1);
    expect(await running('fast')).toEqual([]);
    jobs.clock.advance(60_000);
    expect(await running('slow')).toEqual([]);
  });

  it('succeeds for an unknown or stopped job, and refuses a bad parameter', async () => {
    expect((await jobs.ask('DELETE', '/v1/job/nosuch')).json).toMatchObject({
      EvalID: '',
      JobModifyIndex: 0,
    });
    await register(service('web', 1));
    await jobs.ask('DELETE', '/v1/job/web?eval_priority=90&global=true');
    const evaluations = await jobs.list('/v1/job/web/evaluations');
    expect(evaluations.at(-1)).toMatchObject({ TriggeredBy: 'job-deregister', Priority: 90 });
    expect((await jobs.ask('DELETE', '/v1/job/web')).status).toBe(200);
    expect((await jobs.ask('DELETE', '/v1/job/web?eval_priority=900')).status).toBe(400);
    expect((await jobs.ask('DELETE', '/v1/job/web?purge=x')).status).toBe(500);
  });
});

describe('reverting (4.5) and stability (4.6)', () => {
  beforeEach(async () => {
    const Submission = { Format: 'json', Source: 'the first' };
    await jobs.ask('POST', '/v1/jobs', { body: { Job: service('web', 1, { Env: { A: '0' } }), Submission } });
    jobs.clock.advance(5000);
    await register(service('web', 1, { Env: { A: '1' } }));
  });

  it('makes the older definition the newest version, with its source', async () => {
    const answer = await jobs.ask('POST', '/v1/job/web/revert', {
      body: { JobID: 'web', JobVersion: 0, EnforcePriorVersion: 1, MeshToken: 'm', SecretsToken: 's' },
    });
    expect(answer.status).toBe(200);
    expect(await jobs.get('/v1/job/web')).toMatchObject({
      Version: 2,
      Stable: false,
      TaskGroups: [{ Tasks: [{ Env: { A: '0' } }] }],
    });
    expect(await jobs.get('/v1/job/web/submission?version=2')).toMatchObject({
      Source: 'the first',
      Version: 2,
    });
  });

  it.each([
    [{ JobVersion: 0 }, 400, 'JobID must be specified'],
    [{ JobID: 'other', JobVersion: 0 }, 400, 'Job ID does not match'],
    [{ JobID: 'web', JobVersion: 1 }, 500, "can't revert to current version"],
    [{ JobID: 'web', JobVersion: 9 }, 500, 'job "web" in namespace "default" at version 9 not found'],
    [
      { JobID: 'web', JobVersion: 0, EnforcePriorVersion: 7 },
      500,
      'Current job has version 1; enforcing version 7',
    ],
  ])('refuses %j', async (body, status, text) => {
    expect(await jobs.ask('POST', '/v1/job/web/revert', { body })).toMatchObject({ status, text });
  });

  const mark = (JobVersion: number, Stable: boolean): ReturnType<JobsFixture['ask']> =>
    jobs.ask('POST', '/v1/job/web/stable', { body: { JobID: 'web', JobVersion, Stable } });
  const marks = async (): Promise<unknown[]> =>
    asList((await jobs.get('/v1/job/web/versions'))['Versions']).map((one) => [
      one['Version'],
      one['Stable'],
    ]);

  it('marks the current version', async () => {
    expect((await mark(1, false)).status).toBe(200);
    expect(await marks()).toEqual([
      [1, false],
      [0, true],
    ]);
    expect(await jobs.get('/v1/job/web')).toMatchObject({ Version: 1, Stable: false });
    expect((await mark(9, true)).status).toBe(500);
  });

  it('makes an older version current if its mark changes, without an evaluation', async () => {
    const before = await jobs.list('/v1/job/web/evaluations');
    const { JobModifyIndex } = asList((await jobs.get('/v1/job/web/versions'))['Versions'])[1] ?? {};
    await mark(0, true);
    expect(await jobs.get('/v1/job/web')).toMatchObject({ Version: 1 });
    const { json } = await mark(0, false);
    const index = asObject(json)['Index'] ?? null;
    expect(await jobs.get('/v1/job/web')).toMatchObject({
      Version: 0,
      Stable: false,
      ModifyIndex: index,
      JobModifyIndex: JobModifyIndex ?? null,
      TaskGroups: [{ Tasks: [{ Env: { A: '0' } }] }],
    });
    expect(await marks()).toEqual([
      [1, true],
      [0, false],
    ]);
    expect(await jobs.list('/v1/job/web/evaluations')).toEqual(before);
    await register(service('web', 1, { Env: { A: '2' } }));
    const versions = asList((await jobs.get('/v1/job/web/versions'))['Versions']);
    expect(versions).toMatchObject([
      { Version: 1, TaskGroups: [{ Tasks: [{ Env: { A: '2' } }] }] },
      { Version: 0 },
    ]);
  });

  it('shows differences between versions', async () => {
    const diffs = asList((await jobs.get('/v1/job/web/versions?diffs=true'))['Diffs']);
    expect(diffs).toHaveLength(1);
    expect(diffs[0]).toMatchObject({
      Type: 'Edited',
      TaskGroups: [{ Tasks: [{ Fields: [{ Name: 'Env[A]', Old: '0', New: '1' }] }] }],
    });
    expect((await jobs.get('/v1/job/web/versions'))['Diffs']).toBeNull();
    expect((await jobs.ask('GET', '/v1/job/web/versions?diffs=x')).status).toBe(500);
  });
});

describe('evaluating (4.7)', () => {
  it('reschedules failed allocations at once if forced', async () => {
    const failing = { Config: { command: '/bin/sh', args: ['-c', 'exit 4'] } };
    await register(job('b', { Reschedule: { Attempts: 0, Unlimited: false } }, failing), 60_000);
    expect(await jobs.list('/v1/job/b/allocations')).toHaveLength(1);
    expect((await jobs.ask('POST', '/v1/job/b/evaluate', { body: { JobID: 'b' } })).status).toBe(200);
    jobs.clock.advance(60_000);
    expect(await jobs.list('/v1/job/b/allocations')).toHaveLength(1);
    const body = { JobID: 'b', EvalOptions: { ForceReschedule: true } };
    await jobs.ask('POST', '/v1/job/b/evaluate', { body });
    jobs.clock.advance(60_000);
    const [first, second] = await jobs.list('/v1/job/b/allocations');
    expect(first).toMatchObject({ ClientStatus: 'failed', NextAllocation: second?.['ID'] });
  });

  it('reschedules by itself as often as the policy allows', async () => {
    const failing = { Config: { command: '/bin/false' } };
    await register(job('b', { Reschedule: { Attempts: 2, Delay: 5e9, Unlimited: false } }, failing), 3000);
    expect(await jobs.get('/v1/job/b')).toMatchObject({ Status: 'pending' });
    jobs.clock.advance(60_000);
    expect(await jobs.list('/v1/job/b/allocations')).toHaveLength(3);
    expect(await jobs.get('/v1/job/b')).toMatchObject({ Status: 'dead' });
  });

  it.each([
    [{ EvalOptions: {} }, 400, 'Job ID must be specified'],
    [{ JobID: 'other' }, 400, 'JobID not same as job name'],
    [{ JobID: 'b' }, 500, 'job not found'],
  ])('refuses %j', async (body, status, text) => {
    expect(await jobs.ask('POST', '/v1/job/b/evaluate', { body })).toMatchObject({ status, text });
  });

  it('needs no payload, as on real servers', async () => {
    await register(job('b'), 3000);
    const answer = await jobs.ask('POST', '/v1/job/b/evaluate');
    expect(answer).toMatchObject({ status: 200, json: { EvalID: expect.stringMatching(/^[\da-f-]{36}$/) } });
  });
});

describe('jobs that cannot be placed', () => {
  it('wait in a blocked evaluation', async () => {
    const big = { Resources: { MemoryMB: 60_000 } };
    await register(service('first', 1, big));
    await register(service('second', 1, big));
    expect(await jobs.get('/v1/job/second/summary')).toMatchObject({
      Summary: { app: { Queued: 1, Running: 0 } },
    });
    const [evaluation, blocked] = await jobs.list('/v1/job/second/evaluations');
    expect(evaluation).toMatchObject({ Status: 'complete', BlockedEval: blocked?.['ID'] });
    expect(blocked).toMatchObject({ Status: 'blocked', TriggeredBy: 'queued-allocs' });
    await jobs.ask('DELETE', '/v1/job/first');
    jobs.clock.advance(2000);
    expect(await jobs.get('/v1/job/second/summary')).toMatchObject({
      Summary: { app: { Queued: 0, Running: 1 } },
    });
  });
});
