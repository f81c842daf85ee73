import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ConnectionNeed, HttpResponse } from '../../src/catalogue/http.ts';
import { TransportError } from '../../src/catalogue/http.ts';
import { openTransport } from '../../src/http/transport/transport.ts';
import { acceptServer, ok, rawServer, request, sendOptions, targetAt } from './http-servers.ts';
import { failureOf, replyOf, ways } from './http-transports.ts';

describe.each(ways)('$name', (way) => {
  test('sends method, path, query, headers and body unchanged', async () => {
    const server = await rawServer((socket) => socket.end(ok()));
    await replyOf(
      way,
      request({
        method: 'PATCH',
        path: '/a%2Fb/%25/c;d',
        query: [
          ['page[size]', '100'],
          ['q', 'a b&c=ä'],
          ['empty', ''],
        ],
        headers: { 'X-Trivet': 'one', 'User-Agent': 'trivet/0' },
        body: { kind: 'json', value: { big: 18446744073709551615n, text: 'ä' } },
      }),
      sendOptions(targetAt(server.port)),
    );
    const text = Buffer.from(server.received(), 'latin1').toString('utf8');
    expect(text).toMatch(
      /^PATCH \/v1\/a%2Fb\/%25\/c;d\?page%5Bsize%5D=100&q=a%20b%26c%3D%C3%A4&empty= HTTP\/1\.1\r\n/,
    );
    expect(text).toContain(`\r\nX-Trivet: one\r\n`);
    expect(text.toLowerCase()).toContain(`\r\nhost: 127.0.0.1:${server.port}\r\n`);
    expect(text.toLowerCase()).toContain('\r\naccept-encoding: identity\r\n');
    expect(text.toLowerCase()).toContain('\r\ncontent-type: application/json\r\n');
    expect(text.toLowerCase()).not.toContain('transfer-encoding');
    expect(text.split('\r\n\r\n')[1]).toBe('{"big":18446744073709551615,"text":"ä"}');
    await server.close();
  });

  test.each(['GET', 'LIST', 'DELETE', 'POST', 'PUT', 'PATCH'] as const)(
    'sends %s without a body',
    async (method) => {
      const server = await rawServer((socket) => socket.end(ok()));
      await replyOf(way, request({ method }), sendOptions(targetAt(server.port)));
      const text = server.received().toLowerCase();
      expect(text).toMatch(new RegExp(`^${method.toLowerCase()} /v1/thing http/1\\.1\r\n`));
      expect(text).not.toContain('transfer-encoding');
      expect(text.includes('content-length: 0')).toBe(method.startsWith('P'));
      await server.close();
    },
  );

  test('sends the length of a DELETE with a body', async () => {
    const server = await rawServer((socket) => socket.end(ok()));
    const body = { kind: 'bytes', bytes: Buffer.from('bytes'), type: 'text/plain' } as const;
    await replyOf(way, request({ method: 'DELETE', body }), sendOptions(targetAt(server.port)));
    expect(server.received().toLowerCase()).toContain('content-length: 5');
    await server.close();
  });

  test.each(['/a/../b', '/a/%2e%2E', '/./x', '/a b', '/a?x', '/a#x', '/a\r\nX: y', '/\u20ac', 'a'])(
    'never sends the path %j',
    async (path) => {
      const server = await rawServer((socket) => socket.end(ok()));
      await expect(replyOf(way, request({ path }), sendOptions(targetAt(server.port)))).rejects.toThrow(
        /about to be sent/,
      );
      expect(server.connections()).toBe(0);
      await server.close();
    },
  );

  test.each([
    { 'X-A': 'b\r\nX-Evil: 1' },
    { 'X-A': 'b\u0000' },
    { 'X-A': '\u20ac' },
    { 'X A': 'b' },
    { Host: 'evil' },
    { 'content-LENGTH': '5' },
    { 'Transfer-Encoding': 'chunked' },
  ])('never sends the headers %j, and the error contains no value', async (headers) => {
    const server = await rawServer((socket) => socket.end(ok()));
    const sending = replyOf(
      way,
      request({ headers: Object.fromEntries(Object.entries(headers)) }),
      sendOptions(targetAt(server.port)),
    );
    await expect(sending).rejects.toThrow(/^header (?!.*Evil)/);
    expect(server.connections()).toBe(0);
    await server.close();
  });

  test('keeps every value of repeated reply headers, and a name cannot reach a prototype', async () => {
    const server = await rawServer((socket) =>
      socket.end(
        'HTTP/1.1 200 OK\r\nX-Nomad-Index: 5\r\nx-nomad-index: 6\r\n__proto__: a\r\n__proto__: b\r\nContent-Length: 0\r\n\r\n',
      ),
    );
    const reply = await replyOf(way, request(), sendOptions(targetAt(server.port)));
    expect(reply.headers['x-nomad-index']).toEqual(['5', '6']);
    expect(Object.keys(reply.headers)).toContain('__proto__');
    expect(Reflect.get({}, '0')).toBeUndefined();
    await server.close();
  });

  test('names every address of a refused connection', async () => {
    const server = await acceptServer(() => {});
    await server.close();
    const target = targetAt(0, { origin: `http://localhost:${server.port}` });
    const failure = await failureOf(way, request(), sendOptions(target));
    expect(failure).toMatchObject({ fault: 'refused', phase: 'not-sent' });
    expect(failure.message).toContain(`localhost:${server.port} refused`);
    expect(failure.message).toContain(`127.0.0.1:${server.port} ECONNREFUSED`);
  });

  test('reports an unknown host', async () => {
    const target = targetAt(0, { origin: 'http://nothing.invalid:8200' });
    const failure = await failureOf(way, request(), sendOptions(target));
    expect(failure).toMatchObject({ fault: 'dns', phase: 'not-sent' });
    expect(failure.message).toContain('nothing.invalid:8200');
  });

  test('uses a unix socket, and reports a missing one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trivet-http-'));
    const socketPath = join(folder, 's');
    const server = await rawServer((socket) => socket.end(ok('unix')), socketPath);
    const target = targetAt(0, { origin: 'http://localhost', socketPath });
    const reply = await replyOf(way, request(), sendOptions(target));
    expect(Buffer.from(reply.body).toString()).toBe('unix');
    await server.close();
    const gone = targetAt(0, { origin: 'http://localhost', socketPath: join(folder, 'gone') });
    const failure = await failureOf(way, request(), sendOptions(gone));
    expect(failure).toMatchObject({ fault: 'refused', phase: 'not-sent' });
    expect(failure.message).toContain(join(folder, 'gone'));
    await rm(folder, { recursive: true });
  });

  test('aborts before and during a request', async () => {
    const server = await rawServer(() => {});
    const options = sendOptions(targetAt(server.port));
    const early = await failureOf(way, request(), { ...options, signal: AbortSignal.abort() });
    expect(early).toMatchObject({ fault: 'aborted', phase: 'not-sent' });
    expect(server.connections()).toBe(0);
    const stop = new AbortController();
    const waiting = failureOf(way, request(), { ...options, signal: stop.signal });
    while (server.received() === '') await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort();
    expect(await waiting).toMatchObject({ fault: 'aborted', phase: 'sent' });
    await server.close();
  });

  test('sends nothing if aborted during a look-up or while connecting', async () => {
    const server = await acceptServer(() => {});
    const target = targetAt(0, { origin: `https://127.0.0.1:${server.port}` });
    const stop = new AbortController();
    const waiting = failureOf(way, request(), { ...sendOptions(target), signal: stop.signal });
    while (server.connections() === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort();
    expect(await waiting).toMatchObject({ fault: 'aborted', phase: 'not-sent' });
    await server.close();
  });
});

