import { afterEach, describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/start.ts';
import type { Sandbox } from '../../src/sandbox/start.ts';

/** Every right of the jobs service that Nomad 2.0.5 was tried with, one token for each. */
const RIGHTS = [
  'list-jobs',
  'read-job',
  'submit-job',
  'parse-job',
  'plan-job',
  'register-job',
  'deregister-job',
  'purge-job',
  'dispatch-job',
  'revert-job',
  'evaluate-job',
  'force-periodic-job',
  'stable-job',
  'read-job-scaling',
  'scale-job',
  'promote-deployment',
  'fail-deployment',
  'pause-deployment',
  'unblock-deployment',
  'read-logs',
  'read-fs',
  'alloc-lifecycle',
  'alloc-exec',
];

const placeableJob = (id: string): object => ({
  ID: id,
  Type: 'service',
  Update: { MaxParallel: 1 },
  Datacenters: ['dc1'],
  TaskGroups: [
    { Name: 'g', Count: 1, Tasks: [{ Name: 't', Driver: 'raw_exec', Config: { command: 'sleep' } }] },
  ],
});

const job = (id: string): object => ({
  ID: id,
  Datacenters: ['dc1'],
  TaskGroups: [{ Name: 'g', Count: 0, Tasks: [{ Name: 't', Driver: 'mock_driver', Config: {} }] }],
});

/** What real Nomad let each of the tokens do; everything else was refused with 403. */
const TABLE: readonly (readonly [string, string, object | undefined, readonly string[]])[] = [
  ['GET', '/v1/jobs', undefined, ['list-jobs']],
  ['GET', '/v1/jobs?namespace=*', undefined, ['list-jobs']],
  ['GET', '/v1/job/web', undefined, ['read-job']],
  ['GET', '/v1/job/web/versions', undefined, ['read-job']],
  ['GET', '/v1/job/web/summary', undefined, ['read-job']],
  ['GET', '/v1/job/web/allocations', undefined, ['read-job']],
  ['GET', '/v1/job/web/services', undefined, ['read-job']],
  ['GET', '/v1/job/web/actions', undefined, ['read-job']],
  ['GET', '/v1/job/web/scale', undefined, ['read-job', 'read-job-scaling']],
  ['POST', '/v1/validate/job', { Job: job('new') }, ['read-job']],
  ['POST', '/v1/jobs/parse', { JobHCL: 'job "x" {\n}\n' }, ['submit-job', 'parse-job']],
  ['POST', '/v1/job/new/plan', { Job: job('new') }, ['submit-job', 'plan-job']],
  ['POST', '/v1/jobs', { Job: job('new') }, ['submit-job', 'register-job']],
  ['POST', '/v1/job/mailer/dispatch', { Meta: { to: 'a' } }, ['dispatch-job']],
  ['POST', '/v1/job/web/revert', { JobID: 'web', JobVersion: 0 }, ['submit-job', 'revert-job']],
  ['POST', '/v1/job/web/stable', { JobID: 'web', JobVersion: 1, Stable: true }, ['submit-job', 'stable-job']],
  ['POST', '/v1/job/web/evaluate', { JobID: 'web' }, ['submit-job', 'evaluate-job']],
  ['POST', '/v1/job/nightly/periodic/force', undefined, ['submit-job', 'dispatch-job', 'force-periodic-job']],
  ['POST', '/v1/job/web/scale', { Target: { Group: 'app' }, Message: 'x' }, ['submit-job', 'scale-job']],
  ['DELETE', '/v1/job/nosuch', undefined, ['submit-job', 'deregister-job', 'purge-job']],
  ['DELETE', '/v1/job/nosuch?purge=true', undefined, ['submit-job', 'purge-job']],
  ['GET', '/v1/evaluations', undefined, ['read-job']],
  ['GET', '/v1/deployments?namespace=*', undefined, ['read-job']],
  ['GET', '/v1/allocations', undefined, ['read-job']],
  ['GET', '/v1/nodes', undefined, []],
  ['GET', '/v1/agent/self', undefined, []],
  ['GET', '/v1/namespaces', undefined, RIGHTS],
  ['GET', '/v1/namespace/default', undefined, RIGHTS],
  ['GET', '/v1/acl/token/self', undefined, RIGHTS],
];

let sandbox: Sandbox | undefined;
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});

const open = async (): Promise<Sandbox> => {
  sandbox = await startSandbox({
    tokens: RIGHTS.map((right) => ({
      name: right,
      token: `token-${right}`,
      role: 'reader',
      rights: [right],
    })),
  });
  return sandbox;
};

