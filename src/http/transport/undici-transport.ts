/**
 * Requests over undici on kept connections; those that need a fresh one use Node's client. Only this file imports
 * undici; load it by `await import()`. `dispatch` reports how far this request got, sends the path unchanged and
 * follows nothing, unlike `request` and `fetch`. The connector is trivet's: undici's ProxyAgent reconnects forever to
 * a proxy that closes during CONNECT. The list of connections is trivet's too: undici's pool does not say which
 * connection a request gets.
 */
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import { monotonic } from '../../system/clock.ts';
import { memoize } from '../../system/values/memoize.ts';
import type { Attempt, Release } from './attempt.ts';
import { runAttempt } from './attempt.ts';
import type { Dial } from '../connection/dial.ts';
import { dial } from '../connection/dial.ts';
import type { SendOptions, Destination, Transport } from '../../catalogue/http.ts';
import { wantsClientCertificate } from '../connection/connect.ts';
import type { Wire } from '../wire.ts';
import { toWire } from '../wire.ts';

const limits = {
  // The attempt keeps the deadlines, since undici's clock is coarse and leaves the request pending.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 16_384,
  // The time-out is short, since a server that closes an idle connection breaks the next request.
  keepAliveTimeout: 1_000,
  keepAliveMaxTimeout: 30_000,
};

/** Milliseconds since the last reply: far below the time after which a server closes an idle connection. */
const warmFor = 100;

/** Nobody sees this error. It is shared, since creating a stack costs more than a request. */
const givenUp = new Error('given up');

/** Has one connection at a time, with one request at a time. undici opens it again after it was closed. */
class Connection {
  readonly #client: Dispatcher;
  #dial: Dial | undefined;
  #isOver = false;
  #replies = 0;
  #repliedAt = 0;
  askedForCertificate = false;

  constructor({ target, deadlines }: SendOptions) {
    const connect = (_: object, callback: (...result: [null, Socket] | [Error, null]) => void): void => {
      this.#replies = 0;
      const dialled = (this.#dial = dial(target, deadlines.connect));
      if (this.#isOver) dialled.cancel();
      dialled.socket.then(
        (socket) => {
          // A closed connection would no longer know.
          this.askedForCertificate = wantsClientCertificate(socket);
          callback(null, socket);
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error('no connection'), null),
      );
    };
    this.#client = new Client(target.origin, { ...limits, pipelining: 1, connect });
  }

  /** The server has replied twice, and just now: only one that closes connections in use would lose a request. */
  get isWarm(): boolean {
    return this.#replies >= 2 && monotonic() - this.#repliedAt < warmFor;
  }

  get isUsed(): boolean {
    return this.#replies > 0;
  }

  dispatch({ path, method, headers, body }: Wire, exchange: Exchange): void {
    this.#client.dispatch({ path, method, headers: flat(headers), body: body ?? null }, exchange);
  }

  replied(): void {
    this.#replies += 1;
    this.#repliedAt = monotonic();
  }

  end(): void {
    this.#isOver = true;
    this.#dial?.cancel();
    void this.#client.destroy(givenUp);
  }
}

class Line {
  readonly #all = new Set<Connection>();
  /** The last one was used last. */
  readonly #idle: Connection[] = [];
  /** Set if the server sent an unexpected "100 Continue", which undici takes for the end. */
  isHasty = false;
  /** Set if the server closed a kept connection during a request. */
  hasClosed = false;

  takeWarm(): Connection | undefined {
    return !this.hasClosed && this.#idle.at(-1)?.isWarm === true ? this.#idle.pop() : undefined;
  }

  take(options: SendOptions): Connection {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const made = new Connection(options);
    this.#all.add(made);
    return made;
  }

  giveBack(connection: Connection): void {
    this.#idle.push(connection);
  }

  drop(connection: Connection): void {
    this.#all.delete(connection);
    connection.end();
  }

  end(): void {
    for (const connection of this.#all) connection.end();
  }
}

class Exchange {
  readonly #line: Line;
  readonly #connection: Connection;
  readonly #attempt: Attempt;
  #stop: ((error?: Error) => void) | undefined;

  constructor(line: Line, connection: Connection, attempt: Attempt) {
    this.#line = line;
    this.#connection = connection;
    this.#attempt = attempt;
  }

  onConnect(stop: (error?: Error) => void): void {
    this.#stop = stop;
    if (this.#attempt.settled) stop(givenUp);
    else this.#attempt.sending(this.#connection.askedForCertificate);
  }

  onHeaders(status: number, raw: Buffer[]): boolean {
    if (status >= 200) this.#attempt.replying(status, raw);
    return true;
  }

  onData(bytes: Buffer): boolean {
    this.#attempt.chunk(bytes);
    return true;
  }

  onComplete(): void {
    this.#connection.replied();
    this.#attempt.complete();
  }

  onError(error: Error): void {
    if (error.message === 'bad response') this.#line.isHasty = true;
    if (error !== givenUp && this.#connection.isUsed) this.#line.hasClosed = true;
    this.#attempt.fail(error);
  }

  stop(): void {
    this.#stop?.(givenUp);
  }
}

/** A flat list of names and values, which undici need not inspect. */
const flat = memoize((headers: Wire['headers']): string[] => Object.entries(headers).flat());

let turn: Promise<void> | undefined;

/** One promise is shared by all that wait in one turn of the event loop. */
const nextTurn = (): Promise<void> => {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
};

const identify = memoize(({ origin, socketPath = '', proxy = '', tls }: Destination): string =>
  [origin, socketPath, proxy, JSON.stringify(tls)].join('\n'),
);

/** Keeps connections per target until `close`; idle ones do not keep the process running. */
export const createUndiciTransport = (): Transport => {
  const lines = new Map<string, Line>();
  let loading: Promise<Transport> | undefined;
  const oneShot = (): Promise<Transport> =>
    (loading ??= import('./node-transport.ts').then(({ createNodeTransport }) => createNodeTransport()));
  const lineTo = (target: Destination): Line => {
    const key = identify(target);
    const line = lines.get(key) ?? new Line();
    lines.set(key, line);
    return line;
  };
  const connectionFor = (line: Line, options: SendOptions): Connection | undefined => {
    if (options.connection === 'fresh' || line.isHasty) return undefined;
    return options.connection === 'warm' ? line.takeWarm() : line.take(options);
  };

  return {
    send: async (request, options) => {
      const line = lineTo(options.target);
      const connection = connectionFor(line, options);
      if (connection === undefined) return (await oneShot()).send(request, options);
      try {
        const response = await runAttempt(options, (attempt): Release => {
          const exchange = new Exchange(line, connection, attempt);
          connection.dispatch(toWire(request, options.target), exchange);
          return (failed) => {
            if (failed) exchange.stop();
          };
        });
        // undici frees the connection in the next turn, when it has also seen whether the server closed it.
        await nextTurn();
        line.giveBack(connection);
        return response;
      } catch (error) {
        line.drop(connection);
        throw error;
      }
    },
    close: async () => {
      for (const line of lines.values()) line.end();
      lines.clear();
      await Promise.resolve();
    },
  };
};
