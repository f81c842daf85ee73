/** A reply that is read while it grows: the log of a task. */
import type { IncomingMessage } from 'node:http';
import { exchangeFault, targetName } from '../faults.ts';
import { dial } from '../connection/dial.ts';
import type { HttpRequest, HttpResponse, Destination } from '../../catalogue/http.ts';
import { TransportError } from '../../catalogue/http.ts';
import { toWire } from '../wire.ts';
import { Joined } from './joined.ts';
import { requestOver } from './request-over.ts';

interface StreamOptions {
  readonly target: Destination;
  readonly signal: AbortSignal;
  readonly opening: number;
  readonly idle: number;
}

const largestRefusal = 64 * 1024;

const opened = (request: HttpRequest, { target, signal, opening }: StreamOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const connection = dial(target, opening);
    let fail: (error: unknown) => void = () => undefined;
    const stop = (): void => {
      connection.cancel();
      fail(new TransportError('aborted', 'sent', `the request to ${targetName(target)} was stopped`));
    };
    fail = (error) => {
      signal.removeEventListener('abort', stop);
      reject(error instanceof TransportError ? error : exchangeFault(error, 'sent', target, false));
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    connection.socket.then((socket) => {
      const sent = requestOver(socket, toWire(request, target), target);
      const end = (): void => void socket.destroy();
      signal.addEventListener('abort', end, { once: true });
      socket.once('close', () => signal.removeEventListener('abort', end));
      socket.setTimeout(opening, () =>
        socket.destroy(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' })),
      );
      sent.on('error', fail);
      sent.on('upgrade', () => fail(Object.assign(new Error('bad upgrade'), { code: 'UNEXPECTED' })));
      sent.on('response', (reply) => {
        signal.removeEventListener('abort', stop);
        resolve(reply);
      });
      if (signal.aborted) end();
      else sent.end();
    }, fail);
  });

const whole = async (reply: IncomingMessage): Promise<HttpResponse> => {
  const body = new Joined(largestRefusal);
  for await (const bytes of reply) {
    if (!(bytes instanceof Uint8Array) || body.size + bytes.byteLength > largestRefusal) break;
    body.add(bytes);
  }
  const headers: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(reply.headersDistinct)) headers[name] = value ?? [];
  return { status: reply.statusCode ?? 0, headers, body: body.whole() };
};

async function* bytesOf(
  reply: IncomingMessage,
  { target, signal, idle }: StreamOptions,
): AsyncGenerator<Uint8Array> {
  reply.socket.setTimeout(idle);
  try {
    for await (const bytes of reply) if (bytes instanceof Uint8Array) yield bytes;
  } catch (error) {
    if (signal.aborted) return;
    throw exchangeFault(error, 'reply-started', target, false);
  } finally {
    reply.destroy();
  }
}

/**
 * Returns the bytes as they come, or a whole refusal.
 * @throws TransportError while it opens, and from the bytes when the connection breaks
 */
export const openStream = async (
  request: HttpRequest,
  options: StreamOptions,
): Promise<{ readonly refused: HttpResponse } | { readonly bytes: AsyncIterable<Uint8Array> }> => {
  const reply = await opened(request, options);
  if (reply.statusCode === 200) return { bytes: bytesOf(reply, options) };
  return { refused: await whole(reply) };
};
