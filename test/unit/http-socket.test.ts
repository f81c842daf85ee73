import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type WebSocket from 'ws';
import { WebSocketServer } from 'ws';
import type { Destination } from '../../src/catalogue/http.ts';
import { TransportError } from '../../src/catalogue/http.ts';
import type { SocketOptions } from '../../src/http/socket/socket.ts';
import { HandshakeError, openSocket } from '../../src/http/socket/socket.ts';
import { issue, makeAuthority } from './http-certificates.ts';
import { acceptServer, ok, rawServer, targetAt, tlsServer } from './http-servers.ts';

const options = (target: Destination, more: Partial<SocketOptions> = {}): SocketOptions => ({
  target,
  path: '/client/allocation/1/exec',
  query: [['command', '["sh","-c"]']],
  headers: { 'X-Nomad-Token': 'canary' },
  signal: new AbortController().signal,
  ...more,
});

const webSocketServer = async (accept: (socket: WebSocket, url: string) => void, path?: string) => {
  const http = createServer((_, reply) => reply.writeHead(404).end());
  const server = new WebSocketServer({ server: http });
  const seen: { headers: NodeJS.Dict<string | string[]>[] } = { headers: [] };
  server.on('connection', (socket, request) => {
    seen.headers.push(request.headers);
    accept(socket, request.url ?? '');
  });
  await new Promise<void>((resolve) => {
    if (path === undefined) http.listen(0, '127.0.0.1', resolve);
    else http.listen(path, resolve);
  });
  const address = http.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    seen,
    close: () =>
      new Promise<void>((resolve) => {
        for (const client of server.clients) client.terminate();
        http.close(() => {
          resolve();
        });
        http.closeAllConnections();
      }),
  };
};

/** Accepts the upgrade by hand, then runs the test's code. */
const rawUpgrade = (afterwards: (socket: Socket) => void) =>
  rawServer((socket, text) => {
    const key = /sec-websocket-key: (.*)\r\n/i.exec(text)?.[1] ?? '';
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    socket.removeAllListeners('data');
    socket.resume();
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      () => {
        afterwards(socket);
      },
    );
  });

const failureOf = async (opening: Promise<unknown>): Promise<TransportError> => {
  try {
    await opening;
  } catch (error) {
    if (error instanceof TransportError) return error;
    throw error;
  }
  throw new Error('expected a failure');
};

const drain = async (frames: AsyncIterable<string | Buffer>): Promise<(string | Buffer)[]> => {
  const all: (string | Buffer)[] = [];
  for await (const frame of frames) all.push(frame);
  return all;
};

describe('a stream', () => {
  test('carries text and bytes, in order, and reports how it ended', async () => {
    const server = await webSocketServer((socket, url) => {
      socket.on('message', (data) => {
        socket.send(`${url} ${Buffer.isBuffer(data) ? data.toString() : ''}`);
        socket.send(Buffer.from([1, 2]));
        socket.close(1000, 'bye');
      });
    });
    const socket = await openSocket(options(targetAt(server.port)));
    await socket.send({ stdin: { data: 'aGk=' }, big: 9007199254740993n });
    expect(socket.closeInfo()).toBeUndefined();
    expect(await drain(socket.frames)).toEqual([
      '/v1/client/allocation/1/exec?command=%5B%22sh%22%2C%22-c%22%5D {"stdin":{"data":"aGk="},"big":9007199254740993}',
      Buffer.from([1, 2]),
    ]);
    expect(socket.closeInfo()).toEqual({ code: 1000, reason: 'bye' });
    expect(server.seen.headers[0]).toMatchObject({
      'x-nomad-token': 'canary',
      host: `127.0.0.1:${server.port}`,
    });
    expect(server.seen.headers[0]).not.toHaveProperty('sec-websocket-extensions');
    await server.close();
  });

  test('can use unix sockets', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trivet-ws-'));
    const socketPath = join(folder, 's');
    const server = await webSocketServer((socket) => {
      socket.send('hello');
      socket.close();
    }, socketPath);
    const socket = await openSocket(options(targetAt(0, { origin: 'http://localhost', socketPath })));
    expect(await drain(socket.frames)).toEqual(['hello']);
    await server.close();
    await rm(folder, { recursive: true });
  });

  test('slows a fast server down while nobody reads', async () => {
    const frame = Buffer.alloc(256 * 1024, 120);
    const total = 400;
    const sent = { frames: 0 };
    const server = await webSocketServer((socket) => {
      const next = (): void => {
        if (sent.frames >= total) {
          socket.close(1000);
          return;
        }
        socket.send(frame, () => {
          sent.frames += 1;
          setImmediate(next);
        });
      };
      next();
    });
    const socket = await openSocket(options(targetAt(server.port)));
    let before = -1;
    // Until the server can write no more.
    while (before !== sent.frames || before === 0) {
      before = sent.frames;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(sent.frames).toBeLessThan(total / 2);
    expect(await drain(socket.frames)).toHaveLength(total);
    expect(socket.closeInfo()?.code).toBe(1000);
    await server.close();
  });

  test('does not mistake its own pause for a dead peer', async () => {
    const server = await webSocketServer((socket) => {
      for (let index = 0; index < 200; index += 1) socket.send(Buffer.alloc(64 * 1024));
      socket.close(1000);
    });
    const socket = await openSocket(options(targetAt(server.port), { pingIntervalMs: 20 }));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await drain(socket.frames)).toHaveLength(200);
    await server.close();
  });

  test('ends with an abort, after which sending fails', async () => {
    const server = await webSocketServer((socket) => socket.send('first'));
    const stop = new AbortController();
    const socket = await openSocket(options(targetAt(server.port), { signal: stop.signal }));
    const reading = failureOf(drain(socket.frames));
    stop.abort();
    expect(await reading).toMatchObject({ fault: 'aborted' });
    expect(await failureOf(socket.send({ a: 1 }))).toBeInstanceOf(TransportError);
    await server.close();
  });

  test('closes at once if the peer answers, and soon if it does not', async () => {
    const polite = await webSocketServer(() => {});
    const first = await openSocket(options(targetAt(polite.port)));
    await first.close();
    expect(first.closeInfo()?.code).toBe(1000);
    await polite.close();
    const mute = await rawUpgrade(() => {});
    const second = await openSocket(options(targetAt(mute.port), { closeTimeoutMs: 100 }));
    await second.close();
    expect(second.closeInfo()?.code).toBe(1006);
    expect(await drain(second.frames)).toEqual([]);
    await mute.close();
  });
});

