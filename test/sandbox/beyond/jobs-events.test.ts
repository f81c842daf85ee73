import { beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../support/sandbox-types.ts';
import type { AskOptions, JobsFixture, JsonBody } from '../jobs-fixture.ts';
import { asList, asObject, job, openJobs, service } from '../jobs-fixture.ts';
import { followed, register, same, type Followed } from './jobs.ts';
import { members, recorded, textOf } from './recorded.ts';

let jobs: JobsFixture;

beforeEach(async () => {
  jobs = openJobs();
  await register(jobs, service('rec-plain'));
  jobs.clock.advance(20_000);
});

const stream = async (query: string, options?: AskOptions): Promise<Followed> =>
  followed(jobs, `/v1/event/stream?${query}`, options);

/** Lets the changes of the last step reach the streams. */
const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function eventsOf(text: string): readonly JsonBody[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && line !== '{}')
    .flatMap((line) => asList(asObject(JSON.parse(line) as Json)['Events']));
}

async function change(): Promise<void> {
  await register(jobs, service('rec-plain', 1, { Env: { release: '2' } }));
  for (let step = 0; step < 60; step += 1) {
    jobs.clock.advance(100);
    await settle();
  }
}

describe('the event stream', () => {
  it.each([
    ['Job', 'events.job', 'rec-plain'],
    ['Allocation', 'events.allocation-of-job', undefined],
    ['Evaluation', 'events.evaluation-of-job', undefined],
    ['Deployment', 'events.deployment', undefined],
  ])('sends changes of the topic %s with the recorded members', async (topic, name, key) => {
    const open = await stream(`topic=${topic}:rec-plain&namespace=default`);
    expect(open.text()).toBe('{}\n');
    await register(jobs, job('another'));
    await change();
    const events = eventsOf(open.text());
    expect(events.length).toBeGreaterThan(1);
    const names = [...new Set(events.map((event) => event['Topic']))];
    expect(names).toEqual([topic]);
    const indexes = events.map((event) => Number(event['Index']));
    expect(indexes).toEqual(indexes.toSorted((left, right) => left - right));
    if (key !== undefined) expect(new Set(events.map((event) => event['Key']))).toEqual(new Set([key]));
    const maps = [
      'TaskGroups',
      'TaskStates',
      'Details',
      'Tasks',
      'TaskLifecycles',
      'TaskResources',
      'Meta',
      'Env',
    ];
    const real = eventsOf(textOf(recorded('jobs', name)).replace(/\n[^\n]*$/, '\n'));
    const outer = (list: readonly JsonBody[]): readonly string[] =>
      members(list, maps).filter((path) => path.split('.').length < 5);
    const known = [...outer(real)];
    // Some members exist only after a change that the recording does not have.
    const extra = outer(events).filter((path) => !known.includes(path));
    expect(
      extra.filter(
        (path) =>
          !/DeploymentStatus|Desired|NextAlloc|PreviousAlloc|Queued|Plan|Blocked|Snapshot|DeploymentID/.test(
            path,
          ),
      ),
    ).toEqual([]);
    open.stop();
  });

  it('sends a heartbeat each 30 seconds', async () => {
    const open = await stream('topic=Job:rec-nothing');
    expect(open.text()).toBe(textOf(recorded('jobs', 'events.heartbeat')));
    jobs.clock.advance(60_000);
    expect(open.text()).toBe('{}\n{}\n{}\n');
    open.stop();
    jobs.clock.advance(60_000);
    expect(open.text()).toBe('{}\n{}\n{}\n');
  });

  it('takes an index of the past up again, and begins now with one of the future', async () => {
    const past = await stream('topic=Job:rec-plain&index=1');
    const future = await stream('topic=Job:rec-plain&index=99999999');
    expect(eventsOf(past.text())).toMatchObject([{ Key: 'rec-plain', Type: 'JobRegistered' }]);
    expect(future.text()).toBe('{}\n');
    await change();
    expect(eventsOf(future.text())[0]).toMatchObject({ Key: 'rec-plain', Topic: 'Job' });
    await jobs.ask('DELETE', '/v1/job/rec-plain');
    await settle();
    expect(eventsOf(past.text()).at(-1)).toMatchObject({ Type: 'JobDeregistered' });
    past.stop();
    future.stop();
  });

  it('ends silently for a token that is not allowed to see everything it asks for', async () => {
    for (const [name, as, query] of [
      ['events.no-token', 'nobody', 'topic=Job:rec-plain'],
      ['events.unknown-token', 'stranger', 'topic=Job'],
      ['events.no-right', 'organization', 'topic=Job:rec-plain'],
      ['events.namespace-wildcard', 'reader', 'topic=Job:rec-plain&namespace=*'],
      ['events.no-topic-client-token', 'operator', ''],
      ['events.node-topic-no-right', 'operator', 'topic=Node'],
      ['events.topic-unknown', 'operator', 'topic=Nope:rec-plain'],
    ] as const) {
      jobs = openJobs(false);
      const open = await stream(query, { as });
      expect([name, open.text(), open.isOver()]).toEqual([name, textOf(recorded('jobs', name)), true]);
    }
  });

  it('is open to a reader of one namespace, and to the owner for all topics', async () => {
    const reader = await stream('topic=Job', { as: 'reader' });
    const owner = await stream('namespace=*');
    expect([reader.isOver(), owner.isOver()]).toEqual([false, false]);
    await change();
    const topics = new Set(eventsOf(owner.text()).map((event) => event['Topic']));
    expect(topics).toEqual(new Set(['Job', 'Evaluation', 'Allocation', 'Deployment']));
    reader.stop();
    owner.stop();
  });

  it('refuses what it cannot read, as a real server does', async () => {
    await same(jobs, 'events.index-bad');
    expect((await same(jobs, 'events.topic-malformed')).json).toBeNull();
  });

  it('ends with the sandbox', async () => {
    const open = await stream('topic=Job');
    await jobs.service.close();
    await settle();
    expect(open.isOver()).toBe(true);
  });
});
