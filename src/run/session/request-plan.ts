/** Made once for all requests of an operation: a batch sends thousands. */
import type { HttpRequest, Secret } from '../../catalogue/http.ts';
import type { BuildOptions } from '../../http/request.ts';
import { requestBuilder } from '../../http/request.ts';
import { joined } from '../../system/values/list.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Endpoint } from '../../config/endpoint.ts';
import type { Authorization } from '../../services/authorize.ts';
import { authorization, sentAs } from '../../services/authorize.ts';
import { serviceTraits } from '../../catalogue/product.ts';
import { namespaceHeader } from '../../services/index.ts';
import type { Product } from '../../services/product.ts';

type Headers = Readonly<Record<string, string>>;

interface RequestExtras extends BuildOptions {
  readonly token: string | undefined;
  readonly userAgent: string;
  readonly wrapTtl?: string | undefined;
  readonly query?: HttpRequest['query'] | undefined;
  readonly headers?: Headers | undefined;
  readonly secrets?: readonly Secret[] | undefined;
}

export interface RequestPlan {
  /** @throws TrivetError usage, for a path value that no path can hold */
  request(input: InputRecord, extras: RequestExtras): HttpRequest;
}

interface PlanOptions {
  readonly operation: Operation;
  readonly endpoint: Endpoint;
  readonly product: Product;
  readonly gateway: { readonly headers: Headers; readonly secrets: readonly Secret[] };
}

interface Shared {
  readonly token: string | undefined;
  readonly wrapTtl: string | undefined;
  readonly typed: boolean;
  readonly authorization: Authorization;
}

export const planRequests = ({ operation, endpoint, product, gateway }: PlanOptions): RequestPlan => {
  const build = requestBuilder(operation, { wire: product.wire, path: product.paths[operation.id] });
  const hasHeaders = Object.values(operation.parameters).some((parameter) => parameter.in === 'header');
  const method = product.methods?.[operation.id] ?? operation.method;
  const sent = sentAs(method, product);
  const namespace = namespaceHeader(endpoint);
  const wrapHeader = serviceTraits[operation.service].headers?.wrapTtl;
  const headersOf = (userAgent: string, wrapTtl: string | undefined): Headers => ({
    'user-agent': userAgent,
    ...namespace,
    ...gateway.headers,
    ...(wrapHeader === undefined || wrapTtl === undefined ? {} : { [wrapHeader]: wrapTtl }),
  });
  let shared: Shared | undefined;
  const authorizationOf = (
    { body, headers: own }: HttpRequest,
    { token, userAgent, wrapTtl, headers }: RequestExtras,
  ): Authorization => {
    if (hasHeaders || headers !== undefined) {
      const all = { ...headersOf(userAgent, wrapTtl), ...own, ...headers };
      return authorization({ method, body }, all, product, token);
    }
    const typed = body !== undefined;
    const known = shared;
    if (known !== undefined && known.token === token && known.wrapTtl === wrapTtl && known.typed === typed)
      return known.authorization;
    const made = authorization({ method, body }, headersOf(userAgent, wrapTtl), product, token);
    shared = { token, wrapTtl, typed, authorization: made };
    return made;
  };

  return {
    request: (input, extras) => {
      const plain = build(input, extras);
      const { body } = plain;
      const authorized = authorizationOf(plain, extras);
      return {
        method: sent.method,
        path: plain.path,
        query: joined(plain.query, extras.query ?? [], sent.query),
        headers: authorized.headers,
        body,
        secrets: joined(plain.secrets, gateway.secrets, authorized.secrets, extras.secrets ?? []),
      };
    },
  };
};
