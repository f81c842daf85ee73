/** A server whose replies the test defines, and the program that uses it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CliOptions, CliResult } from './run-cli.ts';
import { runCli, words } from './run-cli.ts';

export interface AskedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent unchanged; anything else as JSON. */
  readonly body?: unknown;
}

export interface Answered extends CliResult {
  readonly asked: readonly AskedRequest[];
}

/** The environment in which a server is the secrets service. */
export const secretsAt = (origin: string): Readonly<Record<string, string>> => ({
  TRIVET_SECRETS_URL: `${origin}/v1`,
  TRIVET_SECRETS_TOKEN: 'the-token',
});

/**
 * Runs `trivet <line>` against the replies.
 * @param env gets the origin of the server
 * @param answer gets each request and the number of requests before it; a promise delays the reply
 */
export const answering = async (
  line: string,
  env: (origin: string) => Readonly<Record<string, string>>,
  answer: (request: AskedRequest, before: number) => Answer | Promise<Answer>,
  options: Omit<CliOptions, 'env'> = {},
): Promise<Answered> => {
  const asked: AskedRequest[] = [];
  const server = createServer((incoming, reply) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const url = new URL(`http://server${incoming.url ?? ''}`);
      const request: AskedRequest = {
        method: incoming.method ?? '',
        path: (incoming.url ?? '').split('?')[0] ?? '',
        query: url.searchParams,
        headers: Object.fromEntries(
          Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
        ),
        body: Buffer.concat(chunks).toString('utf8'),
      };
      asked.push(request);
      void Promise.resolve(answer(request, asked.length - 1)).then(({ status = 200, headers = {}, body }) => {
        const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
        reply.writeHead(status, { 'content-type': 'application/vnd.api+json', ...headers });
        reply.end(text);
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  try {
    const result = await runCli(words(line), { ...options, env: env(`http://127.0.0.1:${port}`) });
    return { ...result, asked };
  } finally {
    server.closeAllConnections();
    server.close();
  }
};