/** A transport whose clock only moves by hand, and a server of it. */
const warming = async (serve: Parameters<typeof rawServer>[0] = (socket) => socket.write(ok())) => {
  vi.useFakeTimers({ toFake: ['hrtime'] });
  const server = await rawServer(serve);
  const transport = await openTransport('many');
  const send = (connection: ConnectionNeed): Promise<HttpResponse> =>
    transport.send(request(), sendOptions(targetAt(server.port), { connection }));
  const close = async (): Promise<void> => {
    await transport.close();
    await server.close();
  };
  return { send, close, connections: () => server.connections() };
};

afterEach(() => {
  vi.useRealTimers();
});

describe('a request that needs a warm connection', () => {
  test('gets one that has replied twice', async () => {
    const { send, close, connections } = await warming();
    await send('kept');
    await send('warm');
    expect(connections()).toBe(2);
    await send('kept');
    await send('warm');
    await send('warm');
    expect(connections()).toBe(2);
    await close();
  });

  test('gets a fresh one after a tenth of a second without a reply', async () => {
    const { send, close, connections } = await warming();
    for (let index = 0; index < 2; index += 1) await send('kept');
    vi.advanceTimersByTime(99);
    await send('warm');
    expect(connections()).toBe(1);
    vi.advanceTimersByTime(100);
    await send('warm');
    expect(connections()).toBe(2);
    await close();
  });

  test('gets a fresh one of a server that closes after each reply without a word', async () => {
    const { send, close, connections } = await warming((socket) => socket.end(ok()));
    for (const index of [1, 2, 3, 4, 5, 6]) {
      await send(index % 2 === 1 ? 'kept' : 'warm');
      expect(connections()).toBe(index);
    }
    await close();
  });

  test('gets a fresh one once the server has closed a connection under a request', async () => {
    let requests = 0;
    const { send, close, connections } = await warming((socket) => {
      requests += 1;
      if (requests === 3) socket.destroy();
      else socket.write(ok());
    });
    for (let index = 0; index < 2; index += 1) await send('kept');
    await expect(send('warm')).rejects.toMatchObject({ fault: 'closed', phase: 'sent' });
    expect(connections()).toBe(1);
    for (let index = 0; index < 3; index += 1) await send('kept');
    expect(connections()).toBe(2);
    await send('warm');
    expect(connections()).toBe(3);
    await close();
  });
});

