/**
 * Requests over Node's own http client, each on a connection of its own: the transport of commands that send one or
 * a few. Its client takes any method, LIST included (only Node's server refuses it), and with trivet's own connector
 * it needs neither `node:https` nor an agent, and reaches proxies and unix sockets as undici's does.
 *
 * `node:http` comes from `getBuiltinModule`: a static import reads every export of it, among them a getter that loads
 * the undici that is built into Node 22 and later.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Attempt, Release } from './attempt.ts';
import { runAttempt } from './attempt.ts';
import { wantsClientCertificate } from '../connection/connect.ts';
import { dial } from '../connection/dial.ts';
import { hostAndPort } from '../faults.ts';
import type { Target, Transport } from '../http.ts';
import type { Wire } from '../wire.ts';
import { toWire } from '../wire.ts';

const hostHeader = (target: Target): string => {
  const { host } = new URL(target.origin);
  return host === '' ? hostAndPort(target.origin).host : host;
};

const allHeaders = (wire: Wire, target: Target): Record<string, string> => {
  const expectsBody = wire.method === 'POST' || wire.method === 'PUT' || wire.method === 'PATCH';
  const framed = wire.body !== undefined || expectsBody;
  return {
    Host: hostHeader(target),
    Connection: 'close',
    ...wire.headers,
    ...(framed ? { 'Content-Length': String(wire.body?.byteLength ?? 0) } : {}),
  };
};

const unexpected = (message: string): Error => Object.assign(new Error(message), { code: 'UNEXPECTED' });

const receive = (reply: IncomingMessage, attempt: Attempt): void => {
  attempt.replying(reply.statusCode ?? 0, reply.rawHeaders);
  reply.on('data', (bytes: Uint8Array) => {
    attempt.chunk(bytes);
  });
  reply.on('end', () => {
    if (reply.complete) attempt.complete();
  });
  reply.on('error', (error) => {
    attempt.fail(error);
  });
  reply.on('close', () => {
    attempt.fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  });
};

/** A request over a connection that is open, not yet written. */
export const requestOver = (socket: Socket, wire: Wire, target: Target): ClientRequest => {
  const request = process.getBuiltinModule('node:http').request({
    method: wire.method,
    path: wire.path,
    headers: allHeaders(wire, target),
    setHost: false,
    createConnection: () => socket,
    // Explicit: NODE_OPTIONS must not change how replies are read.
    maxHeaderSize: 16_384,
    insecureHTTPParser: false,
  });
  // Otherwise a LIST without a body would announce an empty chunked one.
  request.useChunkedEncodingByDefault = false;
  return request;
};

const write = (socket: Socket, wire: Wire, target: Target, attempt: Attempt): ClientRequest => {
  const request = requestOver(socket, wire, target);
  let reply: IncomingMessage | undefined;
  // Garbage or a reset after a complete reply does not undo it: its end has still to be read.
  const failUnlessWhole = (error: Error): void => {
    if (reply?.complete !== true) attempt.fail(error);
  };
  request.on('response', (started) => {
    reply = started;
    receive(started, attempt);
  });
  request.on('error', failUnlessWhole);
  request.on('upgrade', () => {
    attempt.fail(unexpected('bad upgrade'));
  });
  request.on('close', () => {
    failUnlessWhole(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  });
  attempt.sending(wantsClientCertificate(socket));
  request.end(wire.body);
  return request;
};

/** A transport without state: nothing is kept, `close` has nothing to do. */
export const createNodeTransport = (): Transport => ({
  send: (request, options) =>
    runAttempt(options, (attempt): Release => {
      const { target } = options;
      const wire = toWire(request, target);
      const connection = dial(target, options.deadlines.connect);
      // Loads while the connection opens.
      process.getBuiltinModule('node:http');
      let socket: Socket | undefined;
      connection.socket
        .then((ready) => {
          socket = ready;
          if (attempt.settled) ready.destroy();
          else write(ready, wire, target, attempt);
        })
        .catch((error: unknown) => {
          attempt.fail(error);
        });
      return () => {
        connection.cancel();
        socket?.destroy();
      };
    }),
  close: () => Promise.resolve(),
});
