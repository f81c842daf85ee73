import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClock, createManualClock } from '../../src/sandbox/clock.ts';
import { createFaultPlan } from '../../src/sandbox/faults.ts';
import { Framing } from '../../src/sandbox/framing.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/start.ts';
import { exchange, requestBytes } from './raw-http.ts';

const open: Sandbox[] = [];

async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ empty: true, token: 'canary-token', ...options });
  open.push(sandbox);
  return sandbox;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map(async (sandbox) => sandbox.close()));
});

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

async function listWorkspaces(sandbox: Sandbox, path = '/organizations/demo/workspaces'): Promise<Response> {
  return fetch(`${sandbox.urls.workspaces}${path}`, { headers: bearer(sandbox.token) });
}

describe('the clock', () => {
  it('runs tasks in order, each at its own time', () => {
    const clock = createManualClock(1000);
    const seen: [string, number][] = [];
    clock.after(300, () => seen.push(['later', clock.now()]));
    clock.after(100, () => {
      seen.push(['first', clock.now()]);
      clock.after(50, () => seen.push(['nested', clock.now()]));
    });
    const cancel = clock.after(200, () => seen.push(['canceled', clock.now()]));
    cancel();
    clock.advance(299);
    expect(seen).toStrictEqual([
      ['first', 1100],
      ['nested', 1150],
    ]);
    clock.advance(1);
    expect(seen.at(-1)).toStrictEqual(['later', 1300]);
    expect(clock.now()).toBe(1300);
  });

  it('moves the real clock only forward', () => {
    const clock = createClock();
    const before = clock.now();
    let ran = false;
    clock.after(3_600_000, () => {
      ran = true;
    });
    clock.advance(3_600_000);
    expect(ran).toBe(true);
    expect(clock.now() - before).toBeGreaterThanOrEqual(3_600_000);
    expect(() => clock.advance(-1)).toThrow('forward');
  });

  it('runs tasks by itself', async () => {
    const clock = createClock();
    const keepAlive = setInterval(() => undefined, 1000);
    await new Promise<void>((resolve) => {
      clock.after(5, resolve);
    });
    clearInterval(keepAlive);
    expect(clock.now()).toBeGreaterThan(0);
  });
});