describe('an upgrade that fails', () => {
  test.each([200, 401, 403, 404, 500])('with status %d shows the reason', async (status) => {
    const server = await rawServer((socket) =>
      socket.write(`HTTP/1.1 ${status} No\r\nX-Why: because\r\nContent-Length: 6\r\n\r\nreason`),
    );
    const failure = await failureOf(openSocket(options(targetAt(server.port))));
    expect(failure).toBeInstanceOf(HandshakeError);
    expect(failure).toMatchObject({ status, headers: { 'x-why': ['because'] } });
    if (failure instanceof HandshakeError) expect(Buffer.from(failure.body).toString()).toBe('reason');
    await server.close();
  });

  test('with an endless reason shows 4 KiB of it', async () => {
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n`);
      const timer = setInterval(() => socket.write(`3e8\r\n${'a'.repeat(1000)}\r\n`), 5);
      socket.on('close', () => {
        clearInterval(timer);
      });
    });
    const failure = await failureOf(openSocket(options(targetAt(server.port))));
    if (!(failure instanceof HandshakeError)) throw failure;
    expect(failure.body.byteLength).toBe(4096);
    await server.close();
  });

  test.each([301, 302, 303, 307, 308])('with a %d sends nothing to the other server', async (status) => {
    const other = await acceptServer(() => {});
    for (const scheme of ['http', 'ws']) {
      const server = await rawServer((socket) =>
        socket.write(
          `HTTP/1.1 ${status} Moved\r\nLocation: ${scheme}://127.0.0.1:${other.port}/\r\nContent-Length: 0\r\n\r\n`,
        ),
      );
      const failure = await failureOf(openSocket(options(targetAt(server.port))));
      expect(failure).toMatchObject({ status });
      expect(failure.message).toContain(`127.0.0.1:${other.port}`);
      await server.close();
    }
    expect(other.connections()).toBe(0);
    await other.close();
  });

  test('is reported if the server is silent', async () => {
    const server = await rawServer(() => {});
    const opening = openSocket(options(targetAt(server.port), { handshakeTimeoutMs: 300 }));
    expect(await failureOf(opening)).toMatchObject({ fault: 'timeout', phase: 'sent' });
    await server.close();
  });

  test('is reported if the connection is cut', async () => {
    const server = await rawServer((socket) => socket.resetAndDestroy());
    const failure = await failureOf(openSocket(options(targetAt(server.port))));
    expect(failure).toMatchObject({ fault: 'closed', phase: 'sent' });
    await server.close();
  });

  test('is reported if there is no server', async () => {
    const server = await acceptServer(() => {});
    await server.close();
    const failure = await failureOf(openSocket(options(targetAt(server.port))));
    expect(failure).toMatchObject({ fault: 'refused', phase: 'not-sent' });
  });

  test('is reported if the reply to the key is wrong', async () => {
    const server = await rawServer((socket) =>
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n',
      ),
    );
    const failure = await failureOf(openSocket(options(targetAt(server.port))));
    expect(failure).toMatchObject({ fault: 'protocol', phase: 'sent' });
    await server.close();
  });

  test('ends with an abort', async () => {
    const server = await rawServer(() => {});
    const stop = new AbortController();
    const opening = failureOf(openSocket(options(targetAt(server.port), { signal: stop.signal })));
    while (server.received() === '') await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort();
    expect(await opening).toMatchObject({ fault: 'aborted' });
    const early = openSocket(options(targetAt(server.port), { signal: AbortSignal.abort() }));
    expect(await failureOf(early)).toMatchObject({ fault: 'aborted', phase: 'not-sent' });
    await server.close();
  });

  test('is reported for an untrusted certificate, and succeeds with one of the CA', async () => {
    const authority = await makeAuthority('test root');
    const issued = await issue(authority, { names: ['127.0.0.1'] });
    const server = await tlsServer(issued, (socket) => socket.end(ok()));
    const origin = `https://127.0.0.1:${server.port}`;
    const strict = await failureOf(openSocket(options(targetAt(0, { origin }))));
    expect(strict).toMatchObject({ fault: 'tls', phase: 'not-sent' });
    expect(server.received()).toBe('');
    const trusted = await failureOf(openSocket(options(targetAt(0, { origin, tls: { ca: authority.pem } }))));
    expect(trusted).toMatchObject({ status: 200 });
    await server.close();
  });
});

