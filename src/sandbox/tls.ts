/** The TLS side of the listener. */
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { ClientCertificate } from './contract.ts';

export interface ServerIdentity {
  /** The certificate of the authority, in PEM. */
  readonly ca: string;
  /** The server's certificate and key, in PEM. */
  readonly certificate: string;
  readonly key: string;
  /** A client's certificate and key of the same authority, for log-ins with it. */
  readonly client: { readonly certificate: string; readonly key: string };
}

interface SocketOptions {
  readonly allowHalfOpen: boolean;
  readonly noDelay: boolean;
}

/** Calls `accept` with the decrypted socket and the one below it. */
export function createTlsServer(
  options: SocketOptions,
  { ca, certificate, key }: ServerIdentity,
  accept: (socket: Socket, raw: Socket, client: ClientCertificate | undefined) => void,
): Server {
  const below = new Map<string, Socket>();
  const place = (socket: Socket): string => `${socket.remoteAddress} ${socket.remotePort}`;
  const server = createServer(
    {
      ...options,
      cert: certificate,
      key,
      ALPNProtocols: ['http/1.1'],
      // Any certificate may come, and only a log-in judges it.
      requestCert: true,
      rejectUnauthorized: false,
      ca,
    },
    (socket) => {
      const names = socket.getPeerX509Certificate()?.subject;
      const client =
        names === undefined
          ? undefined
          : { commonName: /^CN=(.*)$/m.exec(names)?.[1] ?? '', trusted: socket.authorized };
      accept(socket, below.get(place(socket)) ?? socket, client);
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
