/** The same checks as for requests. */
import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { WebSocketServer } from 'ws';
import type { Connection } from './connection.ts';
import type { SandboxResponse, ServiceName } from './contract.ts';
import { applyFault } from './fault-effects.ts';
import { refuseForeign } from './guard.ts';
import type { Gate } from './gate.ts';
import type { ListenerContext } from './listener-context.ts';
import { serviceOfPath } from './paths.ts';
import { encodeReply, refusal } from './reply.ts';
import { describeRequest } from './request.ts';

const LARGEST_MESSAGE = 1024 * 1024;

export interface Upgrades {
  accept(message: IncomingMessage, connection: Connection, head: Buffer): Promise<void>;
  close(): void;
}

function encodeUpgradeRefusal(response: SandboxResponse, service: ServiceName | undefined): Buffer {
  const { headers, bytes } = encodeReply(response, service);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`, ...lines].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), bytes ?? Buffer.alloc(0)]);
}

export function createUpgrades(context: ListenerContext, gate: Gate): Upgrades {
  let server: WebSocketServer | undefined;

  async function webSocketServer(): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws');
    // No compression: a small message cannot expand.
    server ??= new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: LARGEST_MESSAGE });
    return server;
  }

  return {
    async accept(message, connection, head) {
      connection.beginAnswer();
      const gone = new AbortController();
      connection.once('close', () => gone.abort());
      const described = describeRequest(message, false, context.tokens);
      const request = { ...described, bytes: Buffer.alloc(0), signal: gone.signal };
      const answered = context.log(described, request.bytes);
      const refuse = (response: SandboxResponse, service?: ServiceName): void => {
        answered(response.status);
        connection.hangUp(encodeUpgradeRefusal(response, service));
      };

      const foreign = refuseForeign(request.headers, gate);
      if (foreign !== undefined) {
        return refuse(refusal(serviceOfPath(request.path), foreign.status, foreign.detail));
      }
      const service = await context.services.find(request.path);
      const { fault, delay } = context.faults.take(request.method, request.path);
      if (delay > 0) await context.pause(delay);
      if (fault?.kind === 'status')
        return refuse(applyFault.status(fault.status, service?.name), service?.name);
      if (fault !== undefined) return applyFault.connection(fault.kind, connection);
      if (service?.upgrade === undefined) {
        return refuse(refusal(service?.name, 404, 'There is no WebSocket at this path.'), service?.name);
      }
      const refused = service.refuseUpgrade?.(request);
      if (refused !== undefined) return refuse(refused, service.name);
      const sockets = await webSocketServer();
      answered(101);
      sockets.handleUpgrade(message, connection, head, (socket) => service.upgrade?.(request, socket));
    },
    close() {
      for (const client of server?.clients ?? []) client.terminate();
    },
  };
}
