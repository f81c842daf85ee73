/** Resolved addresses, request plans and connections. The items of a batch share one pool. */
import type { Transport } from '../../catalogue/http.ts';
import type { TransportKind } from '../../http/transport/transport.ts';
import { madeOnce } from '../../system/values/made-once.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { RunCommand, TokenAccess } from '../../config/candidate.ts';
import type { Token } from '../../config/endpoint.ts';
import { resolveEndpoint } from '../../services/endpoint/resolve.ts';
import { productOf } from '../../services/products.ts';
import type { ServerProducts } from './detect.ts';
import type { Globals } from '../given-globals.ts';
import { serverChoice } from '../given-globals.ts';
import type { Server } from './server.ts';
import { serverAt } from './server.ts';
import type { Io } from '../../system/io.ts';
import { readFileOrInput } from '../../system/read-file.ts';

export interface Pool {
  /** A promise until it is resolved. @throws TrivetError local, for wrong or mixed settings */
  server(service: ServiceName, globals: Globals): Promise<Server>;
  freshToken(service: ServiceName, globals: Globals): Promise<Token | undefined>;
  readonly products: ServerProducts;
  transport(kind: TransportKind): Promise<Transport>;
  close(): Promise<void>;
}

/** Requests that are over before undici is loaded. */
export const oneShots = 3;

export type KeptConnections = Pick<Pool, 'transport' | 'close'>;

interface PoolOptions {
  readonly io: Io;
  readonly tokenAccess: TokenAccess;
  readonly openTransport: (kind: TransportKind) => Promise<Transport>;
  /** Milliseconds. */
  readonly life: number;
}

interface Known {
  readonly until: number;
  readonly server: () => Promise<Server>;
}

const connectionsOf = (open: PoolOptions['openTransport']): KeptConnections => {
  const transports = new Map<TransportKind, () => Promise<Transport>>();
  return {
    transport: (kind) => {
      const opened = transports.get(kind) ?? madeOnce(() => open(kind));
      transports.set(kind, opened);
      return opened();
    },
    close: async () => {
      for (const transport of transports.values()) await (await transport()).close();
    },
  };
};

export const keepConnections = (open: PoolOptions['openTransport']): KeptConnections => {
  const { transport, close } = connectionsOf(open);
  let sent = 0;
  return {
    transport: (kind) => {
      sent += 1;
      return transport(sent > oneShots ? 'many' : kind);
    },
    close,
  };
};

export const createPool = ({ io, tokenAccess, openTransport, life }: PoolOptions): Pool => {
  const servers = new Map<string, Map<ServiceName, Known>>();
  const resolve = async (service: ServiceName, globals: Globals): Promise<Server> => {
    const endpoint = await resolveEndpoint(service, globals, io, tokenAccess);
    return serverAt(endpoint, await productOf(service, endpoint), io.env);
  };
  return {
    ...connectionsOf(openTransport),
    products: new Map(),
    server: (service, globals) => {
      const choice = serverChoice(globals);
      const chosen = servers.get(choice) ?? new Map<ServiceName, Known>();
      const known = chosen.get(service);
      if (known !== undefined && (known.until === Number.POSITIVE_INFINITY || io.monotonic() < known.until))
        return known.server();
      const server = madeOnce(() => resolve(service, globals));
      const until = Number.isFinite(life) ? io.monotonic() + life : life;
      servers.set(choice, chosen.set(service, { until, server }));
      const resolving = server();
      // A failure is not cached: the next caller resolves again.
      Promise.resolve(resolving).catch(() => chosen.delete(service));
      return resolving;
    },
    freshToken: async (service, globals) =>
      (await resolveEndpoint(service, globals, io, tokenAccess)).token(),
  };
};

export const tokenAccess = (
  io: Io,
  within = io,
  globals?: Globals,
): TokenAccess & { readonly runCommand: RunCommand } => ({
  readStdin: () => readFileOrInput('-', within),
  runCommand: async (argv, limits) =>
    (await import('../credential-stores/kept.ts')).tokenCommands(io)(argv, limits),
  readKept: async (kept, of) =>
    (await import('../credential-stores/kept.ts')).keptReader(io, globals)(kept, of),
});
