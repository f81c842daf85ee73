import { beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../support/sandbox-types.ts';
import type { JobsFixture } from '../jobs-fixture.ts';
import { asObject, asText, openJobs } from '../jobs-fixture.ts';
import { allocationOf, contentTypeOf, followed, register, same, talkative } from './jobs.ts';
import { recorded, textOf } from './recorded.ts';

let jobs: JobsFixture;
let id: string;

beforeEach(async () => {
  jobs = openJobs(false);
  await register(jobs, talkative('rec-logs'));
  // The first line comes at once, so there are 130.
  jobs.clock.advance(129_500);
  id = await allocationOf(jobs, 'rec-logs');
});

const logs = (query: string): string => `/v1/client/fs/logs/${id}?task=main&type=stdout&${query}`;

/** The frames of a reply, which follow each other without anything between them. */
function framesOf(text: string): readonly Json[] {
  return JSON.parse(`[${text.replaceAll('}{', '},{')}]`) as readonly Json[];
}

describe('the log of a task', () => {
  it.each([
    'alloc.logs.stdout-plain',
    'alloc.logs.origin-end',
    'alloc.logs.origin-end-zero',
    'alloc.logs.origin-end-beyond',
    'alloc.logs.origin-start-offset',
    'alloc.logs.origin-start-beyond',
    'alloc.logs.offset-negative',
    'alloc.logs.other-task',
    'alloc.logs.other-task-empty-stderr',
  ])('is the recorded one: %s', async (name) => {
    const wanted = textOf(recorded('jobs', name));
    const { text } = await same(jobs, name, { id, compared: false });
    const lines = (part: string): string => part.replaceAll(/\d+/g, '#');
    // The recorded log had up to two lines less or more.
    expect(lines(text).slice(0, 60)).toBe(lines(wanted).slice(0, 60));
    expect(Math.abs(text.length - wanted.length)).toBeLessThan(30);
  });

  it('ends with the last lines, cut inside a line', async () => {
    const { text } = await same(jobs, 'alloc.logs.origin-end', { id, compared: false });
    expect(text).toBe('8\nline 129\nline 130\n');
    const errors = await jobs.ask('GET', logs('plain=true&origin=end&offset=9').replace('stdout', 'stderr'));
    expect(errors.text).toBe('warn 130\n');
  });

  it('comes in frames with the place after them, unless it is asked for as text', async () => {
    const framed = await jobs.service.handle(jobs.request('GET', logs('')));
    expect([framed.type, contentTypeOf('alloc.logs.frames')]).toEqual([
      'application/json',
      'application/json',
    ]);
    const body = Buffer.isBuffer(framed.body) ? framed.body.toString() : '';
    const [frame] = framesOf(body).map(asObject);
    const plain = await jobs.ask('GET', logs('plain=true'));
    const data = Buffer.from(asText(frame?.['Data']), 'base64').toString();
    expect(data).toBe(plain.text);
    expect(frame).toMatchObject({ File: 'alloc/logs/main.stdout.0', Offset: plain.text.length });
    const type = (await jobs.service.handle(jobs.request('GET', logs('plain=true')))).type;
    expect(type).toBe(contentTypeOf('alloc.logs.stdout-plain')?.split(';')[0]);
  });

  it('of a crash loop has the words of each crash', async () => {
    const args = ['-c', 'echo boom; exit 3'];
    await register(jobs, {
      ID: 'rec-crash',
      Type: 'service',
      TaskGroups: [
        {
          Name: 'g',
          RestartPolicy: { Attempts: 2, Mode: 'fail', Interval: 60e9, Delay: 1e9 },
          ReschedulePolicy: { Attempts: 0, Unlimited: false },
          Tasks: [{ Name: 'main', Driver: 'raw_exec', Config: { command: '/bin/sh', args } }],
        },
      ],
    });
    jobs.clock.advance(10_000);
    const crashed = await allocationOf(jobs, 'rec-crash');
    const { text } = await same(jobs, 'alloc.logs.crashed', { id: crashed, compared: false });
    expect(text).toBe(textOf(recorded('jobs', 'alloc.logs.crashed')));
  });

  it('of a failed job of the demo says why', async () => {
    const broken = await allocationOf(jobs, 'broken');
    const target = `/v1/client/fs/logs/${broken}?task=run&type=stderr&plain=true`;
    expect((await jobs.ask('GET', target)).text).toMatch(/^(?:cannot open input\.csv: no such file\n)+$/);
  });

  it('of a service of the demo goes on', async () => {
    const web = await allocationOf(jobs, 'web');
    const target = `/v1/client/fs/logs/${web}?task=server&type=stdout&plain=true&origin=end&offset=200`;
    const before = (await jobs.ask('GET', target)).text;
    jobs.clock.advance(60_000);
    expect(before).toMatch(/web: \d+ requests served\n$/);
    expect((await jobs.ask('GET', target)).text).not.toBe(before);
  });

  it('goes on after a restart', async () => {
    await same(jobs, 'alloc.restart.empty-body', { id });
    const text = (await jobs.ask('GET', logs('plain=true').replace('main', 'side'))).text;
    expect(text).toBe('side ready\nside ready\n');
  });
});

describe('a log that is followed', () => {
  it('sends what comes, with heartbeats in between', async () => {
    const quiet = await followed(jobs, logs('follow=true').replace('main', 'side'));
    jobs.clock.advance(4000);
    const wanted = textOf(recorded('jobs', 'alloc.logs.follow-quiet'));
    expect(quiet.text()).toBe(wanted);
    quiet.stop();
    jobs.clock.advance(4000);
    expect([quiet.text(), quiet.isOver()]).toEqual([wanted, false]);
  });

  it('sends the lines of a talkative task as they come', async () => {
    const framed = await followed(jobs, logs('follow=true&origin=end&offset=9'));
    const plain = await followed(jobs, logs('follow=true&plain=true&origin=end&offset=9'));
    jobs.clock.advance(2000);
    expect(plain.text()).toBe('line 130\nline 131\nline 132\n');
    const data = framesOf(framed.text())
      .map(asObject)
      .flatMap((frame) =>
        frame['Data'] === undefined ? [] : [Buffer.from(asText(frame['Data']), 'base64')],
      );
    expect(Buffer.concat(data).toString()).toBe(plain.text());
    framed.stop();
    plain.stop();
  });
});

describe('a log is refused as on a real server', () => {
  it.each([
    'alloc.logs.missing-task',
    'alloc.logs.missing-type',
    'alloc.logs.type-bad',
    'alloc.logs.offset-bad',
    'alloc.logs.origin-bad',
    'alloc.logs.plain-bad',
    'alloc.logs.follow-bad',
    'alloc.logs.unknown-task',
    'alloc.logs.unknown-task-frames',
  ])('in the case %s', async (name) => {
    expect(await same(jobs, name, { id })).toMatchObject({ json: null });
  });

  it.each([
    ['alloc.logs.unknown-alloc', 'owner'],
    ['alloc.logs.short-alloc-id', 'owner'],
    ['alloc.logs.no-alloc', 'owner'],
  ] as const)('in the case %s', async (name, as) => {
    expect(await same(jobs, name, { as })).toMatchObject({ json: null });
  });

  it.each([
    ['alloc.logs.no-token', 'nobody'],
    ['alloc.logs.unknown-token', 'stranger'],
    ['alloc.logs.read-policy', 'reader'],
    ['alloc.logs.follow-no-right', 'reviewer'],
  ] as const)('in the case %s', async (name, as) => {
    expect(await same(jobs, name, { id, as })).toMatchObject({ json: null });
  });

  it.each(['alloc.logs.pending', 'alloc.logs.pending-frames', 'alloc.logs.pending-follow'])(
    'in the case %s',
    async (name) => {
      await register(jobs, talkative('starting'));
      jobs.clock.advance(20);
      expect(await same(jobs, name, { id: await allocationOf(jobs, 'starting') })).toMatchObject({
        json: null,
      });
    },
  );

  it('of another namespace only with a right there', async () => {
    await register(jobs, talkative('rec-other'), 'batch');
    jobs.clock.advance(129_500);
    const [other] = await jobs.list('/v1/job/rec-other/allocations?namespace=batch');
    const there = asText(other?.['ID']);
    await same(jobs, 'alloc.logs.namespace-not-named', { id: there, compared: false, as: 'operator' });
    expect(await same(jobs, 'alloc.logs.namespace-wrong-token', { id: there, as: 'reader' })).toMatchObject({
      json: null,
    });
  });
});