describe('the framing', () => {
  const requests =
    'LIST /v1/pki/roles HTTP/1.1\r\nHost: x\r\n\r\n' +
    'POST /a HTTP/1.1\r\nContent-Length: 11\r\n\r\n\r\nLIST /x H\n' +
    'LINK /b HTTP/1.1\r\n\r\n' +
    'POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n8;x=y\r\nLIST /y \r\n0\r\nLIST: no\r\n\r\n' +
    '\r\nLIST /d HTTP/1.1\r\n\r\n';
  const rewritten = requests.replace('LIST /v1/pki/roles', 'GET /v1/pki/roles').replace('LIST /d', 'GET /d');

  it('rewrites LIST only in request lines, wherever packets divide the bytes', () => {
    const bytes = Buffer.from(requests);
    for (let size = 1; size <= bytes.length; size += 1) {
      const framing = new Framing();
      const parts: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) parts.push(framing.pass(bytes.subarray(at, at + size)));
      parts.push(framing.flush());
      expect(Buffer.concat(parts).toString()).toBe(rewritten);
      expect([1, 2, 3, 4, 5].map(() => framing.takeIsList())).toStrictEqual([
        true,
        false,
        false,
        false,
        true,
      ]);
    }
  });

  it('leaves out the offer of HTTP/2, and nothing else', () => {
    const head = 'POST /a HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nContent-Length: 1\r\n';
    const passed = new Framing().pass(Buffer.from(`${head}Upgrade: h2c\r\n\r\nx`)).toString();
    expect(passed).toBe(`${head}Ignored: h2c\r\n\r\nx`);
    const socket = `${head}Upgrade: websocket\r\n\r\nx`;
    expect(new Framing().pass(Buffer.from(socket)).toString()).toBe(socket);
  });

  it('changes nothing after an upgrade', () => {
    const framing = new Framing();
    framing.pass(
      Buffer.from('GET /s HTTP/1.1\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    );
    expect(framing.pass(Buffer.from('LIST /x HTTP/1.1\r\n\r\n')).toString()).toBe('LIST /x HTTP/1.1\r\n\r\n');
  });

  it('passes on the beginning of LIST that did not become LIST', () => {
    const framing = new Framing();
    expect(framing.pass(Buffer.from('LIS')).toString()).toBe('');
    expect(framing.insideHead).toBe(true);
    expect(framing.flush().toString()).toBe('LIS');
  });
});

describe('a fault specification', () => {
  it('counts only the requests that match', () => {
    const plan = createFaultPlan(['503:2@/organizations', 'reset@POST /jobs', 'slow:2s@/slow']);
    expect(plan.take('GET', '/other')).toStrictEqual({ fault: undefined, delay: 0 });
    expect(plan.take('GET', '/api/v2/organizations/demo').fault?.status).toBe(503);
    expect(plan.take('GET', '/api/v2/organizations/demo').fault?.status).toBe(503);
    expect(plan.take('GET', '/api/v2/organizations/demo').fault).toBeUndefined();
    expect(plan.take('GET', '/v1/jobs').fault).toBeUndefined();
    expect(plan.take('POST', '/v1/jobs').fault?.kind).toBe('reset');
    expect(plan.take('POST', '/v1/jobs').fault).toBeUndefined();
    expect(plan.take('GET', '/slow').delay).toBe(2000);
    expect(plan.take('GET', '/slow').delay).toBe(2000);
  });

  it.each(['', '200:1', '429:0', '429:x', 'explode', 'slow', 'slow:5', '429:1:2', '429@', 'reset:-1'])(
    'refuses %j',
    async (spec) => {
      await expect(startSandbox({ faults: [spec] })).rejects.toThrow(`fault '${spec}'`);
    },
  );
});

describe('the sandbox', () => {
  it('gives every start its own token unless one is given', async () => {
    const [one, other] = [await startSandbox({ empty: true }), await startSandbox({ empty: true })];
    open.push(one, other);
    expect(one.token).toMatch(/^[0-9a-f]{32}$/);
    expect(one.token).not.toBe(other.token);
    expect(one.tokens.reader).toBe(`${one.token}-reader`);
    expect((await start()).tokens.operator).toBe('canary-token-operator');
  });

  it('names its base URLs', async () => {
    const { origin, urls } = await start();
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(urls).toStrictEqual({ workspaces: `${origin}/api/v2`, secrets: `${origin}/v1`, jobs: origin });
  });

  it.each([
    ['Authorization', 'Bearer canary-token'],
    ['authorization', 'bearer canary-token'],
    ['X-Vault-Token', 'canary-token'],
    ['X-Nomad-Token', 'canary-token-reader'],
  ])('takes a token from %s: %s', async (name, value) => {
    const { urls } = await start();
    expect((await fetch(`${urls.workspaces}/ping`, { headers: { [name]: value } })).status).toBe(204);
  });

  it('accepts LIST, even divided and between other requests of a connection', async () => {
    const sandbox = await start();
    const { origin } = sandbox;
    const list = requestBytes(origin, 'LIST /-/nothing', bearer(sandbox.control));
    const get = requestBytes(origin, 'GET /-/health');
    const last = requestBytes(origin, 'LIST /-/nothing?x=1', {
      ...bearer(sandbox.control),
      Connection: 'close',
    });
    const reply = await exchange(origin, 'L', 'IS', list.slice(3), get, last.slice(0, 5), last.slice(5));
    expect(reply.statuses).toStrictEqual([404, 200, 404]);
    const logged = sandbox.requests.list();
    expect(logged.map(({ method, path, query }) => [method, path, query])).toStrictEqual([
      ['LIST', '/-/nothing', ''],
      ['GET', '/-/health', ''],
      ['LIST', '/-/nothing', 'x=1'],
    ]);
    expect(sandbox.requests.count).toBe(3);
  });

  it('keeps LIST and GET apart when requests are pipelined with bodies', async () => {
    const sandbox = await start();
    const { origin } = sandbox;
    const post = requestBytes(origin, 'POST /-/clock', bearer(sandbox.control), '{"advance":1}');
    const list = requestBytes(origin, 'LIST /a', { 'Content-Length': '7' }, 'LIST /b');
    const last = requestBytes(origin, 'GET /c', { Connection: 'close' });
    await exchange(origin, post + list + last);
    expect(sandbox.requests.list().map(({ method }) => method)).toStrictEqual(['POST', 'LIST', 'GET']);
  });

  it('logs requests without their tokens', async () => {
    const sandbox = await start();
    await fetch(`${sandbox.origin}/v1/nothing?list=true`, {
      method: 'POST',
      headers: {
        ...bearer('someone-elses'),
        'x-vault-token': sandbox.tokens.operator,
        'x-other': sandbox.token,
      },
      body: new Blob(['{"a":1}']),
    });
    const [request] = sandbox.requests.list();
    expect(request).toMatchObject({ method: 'POST', path: '/v1/nothing', query: 'list=true' });
    expect(request?.body.toString()).toBe('{"a":1}');
    expect(request?.headers).toMatchObject({ authorization: 'Bearer <token>', 'x-vault-token': '<token>' });
    expect(JSON.stringify(request?.headers)).not.toMatch(/canary|someone/);
  });

  it('shows and clears effects only with the control token', async () => {
    const sandbox = await start();
    const create = await fetch(`${sandbox.urls.workspaces}/organizations/demo/workspaces`, {
      method: 'POST',
      headers: { ...bearer(sandbox.token), 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'workspaces', attributes: { name: 'one' } } }),
    });
    expect(create.status).toBe(201);
    const effects = `${sandbox.origin}/-/effects`;
    expect((await fetch(effects)).status).toBe(401);
    expect((await fetch(effects, { headers: bearer(sandbox.token) })).status).toBe(401);
    const reply = await fetch(effects, { headers: bearer(sandbox.control) });
    expect(await reply.json()).toStrictEqual([
      {
        sequence: 1,
        service: 'workspaces',
        method: 'POST',
        path: '/api/v2/organizations/demo/workspaces',
        what: expect.stringMatching(/^workspace\.created ws-/),
        body: { data: { type: 'workspaces', attributes: { name: 'one' } } },
      },
    ]);
    expect((await fetch(effects, { method: 'DELETE', headers: bearer(sandbox.control) })).status).toBe(204);
    expect(sandbox.effects.list()).toStrictEqual([]);
  });

  it('moves its clock over HTTP', async () => {
    const sandbox = await start({ clock: createManualClock(Date.parse('2026-01-01T00:00:00Z')) });
    const advance = async (body: string): Promise<Response> =>
      fetch(`${sandbox.origin}/-/clock`, {
        method: 'POST',
        headers: { ...bearer(sandbox.control), 'content-type': 'application/json' },
        body,
      });
    expect(await (await advance('{"advance":"2h"}')).json()).toStrictEqual({
      now: '2026-01-01T02:00:00.000Z',
      frozen: false,
    });
    expect(await (await advance('{"advance":90}')).json()).toStrictEqual({
      now: '2026-01-01T02:01:30.000Z',
      frozen: false,
    });
    expect(await (await advance('{"advance":"1h30m"}')).json()).toStrictEqual({
      now: '2026-01-01T03:31:30.000Z',
      frozen: false,
    });
    for (const bad of ['{"advance":-1}', '{"advance":"soon"}', '{}', 'x', '{"advance":"2h ago"}']) {
      expect((await advance(bad)).status).toBe(400);
    }
  });

  it.each([
    ['/api/v2/organizations/demo/workspaces', 'application/vnd.api+json'],
    ['/v1/jobs', 'application/json'],
    ['/v1/sys/leases/lookup/nothing', 'application/json'],
  ])('routes %s to the service that owns it', async (path, type) => {
    const sandbox = await start();
    const reply = await fetch(`${sandbox.origin}${path}`, { headers: bearer(sandbox.token) });
    expect(reply.headers.get('content-type')).toBe(type);
    const refused = await fetch(`${sandbox.origin}${path}`);
    expect([401, 403]).toContain(refused.status);
  });

  it('answers health without a token', async () => {
    const reply = await fetch(`${(await start()).origin}/-/health`);
    expect([reply.status, await reply.json()]).toStrictEqual([200, { status: 'ok' }]);
  });

  it('answers 404 for a path of no service', async () => {
    expect((await fetch(`${(await start()).origin}/nothing`)).status).toBe(404);
  });

  it('refuses a port that is taken', async () => {
    const { origin } = await start();
    await expect(startSandbox({ port: Number(new URL(origin).port) })).rejects.toThrow('EADDRINUSE');
  });

  it('closes even if a client holds its connection open', async () => {
    const sandbox = await startSandbox({ empty: true, faults: ['stall:1'] });
    const pending = listWorkspaces(sandbox);
    pending.catch(() => undefined);
    while (sandbox.requests.count === 0) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    await sandbox.close();
    await expect(pending).rejects.toThrow('fetch failed');
  });
});

