/** Sends bytes on a socket that an HTTP client would not send. */
import { connect } from 'node:net';

export interface RawReply {
  readonly text: string;
  /** Status codes of all replies on the connection, in order. */
  readonly statuses: readonly number[];
}

/** Writes each part in its own packet, and reads until the server ends the connection. */
export async function exchange(origin: string, ...parts: readonly (string | Buffer)[]): Promise<RawReply> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(origin).port), noDelay: true });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.on('end', () => socket.end());
  });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  for (const part of parts) {
    await new Promise<void>((resolve) => {
      socket.write(part, () => resolve());
    });
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  await ended;
  const text = Buffer.concat(chunks).toString('latin1');
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { text, statuses };
}

/** The bytes of a request; Host is correct unless given. */
export function requestBytes(
  origin: string,
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const all: Record<string, string> = { Host: new URL(origin).host, ...headers };
  if (body !== '' && all['Transfer-Encoding'] === undefined)
    all['Content-Length'] ??= String(Buffer.byteLength(body));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${[`${line} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`;
}
