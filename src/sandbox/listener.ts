/** The sandbox's only socket: 127.0.0.1, HTTP and WebSockets, for all services and the control endpoints. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { BODY_LIMIT, readBody } from './body.ts';
import { Connection } from './connection.ts';
import type { ConnectionLimits } from './connection.ts';
import type { SandboxRequest, SandboxResponse, SandboxService, ServiceName } from './contract.ts';
import { answerControl, CONTROL_PREFIX } from './control.ts';
import type { ListenerContext } from './listener-context.ts';
import { applyFault } from './fault-effects.ts';
import { refuseForeign, refuseForm } from './guard.ts';
import { serviceOfPath } from './paths.ts';
import { refusal, writeReply } from './reply.ts';
import { describeRequest } from './request.ts';
import { createUpgrades } from './upgrade.ts';

/** Milliseconds until a refused upload is cut off; the client can read the 413 in the meantime. */
const DRAIN = 2000;

const LIMITS: ConnectionLimits = { head: 10_000, idle: 60_000 };

/** Further connections are refused. */
const MOST_CONNECTIONS = 512;

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

function connectionOf(message: IncomingMessage): Connection {
  const stream: object = message.socket;
  if (!(stream instanceof Connection)) throw new TypeError('not a connection of the sandbox');
  return stream;
}

function failure(service: ServiceName | undefined, error: unknown): SandboxResponse {
  return refusal(service, 500, `The sandbox failed: ${error instanceof Error ? error.message : 'unknown'}`);
}

async function askService(service: SandboxService, request: SandboxRequest): Promise<SandboxResponse> {
  try {
    return await service.handle(request);
  } catch (error) {
    return failure(service.name, error);
  }
}

/** Binds 127.0.0.1 (port 0: any free port) and serves requests until it is closed. */
export async function listen(
  port: number,
  context: ListenerContext,
  limits: ConnectionLimits = LIMITS,
): Promise<Listener> {
  const connections = new Set<Connection>();
  let boundPort = port;

  async function carryOut(request: SandboxRequest, output: ServerResponse): Promise<void> {
    const connection = connectionOf(output.req);
    if (request.path.startsWith(CONTROL_PREFIX)) {
      writeReply(output, answerControl(request, context), undefined);
      return;
    }
    const service = await context.services.find(request.path);
    const { fault, delay } = context.faults.take(request.method, request.path);
    if (delay > 0) await context.pause(delay);
    if (fault?.kind === 'status') {
      writeReply(output, applyFault.status(fault.status, service?.name), service?.name);
    } else if (fault !== undefined && fault.kind !== 'lost') {
      applyFault.connection(fault.kind, connection);
    } else if (service === undefined) {
      writeReply(output, refusal(undefined, 404, 'No service of the sandbox has this path.'), undefined);
    } else {
      const response = await askService(service, request);
      if (fault?.kind === 'lost') connection.hangUp();
      else writeReply(output, response, service.name);
    }
  }

  async function answer(message: IncomingMessage, output: ServerResponse, isList: boolean): Promise<void> {
    const connection = connectionOf(message);
    const head = describeRequest(message, isList, context.tokens);
    const refuse = (status: number, detail: string): void => {
      context.log(head, Buffer.alloc(0));
      output.setHeader('connection', 'close');
      const service = serviceOfPath(head.path);
      writeReply(output, refusal(service, status, detail), service);
      setTimeout(() => connection.destroy(), DRAIN).unref();
    };
    const foreign = refuseForeign(head.headers, boundPort) ?? refuseForm(head);
    if (foreign !== undefined) return refuse(foreign.status, foreign.detail);
    if (!head.path.startsWith('/')) return refuse(400, 'The request target must be a path.');
    const bytes = await readBody(message, BODY_LIMIT);
    if (bytes === undefined) return refuse(413, 'The body is larger than 32 MiB.');
    context.log(head, bytes);
    const gone = new AbortController();
    connection.beginAnswer();
    output.on('close', () => {
      connection.endAnswer();
      if (!output.writableFinished) gone.abort();
    });
    await carryOut({ ...head, bytes, signal: gone.signal }, output).catch((error: unknown) => {
      // A service that cannot start fails its own requests only; the other services continue.
      writeReply(output, failure(undefined, error), undefined);
    });
  }

  const upgrades = createUpgrades(context, () => boundPort);
  const http = createServer((message, output) => {
    // If the client disconnects, there is no way to send a reply.
    answer(message, output, connectionOf(message).framing.takeIsList()).catch(() => output.destroy());
  });
  http.on('checkExpectation', (message: IncomingMessage, output: ServerResponse) => {
    connectionOf(message).framing.takeIsList();
    writeReply(output, refusal(undefined, 417, 'Only 100-continue can be expected.'), undefined);
  });
  http.on('upgrade', (message: IncomingMessage, _socket: unknown, head: Buffer) => {
    const connection = connectionOf(message);
    connection.framing.takeIsList();
    upgrades.accept(message, connection, head).catch(() => connection.destroy());
  });

  const sockets = createSocketServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const connection = new Connection(socket, limits);
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
    http.emit('connection', connection);
  });
  sockets.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    sockets.once('error', reject);
    sockets.listen({ host: '127.0.0.1', port }, () => {
      sockets.off('error', reject);
      resolve();
    });
  });
  const address = sockets.address();
  if (address !== null && typeof address === 'object') boundPort = address.port;

  return {
    port: boundPort,
    async close() {
      upgrades.close();
      const closed = new Promise<void>((resolve) => {
        sockets.close(() => resolve());
      });
      for (const connection of connections) connection.destroy();
      await closed;
    },
  };
}
