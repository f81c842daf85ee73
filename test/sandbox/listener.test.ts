import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createManualClock } from '../../src/sandbox/clock.ts';
import type { SandboxRequest, SandboxResponse, SandboxService } from '../../src/sandbox/contract.ts';
import { createFaultPlan } from '../../src/sandbox/faults.ts';
import { createGate } from '../../src/sandbox/gate.ts';
import { listen } from '../../src/sandbox/listener.ts';
import type { Listener } from '../../src/sandbox/listener.ts';
import { createTokens } from '../../src/sandbox/tokens.ts';
import { exchange, requestBytes } from './raw-http.ts';

let listener: Listener | undefined;

interface Served {
  readonly origin: string;
  readonly requests: SandboxRequest[];
}

/** A fake service that answers for every path. */
async function serve(
  handle: (request: SandboxRequest) => Promise<SandboxResponse>,
  more: Partial<SandboxService> = {},
  faults: readonly string[] = [],
  find: (service: SandboxService) => SandboxService = (service) => service,
): Promise<Served> {
  const requests: SandboxRequest[] = [];
  const service: SandboxService = {
    name: 'jobs',
    async handle(request) {
      requests.push(request);
      return handle(request);
    },
    state: () => [],
    routes: async () => [],
    close: async () => undefined,
    ...more,
  };
  const address = { host: '127.0.0.1', port: 0 };
  listener = await listen(
    { address, gate: (port) => createGate(address, [], port) },
    {
      clock: createManualClock(0),
      tokens: createTokens('token'),
      faults: createFaultPlan(faults),
      services: {
        find: async () => find(service),
        named: async () => service,
        routes: async () => [],
        remember: async () => async () => undefined,
        close: async () => undefined,
      },
      dialects: {},
      control: async () => ({ status: 404 }),
      identity: async () => ({ status: 404 }),
      nextRandom: () => undefined,
      log: () => () => undefined,
      pause: async () => undefined,
    },
  );
  return { origin: `http://127.0.0.1:${listener.port}`, requests };
}

afterEach(async () => listener?.close());

const nothing = async (): Promise<SandboxResponse> => ({ status: 204 });

describe('requests', () => {
  it('arrive with verb, path, query, headers, body and principal', async () => {
    const { origin, requests } = await serve(nothing);
    const headers = { 'X-Nomad-Token': 'token-reader', 'X-Two': 'a', 'x-two': 'b', Connection: 'close' };
    await exchange(origin, requestBytes(origin, 'LIST /v1/a%2Fb?x=1&x=2&y=%20', headers, 'body'));
    const [request] = requests;
    expect(request?.method).toBe('LIST');
    expect(request?.path).toBe('/v1/a%2Fb');
    expect(request?.query.getAll('x')).toStrictEqual(['1', '2']);
    expect(request?.query.get('y')).toBe(' ');
    expect(request?.headers['x-two']).toBe('a, b');
    expect(request?.bytes.toString()).toBe('body');
    expect(request?.principal?.name).toBe('reader');
    expect(request?.presented).toBe(true);
  });

  it('distinguish no token from an unknown one', async () => {
    const { origin, requests } = await serve(nothing);
    await fetch(origin);
    await fetch(origin, { headers: { authorization: 'Bearer x' } });
    expect(requests.map(({ principal, presented }) => [principal, presented])).toStrictEqual([
      [undefined, false],
      [undefined, true],
    ]);
  });

  it('are aborted when the client leaves', async () => {
    let aborted: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => {
      aborted = resolve;
    });
    let arrived: (() => void) | undefined;
    const waiting = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { origin } = await serve(async ({ signal }) => {
      signal.addEventListener('abort', () => aborted?.());
      arrived?.();
      await gone;
      return { status: 200 };
    });
    const client = httpRequest(origin);
    client.on('error', () => undefined);
    client.end();
    await waiting;
    client.destroy();
    await expect(gone).resolves.toBeUndefined();
  });

  it('are not aborted once they were answered', async () => {
    const { origin, requests } = await serve(nothing);
    await exchange(origin, requestBytes(origin, 'GET /', { Connection: 'close' }));
    expect(requests[0]?.signal.aborted).toBe(false);
  });
});