describe('a fault', () => {
  it('with a status answers it that many times, then as usual', async () => {
    const sandbox = await start({ faults: ['429:2'] });
    const first = await listWorkspaces(sandbox);
    expect([first.status, first.headers.get('retry-after')]).toStrictEqual([429, '1']);
    expect(await first.json()).toMatchObject({ errors: [{ status: '429' }] });
    expect((await listWorkspaces(sandbox)).status).toBe(429);
    expect((await listWorkspaces(sandbox)).status).toBe(200);
    expect((await fetch(`${sandbox.origin}/-/health`)).status).toBe(200);
  });

  const body = JSON.stringify({ data: { type: 'workspaces', attributes: { name: 'faulty' } } });
  const create = async ({ origin, token }: Sandbox): Promise<string> => {
    const line = 'POST /api/v2/organizations/demo/workspaces';
    return (await exchange(origin, requestBytes(origin, line, bearer(token), body))).text;
  };

  it.each(['reset', 'hangup'])('%s gives no reply and does nothing', async (kind) => {
    const sandbox = await start({ faults: [`${kind}:1`] });
    expect(await create(sandbox)).toBe('');
    expect(sandbox.requests.list()[0]?.body.toString()).toBe(body);
    expect(sandbox.effects.list()).toStrictEqual([]);
  });

  it('lost gives no reply, but the change is made', async () => {
    const sandbox = await start({ faults: ['lost:1'] });
    expect(await create(sandbox)).toBe('');
    expect(sandbox.effects.list()).toHaveLength(1);
  });

  it('garbage sends bytes that are not HTTP', async () => {
    const sandbox = await start({ faults: ['garbage:1'] });
    const text = await create(sandbox);
    expect(text).toContain('this is not HTTP');
    expect(text).not.toContain('HTTP/1.1');
  });

  it('reset resets the connection', async () => {
    const sandbox = await start({ faults: ['reset:1'] });
    const failure: unknown = await listWorkspaces(sandbox).catch((error: unknown) => error);
    expect(failure).toMatchObject({ cause: { code: 'ECONNRESET' } });
  });

  it('slow delays only the reply: what the client gave up waiting for is done', async () => {
    const sandbox = await start({ faults: ['slow:60s@POST /api'] });
    const gone = new AbortController();
    const asked = fetch(`${sandbox.urls.workspaces}/organizations/demo/workspaces`, {
      method: 'POST',
      headers: { ...bearer(sandbox.token), 'content-type': 'application/vnd.api+json' },
      body,
      signal: gone.signal,
    }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(sandbox.effects.list().length).toBeGreaterThan(0));
    gone.abort();
    expect(await asked).toBeInstanceOf(Error);
  });

  it('slow still replies', async () => {
    const sandbox = await start({ faults: ['slow:20ms'] });
    expect((await listWorkspaces(sandbox)).status).toBe(200);
  });
});
