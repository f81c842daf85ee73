/** One run of trivet against its services: composes operations into requests, sends them, reads replies. */
import type { HttpRequest, HttpResponse, Target, Transport } from '../http/http.ts';
import { TransportError } from '../http/http.ts';
import type { BuildOptions } from '../http/request.ts';
import { buildRequest } from '../http/request.ts';
import type { TransportKind } from '../http/transport.ts';
import { SendError, sendWithRetries } from '../http/retry.ts';
import type { Json } from '../model/json.ts';
import { Exit, localError, TrivetError } from '../model/error.ts';
import type { InputOf, Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import type { ServiceName } from '../model/product.ts';
import type { TokenAccess } from '../profiles/candidate.ts';
import type { Endpoint } from '../profiles/endpoint.ts';
import { resolveEndpoint } from '../profiles/resolve.ts';
import { authorize } from '../services/authorize.ts';
import { fillTemplate, withContext } from '../services/context.ts';
import { readDocument } from '../services/document.ts';
import { serviceOf } from '../services/index.ts';
import { effectOf, garbledReply, replyFailure, transportFailure } from '../services/outcome.ts';
import type { Asked } from '../services/outcome.ts';
import { knownError, productOf } from '../services/products.ts';
import type { Product } from '../services/products.ts';
import { deadlinesOf, maxReplyBytes } from './deadlines.ts';
import type { Globals } from './globals.ts';
import { bareEndpoint, sendProbe } from './probe.ts';
import type { Probe, ProbeOptions } from './probe.ts';
import type { Reporter } from './reporter.ts';
import { targetOf } from './target.ts';
import type { World } from './world.ts';

export interface Outcome {
  readonly operation: Operation;
  /** As sent: context filled, names resolved. */
  readonly input: InputRecord;
  readonly document: Json;
  readonly response: HttpResponse;
  readonly product: Product;
}

export interface CallOptions {
  readonly base?: Json | undefined;
  readonly extra?: BuildOptions['extra'];
  /** More headers or query that are no documented parameter (paging, blocking queries). */
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The server answers when something changes: that it takes its time is no work to be shown. */
  readonly blocking?: true;
  /** Milliseconds for this call instead of the operation's own. */
  readonly timeout?: number;
  /** Ends this call before the run does: a page that nobody wants any more. */
  readonly signal?: AbortSignal;
  /** The request will be shown: a variable stands for the token, and no token is read. */
  readonly shown?: true;
  /** The reply is wanted as it is, whatever `--wrap-ttl` says: look-ups, and steps of a workflow. */
  readonly unwrapped?: true;
}

/** Ends a command whose request was shown instead of sent. */
export class Shown extends Error {}

export interface Session {
  readonly world: World;
  readonly globals: Globals;
  readonly reporter: Reporter;
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  endpoint(service: ServiceName): Promise<Endpoint>;
  product(service: ServiceName): Promise<Product>;
  /** The command's own operation; with `--dry-run` or `--curl` it is shown and `Shown` is thrown. */
  call(operation: Operation, input: InputRecord, options?: CallOptions): Promise<Outcome>;
  /** A read that another operation needs: sent even in a dry run. */
  lookUp<O extends Operation>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<Outcome>;
  /** The request of an operation, authorized and not sent: WebSockets, lends. */
  prepare(operation: Operation, input: InputRecord, options?: CallOptions): Promise<Prepared>;
  /** A read outside the catalogue whose reply is wanted whatever its status: detection and `doctor`. */
  probe(service: ServiceName, path: string, options?: ProbeOptions): Promise<Probe>;
  /**
   * Holds the program until `work` is done: a first signal does not cut its requests off, a second one says `undo`
   * and leaves at once.
   */
  hold<T>(undo: () => string, work: () => Promise<T>): Promise<T>;
  /** Where a prepared request goes: for what is no single request and reply. */
  target(prepared: Prepared): Target;
  close(): Promise<void>;
}

export interface Prepared {
  readonly request: HttpRequest;
  readonly input: InputRecord;
  readonly endpoint: Endpoint;
  readonly product: Product;
  readonly asked: Asked;
  readonly options: CallOptions;
}

export interface SessionOptions {
  readonly world: World;
  readonly globals: Globals;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
  /** Aborted some seconds after the first signal: a change in flight is given time to be answered. */
  readonly writeSignal: AbortSignal;
  /** Opens a transport when a request first needs one of its kind. */
  readonly openTransport: (kind: TransportKind) => Promise<Transport>;
  /** Shows a request for `--dry-run` and `--curl`. */
  readonly show: (prepared: Prepared, target: Target) => Promise<void>;
  /** Holds back the end of changes in flight; gives what lets go again. */
  readonly hold: (undo: () => string) => () => void;
  /** What a second signal says of a change that was sent and not answered; gives what takes it back. */
  readonly inFlight: (said: () => string) => () => void;
  /** How token commands are run and tokens read from standard input. */
  readonly tokenAccess: TokenAccess;
}

/** Requests of one run that go over connections of their own. */
const oneShots = 3;

export const createSession = (options: SessionOptions): Session => {
  const { world, globals, reporter, signal } = options;
  const endpoints = new Map<ServiceName, Promise<Endpoint>>();
  const transports = new Map<TransportKind, Promise<Transport>>();
  let sent = 0;

  // undici pays only where connections are kept: a look-up or two and one request are over before it is loaded.
  const nextTransport = (): Promise<Transport> => {
    sent += 1;
    const kind: TransportKind = sent <= oneShots ? 'one-shot' : 'many';
    const opened = transports.get(kind) ?? options.openTransport(kind);
    transports.set(kind, opened);
    return opened;
  };

  const endpoint = (service: ServiceName): Promise<Endpoint> => {
    const known = endpoints.get(service);
    if (known !== undefined) return known;
    const resolving = resolveEndpoint(service, globals, world, options.tokenAccess).then((found) => {
      for (const notice of found.notices) reporter.note(notice);
      return found;
    });
    endpoints.set(service, resolving);
    return resolving;
  };

  /** The resolved endpoint, or another address of the same service that gets no token. */
  const addressOf = (service: ServiceName, url: string | undefined): Promise<Endpoint> =>
    url === undefined ? endpoint(service) : Promise.resolve(bareEndpoint(service, url));

  const product = async (service: ServiceName): Promise<Product> =>
    productOf(service, (await endpoint(service)).product);

  const prepare = async (
    operation: Operation,
    given: InputRecord,
    callOptions: CallOptions = {},
  ): Promise<Prepared> => {
    const where = await endpoint(operation.service);
    const what = productOf(operation.service, where.product);
    const input = withContext(operation, given, where, what);
    const plain = buildRequest(operation, input, {
      wire: (name) => what.wire[name] ?? name,
      path: what.paths[operation.id],
      base: callOptions.base,
      extra: callOptions.extra ?? [],
    });
    const token =
      operation.auth === 'none'
        ? undefined
        : callOptions.shown === true
          ? { value: placeholder(operation.service), source: 'the environment' }
          : await where.token();
    if (operation.auth !== 'none' && what.open !== true && token === undefined) {
      throw new TrivetError(
        'unauthenticated',
        Exit.denied,
        `no token for ${operation.service} at ${where.baseUrl}`,
        {
          hint: `Give one: trivet auth login ${operation.service}, TRIVET_${operation.service.toUpperCase()}_TOKEN, or --token-file.`,
        },
      );
    }
    const request = authorize(
      {
        ...plain,
        method: what.methods?.[operation.id] ?? plain.method,
        query: [...plain.query, ...(callOptions.query ?? [])],
        headers: {
          'user-agent': reporter.userAgent,
          ...secretsHeaders(operation, globals, where, callOptions),
          ...plain.headers,
          ...callOptions.headers,
        },
      },
      what,
      token?.value,
    );
    reporter.hide(request.secrets);
    const asked: Asked = {
      operation,
      product: what,
      service: serviceOf(operation.service),
      request,
      baseUrl: where.baseUrl,
      // Filled when it is said: most requests of a batch succeed.
      get lookUp() {
        return operation.lookUp === undefined ? undefined : `trivet ${fillTemplate(operation.lookUp, input)}`;
      },
      tokenSource: token?.source,
    };
    return { request, input, endpoint: where, product: what, asked, options: callOptions };
  };

  const send = async (prepared: Prepared, quietly: boolean): Promise<Outcome> => {
    const { request, asked, endpoint: where, product: what, input } = prepared;
    const { operation, service } = asked;
    const target = targetOf(where, world, reporter, request.secrets);
    const effect = effectOf(operation, where.productChosen);
    const deadlines = deadlinesOf(operation, prepared.options.timeout ?? globals.timeout);
    const ending = effect === 'read' ? signal : options.writeSignal;
    const unwanted = prepared.options.signal;
    const landed = effect === 'read' ? undefined : options.inFlight(() => leftInFlight(asked));
    reporter.request(request, where.baseUrl);
    const busy = prepared.options.blocking === true ? undefined : reporter.busy(operation.summary);
    try {
      const { response, attempts, reached } = await sendWithRetries(await nextTransport(), request, {
        target,
        deadlines,
        effect,
        fresh: effect === 'unsafe',
        signal: unwanted === undefined ? ending : AbortSignal.any([ending, unwanted]),
        maxBytes: maxReplyBytes,
        monotonic: () => world.monotonic(),
        now: () => world.now(),
        onRetry: (retry) => {
          if (!quietly) reporter.retry(retry, operation.id);
        },
        // The server's words may prove that nothing was done, or that a repeat cannot help.
        notProcessed: (reply) =>
          knownError(what, operation.id, reply.status, service.readError(reply).text)?.notDone === true &&
          reply.status === 503,
        final: (reply) =>
          reply.status === 500 &&
          knownError(what, operation.id, 500, service.readError(reply).text) !== undefined,
      });
      reporter.reply(response, attempts);
      noteProduct(prepared, response, reporter);
      const empty = service.emptyList?.(operation, response);
      if (empty !== undefined) return { operation, input, document: empty, response, product: what };
      if (response.status < 200 || response.status >= 300) {
        const document = readDocument(response, operation);
        const reply = { status: response.status, document: document.ok ? document.value : undefined };
        if (attempts > 1 && operation.settled?.(reply, input) === true) {
          return { operation, input, document: null, response, product: what };
        }
        throw replyFailure(asked, response, reached);
      }
      const document = readDocument(response, operation);
      if (!document.ok) throw garbledReply(asked, response, document.why);
      return { operation, input, document: document.value, response, product: what };
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      throw transportFailure(asked, error, error instanceof SendError && error.reached);
    } finally {
      landed?.();
      busy?.end();
    }
  };

  return {
    world,
    globals,
    reporter,
    signal,
    endpoint,
    product,
    prepare,
    target: ({ endpoint: where, request }) => targetOf(where, world, reporter, request.secrets),
    call: async (operation, input, callOptions = {}) => {
      const shown = globals.dryRun || globals.curl;
      const prepared = await prepare(operation, input, shown ? { ...callOptions, shown } : callOptions);
      if (shown) {
        await options.show(prepared, targetOf(prepared.endpoint, world, reporter, []));
        throw new Shown();
      }
      return send(prepared, false);
    },
    lookUp: async (operation, input, callOptions) => {
      if (operation.effect !== 'read')
        throw localError(`${operation.id} changes something and is no look-up`);
      return send(await prepare(operation, input, { ...callOptions, unwrapped: true }), true);
    },
    probe: async (service, path, probing = {}) =>
      sendProbe({
        where: await addressOf(service, probing.url),
        path,
        probing,
        options,
        transport: nextTransport,
      }),
    hold: async (undo, work) => {
      const release = options.hold(undo);
      try {
        return await work();
      } finally {
        release();
      }
    },
    close: async () => {
      for (const transport of transports.values()) await (await transport).close();
    },
  };
};

const leftInFlight = ({ operation, lookUp }: Asked): string =>
  `${operation.id} may have been done${lookUp === undefined ? '' : `; look first: ${lookUp}`}`;

/** Never sent: what is shown has the variable's name in its place. */
const placeholder = (service: ServiceName): string => `token-of-the-${service}-service`;

/** Where the request goes and how its reply is wanted: no document has a parameter for either. */
const secretsHeaders = (
  operation: Operation,
  globals: Globals,
  { context }: Endpoint,
  { unwrapped }: CallOptions,
): Readonly<Record<string, string>> => {
  if (operation.service !== 'secrets') return {};
  const namespace = context.namespace?.value;
  return {
    ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
    ...(globals.wrapTtl === undefined || unwrapped === true ? {} : { 'x-vault-wrap-ttl': globals.wrapTtl }),
  };
};

const noteProduct = (prepared: Prepared, response: HttpResponse, reporter: Reporter): void => {
  const { endpoint, asked } = prepared;
  const found = asked.service.detect(response);
  if (found === undefined || found === endpoint.product) return;
  // Somebody chose the documents' names, for a server that speaks both (the sandbox).
  if (endpoint.productChosen && endpoint.product === 'documented') return;
  // OpenBao answers with the header names of Vault.
  if (found === 'vault' && endpoint.product === 'openbao') return;
  reporter.warnOnce(
    `the server looks like ${found}, trivet speaks to it as ${endpoint.product}: give --product ${found}, or ` +
      `trivet profile set NAME --${asked.operation.service}-product ${found}`,
  );
};