/** The first bytes of a frame: opcode with FIN, then a 64-bit length. */
const longFrame = (length: bigint): Buffer => {
  const bytes = Buffer.alloc(10);
  bytes.writeUInt8(0x82, 0);
  bytes.writeUInt8(127, 1);
  bytes.writeBigUInt64BE(length, 2);
  return bytes;
};

const hello = Buffer.from([0x81, 2, 0x68, 0x69]);

describe('a stream that breaks', () => {
  test.each<readonly [string, (socket: Socket) => void, number]>([
    ['FIN', (socket) => socket.end(hello), 1006],
    [
      'a close frame of 1000',
      (socket) => socket.end(Buffer.concat([hello, Buffer.from([0x88, 2, 3, 232])])),
      1000,
    ],
    [
      'a close frame of 4001',
      (socket) => socket.end(Buffer.concat([hello, Buffer.from([0x88, 2, 15, 161])])),
      4001,
    ],
  ])('by %s delivers its frames, then the end with its code', async (_, act, code) => {
    const server = await rawUpgrade(act);
    const socket = await openSocket(options(targetAt(server.port)));
    expect(await drain(socket.frames)).toEqual(['hi']);
    expect(socket.closeInfo()?.code).toBe(code);
    await server.close();
  });

  test('by RST is never a clean end', async () => {
    const server = await rawUpgrade((socket) => {
      socket.write(hello, () => setTimeout(() => socket.resetAndDestroy(), 100));
    });
    const socket = await openSocket(options(targetAt(server.port)));
    await drain(socket.frames).catch(() => {});
    expect(socket.closeInfo()?.code).toBe(1006);
    await server.close();
  });

  test('by silence ends after two pings without a reply', async () => {
    const server = await rawUpgrade(() => {});
    const socket = await openSocket(options(targetAt(server.port), { pingIntervalMs: 50 }));
    expect(await failureOf(drain(socket.frames))).toMatchObject({ fault: 'timeout', phase: 'reply-started' });
    await server.close();
  });

  test.each<readonly [string, Buffer, 'too-large' | 'protocol']>([
    ['a frame of 200 MB', longFrame(200_000_000n), 'too-large'],
    ['a frame of 2 MiB', longFrame(2n << 20n), 'too-large'],
    ['a frame of 2^64-1 bytes', longFrame(18446744073709551615n), 'too-large'],
    ['bad UTF-8', Buffer.from([0x81, 2, 0xc3, 0x28]), 'protocol'],
    ['a masked frame', Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5]), 'protocol'],
    ['a control frame that is too big', Buffer.from([0x89, 126, 0, 200]), 'protocol'],
    ['a reserved opcode', Buffer.from([0x83, 0]), 'protocol'],
    ['a compressed frame', Buffer.from([0xc1, 1, 0]), 'protocol'],
  ])('by %s is reported', async (_, bytes, fault) => {
    const server = await rawUpgrade((socket) => socket.write(bytes));
    const socket = await openSocket(options(targetAt(server.port)));
    expect(await failureOf(drain(socket.frames))).toMatchObject({ fault, phase: 'reply-started' });
    await server.close();
  });
});
