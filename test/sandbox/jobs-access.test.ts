import { describe, expect, it } from 'vitest';
import { serviceOfPath } from '../../src/sandbox/paths.ts';
import { job, openJobs, type AskOptions } from './jobs-fixture.ts';

const READS = [
  '/v1/jobs',
  '/v1/job/api',
  '/v1/job/api/submission?version=0',
  '/v1/job/api/versions',
  '/v1/job/api/allocations',
  '/v1/job/api/evaluations',
  '/v1/job/api/deployments',
  '/v1/job/api/deployment',
  '/v1/job/api/summary',
  '/v1/job/api/scale',
  '/v1/job/api/services',
  '/job/api/services',
  '/v1/job/api/actions',
  '/v1/namespaces',
  '/v1/agent/self',
];

const fresh = job('fresh');
const WRITES: readonly (readonly [string, string, object | undefined])[] = [
  ['POST', '/v1/jobs', { Job: fresh }],
  ['POST', '/v1/job/fresh', { Job: fresh }],
  ['POST', '/v1/jobs/parse', { JobHCL: 'job "x" {\n}\n' }],
  ['POST', '/v1/job/fresh/plan', { Job: fresh }],
  ['POST', '/v1/job/report/dispatch', { Meta: { month: '1' } }],
  ['POST', '/v1/job/nightly/periodic/force', undefined],
  ['POST', '/v1/job/api/scale', { Target: { Group: 'web' }, Message: 'x' }],
  ['POST', '/v1/job/api/stable', { JobID: 'api', JobVersion: 2, Stable: false }],
  ['POST', '/v1/job/api/revert', { JobID: 'api', JobVersion: 1 }],
  ['POST', '/v1/job/api/evaluate', { JobID: 'api' }],
  ['DELETE', '/v1/job/cache', undefined],
];

const withBody = (body: object | undefined, as: AskOptions['as']): AskOptions => ({
  ...(as === undefined ? {} : { as }),
  ...(body === undefined ? {} : { raw: JSON.stringify(body) }),
});

describe('permissions (4, 5)', () => {
  it.each(READS)('GET %s is allowed for every reader', async (target) => {
    const jobs = openJobs(false);
    for (const as of ['owner', 'operator', 'reader'] as const) {
      expect(await jobs.ask('GET', target, { as })).toMatchObject({ status: 200 });
    }
    for (const as of ['organization', 'nobody', 'stranger'] as const) {
      expect(await jobs.ask('GET', target, { as })).toMatchObject({ status: 403, text: 'Permission denied' });
    }
  });

  it.each(WRITES)('%s %s is allowed for owner and operator', async (method, target, body) => {
    const jobs = openJobs(false);
    for (const as of ['reader', 'organization', 'nobody', 'stranger'] as const) {
      expect(await jobs.ask(method, target, withBody(body, as))).toMatchObject({
        status: 403,
        text: 'Permission denied',
      });
    }
    expect(jobs.effects()).toEqual([]);
    expect((await jobs.ask(method, target, withBody(body, 'operator'))).status).toBe(200);
    expect((await openJobs(false).ask(method, target, withBody(body, 'owner'))).status).toBe(200);
  });

  it('overriding a policy is allowed only for the owner', async () => {
    const jobs = openJobs(false);
    const cases = [
      ['/v1/jobs', { Job: fresh, PolicyOverride: true }],
      ['/v1/job/fresh/plan', { Job: fresh, PolicyOverride: true }],
      ['/v1/job/api/scale', { Target: { Group: 'web' }, Message: 'x', PolicyOverride: true }],
    ] as const;
    for (const [target, body] of cases) {
      expect((await jobs.ask('POST', target, withBody(body, 'operator'))).status).toBe(403);
      expect((await jobs.ask('POST', target, withBody(body, 'owner'))).status).toBe(200);
    }
  });

  it('the namespace must be one that the token may access', async () => {
    const jobs = openJobs(false);
    for (const target of [
      '/v1/jobs?namespace=batch',
      '/v1/job/crunch?namespace=batch',
      '/v1/jobs?namespace=nosuch',
    ]) {
      expect((await jobs.ask('GET', target, { as: 'reader' })).status).toBe(403);
    }
    const everywhere = await jobs.ask('GET', '/v1/jobs?namespace=*&prefix=c', { as: 'reader' });
    expect(everywhere.json).toMatchObject([{ ID: 'cache' }]);
    expect((await jobs.ask('GET', '/v1/namespaces', { as: 'reader' })).json).toMatchObject([
      { Name: 'default' },
    ]);
    expect(await jobs.list('/v1/namespaces')).toMatchObject([{ Name: 'default' }, { Name: 'batch' }]);
  });

  it('hide from a request without a token whether a job exists', async () => {
    expect((await openJobs().ask('GET', '/v1/job/nosuch', { as: 'nobody' })).status).toBe(403);
  });
});

