/** A minimal server: replies as defined by the test, and records its requests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent unchanged; anything else as JSON. */
  readonly body?: unknown;
  /** Whether the request gets no reply. */
  readonly silent?: true;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Ends with the test. */
export const smallServer = async (
  answer: (request: ReceivedRequest, index: number) => Answer,
): Promise<{
  readonly env: Readonly<Record<string, string>>;
  readonly received: readonly ReceivedRequest[];
}> => {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(`http://server${request.url ?? ''}`);
      const one: ReceivedRequest = {
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        body: Buffer.concat(chunks).toString('utf8'),
      };
      received.push(one);
      const { status = 200, headers = {}, body, silent } = answer(one, received.length - 1);
      if (silent === true) return;
      const type = typeof body === 'string' ? 'text/plain' : 'application/json';
      reply.writeHead(status, { 'content-type': type, ...headers });
      reply.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    received,
    env: {
      TRIVET_JOBS_URL: `http://127.0.0.1:${port}`,
      TRIVET_JOBS_TOKEN: 'the-token',
      TRIVET_JOBS_PRODUCT: 'nomad',
    },
  };
};

/** Like `smallServer`, but configured as the secrets service. */
export const secretsServer = async (answer: (request: ReceivedRequest, index: number) => Answer) => {
  const { env, received } = await smallServer(answer);
  return {
    received,
    env: {
      TRIVET_SECRETS_URL: `${env['TRIVET_JOBS_URL'] ?? ''}/v1`,
      TRIVET_SECRETS_TOKEN: 'the-token',
      TRIVET_SECRETS_PRODUCT: 'openbao',
    },
  };
};
