/** The fake server for listeners that write their replies themselves. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import type { FakeRequest, FakeServer } from './fake-server.ts';
import { startFakeServer } from './fake-server.ts';

export interface CountingServer {
  readonly origin: string;
  readonly seen: readonly FakeRequest[];
}

type Listener = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Returns a function that starts servers; they end with the test. */
export const useServers = (): ((listener?: Listener) => Promise<CountingServer>) => {
  const servers: FakeServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  return async (listener) => {
    const server = await startFakeServer(({ body }, _, { incoming, reply }) => {
      if (listener === undefined)
        return { body: '{"data":{}}', headers: { 'content-type': 'application/json' } };
      listener(incoming, reply, body);
      return undefined;
    });
    servers.push(server);
    return { origin: server.origin, seen: server.received };
  };
};