describe('connections', () => {
  test('are kept only for requests that may be retried', async () => {
    const server = await rawServer((socket) => socket.write(ok()));
    const options = sendOptions(targetAt(server.port));
    const transport = await openTransport('many');
    for (let index = 0; index < 3; index += 1) {
      await transport.send(request(), { ...options, connection: 'kept' });
    }
    expect(server.connections()).toBe(1);
    for (let index = 0; index < 3; index += 1) {
      await transport.send(request({ method: 'POST' }), { ...options, connection: 'fresh' });
    }
    expect(server.connections()).toBe(4);
    await transport.close();
    await server.close();
  });

  test('are kept apart by client certificate', async () => {
    const server = await rawServer((socket) => socket.write(ok()));
    const transport = await openTransport('many');
    const options = sendOptions(targetAt(server.port), { connection: 'kept' });
    await transport.send(request(), options);
    // The same content in another object shares the connection; other content does not.
    await transport.send(request(), { ...options, target: { ...options.target, tls: {} } });
    expect(server.connections()).toBe(1);
    await transport.send(request(), { ...options, target: { ...options.target, tls: { cert: 'x' } } });
    expect(server.connections()).toBe(2);
    await transport.close();
    await server.close();
  });

  test('are independent: a failed request does not affect its neighbours, and each has its own phase', async () => {
    const server = await rawServer((socket, text) => {
      if (text.includes('/cut')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx');
      else if (text.includes('/reset')) socket.resetAndDestroy();
      else setTimeout(() => socket.write(ok(text.split(' ')[1] ?? '')), 20);
    });
    const transport = await openTransport('many');
    const options = sendOptions(targetAt(server.port), { connection: 'kept' });
    const warnings: string[] = [];
    const warn = (warning: Error): void => {
      warnings.push(warning.name);
    };
    process.on('warning', warn);
    const paths = Array.from({ length: 60 }, (_, index) => ['/fine', '/cut', '/reset'][index % 3] ?? '');
    const outcomes = await Promise.all(
      paths.map((path) =>
        transport.send(request({ path }), options).then(
          (reply) => Buffer.from(reply.body).toString(),
          (error: unknown) => (error instanceof TransportError ? error.phase : 'defect'),
        ),
      ),
    );
    // Node must not warn of a leak because of sixty requests on one signal.
    expect(warnings).toEqual([]);
    process.off('warning', warn);
    expect(outcomes).toEqual(
      paths.map((path) => ({ '/fine': '/v1/fine', '/cut': 'reply-started', '/reset': 'sent' })[path]),
    );
    await transport.close();
    await server.close();
  });

  test('of both kinds can be opened', async () => {
    const server = await rawServer((socket) => socket.write(ok()));
    for (const kind of ['one-shot', 'many'] as const) {
      const transport = await openTransport(kind);
      const reply = await transport.send(request(), sendOptions(targetAt(server.port)));
      expect(reply.status).toBe(200);
      await transport.close();
    }
    await server.close();
  });
});
