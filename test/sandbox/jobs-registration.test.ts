import { beforeEach, describe, expect, it } from 'vitest';
import { asList, asObject, job, openJobs, service, type JobsFixture } from './jobs-fixture.ts';

let jobs: JobsFixture;

beforeEach(() => {
  jobs = openJobs();
});

describe('registering a job (4.2)', () => {
  it('evaluates a new job and creates an allocation', async () => {
    const answer = await jobs.ask('POST', '/v1/jobs', { body: { Job: job('a') } });
    expect(answer.status).toBe(200);
    const body = asObject(answer.json);
    expect(Number(answer.headers['X-Nomad-Index'])).toBe(body['Index']);
    const [evaluation] = await jobs.list('/v1/job/a/evaluations');
    expect(evaluation).toMatchObject({
      ID: body['EvalID'],
      Status: 'pending',
      TriggeredBy: 'job-register',
      Priority: 50,
    });
    expect(await jobs.get('/v1/job/a')).toMatchObject({
      Status: 'pending',
      Version: 0,
      Namespace: 'default',
    });

    jobs.clock.advance(150);
    expect(await jobs.list('/v1/job/a/allocations')).toMatchObject([
      { ClientStatus: 'running', Name: 'a.work[0]' },
    ]);
    expect(await jobs.get('/v1/job/a')).toMatchObject({ Status: 'running' });
    jobs.clock.advance(1000);
    expect(await jobs.list('/v1/job/a/allocations')).toMatchObject([{ ClientStatus: 'complete' }]);
    expect(await jobs.get('/v1/job/a')).toMatchObject({ Status: 'dead', Stop: false });
    expect(jobs.effects().map((effect) => effect.what.split(' ')[0])).toEqual([
      'job.registered',
      'evaluation.created',
      'allocation.created',
    ]);
  });

  it('accepts PUT for POST, and member names in any case', async () => {
    const lower = {
      job: { id: 'lower', type: 'batch', taskgroups: [{ name: 'g', tasks: [{ name: 't', driver: 'x' }] }] },
    };
    expect((await jobs.ask('PUT', '/v1/jobs', { body: lower })).status).toBe(200);
    expect(await jobs.get('/v1/job/lower')).toMatchObject({ ID: 'lower', TaskGroups: [{ Name: 'g' }] });
  });

  it('creates a version only if the definition differs', async () => {
    await jobs.ask('POST', '/v1/jobs', { body: { Job: job('a') } });
    const again = asObject((await jobs.ask('POST', '/v1/job/a', { body: { Job: job('a') } })).json);
    expect(again['EvalID']).not.toBe('');
    expect(await jobs.get('/v1/job/a')).toMatchObject({ Version: 0 });
    await jobs.ask('POST', '/v1/job/a', { body: { Job: job('a', { Priority: 60 }) } });
    expect(await jobs.get('/v1/job/a')).toMatchObject({ Version: 1, Priority: 60 });
    const versions = asList((await jobs.get('/v1/job/a/versions'))['Versions']);
    expect(versions.map((version) => version['Version'])).toEqual([1, 0]);
  });

  it('refuses a path with another job ID', async () => {
    expect(await jobs.ask('POST', '/v1/job/b', { body: { Job: job('a') } })).toMatchObject({
      status: 400,
      text: 'Job ID does not match name',
    });
  });

  it('keeps only the newest six versions and sources', async () => {
    for (let priority = 1; priority <= 8; priority += 1) {
      const Submission = { Format: 'json', Source: `source ${priority}` };
      await jobs.ask('POST', '/v1/jobs', { body: { Job: job('a', { Priority: priority }), Submission } });
    }
    const versions = asList((await jobs.get('/v1/job/a/versions'))['Versions']);
    expect(versions.map((version) => version['Version'])).toEqual([7, 6, 5, 4, 3, 2]);
    expect((await jobs.ask('GET', '/v1/job/a/submission?version=1')).status).toBe(404);
    expect(await jobs.get('/v1/job/a/submission?version=2')).toMatchObject({
      JobID: 'a',
      Format: 'json',
      Source: 'source 3',
      Version: 2,
    });
  });

  it('keeps a source only for a version that had one', async () => {
    const Submission = {
      Format: 'hcl2',
      Source: 'job "a" {}',
      VariableFlags: { x: '1' },
      Variables: 'y = 2',
    };
    await jobs.ask('POST', '/v1/jobs', { body: { Job: job('a'), Submission } });
    await jobs.ask('POST', '/v1/jobs', { body: { Job: job('a', { Priority: 3 }) } });
    expect(await jobs.get('/v1/job/a/submission?version=0')).toMatchObject(Submission);
    expect(await jobs.ask('GET', '/v1/job/a/submission?version=1')).toMatchObject({
      status: 404,
      text: 'job source not found',
    });
    expect((await jobs.ask('GET', '/v1/job/a/submission')).status).toBe(400);
  });

  it('keeps task group counts on request', async () => {
    await jobs.ask('POST', '/v1/jobs', { body: { Job: service('s', 3) } });
    const update = service('s', 1, { Env: { A: '1' } });
    await jobs.ask('POST', '/v1/jobs', { body: { Job: update, PreserveCounts: true } });
    expect(await jobs.get('/v1/job/s')).toMatchObject({ TaskGroups: [{ Count: 3 }] });
    await jobs.ask('POST', '/v1/jobs', { body: { Job: update } });
    expect(await jobs.get('/v1/job/s')).toMatchObject({ TaskGroups: [{ Count: 1 }] });
  });

  it('overrides the priority of the evaluation', async () => {
    await jobs.ask('POST', '/v1/jobs', { body: { Job: job('a'), EvalPriority: 80 } });
    expect(await jobs.list('/v1/job/a/evaluations')).toMatchObject([{ Priority: 80 }]);
    expect(await jobs.ask('POST', '/v1/jobs', { body: { Job: job('a'), EvalPriority: 101 } })).toMatchObject({
      status: 400,
      text: 'Eval priority must be between 1 and 100 inclusively',
    });
  });
});

