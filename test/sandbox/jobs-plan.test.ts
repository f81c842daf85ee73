import { beforeEach, describe, expect, it } from 'vitest';
import {
  asList,
  asObject,
  asText,
  job,
  openJobs,
  service,
  type JobsFixture,
  type JsonBody,
} from './jobs-fixture.ts';

let jobs: JobsFixture;

beforeEach(async () => {
  jobs = openJobs();
  await jobs.ask('POST', '/v1/jobs', { body: { Job: service('web', 2, { Env: { COLOR: 'blue' } }) } });
  jobs.clock.advance(10_000);
});

async function plan(planned: JsonBody, more: JsonBody = {}): Promise<JsonBody> {
  const body = { Job: planned, Diff: true, ...more };
  const answer = await jobs.ask('POST', `/v1/job/${asText(planned['ID'])}/plan`, { body });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return asObject(answer.json);
}

function updates(result: JsonBody, group: string): JsonBody {
  return asObject(asObject(asObject(result['Annotations'])['DesiredTGUpdates'])[group]);
}

function onlyGroup(result: JsonBody): JsonBody {
  const [group] = asList(asObject(result['Diff'])['TaskGroups']);
  return asObject(group);
}

describe('planning a job (4.8)', () => {
  it('changes nothing', async () => {
    const before = await jobs.get('/v1/job/web');
    const effects = jobs.effects().length;
    await plan(service('web', 5, { Env: { COLOR: 'red' } }));
    expect(await jobs.get('/v1/job/web')).toEqual(before);
    expect(jobs.effects()).toHaveLength(effects);
  });

  it('finds nothing to do for the registered definition', async () => {
    const result = await plan(service('web', 2, { Env: { COLOR: 'blue' } }));
    expect(result['Diff']).toMatchObject({ Type: 'None', ID: 'web', Fields: null, Objects: null });
    expect(updates(result, 'app')).toMatchObject({ Ignore: 2, Place: 0, DestructiveUpdate: 0, Stop: 0 });
    expect(result['JobModifyIndex']).toBe((await jobs.get('/v1/job/web'))['JobModifyIndex']);
  });

  it('omits the diff unless requested', async () => {
    expect(await plan(service('web', 3), { Diff: false })).toMatchObject({ Diff: null });
  });

  it("shows a replacement in steps of the update's parallelism", async () => {
    const result = await plan(service('web', 2, { Env: { COLOR: 'green', NEW: 'x' } }));
    expect(updates(result, 'app')).toMatchObject({ DestructiveUpdate: 1, Ignore: 1, Place: 0 });
    expect(onlyGroup(result)).toMatchObject({
      Type: 'Edited',
      Name: 'app',
      Fields: null,
      Updates: { 'create/destroy update': 1, ignore: 1 },
      Tasks: [
        {
          Type: 'Edited',
          Name: 'server',
          Annotations: ['forces create/destroy update'],
          Fields: [
            { Type: 'Edited', Name: 'Env[COLOR]', Old: 'blue', New: 'green', Annotations: null },
            { Type: 'Added', Name: 'Env[NEW]', Old: '', New: 'x' },
          ],
        },
      ],
    });
  });

  it('shows more and fewer allocations', async () => {
    const env = { Env: { COLOR: 'blue' } };
    const more = await plan(service('web', 4, env));
    expect(updates(more, 'app')).toMatchObject({ Place: 2, InPlaceUpdate: 2 });
    expect(onlyGroup(more)['Fields']).toEqual([
      { Type: 'Edited', Name: 'Count', Old: '2', New: '4', Annotations: ['forces create'] },
    ]);
    const fewer = await plan(service('web', 1, env));
    expect(updates(fewer, 'app')).toMatchObject({ Stop: 1, InPlaceUpdate: 1 });
    expect(onlyGroup(fewer)['Fields']).toMatchObject([{ Annotations: ['forces destroy'] }]);
  });

  it('shows a change that is made in place', async () => {
    const result = await plan(service('web', 2, { Env: { COLOR: 'blue' }, KillTimeout: 9e9 }));
    expect(updates(result, 'app')).toMatchObject({ InPlaceUpdate: 2, DestructiveUpdate: 0 });
    expect(onlyGroup(result)).toMatchObject({
      Updates: { 'in-place update': 2 },
      Tasks: [
        {
          Annotations: ['forces in-place update'],
          Fields: [{ Name: 'KillTimeout', Old: '5000000000', New: '9000000000' }],
        },
      ],
    });
  });

  it('shows a renamed group', async () => {
    const result = await plan(service('web', 2, { Env: { COLOR: 'blue' } }, { Name: 'renamed' }));
    expect(updates(result, 'app')).toMatchObject({ Stop: 2, Place: 0 });
    expect(updates(result, 'renamed')).toMatchObject({ Stop: 0, Place: 2 });
    const groups = asList(asObject(result['Diff'])['TaskGroups']);
    expect(groups).toMatchObject([
      { Type: 'Deleted', Name: 'app', Updates: { destroy: 2 }, Tasks: [{ Annotations: ['forces destroy'] }] },
      { Type: 'Added', Name: 'renamed', Updates: { create: 2 }, Tasks: [{ Annotations: ['forces create'] }] },
    ]);
  });

  it('shows what changes inside lists and objects', async () => {
    const withService = (tags: string[]): JsonBody =>
      service(
        'web',
        2,
        { Env: { COLOR: 'blue' } },
        { Services: [{ Name: 'front', Provider: 'nomad', Tags: tags }] },
      );
    await jobs.ask('POST', '/v1/jobs', { body: { Job: withService(['v1', 'public']) } });
    jobs.clock.advance(10_000);
    const result = await plan(withService(['v2', 'public']));
    const [changed] = asList(onlyGroup(result)['Objects']);
    expect(changed).toMatchObject({
      Type: 'Edited',
      Name: 'Service',
      Objects: [
        {
          Name: 'Tags',
          Type: 'Edited',
          Fields: [
            { Type: 'Added', New: 'v2' },
            { Type: 'None', Old: 'public', New: 'public' },
            { Type: 'Deleted', Old: 'v1' },
          ],
        },
      ],
    });
    // Equal siblings are included.
    expect(asList(changed?.['Fields'])).toContainEqual({
      Type: 'None',
      Name: 'Name',
      Old: 'front',
      New: 'front',
      Annotations: null,
    });
  });

  it('plans a job that is not registered', async () => {
    const result = await plan(job('future'));
    expect(result).toMatchObject({
      JobModifyIndex: 0,
      Diff: { Type: 'Added', ID: 'future' },
      NextPeriodicLaunch: null,
    });
    expect(updates(result, 'work')).toMatchObject({ Place: 1 });
    expect(asList(asObject(result['Diff'])['Fields'])).toContainEqual({
      Type: 'Added',
      Name: 'Type',
      Old: '',
      New: 'batch',
      Annotations: null,
    });
  });

  it('shows what cannot be placed, with 200', async () => {
    const result = await plan(job('huge', {}, { Resources: { MemoryMB: 9_000_000 } }));
    expect(result['FailedTGAllocs']).toMatchObject({
      work: {
        DimensionExhausted: { memory: 1 },
        NodesExhausted: 1,
        CoalescedFailures: 0,
        NodesAvailable: { dc1: 1 },
      },
    });
    expect(result['CreatedEvals']).toMatchObject([{ Status: 'blocked', JobID: 'huge' }]);
    expect(updates(result, 'work')).toMatchObject({ Place: 1 });
  });

  it('counts running allocations when it looks for room', async () => {
    await jobs.ask('POST', '/v1/jobs', {
      body: { Job: service('big', 1, { Resources: { MemoryMB: 60_000 } }) },
    });
    jobs.clock.advance(500);
    const result = await plan(job('second', {}, { Resources: { MemoryMB: 60_000 } }));
    expect(result['FailedTGAllocs']).toMatchObject({ work: { DimensionExhausted: { memory: 1 } } });
  });

  it('shows constraints and datacenters that no node meets', async () => {
    const constraint = { LTarget: '${attr.kernel.name}', Operand: '=', RTarget: 'windows' };
    const constrained = await plan(job('a', { Constraints: [constraint] }));
    expect(constrained['FailedTGAllocs']).toMatchObject({
      work: { ConstraintFiltered: { '${attr.kernel.name} = windows': 1 }, NodesFiltered: 1 },
    });
    const elsewhere = await plan(job('a', { Datacenters: ['moon'] }));
    expect(elsewhere['FailedTGAllocs']).toMatchObject({ work: { NodesEvaluated: 0, NodesAvailable: {} } });
    const met = await plan(
      job('a', { Constraints: [{ ...constraint, RTarget: 'linux' }], Datacenters: ['dc*'] }),
    );
    expect(met['FailedTGAllocs']).toBeNull();
  });

  it('shows the next launch of a periodic job', async () => {
    const result = await plan(job('nightly', { Periodic: { Spec: '0 3 * * *' } }));
    expect(result['NextPeriodicLaunch']).toBe('2026-11-22T03:00:00Z');
  });

  it('plans canaries', async () => {
    const update = { MaxParallel: 1, MinHealthyTime: 1e9, Canary: 1 };
    const result = await plan(service('web', 2, { Env: { COLOR: 'red' } }, { Update: update }));
    expect(updates(result, 'app')).toMatchObject({ Canary: 1, Ignore: 2, DestructiveUpdate: 0 });
  });

  it.each([
    ['/v1/job/web/plan', { Diff: true }, 400, 'Job must be specified'],
    ['/v1/job/other/plan', { Job: job('web') }, 400, 'Job ID does not match'],
    [
      '/v1/job/n/plan',
      { Job: { ID: 'n', Type: 'batch' } },
      500,
      '1 error occurred:\n\t* Missing job task groups\n\n',
    ],
  ] as const)('refuses %s %j', async (path, body, status, text) => {
    expect(await jobs.ask('POST', path, { body })).toMatchObject({ status, text });
  });
});