describe('the token', () => {
  it('describes its owner, and nothing if it is unknown', async () => {
    const jobs = openJobs();
    const path = '/v1/acl/token/self';
    expect(await jobs.get(path)).toMatchObject({ Name: 'owner', Type: 'management', ExpirationTime: null });
    const reader = await jobs.ask('GET', path, { as: 'reader' });
    expect(reader.json).toMatchObject({ Name: 'reader', Type: 'client', Policies: ['reader'] });
    const nobody = await jobs.ask('GET', path, { as: 'nobody' });
    expect(nobody.json).toMatchObject({ AccessorID: 'anonymous', Policies: ['anonymous'] });
    for (const as of ['stranger', 'organization'] as const) {
      expect(await jobs.ask('GET', path, { as })).toMatchObject({ status: 403, text: 'Permission denied' });
    }
  });
});

describe('paths', () => {
  it('are distinguished from paths of no service', () => {
    for (const path of [
      '/v1/jobs',
      '/v1/jobs/parse',
      '/v1/job/a',
      '/v1/job/a%2Fb/plan',
      '/job/a/services',
      '/v1/status/leader',
      '/v1/nodes',
      '/v1/acl/tokens',
    ]) {
      expect(serviceOfPath(path), path).toBe('jobs');
    }
    for (const path of ['/v1/secret/data/x', '/v1/sys/health', '/v1/jobsx']) {
      expect(serviceOfPath(path), path).toBe('secrets');
    }
    expect(serviceOfPath('/api/v2/ping')).toBe('workspaces');
    for (const path of ['/job/a', '/v1', '/v2/jobs', '/']) expect(serviceOfPath(path), path).toBe(undefined);
  });

  it.each(['/v1/plugins', '/v1/agent/nosuch', '/v1/validate/nosuch', '/v1/evaluation'])(
    '%s is unknown to the service: 404 with an empty body',
    async (path) => {
      expect(await openJobs().ask('GET', path)).toMatchObject({ status: 404, text: '' });
    },
  );

  it('may contain a job ID that equals a member of every object', async () => {
    const jobs = openJobs();
    await jobs.ask('POST', '/v1/jobs', { body: { Job: job('x/constructor') } });
    expect(await jobs.get('/v1/job/x/constructor')).toMatchObject({ ID: 'x/constructor' });
  });

  it('may contain an encoded slash as part of the ID', async () => {
    const jobs = openJobs();
    for (const id of ['a/plan', 'a', 'x/periodic/force', '/lead']) {
      await jobs.ask('POST', '/v1/jobs', { body: { Job: job(id) } });
      expect(await jobs.get(`/v1/job/${encodeURIComponent(id)}`)).toMatchObject({ ID: id });
    }
    expect(await jobs.get('/v1/job/a%2Fplan/summary')).toMatchObject({ JobID: 'a/plan' });
    expect((await jobs.ask('GET', '/v1/job/a/plan')).status).toBe(405);
  });

  it.each([
    ['PATCH', '/v1/jobs', 405, 'Invalid method'],
    ['GET', '/v1/jobs/parse', 405, 'Invalid method'],
    ['LIST', '/v1/jobs', 405, 'Invalid method'],
    ['GET', '/v1/job/', 404, 'job not found'],
    ['GET', '/v1/job/nosuch', 404, 'job not found'],
    ['GET', '/v1/job/nosuch/versions', 404, 'job versions not found'],
    ['GET', '/v1/job/nosuch/summary', 404, 'job not found'],
    ['GET', '/v1/job/nosuch/scale', 404, 'job not found'],
    ['GET', '/job/nosuch/services', 404, 'job not found'],
    ['GET', '/v1/job/nosuch/actions', 500, 'Unknown job "nosuch"'],
    ['GET', '/v1/job/api/action?task=x', 500, 'websocket connection not found in context'],
    ['GET', '/v1/job/%zz', 400, 'invalid URL escape in "%zz"'],
  ])('are 404 or another error: %s %s', async (method, target, status, text) => {
    expect(await openJobs(false).ask(method, target)).toMatchObject({ status, text });
  });

  it('of an unknown job show no allocations, evaluations and deployments', async () => {
    const jobs = openJobs();
    for (const part of ['allocations', 'evaluations', 'deployments']) {
      expect(await jobs.list(`/v1/job/nosuch/${part}`)).toEqual([]);
    }
    expect((await jobs.ask('GET', '/v1/job/nosuch/deployment')).json).toBeNull();
  });
});

describe('services and actions of a job', () => {
  it('are those of its running allocations', async () => {
    const jobs = openJobs(false);
    const found = await jobs.list('/job/api/services');
    expect(found).toMatchObject([
      {
        ServiceName: 'api-web',
        JobID: 'api',
        Tags: ['release-3', 'public'],
        Address: '127.0.0.1',
        Datacenter: 'dc1',
      },
      { ServiceName: 'api-web' },
    ]);
    expect(await jobs.list('/v1/job/api/services')).toEqual(found);
    expect(await jobs.list('/v1/job/report/services')).toEqual([]);
    await jobs.ask('DELETE', '/v1/job/api');
    jobs.clock.advance(1000);
    expect(await jobs.list('/v1/job/api/services')).toEqual([]);
  });
});
