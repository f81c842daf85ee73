import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox();
});

afterEach(async () => {
  await sandbox.close();
});

interface Listed {
  readonly ID: string;
  readonly ClientStatus: string;
  readonly TaskGroup: string;
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'X-Nomad-Token': sandbox.token, 'Content-Type': 'application/json' };
  return fetch(`${sandbox.origin}${path}`, { ...init, headers });
}

async function allocations(job: string): Promise<readonly Listed[]> {
  return (await (await ask(`/v1/job/${job}/allocations`)).json()) as readonly Listed[];
}

it('the sandbox serves jobs beside the other services', async () => {
  const answer = await ask('/v1/jobs?per_page=3');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-svc-nexttoken')).toBe('default.huge');
  expect(await answer.json()).toHaveLength(3);
  const refused = await fetch(`${sandbox.origin}/v1/jobs`);
  expect([refused.status, await refused.text()]).toEqual([403, 'Permission denied']);
  expect(refused.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await (await ask('/v1/status/leader')).json()).toBe('127.0.0.1:4647');
  expect(await (await ask('/v1/job/report/deployment')).json()).toBeNull();
});

it('a job runs, and a blocking query sees it end', async () => {
  const Job = {
    ID: 'x/y',
    Type: 'batch',
    TaskGroups: [{ Name: 'g', Tasks: [{ Name: 't', Driver: 'raw_exec' }] }],
  };
  expect((await ask('/v1/jobs', { method: 'PUT', body: JSON.stringify({ Job }) })).status).toBe(200);
  let index = '0';
  let status: unknown;
  do {
    const answer = await ask(`/v1/job/x%2Fy?index=${index}&wait=30s`);
    index = answer.headers.get('x-nomad-index') ?? '0';
    ({ Status: status } = (await answer.json()) as { Status?: unknown });
  } while (status !== 'dead');
  expect(await allocations('x%2Fy')).toMatchObject([{ ClientStatus: 'complete' }]);
  const effects = sandbox.effects.list().filter((effect) => effect.service === 'jobs');
  expect(effects[0]).toMatchObject({ method: 'PUT', path: '/v1/jobs', what: 'job.registered x/y' });
});

it('an action runs with its token in the first frame', async () => {
  const web = (await allocations('api')).find(
    (one) => one.TaskGroup === 'web' && one.ClientStatus === 'running',
  );
  const query = `action=fail&task=server&alloc_id=${web?.ID ?? ''}&ws_handshake=true`;
  const socket = new WebSocket(`${sandbox.origin.replace('http', 'ws')}/v1/job/api/action?${query}`);
  const frames: unknown[] = [];
  socket.on('open', () => socket.send(JSON.stringify({ version: 1, auth_token: sandbox.token })));
  socket.on('message', (raw) => {
    if (Buffer.isBuffer(raw)) frames.push(JSON.parse(raw.toString()));
  });
  await new Promise((resolve, reject) => {
    socket.on('close', resolve);
    socket.on('error', reject);
  });
  expect(frames.at(-1)).toEqual({ exited: true, result: { exit_code: 3 } });
});

it('a WebSocket is refused at any other path', async () => {
  const socket = new WebSocket(`${sandbox.origin.replace('http', 'ws')}/v1/job/api/actions`);
  const status = await new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.on('error', resolve);
  });
  expect(status).toBe(404);
});
