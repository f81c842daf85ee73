/** The fake server of the tests: it replies as a test says, and keeps what it received (README.md: when to use it). */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

export interface FakeRequest {
  readonly method: string;
  /** With the query, as it came. */
  readonly url: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent unchanged; anything else as JSON. */
  readonly body?: unknown;
}

/** Undefined: the request gets no reply, or one that the test writes itself. */
export type Reply = Answer | undefined;

/**
 * @param before the number of requests before it
 * @param raw for a reply in pieces, or by another server
 */
export type Answering = (
  request: FakeRequest,
  before: number,
  raw: { readonly incoming: IncomingMessage; readonly reply: ServerResponse },
) => Reply | Promise<Reply>;

export interface FakeServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly received: readonly FakeRequest[];
  /** For upgrades of connections. */
  readonly http: Server;
  close(): Promise<void>;
}

const send = (reply: ServerResponse, { status = 200, headers = {}, body }: Answer): void => {
  const plain = typeof body === 'string' || body instanceof Uint8Array;
  reply.writeHead(status, { 'content-type': plain ? 'text/plain' : 'application/json', ...headers });
  reply.end(plain ? body : body === undefined ? '' : JSON.stringify(body));
};

/** For a server that several tests share; the caller closes it. */
export const startFakeServer = async (answer: Answering): Promise<FakeServer> => {
  const received: FakeRequest[] = [];
  const http = createServer((incoming, reply) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const query = Object.fromEntries(new URL(`http://server${url}`).searchParams);
      const body = Buffer.concat(chunks).toString('utf8');
      const request = { method, url, path: url.split('?')[0] ?? '', query, headers, body };
      received.push(request);
      void Promise.resolve(answer(request, received.length - 1, { incoming, reply })).then((one) => {
        if (one !== undefined) send(reply, one);
      });
    });
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    http,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
};

/** Ends with the test. */
export const fakeServer = async (answer: Answering): Promise<FakeServer> => {
  const server = await startFakeServer(answer);
  onTestFinished(() => server.close());
  return server;
};
