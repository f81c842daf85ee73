/** Connects to a server and can be cut and restored, which looks like a restart to clients; counts connections. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Relay {
  readonly url: string;
  /** The most connections that were open at once. */
  readonly most: () => number;
  /** Drops every connection and refuses new ones. */
  readonly cut: () => void;
  readonly open: () => void;
}

/** Ends with the test. */
export const relayTo = async (url: string): Promise<Relay> => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let up = true;
  let most = 0;
  let now = 0;
  const server = createServer((client) => {
    if (!up) {
      client.resetAndDestroy();
      return;
    }
    now += 1;
    most = Math.max(most, now);
    const upstream = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    upstream.pipe(client);
    // The sandbox only replies to its own address.
    client.on('data', (chunk: Buffer) => {
      upstream.write(
        Buffer.from(chunk.toString('latin1').replace(/^(host: ).*$/im, `$1${target.host}`), 'latin1'),
      );
    });
    client.on('close', () => {
      now -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    drop();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${target.pathname === '/' ? '' : target.pathname}`,
    most: () => most,
    cut: () => {
      up = false;
      drop();
    },
    open: () => {
      up = true;
    },
  };
};
