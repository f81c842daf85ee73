import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { BODY_LIMIT, readBody } from './body.ts';
import { Connection } from './connection.ts';
import type { ConnectionLimits } from './connection.ts';
import type {
  ClientCertificate,
  Clock,
  SandboxRequest,
  SandboxResponse,
  SandboxService,
  ServiceName,
} from './contract.ts';
import { isControl } from './control/prefix.ts';
import { isReply } from './dialects/dialects.ts';
import type { ListenerContext } from './listener-context.ts';
import { applyFault } from './fault-effects.ts';
import { isIdentity } from './identity/endpoints.ts';
import type { Address, Gate } from './gate.ts';
import { refuseForeign, refuseForm } from './guard.ts';
import { runFor } from './occasion.ts';
import type { Answered } from './request-log.ts';
import type { ServerIdentity } from './tls.ts';
import { createTlsServer } from './tls.ts';
import { serviceOfPath } from './paths.ts';
import { refusal, writeReply } from './reply.ts';
import { describeRequest } from './request.ts';
import { createUpgrades } from './upgrade.ts';

/** Milliseconds in which the client can read the 413. */
const DRAIN = 2000;

const LIMITS: ConnectionLimits = { head: 10_000, idle: 60_000 };

/** Further connections are refused. */
const MOST_CONNECTIONS = 512;

/** Where and as whom to listen. */
export interface Listening {
  readonly address: Address;
  readonly gate: (boundPort: () => number) => Gate;
  readonly identity?: ServerIdentity | undefined;
  readonly limits?: ConnectionLimits;
}

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

function dateHeader(clock: Clock): () => string {
  let second = Number.NaN;
  let text = '';
  return () => {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) {
      second = now;
      text = new Date(now * 1000).toUTCString();
    }
    return text;
  };
}

/** Port 0: any free port. */
export async function listen(
  { address, gate: gateOf, identity, limits = LIMITS }: Listening,
  context: ListenerContext,
): Promise<Listener> {
  const connections = new Set<Connection>();
  let boundPort = address.port;
  const gate = gateOf(() => boundPort);
  const date = dateHeader(context.clock);

  async function askInDialect(service: SandboxService, request: SandboxRequest): Promise<SandboxResponse> {
    const dialect = context.dialects[service.name];
    if (dialect === undefined) return askService(service, request);
    const received = dialect.receive(request);
    return dialect.reply(request, isReply(received) ? received : await askService(service, received));
  }

  async function carryOut(
    request: SandboxRequest,
    output: ServerResponse,
    answered: Answered,
  ): Promise<void> {
    const connection = connectionOf(output.req);
    const reply = (response: SandboxResponse, service?: ServiceName): void => {
      answered(response.status, response.matched);
      writeReply(output, response, service);
    };
    if (isControl(request.path)) return reply(await context.control(request));
    if (isIdentity(request.path)) return reply(await context.identity(request));
    const service = await context.services.find(request.path);
    const { fault, delay } = context.faults.take(request.method, request.path);
    const wait = async (): Promise<void> => (delay > 0 ? context.pause(delay) : undefined);
    if (fault?.kind === 'status') {
      await wait();
      reply(applyFault.status(fault.status, service?.name), service?.name);
    } else if (fault !== undefined && fault.kind !== 'lost') {
      await wait();
      applyFault.connection(fault.kind, connection);
    } else if (service === undefined) {
      await wait();
      reply(refusal(undefined, 404, 'No service of the sandbox has this path.'));
    } else {
      const occasion = { body: request.bytes, random: context.nextRandom() };
      const response = await runFor(occasion, async () => askInDialect(service, request));
      await wait();
      if (fault?.kind === 'lost') connection.hangUp();
      else reply(response, service.name);
    }
  }

  async function answer(message: IncomingMessage, output: ServerResponse, isList: boolean): Promise<void> {
    const connection = connectionOf(message);
    output.setHeader('date', date());
    const head = describeRequest(message, isList, context.tokens);
    const refuse = (status: number, detail: string): void => {
      context.log(head, Buffer.alloc(0))(status);
      output.setHeader('connection', 'close');
      const service = serviceOfPath(head.path);
      writeReply(output, refusal(service, status, detail), service);
      setTimeout(() => connection.destroy(), DRAIN).unref();
    };
    const foreign = refuseForeign(head.headers, gate, head.path) ?? refuseForm(head);
    if (foreign !== undefined) return refuse(foreign.status, foreign.detail);
    if (!head.path.startsWith('/')) return refuse(400, 'The request target must be a path.');
    const bytes = await readBody(message, BODY_LIMIT);
    if (bytes === undefined) return refuse(413, 'The body is larger than 32 MiB.');
    const answered = context.log(head, bytes);
    const gone = new AbortController();
    connection.beginAnswer();
    output.on('close', () => {
      connection.endAnswer();
      if (!output.writableFinished) gone.abort();
    });
    await carryOut(
      { ...head, bytes, signal: gone.signal, client: connection.client },
      output,
      answered,
    ).catch((error: unknown) => {
      // A service that cannot start fails only its own requests.
      answered(500);
      writeReply(output, failure(undefined, error), undefined);
    });
  }

  const upgrades = createUpgrades(context, gate);
  const http = createServer((message, output) => {
    // The client may have disconnected.
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

  const accept = (socket: Socket, raw: Socket = socket, client?: ClientCertificate): void => {
    const connection = new Connection(socket, limits, raw, client);
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
    http.emit('connection', connection);
  };
  const options = { allowHalfOpen: true, noDelay: true };
  const sockets =
    identity === undefined
      ? createSocketServer(options, (socket) => accept(socket))
      : createTlsServer(options, identity, accept);
  const raw = new Set<Socket>();
  sockets.on('connection', (socket: Socket) => {
    raw.add(socket);
    socket.once('close', () => raw.delete(socket));
  });
  sockets.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    sockets.once('error', reject);
    sockets.listen(address, () => {
      sockets.off('error', reject);
      resolve();
    });
  });
  const bound = sockets.address();
  if (bound !== null && typeof bound === 'object') boundPort = bound.port;

  return {
    port: boundPort,
    async close() {
      upgrades.close();
      const closed = new Promise<void>((resolve) => {
        sockets.close(() => resolve());
      });
      for (const connection of connections) connection.destroy();
      for (const socket of raw) socket.destroy();
      await closed;
    },
  };
}
