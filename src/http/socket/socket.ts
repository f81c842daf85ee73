/**
 * One WebSocket: JSON out, frames in, with back-pressure. Only this file imports ws; load it by `await import()`.
 * Redirects are not followed, since ws would send every header to the other host. NODE_DEBUG=http prints the
 * Authorization header of the upgrade, so the launcher restarts without it.
 */
import { limits } from '../../system/limits.ts';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Json } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import { wantsClientCertificate } from '../connection/connect.ts';
import { dial } from '../connection/dial.ts';
import { deadlineFault, exchangeFault, targetName } from '../faults.ts';
import type { CloseInfo } from './frame-queue.ts';
import { frameQueue } from './frame-queue.ts';
import type { ReplyHeaders, Destination } from '../../catalogue/http.ts';
import { TransportError } from '../../catalogue/http.ts';
import { toWire } from '../wire.ts';

export interface SocketOptions {
  readonly target: Destination;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Milliseconds for connection and upgrade together. Default 10 s. */
  readonly handshakeTimeoutMs?: number;
  /** Milliseconds. Default 15 s; two pings without a pong end the connection. */
  readonly pingIntervalMs?: number;
  /** Milliseconds until a close cuts the connection. Default 1 s. */
  readonly closeTimeoutMs?: number;
}

export interface OpenSocket {
  /** Resolves when the system has the frame. @throws TransportError closed */
  send(value: Json): Promise<void>;
  /** Text as string, binary as Buffer; throws if the connection fails. */
  readonly frames: AsyncIterable<string | Buffer>;
  close(): Promise<void>;
  closeInfo(): CloseInfo | undefined;
}

export class HandshakeError extends TransportError {
  readonly status: number;
  readonly headers: ReplyHeaders;
  /** At most 4 KiB. */
  readonly body: Uint8Array;

  constructor(place: string, status: number, headers: ReplyHeaders, body: Uint8Array) {
    const location = status >= 300 && status < 400 ? headers['location']?.[0] : undefined;
    const where = location === undefined ? '' : ` and points to ${location.slice(0, 200)}`;
    super(
      'protocol',
      'reply-started',
      `${place} did not open the stream: status ${status}${where}`,
      location === undefined ? undefined : 'Redirects are not followed, since they would carry the token.',
    );
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

const maxPayload = 1 << 20;
const maxReason = 4_096;

const headersOf = (reply: IncomingMessage): ReplyHeaders => {
  const headers: Record<string, string[]> = Object.create(null);
  for (const [name, values] of Object.entries(reply.headersDistinct)) headers[name] = values ?? [];
  return headers;
};

const reasonOf = (reply: IncomingMessage): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      resolve(Buffer.concat(chunks).subarray(0, maxReason));
    };
    reply.on('data', (bytes: Buffer) => {
      chunks.push(bytes);
      size += bytes.byteLength;
      if (size >= maxReason) done();
    });
    for (const event of ['end', 'error', 'close']) reply.on(event, done);
    setTimeout(done, limits.close).unref();
  });

const upgradeFault = (error: Error, target: Destination, asked: boolean): TransportError =>
  /^(?:Invalid|Server) |^Unexpected server response/.test(error.message)
    ? new TransportError(
        'protocol',
        'sent',
        `${targetName(target)} did not open the stream: ${error.message}`,
      )
    : exchangeFault(error, 'sent', target, asked);

const frameFault = (error: Error, target: Destination): TransportError => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (!code.startsWith('WS_ERR')) return exchangeFault(error, 'reply-started', target);
  // The second code also stands for a length beyond 2^53.
  const large =
    code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' || code === 'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH';
  const words = large ? 'sent a frame of more than 1 MiB' : 'broke the WebSocket protocol';
  const fault = large ? 'too-large' : 'protocol';
  return new TransportError(fault, 'reply-started', `${targetName(target)} ${words}`);
};

const upgrade = (options: SocketOptions, connection: Socket): WebSocket => {
  const { target } = options;
  const wire = toWire({ method: 'GET', ...options, secrets: [] }, target);
  const { host } = new URL(target.origin);
  // The scheme is not wss, since the connection already has TLS.
  return new WebSocket(`ws://${host === '' ? 'localhost' : host}/`, {
    headers: { ...wire.headers, Host: host },
    createConnection: () => connection,
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload,
    // The path is set here, since a URL would fold it.
    finishRequest: (request: ClientRequest) => {
      request.path = wire.path;
      request.end();
    },
  });
};

const opened = (socket: WebSocket, target: Destination, asked: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', (error) => {
      reject(upgradeFault(error, target, asked));
    });
    socket.once('close', () => {
      reject(new TransportError('closed', 'sent', `${targetName(target)} closed the connection`));
    });
    socket.once('unexpected-response', (request: ClientRequest, reply: IncomingMessage) => {
      void reasonOf(reply).then((body) => {
        reject(new HandshakeError(targetName(target), reply.statusCode ?? 0, headersOf(reply), body));
        request.destroy();
      });
    });
  });

/** @throws HandshakeError for another status; TransportError otherwise */
export const openSocket = async (options: SocketOptions): Promise<OpenSocket> => {
  const { target, signal, handshakeTimeoutMs = limits.handshake, closeTimeoutMs = limits.close } = options;
  const place = targetName(target);
  const started = performance.now();
  const connecting = dial(target, handshakeTimeoutMs);
  const stop = (): void => {
    connecting.cancel();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const connection = await connecting.socket.finally(() => {
    signal.removeEventListener('abort', stop);
  });

  const socket = upgrade(options, connection);
  const frames = frameQueue(socket, {
    pingIntervalMs: options.pingIntervalMs ?? limits.silentSocket,
    place,
    faultOf: (error) => frameFault(error, target),
  });
  let failure: TransportError | undefined;
  const fail = (error: TransportError): void => {
    failure ??= error;
    frames.fail(failure);
  };
  const abort = (): void => {
    fail(new TransportError('aborted', 'reply-started', `the stream of ${place} was stopped`));
  };
  signal.addEventListener('abort', abort, { once: true });
  const left = Math.max(1, handshakeTimeoutMs - (performance.now() - started));
  const timer = setTimeout(() => {
    fail(deadlineFault('firstByte', handshakeTimeoutMs, 'sent', place));
  }, left);
  try {
    await opened(socket, target, wantsClientCertificate(connection));
  } catch (error) {
    signal.removeEventListener('abort', abort);
    socket.terminate();
    connection.destroy();
    throw failure ?? error;
  } finally {
    clearTimeout(timer);
  }

  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
  return {
    send: (value) =>
      new Promise((resolve, reject) => {
        socket.send(writeJson(value), (error) => {
          if (error === undefined || error === null) resolve();
          else reject(failure ?? new TransportError('closed', 'sent', `the stream of ${place} is closed`));
        });
      }),
    frames: frames.items,
    closeInfo: () => frames.closeInfo(),
    close: async () => {
      frames.end();
      socket.close(1000);
      const cut = setTimeout(() => {
        socket.terminate();
      }, closeTimeoutMs);
      await closed;
      clearTimeout(cut);
    },
  };
};
