/**
 * Requests over Node's http client, each on its own connection, for commands that send few. The client takes any
 * method, LIST included, and with trivet's connector needs neither `node:https` nor an agent, and reaches proxies and
 * unix sockets. `node:http` comes from `getBuiltinModule`: a static import runs a getter that loads the undici of
 * Node 22 and later.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Attempt, Release } from './attempt.ts';
import { runAttempt } from './attempt.ts';
import { wantsClientCertificate } from '../connection/connect.ts';
import { dial } from '../connection/dial.ts';
import type { Destination, Transport } from '../../catalogue/http.ts';
import type { Wire } from '../wire.ts';
import { toWire } from '../wire.ts';
import { requestOver } from './request-over.ts';

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

const write = (socket: Socket, wire: Wire, target: Destination, attempt: Attempt): ClientRequest => {
  const request = requestOver(socket, wire, target);
  let reply: IncomingMessage | undefined;
  // A reset after a complete reply does not undo it.
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

export const createNodeTransport = (): Transport => ({
  send: (request, options) =>
    runAttempt(options, (attempt): Release => {
      const { target } = options;
      const wire = toWire(request, target);
      const connection = dial(target, options.deadlines.connect);
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
