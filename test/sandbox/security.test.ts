import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Connection } from '../../src/sandbox/connection.ts';
import { BODY_LIMIT } from '../../src/sandbox/body.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { exchange, requestBytes } from './raw-http.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true, token: 'canary-token' });
});
afterAll(async () => sandbox.close());

const LIST = 'GET /api/v2/organizations/demo/workspaces';
const CREATE = 'POST /api/v2/organizations/demo/workspaces';
const BODY = JSON.stringify({ data: { type: 'workspaces', attributes: { name: 'from-a-page' } } });

async function statusOf(
  line: string,
  headers: Record<string, string>,
  body = '',
): Promise<number | undefined> {
  const all = { Authorization: `Bearer ${sandbox.token}`, Connection: 'close', ...headers };
  return (await exchange(sandbox.origin, requestBytes(sandbox.origin, line, all, body))).statuses[0];
}

describe('the Host header', () => {
  it.each(['evil.example', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example', '', '127.0.0.1.nip.io'])(
    'is refused as %j, even with a token and at the control endpoints',
    async (host) => {
      const port = new URL(sandbox.origin).port;
      for (const value of host.includes(':') ? [host] : [host, `${host}:${port}`]) {
        if (value === new URL(sandbox.origin).host) continue;
        expect(await statusOf(LIST, { Host: value })).toBe(403);
        expect(await statusOf('GET /-/health', { Host: value })).toBe(403);
      }
    },
  );

  it("may be any loopback name with the sandbox's port", async () => {
    const { port } = new URL(sandbox.origin);
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
      expect(await statusOf(LIST, { Host: `${name}:${port}` })).toBe(200);
    }
  });

  it('is required', async () => {
    const reply = await exchange(sandbox.origin, `${LIST} HTTP/1.0\r\n\r\n`);
    expect(reply.statuses).toStrictEqual([403]);
  });
});

describe('a request', () => {
  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost'])(
    'with the Origin %s is refused',
    async (origin) => {
      expect(await statusOf(LIST, { Origin: origin })).toBe(403);
      expect(await statusOf(CREATE, { Origin: origin, 'Content-Type': 'application/json' }, BODY)).toBe(403);
      expect(await statusOf('OPTIONS /api/v2/ping', { Origin: origin })).toBe(403);
    },
  );

  it("with the sandbox's own Origin is refused", async () => {
    expect(await statusOf(LIST, { Origin: sandbox.origin })).toBe(403);
  });

  it.each(['cross-site', 'same-site', 'same-origin'])('with Sec-Fetch-Site %s is refused', async (site) => {
    expect(await statusOf(LIST, { 'Sec-Fetch-Site': site })).toBe(403);
  });

  it('for an address that a person typed is accepted', async () => {
    expect(await statusOf(LIST, { 'Sec-Fetch-Site': 'none' })).toBe(200);
  });

  it.each([
    'text/plain',
    'Text/Plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('that writes as %s is refused', async (type) => {
    for (const line of [CREATE, CREATE.replace('POST', 'PATCH'), CREATE.replace('POST', 'DELETE')]) {
      expect(await statusOf(line, { 'Content-Type': type }, BODY)).toBe(415);
    }
    expect(sandbox.effects.list()).toStrictEqual([]);
  });

  const ASK = 'POST /v1/sys/capabilities-self';
  const PATHS = JSON.stringify({ paths: ['pki/roles/web'] });
  const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

  it('that writes like curl is accepted with a token, as on real servers', async () => {
    const named = JSON.stringify({ Job: { ID: 'from-curl' } });
    expect(await statusOf(ASK, FORM, PATHS)).toBe(200);
    expect(await statusOf('POST /v1/validate/job', FORM, named)).toBe(200);
    const control = { ...FORM, Authorization: `Bearer ${sandbox.control}` };
    expect(await statusOf('POST /-/clock', control, '{"advance":1}')).toBe(200);
  });

  it('that writes like curl is refused without a token, or from a page', async () => {
    expect(await statusOf(ASK, { ...FORM, Authorization: '' }, PATHS)).toBe(415);
    expect(await statusOf(ASK, { ...FORM, Authorization: 'Basic x' }, PATHS)).toBe(415);
    expect(await statusOf('POST /v1/sys/wrapping/unwrap', { ...FORM, Authorization: '' }, '{}')).toBe(415);
    expect(await statusOf(ASK, { ...FORM, Origin: 'null' }, PATHS)).toBe(403);
    expect(await statusOf(ASK, { ...FORM, 'Sec-Fetch-Site': 'cross-site' }, PATHS)).toBe(403);
  });

  it('that writes JSON, or has no type, is accepted', async () => {
    const named = (name: string): string => BODY.replace('from-a-page', name);
    expect(await statusOf(CREATE, {}, named('typeless'))).toBe(201);
    expect(await statusOf(CREATE, { 'Content-Type': 'application/json' }, named('json'))).toBe(201);
    expect(await statusOf(CREATE, { 'Content-Type': 'application/vnd.api+json' }, named('api'))).toBe(201);
  });

  it('never gets a CORS header', async () => {
    const line = requestBytes(sandbox.origin, LIST, { Authorization: 'Bearer x', Connection: 'close' });
    expect((await exchange(sandbox.origin, line)).text.toLowerCase()).not.toContain('access-control');
  });
});

