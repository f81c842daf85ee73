/** Servers for the HTTP tests: raw sockets on free ports that misbehave on purpose. */
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { createServer as createTlsServer } from 'node:tls';
import type { HttpRequest, SendOptions, Destination } from '../../src/catalogue/http.ts';

export interface RawServer {
  readonly port: number;
  /** Connections so far. */
  connections(): number;
  /** Everything received on all connections, as latin1. */
  received(): string;
  close(): Promise<void>;
}

export type Serve = (socket: Socket, request: string) => void;

const track = (
  server: ReturnType<typeof createServer>,
  path: string | undefined,
  seen: { connections: number; text: string; sockets: Set<Socket> },
): Promise<RawServer> =>
  new Promise((resolve) => {
    const ready = (): void => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        connections: () => seen.connections,
        received: () => seen.text,
        close: () =>
          new Promise((done) => {
            for (const socket of seen.sockets) socket.destroy();
            server.close(() => {
              done();
            });
          }),
      });
    };
    if (path === undefined) server.listen(0, '127.0.0.1', ready);
    else server.listen(path, ready);
  });

const serveOn = (
  serve: Serve,
  seen: { connections: number; text: string; sockets: Set<Socket> },
): ((socket: Socket) => void) => {
  return (socket) => {
    seen.connections += 1;
    seen.sockets.add(socket);
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (bytes) => {
      const more = bytes.toString('latin1');
      seen.text += more;
      text += more;
      const end = text.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/content-length: *(\d+)/i.exec(text)?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      const request = text;
      text = '';
      serve(socket, request);
    });
  };
};

/** Calls `serve` with each complete request, or those for `path` if given. */
export const rawServer = (serve: Serve, path?: string): Promise<RawServer> => {
  const seen = { connections: 0, text: '', sockets: new Set<Socket>() };
  return track(createServer(serveOn(serve, seen)), path, seen);
};

/** Calls `accept` for each connection, before any byte. */
export const acceptServer = (accept: (socket: Socket) => void): Promise<RawServer> => {
  const seen = { connections: 0, text: '', sockets: new Set<Socket>() };
  const server = createServer((socket) => {
    seen.connections += 1;
    seen.sockets.add(socket);
    socket.on('error', () => {});
    accept(socket);
  });
  return track(server, undefined, seen);
};

export const tlsServer = (options: TlsOptions, serve: Serve): Promise<RawServer> => {
  const seen = { connections: 0, text: '', sockets: new Set<Socket>() };
  const server = createTlsServer(options, serveOn(serve, seen));
  server.on('connection', (socket: Socket) => {
    seen.sockets.add(socket);
    socket.on('error', () => {});
  });
  server.on('tlsClientError', () => {});
  return track(server, undefined, seen);
};

export const ok = (body = 'ok'): string => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

export const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  path: '/thing',
  query: [],
  headers: {},
  secrets: [],
  ...more,
});

export const targetAt = (port: number, more: Partial<Destination> = {}): Destination => ({
  origin: `http://127.0.0.1:${port}`,
  basePath: '/v1',
  tls: {},
  ...more,
});

export const sendOptions = (target: Destination, more: Partial<SendOptions> = {}): SendOptions => ({
  target,
  deadlines: { connect: 20_000, firstByte: 20_000, idle: 20_000, total: 30_000 },
  connection: 'fresh',
  signal: new AbortController().signal,
  maxBytes: 1 << 20,
  ...more,
});
