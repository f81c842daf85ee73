import { beforeEach, describe, expect, it } from 'vitest';
import type { JobsFixture, JsonBody } from '../jobs-fixture.ts';
import { asList, asObject, asText, openJobs } from '../jobs-fixture.ts';
import { allocationOf, register, same, talkative } from './jobs.ts';

let jobs: JobsFixture;
let id: string;

beforeEach(async () => {
  jobs = openJobs();
  await register(jobs, talkative('rec-logs'));
  jobs.clock.advance(5000);
  id = await allocationOf(jobs, 'rec-logs');
});

const read = async (allocation = id): Promise<JsonBody> => jobs.get(`/v1/allocation/${allocation}`);
const taskOf = async (name: string): Promise<JsonBody> =>
  asObject(asObject((await read())['TaskStates'])[name]);
const eventsOf = async (name: string): Promise<readonly unknown[]> =>
  asList((await taskOf(name))['Events']).map(({ DisplayMessage }) => DisplayMessage);

describe('an allocation', () => {
  it('is read with its job, as on a real server', async () => {
    const { json } = await same(jobs, 'alloc.read.running', { id });
    expect(json).toMatchObject({
      ID: id,
      ClientStatus: 'running',
      Job: { ID: 'rec-logs', Version: 0 },
      DeploymentStatus: { Healthy: true },
    });
    expect(asObject(json)).not.toHaveProperty('NextAllocation');
  });

  it('is refused in the words of a real server', async () => {
    await same(jobs, 'alloc.read.unknown');
    await same(jobs, 'alloc.read.short-id');
    await same(jobs, 'alloc.read.malformed');
    for (const [name, as] of [
      ['alloc.read.no-token', 'nobody'],
      ['alloc.read.no-right', 'organization'],
    ] as const) {
      expect(await same(jobs, name, { id, as })).toMatchObject({ json: null });
    }
    await jobs.ask('POST', '/v1/jobs', { body: { Job: talkative('other') } });
  });

  it('of another namespace is unknown to a token without a right there', async () => {
    const demo = openJobs(false);
    const [crunch] = await demo.list('/v1/job/crunch/allocations?namespace=batch');
    const there = asText(crunch?.['ID']);
    expect(await same(demo, 'alloc.read.other-namespace', { id: there, as: 'reader' })).toMatchObject({
      json: null,
    });
    expect((await demo.ask('GET', `/v1/allocation/${there}`, { as: 'reviewer' })).status).toBe(200);
  });

  it('is listed by the beginning of its ID', async () => {
    const prefix = id.slice(0, 8);
    const listed = await jobs.list(`/v1/allocations?prefix=${prefix}`);
    expect(listed.map(({ ID }) => ID)).toEqual([id]);
    const [plain] = await jobs.list(`/v1/allocations?prefix=${prefix}&task_states=false`);
    expect(plain?.['TaskStates']).toBeNull();
    expect(await same(jobs, 'alloc.list.prefix-odd')).toMatchObject({ json: null });
    expect(await jobs.list('/v1/allocations?prefix=ffffffff')).toEqual([]);
  });

  it('keeps the last ten events of each task', async () => {
    for (let times = 0; times < 4; times += 1) await same(jobs, 'alloc.restart.all', { id });
    const events = await eventsOf('main');
    expect(events).toHaveLength(10);
    expect(events.at(-1)).toBe('Task started by client');
  });
});

