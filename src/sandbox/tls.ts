/** The TLS side of the listener. */
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:tls';

export interface ServerIdentity {
  /** The certificate of the authority, in PEM. */
  readonly ca: string;
  /** The server's certificate and key, in PEM. */
  readonly certificate: string;
  readonly key: string;
}

interface SocketOptions {
  readonly allowHalfOpen: boolean;
  readonly noDelay: boolean;
}

/** Calls `accept` with the decrypted socket and the one below it. */
export function createTlsServer(
  options: SocketOptions,
  { certificate, key }: ServerIdentity,
  accept: (socket: Socket, raw: Socket) => void,
): Server {
  const below = new Map<string, Socket>();
  const place = (socket: Socket): string => `${socket.remoteAddress} ${socket.remotePort}`;
  const server = createServer(
    { ...options, cert: certificate, key, ALPNProtocols: ['http/1.1'] },
    (socket) => {
      accept(socket, below.get(place(socket)) ?? socket);
    },
  );
  server.on('connection', (raw: Socket) => {
    const name = place(raw);
    below.set(name, raw);
    raw.once('close', () => below.delete(name));
    // A client that does not trust the authority leaves here.
    raw.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  return server;
}