const statusOf = async (
  { origin }: Sandbox,
  token: string,
  [method, path, body]: readonly [string, string, (object | undefined)?],
): Promise<number> => {
  const reply = await fetch(`${origin}${path}`, {
    method,
    headers: { 'x-nomad-token': token, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await reply.text();
  return reply.status;
};

describe('what python-nomad asks beside the documents', () => {
  it('is answered: resources of allocations and nodes, folders of an allocation, a failed deployment', async () => {
    sandbox = await startSandbox({ token: 'owner-token', begin: { frozen: true } });
    const { origin } = sandbox;
    const headers = { 'x-nomad-token': 'owner-token', 'content-type': 'application/json' };
    const get = async (path: string): Promise<unknown> =>
      (await fetch(`${origin}${path}`, { headers })).json();
    expect(await get('/v1/nodes?resources=true&os=true')).toMatchObject([
      { Attributes: { 'os.name': 'sandbox' }, NodeResources: { Cpu: {} } },
    ]);
    expect(await get('/v1/nodes')).toMatchObject([{ Attributes: null }]);
    const allocations = await get('/v1/job/web/allocations');
    const { ID } = (allocations as { ID: string }[])[0] ?? { ID: '' };
    expect(await get(`/v1/allocations?resources=true&prefix=${ID}`)).toMatchObject([
      { AllocatedResources: { Shared: {} } },
    ]);
    const folder = async (path: string): Promise<unknown> =>
      ((await get(`/v1/client/fs/ls/${ID}?path=${path}`)) as { Name: string }[]).map(({ Name }) => Name);
    expect(await folder('/alloc')).toEqual(['data', 'logs', 'tmp']);
    expect(await folder('/')).toContain('alloc');
    const body = JSON.stringify({ Job: placeableJob('fresh') });
    const made = await fetch(`${origin}/v1/jobs`, { method: 'POST', headers, body });
    expect(made.status).toBe(200);
    sandbox.clock.advance(1000);
    const deployment = (await get('/v1/job/fresh/deployment')) as { ID: string };
    const failed = await fetch(`${origin}/v1/deployment/fail/${deployment.ID}`, { method: 'PUT', headers });
    expect([failed.status, await get('/v1/job/fresh/deployment')]).toMatchObject([200, { Status: 'failed' }]);
    const resumed = await fetch(`${origin}/v1/deployment/pause/${deployment.ID}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ DeploymentID: deployment.ID, Pause: false }),
    });
    expect(await resumed.text()).toBe("can't resume terminal deployment");
  });
});

describe('a token with one right of the jobs service', () => {
  it('can do what real Nomad lets it do, and nothing else', async () => {
    const server = await open();
    for (const [method, path, body, expected] of TABLE) {
      const allowed: string[] = [];
      for (const right of RIGHTS) {
        const status = await statusOf(server, `token-${right}`, [method, path, body]);
        if (status !== 403) allowed.push(right);
      }
      expect([method, path, allowed]).toEqual([method, path, expected]);
    }
  });

  it('learns that a deployment or an allocation is missing without a right to it', async () => {
    const server = await open();
    const id = '11111111-1111-1111-1111-111111111111';
    const cases = [
      ['POST', `/v1/deployment/fail/${id}`, { DeploymentID: id }, 500],
      ['POST', `/v1/allocation/${id}/stop`, {}, 404],
      ['POST', `/v1/client/allocation/${id}/restart`, {}, 404],
      ['GET', `/v1/client/fs/logs/${id}?task=t&type=stdout`, undefined, 404],
    ] as const;
    for (const [method, path, body, status] of cases) {
      expect(await statusOf(server, 'token-list-jobs', [method, path, body])).toBe(status);
      expect(await statusOf(server, 'unknown-token', [method, path, body])).toBeGreaterThanOrEqual(403);
      expect(await statusOf(server, 'unknown-token', [method, path, body])).not.toBe(404);
    }
  });

  it('reads the other services and changes nothing there', async () => {
    const server = await open();
    const names = ['list-jobs', 'submit-job'].map((right) => `token-${right}`);
    for (const token of names) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const read = await fetch(`${server.origin}/v1/pki/roles/web`, { headers });
      const write = await fetch(`${server.origin}/v1/pki/roles/web`, { method: 'DELETE', headers });
      expect([read.status, write.status]).toEqual([200, 403]);
    }
  });

  it('cannot have a right that does not exist', async () => {
    const tokens = [{ name: 'ci', token: 'token-of-ci', role: 'reader', rights: ['read-jobs'] }] as const;
    await expect(startSandbox({ tokens })).rejects.toThrow('not a role or a right; rights: list-jobs, ');
  });
});