describe('a restart', () => {
  it.each([
    ['alloc.restart.empty-body', 'User requested running tasks to restart'],
    ['alloc.restart.get', 'User requested running tasks to restart'],
    ['alloc.restart.all', 'User requested all tasks to restart'],
    ['alloc.restart.task', 'User requested task to restart'],
    ['alloc.restart.least-right', 'User requested running tasks to restart'],
  ])('counts and leaves events, whatever the method: %s', async (name, reason) => {
    const as = name.endsWith('least-right') ? 'operator' : 'owner';
    expect((await same(jobs, name, { id, as })).json).toEqual({ Index: 0 });
    expect(await eventsOf('main')).toEqual([
      'Task received by client',
      'Task started by client',
      reason,
      'Exit Code: 130, Signal: 2',
      'Task restarting in 0s',
      'Task started by client',
    ]);
    expect(await taskOf('main')).toMatchObject({ Restarts: 1, State: 'running', Failed: false });
    expect((await taskOf('side'))['Restarts']).toBe(name.endsWith('.task') ? 0 : 1);
    expect(await read()).toMatchObject({ ClientStatus: 'running' });
    expect(jobs.effects().at(-1)?.what).toBe(`allocation.restarted ${id}`);
  });

  it.each(['alloc.restart.wrong-task', 'alloc.restart.task-and-all', 'alloc.restart.bad-json'])(
    'is refused as on a real server: %s',
    async (name) => {
      expect(await same(jobs, name, { id })).toMatchObject({ json: null });
      expect((await taskOf('main'))['Restarts']).toBe(0);
    },
  );

  it('is refused without the right, and for an unknown allocation', async () => {
    await same(jobs, 'alloc.restart.unknown-alloc');
    await same(jobs, 'alloc.restart.short-id');
    await same(jobs, 'alloc.restart.no-token', { id, as: 'nobody' });
    await same(jobs, 'alloc.restart.no-right', { id, as: 'reviewer' });
    expect((await taskOf('main'))['Restarts']).toBe(0);
  });

  it('of an allocation that has not started does nothing', async () => {
    await register(jobs, talkative('starting'));
    jobs.clock.advance(20);
    const starting = await allocationOf(jobs, 'starting');
    await same(jobs, 'alloc.restart.pending', { id: starting });
    jobs.clock.advance(1000);
    expect((await read(starting))['TaskStates']).toMatchObject({ main: { Restarts: 0 } });
  });

  it('of one that is over is refused', async () => {
    await jobs.ask('POST', '/v1/jobs', {
      body: {
        Job: { ID: 'b', Type: 'batch', TaskGroups: [{ Name: 'g', Tasks: [{ Name: 't', Driver: 'd' }] }] },
      },
    });
    jobs.clock.advance(5000);
    const over = await allocationOf(jobs, 'b');
    for (const name of ['alloc.restart.dead', 'alloc.restart.dead-all-tasks', 'alloc.restart.failed']) {
      expect(await same(jobs, name, { id: over })).toMatchObject({ json: null });
    }
    await same(jobs, 'alloc.stop.ok', { id });
    expect(await same(jobs, 'alloc.restart.stopped', { id })).toMatchObject({ json: null });
  });
});

describe('a stop', () => {
  it('puts another allocation in the place', async () => {
    const { json } = await same(jobs, 'alloc.stop.ok', { id });
    jobs.clock.advance(2000);
    const after = await allocationOf(jobs, 'rec-logs');
    expect(after).not.toBe(id);
    const { json: stopped } = await same(jobs, 'alloc.read.stopped', { id });
    expect(stopped).toMatchObject({
      ClientStatus: 'complete',
      DesiredStatus: 'stop',
      DesiredDescription: 'alloc is being migrated',
      NextAllocation: after,
    });
    expect(await read(after)).toMatchObject({ ClientStatus: 'running', PreviousAllocation: id });
    const evaluation = await jobs.get(`/v1/evaluation/${asText(asObject(json)['EvalID'])}`);
    expect(evaluation).toMatchObject({ Status: 'complete', TriggeredBy: 'alloc-stop' });
    await same(jobs, 'alloc.stop.again', { id });
    jobs.clock.advance(2000);
    expect(await allocationOf(jobs, 'rec-logs')).toBe(after);
  });

  it('is refused as on a real server', async () => {
    await same(jobs, 'alloc.stop.get', { id });
    await same(jobs, 'alloc.stop.unknown');
    await same(jobs, 'alloc.stop.short-id');
    await same(jobs, 'alloc.stop.no-token', { id, as: 'nobody' });
    await same(jobs, 'alloc.stop.no-right', { id, as: 'reader' });
    await same(jobs, 'eval.read.unknown');
    expect(await allocationOf(jobs, 'rec-logs')).toBe(id);
  });
});

