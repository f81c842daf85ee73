import { beforeEach, describe, expect, it } from 'vitest';
import { job, openJobs, type JobsFixture } from './jobs-fixture.ts';

let jobs: JobsFixture;

beforeEach(() => {
  jobs = openJobs(false);
});

async function ids(query: string): Promise<unknown[]> {
  return (await jobs.list(`/v1/jobs?${query}`)).map((stub) => stub['ID']);
}

const filter = (expression: string): string => `filter=${encodeURIComponent(expression)}`;

describe('listing jobs (4.1)', () => {
  it('is empty in an empty sandbox', async () => {
    expect(await openJobs().list('/v1/jobs')).toEqual([]);
  });

  it('orders by ID, filters by prefix and reverses', async () => {
    const all = await ids('');
    expect(all).toContain('cache');
    expect(all.slice(0, 3)).toEqual(['api', 'broken', 'cache']);
    expect(await ids('prefix=import-2')).toEqual([
      'import-20',
      'import-21',
      'import-22',
      'import-23',
      'import-24',
      'import-25',
    ]);
    expect(await ids('prefix=import-2&reverse=true&per_page=2')).toEqual(['import-25', 'import-24']);
  });

  it('pages with the token of the documented header', async () => {
    const all = await ids('prefix=import-');
    const seen: unknown[] = [];
    let token = '';
    let pages = 0;
    do {
      const page = await jobs.ask('GET', `/v1/jobs?prefix=import-&per_page=10&next_token=${token}`);
      expect(page.headers['X-Nomad-NextToken']).toBe(page.headers['X-Svc-NextToken']);
      seen.push(...(page.json as { ID: string }[]).map((stub) => stub.ID));
      token = page.headers['X-Svc-NextToken'] ?? '';
      pages += 1;
    } while (token !== '');
    expect(seen).toEqual(all);
    expect(pages).toBe(3);
  });

  it('pages through the matches of a filter', async () => {
    const query = `${filter('Meta.team == "finance"')}&prefix=import&per_page=5`;
    const first = await jobs.ask('GET', `/v1/jobs?${query}`);
    const second = await ids(`${query}&next_token=${first.headers['X-Svc-NextToken'] ?? ''}`);
    expect(first.json).toHaveLength(5);
    expect(second).toEqual(['import-12', 'import-14', 'import-16', 'import-18', 'import-20']);
  });

  it('shows meta only on request', async () => {
    const [plain] = await jobs.list('/v1/jobs?prefix=cache');
    const [withMeta] = await jobs.list('/v1/jobs?prefix=cache&meta=true');
    expect(plain).not.toHaveProperty('Meta');
    expect(withMeta).toMatchObject({ Meta: { team: 'platform' } });
  });

  it('spans namespaces with *', async () => {
    expect(await ids('namespace=batch')).toEqual(['crunch']);
    expect(await ids('namespace=*&prefix=c')).toEqual(['crunch', 'cache']);
    expect(await ids('namespace=nosuch')).toEqual([]);
  });

  it.each([
    ['per_page=x', 400, 'Expect a number for `per_page` query string parameter'],
    ['index=x', 400, 'Invalid index'],
    ['index=1&wait=3', 400, 'Invalid wait time'],
    ['stale=x', 400, 'Expect `true` or `false` for `stale` query string parameter'],
    ['region=mars', 500, 'No path to region'],
    [
      'meta=x',
      500,
      'Failed to parse value of "meta" (x) as a bool: strconv.ParseBool: parsing "x": invalid syntax',
    ],
  ])('refuses %s', async (query, status, text) => {
    expect(await jobs.ask('GET', `/v1/jobs?${query}`)).toMatchObject({ status, text });
  });
});

