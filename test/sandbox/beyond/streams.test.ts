import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/start.ts';
import { startSandbox } from '../../../src/sandbox/start.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ begin: { at: Date.parse('2026-11-23T10:00:00Z'), frozen: true } });
});

afterEach(async () => sandbox.close());

const get = async (path: string): Promise<Response> =>
  fetch(`${sandbox.urls.jobs}${path}`, { headers: { 'x-nomad-token': sandbox.token } });

interface Reader {
  readonly next: () => Promise<string>;
  readonly cancel: () => Promise<void>;
}

async function reading(path: string): Promise<Reader> {
  const response = await get(path);
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  return {
    next: async () => Buffer.from((await reader?.read())?.value ?? []).toString(),
    cancel: async () => reader?.cancel(),
  };
}

async function webAllocation(): Promise<string> {
  const list = (await (await get('/v1/job/web/allocations')).json()) as {
    ID: string;
    ClientStatus: string;
  }[];
  return list.find((one) => one.ClientStatus === 'running')?.ID ?? '';
}

describe('a streamed reply over HTTP', () => {
  it('comes piece by piece, and ends when the client leaves', async () => {
    const path = `/v1/client/fs/logs/${await webAllocation()}?task=server&type=stdout&follow=true&plain=true`;
    const log = await reading(`${path}&origin=end&offset=20`);
    expect(await log.next()).toContain('requests served\n');
    sandbox.clock.advance(10_000);
    expect(await log.next()).toMatch(/^web: \d+ requests served\n$/);
    await log.cancel();
    expect((await get('/v1/status/leader')).status).toBe(200);
  });

  it('of events begins at once', async () => {
    const events = await reading('/v1/event/stream?topic=Job:web');
    expect(await events.next()).toBe('{}\n');
    await fetch(`${sandbox.urls.jobs}/v1/job/web`, {
      method: 'DELETE',
      headers: { 'x-nomad-token': sandbox.token },
    });
    expect(JSON.parse(await events.next())).toMatchObject({ Events: [{ Topic: 'Job', Key: 'web' }] });
    await events.cancel();
  });

  it('does not keep the sandbox from ending', async () => {
    const events = await reading('/v1/event/stream?topic=Job:web');
    await events.next();
    await sandbox.close();
    await expect(events.next()).rejects.toThrow();
  });

  it('names the sandbox as the node that has the logs', async () => {
    const [node] = (await (await get('/v1/nodes')).json()) as { ID: string }[];
    const shown = (await (await get(`/v1/node/${node?.ID ?? ''}`)).json()) as { HTTPAddr: string };
    expect(`http://${shown.HTTPAddr}`).toBe(sandbox.origin);
  });
});