describe('check-and-set (3)', () => {
  const enforce = (JobModifyIndex: number, priority = 50): { body: Record<string, never> | object } => ({
    body: { Job: job('a', { Priority: priority }), EnforceIndex: true, JobModifyIndex },
  });

  it('registers only a new job with index 0, and an existing one only with its own index', async () => {
    const ask = (index: number, priority?: number): ReturnType<typeof jobs.ask> =>
      jobs.ask('POST', '/v1/jobs', { body: enforce(index, priority).body as Record<string, never> });
    expect(await ask(7)).toMatchObject({
      status: 500,
      text: 'Enforcing job modify index 7: job does not exist',
    });
    expect((await ask(0)).status).toBe(200);
    expect(await ask(0)).toMatchObject({
      status: 500,
      text: 'Enforcing job modify index 0: job already exists',
    });
    const index = Number((await jobs.get('/v1/job/a'))['JobModifyIndex']);
    expect(await ask(index + 1)).toMatchObject({
      status: 500,
      text: `Enforcing job modify index ${index + 1}: job exists with conflicting job modify index: ${index}`,
    });
    expect((await ask(index, 60)).status).toBe(200);
    expect((await ask(index, 70)).status).toBe(500);
    expect(await jobs.get('/v1/job/a')).toMatchObject({ Priority: 60 });
  });
});

it("takes a line break in an ID, as the tests of the vendor's client expect", async () => {
  const id = 'job-id/with\\troublesome:characters\n?&字';
  const { status } = await jobs.ask('POST', '/v1/jobs', { body: { Job: job(id) } });
  expect(status).toBe(200);
});

describe('a registration is refused', () => {
  it.each([
    [{}, 400, 'Job must be specified'],
    [job('a'), 400, 'Job must be specified'],
    [{ Job: { Type: 'batch' } }, 400, "Job ID hasn't been provided"],
    [{ Job: { ID: 'nogroup', Type: 'batch' } }, 500, '1 error occurred:\n\t* Missing job task groups\n\n'],
    [
      { Job: { ID: 'a b', Type: 'servce', Priority: 500, TaskGroups: [] } },
      500,
      '4 errors occurred:\n\t* Job ID contains a space\n\t* Invalid job type: "servce"\n\t* Missing job task groups\n\t* job priority must be between [1, 100]\n\n',
    ],
    [
      { Job: job('a', { Priority: 'high' }) },
      400,
      'json: cannot unmarshal string into Go struct field Job.Job.Priority of type int',
    ],
    [{ Job: job('a', { Region: 'mars' }) }, 500, 'No path to region'],
    [
      { Job: job('a', { Namespace: 'nosuch' }) },
      500,
      '1 error occurred:\n\t* job "a" is in nonexistent namespace "nosuch"\n\n',
    ],
  ] as const)('for %j', async (body, status, text) => {
    expect(await jobs.ask('POST', '/v1/jobs', { body })).toMatchObject({ status, text });
    expect(jobs.effects()).toEqual([]);
  });

  it('for a body that is empty or not JSON', async () => {
    expect(await jobs.ask('POST', '/v1/jobs')).toMatchObject({ status: 400, text: 'Request body is empty' });
    expect((await jobs.ask('POST', '/v1/jobs', { raw: '{nope' })).status).toBe(400);
  });

  it('for a change of the kind of job', async () => {
    await jobs.ask('POST', '/v1/jobs', { body: { Job: job('a') } });
    const other = { ...service('a') };
    expect(await jobs.ask('POST', '/v1/jobs', { body: { Job: other } })).toMatchObject({
      status: 500,
      text: 'cannot update job from type "batch" to "service"',
    });
    const periodic = job('a', { Periodic: { Spec: '@daily' } });
    expect(await jobs.ask('POST', '/v1/jobs', { body: { Job: periodic } })).toMatchObject({
      status: 500,
      text: 'cannot update non-periodic job to being periodic',
    });
  });

  it('by a soft mandatory policy, unless it is overridden (7)', async () => {
    const denied = { Job: job('a', { Meta: { policy: 'deny' } }) };
    const refused = await jobs.ask('POST', '/v1/jobs', { body: denied });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('soft mandatory policy');
    expect((await jobs.ask('POST', '/v1/jobs', { body: { ...denied, PolicyOverride: true } })).status).toBe(
      200,
    );
  });
});

describe('the namespace of a registration', () => {
  it('is taken from the query, then from the job', async () => {
    const demo = openJobs(false);
    const body = { Job: job('moved', { Namespace: 'default' }) };
    await demo.ask('POST', '/v1/jobs?namespace=batch', { body });
    expect(await demo.get('/v1/job/moved?namespace=batch')).toMatchObject({ Namespace: 'batch' });
    expect(await demo.ask('GET', '/v1/job/moved')).toMatchObject({ status: 404, text: 'job not found' });
    await demo.ask('POST', '/v1/jobs', { body: { Job: job('own', { Namespace: 'batch' }) } });
    expect(await demo.get('/v1/job/own?namespace=batch')).toMatchObject({ Namespace: 'batch' });
  });
});
