/** A TCP proxy that breaks one connection at one byte, and records the traffic. */
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';

export type Recipe = 'fin' | 'rst' | 'stall' | 'garbage' | 'duplicate';
export type Side = 'request' | 'reply';

export interface Fault {
  readonly way: Recipe;
  readonly side: Side;
  /** Bytes of that side that pass before the fault; 0 to its length. */
  readonly at: number;
  /** The connection of the run, from 0. */
  readonly connection: number;
  /** Breaks every connection from that one on, so that no retry succeeds. */
  readonly always: boolean;
  /** Counts from the first such request of a connection, since reads before it may share that. */
  readonly from?: (request: Buffer) => boolean;
}

/** The traffic of one connection. */
export interface Carried {
  /** What the client wrote, whether or not it was passed on. */
  readonly request: Buffer;
  /** What the server wrote. */
  readonly reply: Buffer;
}

export interface FaultProxy {
  readonly port: number;
  /** Forgets the traffic; the next connection is number 0. Undefined breaks nothing. */
  arm(fault: Fault | undefined): void;
  carried(): readonly Carried[];
  /** Connections that the client still holds open. */
  open(): number;
  close(): Promise<void>;
}

/** Bytes that are neither UTF-8 nor HTTP. */
const garbage = Buffer.from([
  0x00, 0xff, 0xfe, 0x15, 0x80, 0xc0, 0x0a, 0x00, 0xff, 0x7f, 0xed, 0xa0, 0x80, 0x0d, 0x0d, 0x00,
]);

/** A broken connection is intended here. */
const ignore = (): undefined => undefined;

/** The sandbox only replies to its own port; both ports have five digits, so that no byte moves. */
const readdress = (bytes: Buffer, from: number, to: number): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(`127.0.0.1:${from}`, `127.0.0.1:${to}`), 'latin1');

class Line {
  readonly requests: Buffer[] = [];
  readonly replies: Buffer[] = [];
  readonly #client: Socket;
  readonly #server: Socket;
  #fault: Fault | undefined;
  #counts: boolean;
  /** Sides that pass nothing more on. */
  readonly #stopped = { request: false, reply: false };
  readonly #passed = { request: 0, reply: 0 };

  constructor(client: Socket, port: number, fault: Fault | undefined) {
    this.#client = client;
    this.#fault = fault;
    this.#counts = fault?.from === undefined;
    this.#server = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    client.on('data', (bytes: Buffer) => {
      const addressed = readdress(bytes, client.localPort ?? 0, port);
      this.requests.push(addressed);
      this.#counts ||= this.#fault?.from?.(addressed) === true;
      this.#pass('request', addressed, this.#server);
    });
    this.#server.on('data', (bytes: Buffer) => {
      this.replies.push(bytes);
      this.#pass('reply', bytes, client);
    });
    client.on('end', () => {
      if (this.#stopped.request) client.end();
      else this.#server.end();
    });
    const ended = (): void => {
      if (!this.#stopped.reply) client.end();
    };
    this.#server.on('end', ended);
    this.#server.on('close', ended);
    client.on('close', () => this.#server.destroy());
    client.on('error', ignore);
    this.#server.on('error', ignore);
  }

  #pass(side: Side, bytes: Buffer, to: Socket): void {
    if (this.#stopped[side]) return;
    if (!this.#counts) {
      to.write(bytes);
      return;
    }
    const before = this.#passed[side];
    this.#passed[side] += bytes.length;
    const fault = this.#fault;
    if (fault?.side !== side || fault.at > before + bytes.length) {
      to.write(bytes);
      return;
    }
    this.#fault = undefined;
    const cut = fault.at - before;
    if (cut > 0) to.write(bytes.subarray(0, cut));
    this.#break(fault.way, side, to, bytes.subarray(cut), fault.at);
  }

  #break(way: Recipe, side: Side, to: Socket, rest: Buffer, at: number): void {
    if (way === 'duplicate') {
      const all = Buffer.concat(side === 'request' ? this.requests : this.replies);
      to.write(Buffer.concat([all.subarray(0, at), rest]));
      return;
    }
    this.#stopped[side] = true;
    if (way === 'garbage') {
      to.end(garbage);
      return;
    }
    this.#stopped.request = true;
    this.#stopped.reply = true;
    if (way === 'fin') {
      to.end();
      this.#client.end();
    } else if (way === 'stall') {
      // A client that has already given up is not kept.
      if (this.#client.readableEnded) this.#client.end();
    } else if (way === 'rst') {
      this.#server.destroy();
      this.#client.resetAndDestroy();
    }
  }
}

/** Starts a proxy for `port` of this machine. */
export const startFaultProxy = async (port: number): Promise<FaultProxy> => {
  let lines: Line[] = [];
  let armed: Fault | undefined;
  const clients = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    const number = lines.length;
    const hit =
      armed !== undefined && (armed.always ? number >= armed.connection : number === armed.connection);
    lines.push(new Line(client, port, hit ? armed : undefined));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    arm: (fault) => {
      lines = [];
      armed = fault;
    },
    carried: () =>
      lines.map(({ requests, replies }) => ({
        request: Buffer.concat(requests),
        reply: Buffer.concat(replies),
      })),
    open: () => clients.size,
    close: () =>
      new Promise((resolve) => {
        for (const client of clients) client.destroy();
        server.close(() => resolve());
      }),
  };
};
