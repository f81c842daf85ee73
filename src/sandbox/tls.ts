import type { Server, Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { ClientCertificate } from './contract.ts';

export interface ServerIdentity {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
  readonly client: { readonly certificate: string; readonly key: string };
}

interface SocketOptions {
  readonly allowHalfOpen: boolean;
  readonly noDelay: boolean;
}

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
      // Only a log-in judges the certificate.
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
    // A client that does not trust the authority.
    raw.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  return server;
}