describe('filter expressions', () => {
  it.each([
    ['Type == "service" and Status == "running"', ['api', 'cache', 'huge', 'web']],
    ['Type != "batch"', ['api', 'cache', 'huge', 'web']],
    ['ID matches "^(api|cache)$"', ['api', 'cache']],
    [
      'not (ID matches "^i" or ParentID != "") and Type == "batch"',
      ['broken', 'mailer', 'nightly', 'report', 'resize'],
    ],
    ['"platform" in Meta.team and Periodic is not empty', ['nightly']],
    ['Meta["team"] == "platform" and ParameterizedJob is empty and Periodic is empty', ['api', 'cache']],
    ['Datacenters contains "*" and Priority == 70', ['cache']],
    [
      'ID contains "import-0" and ID not contains "1" and Meta.team == "data"',
      ['import-03', 'import-05', 'import-07', 'import-09'],
    ],
    ['ID == "nosuch"', []],
  ])('find the matching jobs: %s', async (expression, expected) => {
    expect(await ids(filter(`(${expression}) and ParentID is empty`))).toEqual(expected);
  });

  it.each([
    ['Type = batch', 'failed to read filter expression: 1:6 (5): no match found'],
    ['Type ==', 'failed to read filter expression'],
    ['Type is full', 'failed to read filter expression'],
    ['(Type == "batch"', 'failed to read filter expression'],
    ['NoSuchField == "x"', 'error finding value in datum: /NoSuchField at part 0'],
  ])('are refused: %s', async (expression, text) => {
    const answer = await jobs.ask('GET', `/v1/jobs?${filter(expression)}`);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(text);
  });

  it('does not refuse an unknown field if there is no job', async () => {
    expect(await ids(`prefix=zzz&${filter('NoSuchField == "x"')}`)).toEqual([]);
  });
});

describe('blocking queries', () => {
  it('get a reply when something changes', async () => {
    const index = (await jobs.ask('GET', '/v1/jobs')).headers['X-Nomad-Index'] ?? '';
    let answered = false;
    const waiting = jobs.ask('GET', `/v1/jobs?index=${index}&wait=1m&prefix=fresh`).then((answer) => {
      answered = true;
      return answer;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    await jobs.ask('POST', '/v1/jobs', { body: { Job: job('fresh') } });
    const answer = await waiting;
    expect(answer.json).toMatchObject([{ ID: 'fresh' }]);
    expect(Number(answer.headers['X-Nomad-Index'])).toBeGreaterThan(Number(index));
  });

  it('get an unchanged reply after the wait, and at once for an older index', async () => {
    const { headers } = await jobs.ask('GET', '/v1/job/cache');
    const index = headers['X-Nomad-Index'] ?? '';
    const waiting = jobs.ask('GET', `/v1/job/cache?index=${index}&wait=10s`);
    await new Promise((resolve) => setImmediate(resolve));
    jobs.clock.advance(10_000);
    expect((await waiting).headers['X-Nomad-Index']).toBe(index);
    expect((await jobs.ask('GET', `/v1/job/cache?index=${Number(index) - 1}&wait=10s`)).status).toBe(200);
  });

  it('wait for a job that does not exist yet', async () => {
    const missing = await jobs.ask('GET', '/v1/job/later');
    expect(missing).toMatchObject({ status: 404, text: 'job not found' });
    const waiting = jobs.ask('GET', `/v1/job/later?index=${missing.headers['X-Nomad-Index']}`);
    await new Promise((resolve) => setImmediate(resolve));
    await jobs.ask('POST', '/v1/jobs', { body: { Job: job('later') } });
    expect((await waiting).json).toMatchObject({ ID: 'later' });
  });

  it('end when the client leaves and when the sandbox closes', async () => {
    const { headers } = await jobs.ask('GET', '/v1/job/cache/summary');
    const target = `/v1/job/cache/summary?index=${headers['X-Nomad-Index']}&wait=5m`;
    const gone = new AbortController();
    const left = jobs.ask('GET', target, { signal: gone.signal });
    const stays = jobs.ask('GET', target);
    await new Promise((resolve) => setImmediate(resolve));
    gone.abort();
    await left;
    await jobs.service.close();
    expect((await stays).status).toBe(200);
  });
});
