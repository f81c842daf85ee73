/** What all requests of one operation have in common, made once: a batch sends thousands of them. */
import type { Secret, Target } from '../http/http.ts';
import { requestBuilder } from '../http/request.ts';
import type { RequestBuilder } from '../http/request.ts';
import type { RetryOptions } from '../http/retry.ts';
import type { Operation } from '../model/operation.ts';
import { perObject } from '../model/per-object.ts';
import type { Endpoint } from '../profiles/endpoint.ts';
import { namespaceHeader, serviceOf } from '../services/index.ts';
import { effectOf, isNotProcessed } from '../services/outcome.ts';
import { knownError } from '../services/products.ts';
import type { Product } from '../services/product.ts';
import { deadlinesOf, maxReplyBytes } from './deadlines.ts';
import { gatewayOf } from './gateway.ts';
import type { Globals } from './globals.ts';
import type { Reporter } from './reporter.ts';
import type { World } from './world.ts';

type Headers = Readonly<Record<string, string>>;

/** What of a run decides how requests are sent. */
export interface RequestContext {
  readonly world: World;
  readonly globals: Globals;
  readonly reporter: Reporter;
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Aborted some seconds after the first signal: a change in flight is given time to be answered. */
  readonly writeSignal: AbortSignal;
}

export interface RequestPlan {
  readonly endpoint: Endpoint;
  readonly product: Product;
  readonly build: RequestBuilder;
  /** What no document has a parameter for: who asks, in which namespace, and what a gateway wants. */
  readonly headers: Headers;
  /** Of those headers. */
  readonly secrets: readonly Secret[];
  /** The same, and that the reply be wrapped, where that is wanted. */
  readonly wrapping: Headers;
  /** Deadlines and the rule of repeats, for a request about which nothing else is said. */
  sending(target: Target): RetryOptions;
}

interface RequestPlanOptions extends RequestContext {
  readonly operation: Operation;
  readonly endpoint: Endpoint;
  readonly product: Product;
}

const sendingOf = (options: RequestPlanOptions, target: Target): RetryOptions => {
  const { operation, product, world, reporter } = options;
  const effect = effectOf(operation, options.endpoint.productChosen);
  const service = serviceOf(operation.service);
  return {
    target,
    deadlines: deadlinesOf(operation, options.globals.timeout),
    effect,
    fresh: effect === 'unsafe',
    signal: effect === 'read' ? options.signal : options.writeSignal,
    maxBytes: maxReplyBytes,
    monotonic: () => world.monotonic(),
    now: () => world.now(),
    onRetry: (retry) => {
      reporter.retry(retry, operation.id);
    },
    // The server's words may prove that nothing was done, or that a repeat cannot help.
    notProcessed: (reply) => isNotProcessed({ product, operation, service }, reply),
    final: (reply) =>
      reply.status === 500 &&
      knownError(product, operation.id, 500, service.readError(reply).text) !== undefined,
  };
};

export const planRequests = (options: RequestPlanOptions): RequestPlan => {
  const { operation, endpoint, product, globals, reporter } = options;
  const gateway = gatewayOf(endpoint);
  const headers = {
    'user-agent': reporter.userAgent,
    ...namespaceHeader(endpoint),
    ...gateway.headers,
  };
  const wrapTtl = serviceOf(operation.service).headers?.wrapTtl;
  return {
    endpoint,
    product,
    build: requestBuilder(operation, { wire: product.wire, path: product.paths[operation.id] }),
    headers,
    secrets: gateway.secrets,
    wrapping:
      wrapTtl === undefined || globals.wrapTtl === undefined
        ? headers
        : { ...headers, [wrapTtl]: globals.wrapTtl },
    sending: perObject((target: Target) => sendingOf(options, target)),
  };
};