describe('a failed allocation that is replaced', () => {
  it('is listed in the next one, and waits in an evaluation until then', async () => {
    const failing = { Name: 'main', Driver: 'raw_exec', Config: { command: '/bin/false' } };
    await register(jobs, {
      ID: 'rec-resched',
      Type: 'batch',
      TaskGroups: [
        {
          Name: 'g',
          RestartPolicy: { Attempts: 0, Mode: 'fail' },
          ReschedulePolicy: {
            Attempts: 2,
            Interval: 3600e9,
            Delay: 5e9,
            DelayFunction: 'exponential',
            MaxDelay: 60e9,
          },
          Tasks: [failing],
        },
      ],
    });
    jobs.clock.advance(2000);
    const first = await allocationOf(jobs, 'rec-resched', 0);
    const followUp = asText((await read(first))['FollowupEvalID']);
    expect(await jobs.get(`/v1/evaluation/${followUp}`)).toMatchObject({
      Status: 'pending',
      StatusDescription: 'created for delayed rescheduling',
      WaitUntil: expect.stringMatching(/^2026-/),
    });
    jobs.clock.advance(60_000);
    await same(jobs, 'alloc.read.rescheduled-first', { id: first });
    const { json } = await same(jobs, 'alloc.read.rescheduled-last', {
      id: await allocationOf(jobs, 'rec-resched'),
    });
    expect(asObject(asObject(json)['RescheduleTracker'])['Events']).toMatchObject([
      { PrevAllocID: first, Delay: 5e9 },
      { Delay: 10e9 },
    ]);
    expect(await jobs.get(`/v1/evaluation/${followUp}`)).not.toHaveProperty('StatusDescription');
  });
});

describe('the cluster', () => {
  it('has one node, one region and no log-in', async () => {
    const [node] = await jobs.list('/v1/nodes');
    const own = asText(node?.['ID']);
    expect(await jobs.get(`/v1/node/${own}`)).toMatchObject({ ID: own, Status: 'ready' });
    expect((await jobs.list(`/v1/node/${own}/allocations`)).map(({ ID }) => ID)).toEqual([id]);
    expect((await jobs.ask('GET', `/v1/node/${id}`)).status).toBe(404);
    expect((await jobs.ask('GET', '/v1/regions')).json).toEqual(['global']);
    expect(await jobs.ask('GET', '/v1/acl/auth-methods', { as: 'nobody' })).toMatchObject({
      status: 200,
      json: [],
    });
    expect(await jobs.get('/v1/namespace/default')).toMatchObject({ Name: 'default' });
    expect((await jobs.ask('GET', '/v1/namespace/nosuch')).status).toBe(404);
    expect((await jobs.ask('GET', '/v1/namespace/default', { as: 'nobody' })).status).toBe(403);
  });

  it('says who asks, also without a token', async () => {
    expect((await same(jobs, 'token.self.no-token', { as: 'nobody' })).json).toMatchObject({
      AccessorID: 'anonymous',
    });
    await same(jobs, 'token.self.unknown-token', { as: 'stranger' });
    expect((await same(jobs, 'token.self.management')).json).toMatchObject({ Type: 'management' });
  });

  it('lists evaluations of all jobs, by filter and in pages', async () => {
    const all = await jobs.list('/v1/evaluations');
    expect(all.map(({ JobID }) => JobID)).toContain('rec-logs');
    const [first] = await jobs.list('/v1/evaluations?per_page=1');
    expect(first).toEqual(all[0]);
    expect(await jobs.list('/v1/evaluations?filter=JobID%20%3D%3D%20%22none%22')).toEqual([]);
    expect((await jobs.ask('GET', '/v1/evaluations', { as: 'nobody' })).status).toBe(403);
  });

  it('lets a reviewer parse and plan, and no more', async () => {
    const as = 'reviewer';
    const body = { JobHCL: 'job "x" {\n group "g" {\n task "t" {\n driver = "raw_exec"\n }\n }\n}\n' };
    const parsed = await jobs.ask('POST', '/v1/jobs/parse', { as, body });
    expect(parsed.status).toBe(200);
    const planned = await jobs.ask('POST', '/v1/job/rec-logs/plan', {
      as,
      body: { Job: talkative('rec-logs') },
    });
    expect(planned.status).toBe(200);
    const registered = await jobs.ask('POST', '/v1/jobs', { as, body: { Job: talkative('rec-logs') } });
    expect(registered).toMatchObject({ status: 403, text: 'Permission denied' });
    expect((await jobs.ask('POST', '/v1/jobs/parse', { as: 'reader', body })).status).toBe(403);
  });
});
