/**
 * Requests over undici on kept connections; those that need a fresh one use Node's client. Only this file imports
 * undici; load it by `await import()`. `dispatch` reports how far this request got, sends the path unchanged and
 * follows nothing, unlike `request` and `fetch`. The connector is trivet's: undici's ProxyAgent reconnects forever to
 * a proxy that closes during CONNECT.
 */
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { memoize } from '../../system/values/memoize.ts';
import type { Attempt, Release } from './attempt.ts';
import { runAttempt } from './attempt.ts';
import type { Dial } from '../connection/dial.ts';
import { dial } from '../connection/dial.ts';
import type { SendOptions, Destination, Transport } from '../../catalogue/http.ts';
import { wantsClientCertificate } from '../connection/connect.ts';
import type { Wire } from '../wire.ts';
import { toWire } from '../wire.ts';

type Connected = (...result: [null, Socket] | [Error, null]) => void;

const limits = {
  // The attempt keeps the deadlines: undici's clock is coarse and leaves the request pending.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 16_384,
  // Short: an idle connection closed at the next request is the commonest broken reply.
  keepAliveTimeout: 1_000,
  keepAliveMaxTimeout: 30_000,
};

/** Never seen. Shared, since creating a stack costs more than a request. */
const givenUp = new Error('given up');

interface Line {
  readonly dispatcher: Dispatcher;
  askedForCertificate(): boolean;
  /** The server sent an unexpected "100 Continue", which undici takes for the end. */
  hasty: boolean;
  end(): void;
}

const connector = (target: Destination, timeoutMs: number) => {
  const open = new Set<Dial>();
  let asked = false;
  let over = false;
  return {
    connect: (_: object, callback: Connected): void => {
      const attempt = dial(target, timeoutMs);
      open.add(attempt);
      if (over) attempt.cancel();
      attempt.socket.then(
        (socket) => {
          open.delete(attempt);
          // Read now: a closed connection no longer knows.
          asked = wantsClientCertificate(socket);
          callback(null, socket);
        },
        (error: unknown) => {
          open.delete(attempt);
          callback(error instanceof Error ? error : new Error('no connection'), null);
        },
      );
    },
    askedForCertificate: () => asked,
    cancel: (): void => {
      over = true;
      for (const attempt of open) attempt.cancel();
    },
  };
};

const openLine = (options: SendOptions): Line => {
  const { target, deadlines } = options;
  const { connect, cancel, askedForCertificate } = connector(target, deadlines.connect);
  const dispatcher = new Pool(target.origin, { ...limits, pipelining: 1, connect });
  return {
    dispatcher,
    askedForCertificate,
    hasty: false,
    end: () => {
      cancel();
      void dispatcher.destroy(givenUp);
    },
  };
};

class Exchange {
  readonly #line: Line;
  readonly #attempt: Attempt;
  #stop: ((error?: Error) => void) | undefined;

  constructor(line: Line, attempt: Attempt) {
    this.#line = line;
    this.#attempt = attempt;
  }

  onConnect(stop: (error?: Error) => void): void {
    this.#stop = stop;
    if (this.#attempt.settled) stop(givenUp);
    else this.#attempt.sending(this.#line.askedForCertificate());
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
    this.#attempt.complete();
  }

  onError(error: Error): void {
    if (error.message === 'bad response') this.#line.hasty = true;
    this.#attempt.fail(error);
  }

  stop(): void {
    this.#stop?.(givenUp);
  }
}

/** Names and values in turn: undici need not inspect them. */
const flat = memoize((headers: Wire['headers']): string[] => Object.entries(headers).flat());

const dispatch = (line: Line, wire: Wire, attempt: Attempt): Exchange => {
  const exchange = new Exchange(line, attempt);
  const { path, method, body } = wire;
  line.dispatcher.dispatch({ path, method, headers: flat(wire.headers), body: body ?? null }, exchange);
  return exchange;
};

let turn: Promise<void> | undefined;

/** Shared by one turn of the event loop. */
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
  const kept = new Map<string, Line>();
  let loading: Promise<Transport> | undefined;
  const oneShot = (): Promise<Transport> =>
    (loading ??= import('./node-transport.ts').then(({ createNodeTransport }) => createNodeTransport()));
  const keptFor = (options: SendOptions): Line => {
    const key = identify(options.target);
    const present = kept.get(key);
    if (present !== undefined) return present;
    const line = openLine(options);
    kept.set(key, line);
    return line;
  };

  return {
    send: async (request, options) => {
      if (options.fresh) return (await oneShot()).send(request, options);
      const line = keptFor(options);
      if (line.hasty) return (await oneShot()).send(request, options);
      const response = await runAttempt(options, (attempt): Release => {
        const exchange = dispatch(line, toWire(request, options.target), attempt);
        return (failed) => {
          if (failed) exchange.stop();
        };
      });
      // Undici frees the connection in the next turn; an earlier request would open another.
      await nextTurn();
      return response;
    },
    close: async () => {
      for (const line of kept.values()) line.end();
      kept.clear();
      await Promise.resolve();
    },
  };
};
