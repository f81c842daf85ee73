import { beforeEach, describe, expect, it } from 'vitest';
import { nextLaunch, parseCron } from '../../src/sandbox/jobs/scheduler/cron.ts';
import {
  asObject,
  asText,
  job,
  openJobs,
  START,
  type Answer,
  type JobsFixture,
  type JsonBody,
} from './jobs-fixture.ts';

let jobs: JobsFixture;

beforeEach(() => {
  jobs = openJobs();
});

async function register(definition: JsonBody): Promise<void> {
  const answer = await jobs.ask('POST', '/v1/jobs', { body: { Job: definition } });
  if (answer.status !== 200) throw new Error(answer.text);
}

describe('dispatching (4.4)', () => {
  const parameterized = (rules: JsonBody): JsonBody =>
    job('mail', { ParameterizedJob: rules, Meta: { team: 'x' } });

  const dispatch = (body: JsonBody, query = ''): Promise<Answer> =>
    jobs.ask('POST', `/v1/job/mail/dispatch${query}`, { body });

  it('does not evaluate the job itself', async () => {
    const answer = await jobs.ask('POST', '/v1/jobs', { body: { Job: parameterized({}) } });
    expect(answer.json).toMatchObject({ EvalID: '', EvalCreateIndex: 0 });
    jobs.clock.advance(1000);
    expect(await jobs.list('/v1/job/mail/allocations')).toEqual([]);
    expect(await jobs.get('/v1/job/mail')).toMatchObject({ Status: 'running' });
  });

  it('creates an instance with payload and meta', async () => {
    await register(parameterized({ Payload: 'required', MetaRequired: ['to'], MetaOptional: ['cc'] }));
    const Payload = Buffer.from('hello').toString('base64');
    const answer = await dispatch({ Payload, Meta: { to: 'a', cc: 'b' }, IdPrefixTemplate: 'one' });
    const id = asText(asObject(answer.json)['DispatchedJobID']);
    expect(id).toMatch(/^mail\/dispatch-one-1795251600-[\da-f]{8}$/u);
    for (const path of [encodeURIComponent(id), id]) {
      expect(await jobs.get(`/v1/job/${path}`)).toMatchObject({
        ID: id,
        ParentID: 'mail',
        Dispatched: true,
        Payload,
        Meta: { team: 'x', to: 'a', cc: 'b' },
      });
    }
    jobs.clock.advance(5000);
    expect(await jobs.list(`/v1/job/${encodeURIComponent(id)}/allocations`)).toMatchObject([
      { ClientStatus: 'complete' },
    ]);
    expect(await jobs.get('/v1/job/mail/summary')).toMatchObject({
      Children: { Dead: 1, Pending: 0, Running: 0 },
    });
  });

  it.each([
    [{ Meta: {} }, 'Dispatch did not provide required meta keys: [to]'],
    [{ Meta: { to: 'a', bcc: 'b' } }, 'Dispatch request included unpermitted metadata keys: [bcc]'],
    [{ Meta: { to: 'a' }, Payload: 'eA==' }, 'Payload provided but forbidden by parameterized job'],
  ])('refuses %j', async (body, text) => {
    await register(parameterized({ Payload: 'forbidden', MetaRequired: ['to'] }));
    expect(await dispatch(body)).toMatchObject({ status: 500, text });
    expect(jobs.effects().filter((effect) => effect.what.startsWith('job.dispatched'))).toEqual([]);
  });

  it('refuses a missing payload, bad base64, and more than 65536 bytes (8)', async () => {
    await register(parameterized({ Payload: 'required' }));
    const bytes = (count: number): string => Buffer.alloc(count, 'a').toString('base64');
    expect((await dispatch({})).text).toBe('Payload is not provided but required by parameterized job');
    expect(await dispatch({ Payload: 'abc*' })).toMatchObject({
      status: 400,
      text: 'illegal base64 data at input byte 3',
    });
    expect((await dispatch({ Payload: bytes(65_536) })).status).toBe(200);
    expect(await dispatch({ Payload: bytes(65_537) })).toMatchObject({
      status: 500,
      text: 'Payload exceeds maximum size; 65537 > 65536',
    });
  });

  it.each(['IdempotencyToken', 'idempotency_token'])('dispatches once with one %s', async (name) => {
    await register(parameterized({ MetaOptional: ['n'] }));
    const first = asObject((await dispatch({ Meta: { n: '1' } }, `?${name}=t1`)).json);
    const again = asObject((await dispatch({ Meta: { n: '2' } }, `?${name}=t1`)).json);
    const other = asObject((await dispatch({}, `?${name}=t2`)).json);
    expect(again).toMatchObject({ DispatchedJobID: first['DispatchedJobID'], EvalID: '' });
    expect(other['DispatchedJobID']).not.toBe(first['DispatchedJobID']);
    const found = await jobs.list(
      `/v1/jobs?filter=${encodeURIComponent('DispatchIdempotencyToken == "t1"')}`,
    );
    expect(found.map((stub) => stub['ID'])).toEqual([first['DispatchedJobID']]);
  });

  it('needs a parameterized job that is not stopped', async () => {
    expect((await dispatch({})).text).toBe('parameterized job not found');
    await register(job('mail'));
    expect((await dispatch({})).text).toBe('Specified job "mail" is not a parameterized job');
    await jobs.ask('DELETE', '/v1/job/mail?purge=true');
    await register(parameterized({}));
    await jobs.ask('DELETE', '/v1/job/mail');
    expect((await dispatch({})).text).toBe('Specified job "mail" is stopped');
  });
});