describe('WebSockets', () => {
  const attempt = async (headers: Record<string, string>, path = '/v1/job/web/action'): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${sandbox.origin.replace('http', 'ws')}${path}`, { headers });
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('open', () => {
        socket.terminate();
        resolve(101);
      });
      socket.on('error', reject);
    });

  it('are refused for pages before anything else', async () => {
    expect(await attempt({ Origin: 'https://evil.example' })).toBe(403);
    expect(await attempt({ Host: 'evil.example' })).toBe(403);
    expect(await attempt({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  });

  it('exist only at paths of a service that has them', async () => {
    expect(await attempt({}, '/api/v2/organizations/demo/workspaces')).toBe(404);
    expect(await attempt({}, '/nowhere')).toBe(404);
  });
});

describe('bodies', () => {
  it('over the limit are refused because of their Content-Length', async () => {
    const head = requestBytes(sandbox.origin, CREATE, {
      Authorization: `Bearer ${sandbox.token}`,
      'Content-Length': String(BODY_LIMIT + 1),
    });
    expect((await exchange(sandbox.origin, head)).statuses).toStrictEqual([413]);
  });

  it('over the limit are refused while they arrive', async () => {
    const chunk = Buffer.concat([
      Buffer.from('100000\r\n'),
      Buffer.alloc(1024 * 1024, 0x20),
      Buffer.from('\r\n'),
    ]);
    const head = requestBytes(sandbox.origin, CREATE, {
      Authorization: `Bearer ${sandbox.token}`,
      'Transfer-Encoding': 'chunked',
    });
    const reply = await exchange(sandbox.origin, head, ...Array.from({ length: 33 }, () => chunk));
    expect(reply.statuses).toStrictEqual([413]);
  });

  it('at the limit are read', async () => {
    const headers = { Authorization: `Bearer ${sandbox.token}`, Connection: 'close' };
    const text = requestBytes(sandbox.origin, CREATE, headers, ' '.repeat(BODY_LIMIT));
    expect((await exchange(sandbox.origin, text)).statuses).toStrictEqual([400]);
  });
});

describe('malformed HTTP', () => {
  const TOKEN = { Authorization: 'Bearer canary-token', Connection: 'close' };

  it.each([
    ['an absolute target', 'GET http://127.0.0.1/-/health', 400],
    ['a target that leaves the origin', 'GET http://evil.example/-/health', 400],
    ['dots above the root', 'GET /../-/health', 404],
    ['dots inside the path', 'GET /api/v2/workspaces/../organizations/demo/workspaces', 404],
    ['two slashes', 'GET //-/health', 404],
    ['a star', 'OPTIONS *', 400],
    ['a bad escape', 'GET /api/v2/workspaces/%E0%A4', 404],
    ['an unknown verb', 'LISTS /v1/x', 400],
  ])('is refused: %s', async (_what, line, status) => {
    const reply = await exchange(sandbox.origin, requestBytes(sandbox.origin, line, TOKEN));
    expect(reply.statuses).toStrictEqual([status]);
  });

  it('with a bad chunk ends the connection, but not the sandbox', async () => {
    const head = requestBytes(sandbox.origin, CREATE, { ...TOKEN, 'Transfer-Encoding': 'chunked' });
    expect((await exchange(sandbox.origin, `${head}zz\r\nLIST /x HTTP/1.1\r\n\r\n`)).statuses).toStrictEqual([
      400,
    ]);
    expect(await statusOf('GET /-/health', {})).toBe(200);
  });

  it('with an unknown expectation is refused, and the next request gets its reply', async () => {
    const first = requestBytes(sandbox.origin, 'GET /-/health', { Expect: 'miracles' });
    const second = requestBytes(sandbox.origin, 'LIST /-/nothing', TOKEN);
    expect((await exchange(sandbox.origin, first + second)).statuses).toStrictEqual([417, 401]);
    expect(sandbox.requests.list().at(-1)?.method).toBe('LIST');
  });

  it('cannot make a request look like LIST by a header', async () => {
    await statusOf('GET /-/nothing', {
      'X-Method': 'LIST',
      'X-HTTP-Method-Override': 'LIST',
      'X-Original-Method': 'LIST',
    });
    expect(sandbox.requests.list().at(-1)?.method).toBe('GET');
  });

  it('from clients that leave early does not stop the sandbox', async () => {
    const port = Number(new URL(sandbox.origin).port);
    for (const part of [
      'LI',
      'LIST /x HT',
      requestBytes(sandbox.origin, CREATE, { 'Content-Length': '99' }),
    ]) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(part);
      socket.resetAndDestroy();
    }
    expect(await statusOf('GET /-/health', {})).toBe(200);
  });
});

describe('slow clients', () => {
  it('are dropped if their head does not end, but not while they wait for a reply', async () => {
    const { createServer } = await import('node:net');
    const limits = { head: 20, idle: 60_000 };
    const server = createServer({ allowHalfOpen: true }, (socket) => new Connection(socket, limits).resume());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nX-Slow: ');
    socket.resume();
    await once(socket, 'close');
    server.close();
    expect(socket.destroyed).toBe(true);
  });

  it('are dropped if they send nothing, unless they wait for a reply', async () => {
    const { createServer } = await import('node:net');
    let busy = true;
    const ends: string[] = [];
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      const connection = new Connection(socket, { head: 60_000, idle: 20 });
      if (busy) connection.beginAnswer();
      const name = busy ? 'busy' : 'idle';
      busy = false;
      connection.resume().on('close', () => ends.push(name));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const first = connect(port, '127.0.0.1');
    await once(first, 'connect');
    const second = connect(port, '127.0.0.1').resume();
    await once(second, 'close');
    expect(ends).toStrictEqual(['idle']);
    first.destroy();
    server.close();
  });
});

describe('the sandbox', () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .filter((face) => face !== undefined && !face.internal && face.family === 'IPv4')
    .map((face) => face?.address ?? '');

  it.skipIf(outside.length === 0)('cannot be reached at any other address of this machine', async () => {
    const socket = connect(Number(new URL(sandbox.origin).port), outside[0]);
    const [error]: unknown[] = await once(socket, 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });
});
