/** What all requests of an operation to one server have in common, made once because a batch sends thousands. */
import type { HttpRequest, HttpResponse, Secret } from '../http/http.ts';
import type { BuildOptions } from '../http/request.ts';
import { requestBuilder } from '../http/request.ts';
import type { Effect, Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import type { Endpoint } from '../profiles/endpoint.ts';
import type { Authorization } from '../services/authorize.ts';
import { authorization, finished } from '../services/authorize.ts';
import { namespaceHeader, serviceOf } from '../services/index.ts';
import { effectOf, isNotProcessed } from '../services/asked.ts';
import type { Product } from '../services/product.ts';
import { knownError } from '../services/products.ts';

type Headers = Readonly<Record<string, string>>;

/** What a request needs beside the input of its operation. */
interface RequestExtras extends BuildOptions {
  readonly token: string | undefined;
  readonly userAgent: string;
  /** How long the token lives that the reply is wrapped in, where the service can do that. */
  readonly wrapTtl?: string | undefined;
  readonly query?: HttpRequest['query'] | undefined;
  readonly headers?: Headers | undefined;
}

export interface RequestPlan {
  /** Decides whether a request without a usable reply may be sent again. */
  readonly effect: Effect;
  /**
   * Builds the request with the token and the headers that the product needs.
   * @throws TrivetError usage, for a path value that no path can hold
   */
  request(input: InputRecord, extras: RequestExtras): HttpRequest;
  /** Whether the reply proves that the server did nothing. */
  notProcessed(reply: HttpResponse): boolean;
  /** Whether a retry cannot help. */
  final(reply: HttpResponse): boolean;
}

interface PlanOptions {
  readonly operation: Operation;
  readonly endpoint: Endpoint;
  readonly product: Product;
  readonly gateway: { readonly headers: Headers; readonly secrets: readonly Secret[] };
}

/** Headers that many requests share. */
interface Shared {
  readonly token: string | undefined;
  readonly wrapTtl: string | undefined;
  readonly typed: boolean;
  readonly authorization: Authorization;
}

export const planRequests = ({ operation, endpoint, product, gateway }: PlanOptions): RequestPlan => {
  const service = serviceOf(operation.service);
  const build = requestBuilder(operation, { wire: product.wire, path: product.paths[operation.id] });
  const hasHeaders = Object.values(operation.parameters).some((parameter) => parameter.in === 'header');
  const method = product.methods?.[operation.id];
  const namespace = namespaceHeader(endpoint);
  const wrapHeader = service.headers?.wrapTtl;
  const headersOf = (userAgent: string, wrapTtl: string | undefined): Headers => ({
    'user-agent': userAgent,
    ...namespace,
    ...gateway.headers,
    ...(wrapHeader === undefined || wrapTtl === undefined ? {} : { [wrapHeader]: wrapTtl }),
  });
  let shared: Shared | undefined;

  return {
    effect: effectOf(operation, endpoint.productChosen),
    request: (input, extras) => {
      const { token, userAgent, wrapTtl, query = [], headers } = extras;
      const plain = build(input, extras);
      const secrets = gateway.secrets.length === 0 ? plain.secrets : [...plain.secrets, ...gateway.secrets];
      const whole: HttpRequest = {
        ...plain,
        method: method ?? plain.method,
        query: query.length === 0 ? plain.query : [...plain.query, ...query],
        secrets,
      };
      if (hasHeaders || headers !== undefined) {
        const own = { ...headersOf(userAgent, wrapTtl), ...plain.headers, ...headers };
        return finished(whole, product, authorization(whole, own, product, token));
      }
      const typed = whole.body !== undefined;
      const known = shared;
      if (known !== undefined && known.token === token && known.wrapTtl === wrapTtl && known.typed === typed)
        return finished(whole, product, known.authorization);
      const made = authorization(whole, headersOf(userAgent, wrapTtl), product, token);
      shared = { token, wrapTtl, typed, authorization: made };
      return finished(whole, product, made);
    },
    notProcessed: (reply) => isNotProcessed({ product, operation, service }, reply),
    final: (reply) =>
      reply.status === 500 &&
      knownError(product, operation.id, 500, service.readError(reply).text) !== undefined,
  };
};
