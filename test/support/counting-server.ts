/** Loopback servers that record their requests. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { afterEach } from 'vitest';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface CountingServer {
  readonly origin: string;
  readonly seen: readonly SeenRequest[];
}

type Listener = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Returns a function that starts servers; they end with the test. */
export const useServers = (): ((listener?: Listener) => Promise<CountingServer>) => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  return async (listener) => {
    const seen: SeenRequest[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const body = Buffer.concat(chunks).toString('utf8');
        seen.push({ method, url, headers, body });
        if (listener !== undefined) listener(request, response, body);
        else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}');
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return { origin: `http://127.0.0.1:${port}`, seen };
  };
};