describe('replies', () => {
  it.each<[string, SandboxResponse, string | null, string]>([
    ['JSON', { status: 200, body: { a: [1, null] } }, 'application/json', '{"a":[1,null]}'],
    ['text', { status: 500, body: 'no such job' }, 'text/plain; charset=utf-8', 'no such job'],
    ['bytes', { status: 200, body: Buffer.from('PEM'), type: 'application/pem' }, 'application/pem', 'PEM'],
    ['nothing', { status: 204 }, null, ''],
    ['an empty 200', { status: 200 }, null, ''],
  ])('may be %s', async (_what, response, type, text) => {
    const { origin } = await serve(async () => ({ ...response, headers: { 'x-index': '7' } }));
    const reply = await fetch(origin);
    expect(reply.status).toBe(response.status);
    expect(reply.headers.get('content-type')).toBe(type);
    expect(reply.headers.get('x-index')).toBe('7');
    expect(await reply.text()).toBe(text);
  });

  it('are 500 if a service fails, and normal again afterwards', async () => {
    let failed = false;
    const { origin } = await serve(async () => {
      if (failed) return { status: 204 };
      failed = true;
      throw new Error('kaput');
    });
    const reply = await fetch(origin);
    expect([reply.status, await reply.text()]).toStrictEqual([500, 'The sandbox failed: kaput']);
    expect((await fetch(origin)).status).toBe(204);
  });

  it('are 500 if a service cannot start', async () => {
    const { origin } = await serve(nothing, {}, [], () => {
      throw new Error('no such module');
    });
    const reply = await fetch(origin);
    expect([reply.status, await reply.json()]).toStrictEqual([
      500,
      { errors: ['The sandbox failed: no such module'] },
    ]);
  });
});

describe('WebSockets', () => {
  const echo: Partial<SandboxService> = {
    upgrade(request, socket) {
      socket.send(`${request.path}?${request.query.toString()} ${request.principal?.name ?? 'nobody'}`);
      socket.on('message', (data, binary) => socket.send(data, { binary }));
    },
  };

  const open = (origin: string, path: string): WebSocket =>
    new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers: { 'x-nomad-token': 'token' } });

  const refusalOf = async (socket: WebSocket): Promise<[number | undefined, string]> =>
    new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('unexpected-response', (_request, response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve([response.statusCode, text]));
      });
    });

  it('are passed to the service, including messages', async () => {
    const { origin } = await serve(nothing, echo);
    const socket = open(origin, '/v1/job/web/action?tty=true');
    const [greeting]: unknown[] = await once(socket, 'message');
    expect(String(greeting)).toBe('/v1/job/web/action?tty=true owner');
    socket.send('LIST / HTTP/1.1\r\n\r\n');
    const [answer]: unknown[] = await once(socket, 'message');
    expect(String(answer)).toBe('LIST / HTTP/1.1\r\n\r\n');
    socket.close(1000);
    await once(socket, 'close');
  });

  it('end when the sandbox does', async () => {
    const { origin } = await serve(nothing, echo);
    const socket = open(origin, '/');
    await once(socket, 'message');
    await Promise.all([once(socket, 'close'), listener?.close()]);
    expect(socket.readyState).toBe(WebSocket.CLOSED);
  });

  it('can be refused by the service', async () => {
    const { origin } = await serve(nothing, {
      ...echo,
      refuseUpgrade: ({ path }) => (path === '/no' ? { status: 403, body: 'Permission denied' } : undefined),
    });
    expect(await refusalOf(open(origin, '/no'))).toStrictEqual([403, 'Permission denied']);
    const socket = open(origin, '/yes');
    await once(socket, 'message');
    socket.terminate();
  });

  it('are subject to faults', async () => {
    const { origin } = await serve(nothing, echo, ['503:1', 'reset:1']);
    expect((await refusalOf(open(origin, '/')))[0]).toBe(503);
    await expect(refusalOf(open(origin, '/'))).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('do not catch an ordinary request that mentions an upgrade', async () => {
    const { origin, requests } = await serve(nothing);
    const first = requestBytes(origin, 'GET /one', { Upgrade: 'h2c' });
    const second = requestBytes(origin, 'LIST /two', { Connection: 'close' });
    expect((await exchange(origin, first + second)).statuses).toStrictEqual([204, 204]);
    expect(requests.map(({ method }) => method)).toStrictEqual(['GET', 'LIST']);
  });
});
