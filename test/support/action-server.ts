/** Plays the server's side of a recorded action stream, and keeps what the client sends. */
import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { startFakeServer } from './fake-server.ts';

export interface Frame {
  readonly dir: 'client' | 'server';
  readonly opcode: 'text' | 'close';
  readonly json?: unknown;
  readonly code?: number;
  readonly reason?: string;
}

export interface ActionServer {
  readonly origin: string;
  /** Frames of the client in order, without heartbeats. */
  readonly received: readonly unknown[];
  readonly upgrades: readonly { readonly url: string; readonly headers: NodeJS.Dict<string | string[]> }[];
  close(): Promise<void>;
}

const isHeartbeat = (json: unknown): boolean => JSON.stringify(json) === '{}';

/** A queue of received frames, with a way to wait for the next. */
const inbox = (socket: WebSocket, keep: (frame: unknown) => void) => {
  const state = { came: 0, taken: 0, wake: (): void => undefined };
  socket.on('message', (data) => {
    const frame: unknown = JSON.parse(Buffer.isBuffer(data) ? data.toString('utf8') : '{}');
    if (isHeartbeat(frame)) return;
    keep(frame);
    state.came += 1;
    state.wake();
  });
  return async (): Promise<void> => {
    while (state.came <= state.taken) {
      await new Promise<void>((resolve) => {
        state.wake = () => resolve();
      });
    }
    state.taken += 1;
  };
};

const play = async (
  socket: WebSocket,
  connection: Socket,
  frames: readonly Frame[],
  end: string,
  keep: (frame: unknown) => void,
): Promise<void> => {
  const next = inbox(socket, keep);
  for (const frame of frames) {
    if (frame.dir === 'client') {
      if (frame.opcode === 'text' && !isHeartbeat(frame.json)) await next();
    } else if (frame.opcode === 'close') socket.close(frame.code, frame.reason);
    else socket.send(JSON.stringify(frame.json));
  }
  // No close frame: frames that were sent still arrive.
  if (end === 'tcp-closed-by-server') connection.end();
};

/** @param end how the recording ended: `tcp-closed-by-server`, or by the client */
export const startActionServer = async (frames: readonly Frame[], end: string): Promise<ActionServer> => {
  const fake = await startFakeServer(() => ({
    status: 500,
    body: 'websocket connection not found in context',
  }));
  const server = new WebSocketServer({ server: fake.http });
  const received: unknown[] = [];
  const upgrades: { url: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  server.on('connection', (socket, request) => {
    upgrades.push({ url: request.url ?? '', headers: request.headers });
    void play(socket, request.socket, frames, end, (frame) => received.push(frame));
  });
  return {
    origin: fake.origin,
    received,
    upgrades,
    close: () => {
      for (const client of server.clients) client.terminate();
      return fake.close();
    },
  };
};