describe('periodic jobs', () => {
  const periodic = (more: JsonBody = {}): JsonBody =>
    job(
      'tick',
      { Periodic: { Spec: '*/10 * * * *', ...more } },
      { Config: { command: '/bin/sleep', args: ['900'] } },
    );

  const children = async (): Promise<unknown[]> =>
    (await jobs.list('/v1/jobs?prefix=tick/periodic-')).map((stub) => stub['ID']);

  it('start on schedule', async () => {
    await register(periodic());
    jobs.clock.advance(599_999);
    expect(await children()).toEqual([]);
    jobs.clock.advance(1);
    expect(await children()).toEqual([`tick/periodic-${START / 1000 + 600}`]);
    jobs.clock.advance(1200_000);
    expect(await children()).toHaveLength(3);
    await jobs.ask('DELETE', '/v1/job/tick');
    jobs.clock.advance(3600_000);
    expect(await children()).toHaveLength(3);
  });

  it('do not overlap if that is prohibited, unless forced (4.9)', async () => {
    await register(periodic({ ProhibitOverlap: true }));
    jobs.clock.advance(1200_000);
    expect(await children()).toHaveLength(1);
    jobs.clock.advance(1000);
    const answer = await jobs.ask('POST', '/v1/job/tick/periodic/force');
    expect(answer.status).toBe(200);
    expect(await children()).toHaveLength(2);
    const second = `tick/periodic-${START / 1000 + 1201}`;
    expect(await jobs.list(`/v1/job/${encodeURIComponent(second)}/evaluations`)).toMatchObject([
      { ID: asObject(answer.json)['EvalID'], TriggeredBy: 'periodic-job' },
    ]);
  });

  it('are refused with an invalid specification', async () => {
    const answer = await jobs.ask('POST', '/v1/jobs', { body: { Job: periodic({ Spec: '61 * * * *' }) } });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('Invalid cron spec');
  });

  it('are the only jobs that can be forced', async () => {
    await register(job('plain'));
    expect((await jobs.ask('POST', '/v1/job/plain/periodic/force')).text).toBe(
      "can't force launch non-periodic job",
    );
    expect((await jobs.ask('POST', '/v1/job/nosuch/periodic/force')).text).toBe('job not found');
    await register(periodic());
    await jobs.ask('DELETE', '/v1/job/tick');
    expect((await jobs.ask('POST', '/v1/job/tick/periodic/force')).text).toBe(
      `force launch for job "tick" failed: can't force run non-tracked job "tick" (default)`,
    );
    await register(periodic({ Enabled: false }));
    expect((await jobs.ask('POST', '/v1/job/tick/periodic/force')).text).toContain('non-tracked');
  });
});

describe('cron expressions', () => {
  const at = (source: string, after: string, zone = 'UTC'): string | undefined => {
    const schedule = parseCron(source);
    if (schedule === undefined) throw new Error(`no schedule: ${source}`);
    const launch = nextLaunch(schedule, zone, Date.parse(after));
    return launch === undefined ? undefined : new Date(launch).toISOString();
  };

  it.each([
    ['0 3 * * *', '2026-11-21T03:00:00Z', '2026-11-22T03:00:00.000Z'],
    ['*/15 9-17 * * mon-fri', '2026-11-21T10:00:00Z', '2026-11-23T09:00:00.000Z'],
    ['30 12 1 jan,jul *', '2026-11-21T10:00:00Z', '2027-01-01T12:30:00.000Z'],
    ['0 0 13 * 5', '2026-11-10T00:00:00Z', '2026-11-13T00:00:00.000Z'],
    ['0 0 29 2 *', '2026-11-21T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['@hourly', '2026-11-21T10:59:59Z', '2026-11-21T11:00:00.000Z'],
  ])('%s after %s match at the right time', (source, after, expected) => {
    expect(at(source, after)).toBe(expected);
  });

  it('use their time zone', () => {
    expect(at('0 3 * * *', '2026-11-21T09:00:00Z', 'America/New_York')).toBe('2026-11-22T08:00:00.000Z');
  });

  it('that never match have no next time', () => {
    expect(at('0 0 31 2 *', '2026-11-21T09:00:00Z')).toBeUndefined();
  });

  it.each(['', '* * * *', '60 * * * *', '5-1 * * * *', 'x * * * *', '*/0 * * * *'])(
    'are refused if invalid: "%s"',
    (source) => {
      expect(parseCron(source)).toBeUndefined();
    },
  );
});
