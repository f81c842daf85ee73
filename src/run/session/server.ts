import type { Secret } from '../../catalogue/http.ts';
import type { ProxyChoice } from '../../http/connection/proxy.ts';
import { proxyFor, proxySecrets } from '../../http/connection/proxy.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { memoize } from '../../system/values/memoize.ts';
import type { Endpoint } from '../../config/endpoint.ts';
import type { ServerOfCall, ServerRoute } from '../../services/call.ts';
import type { Product } from '../../services/product.ts';
import type { RequestPlan } from './request-plan.ts';
import { planRequests } from './request-plan.ts';
import { mayBeSecret } from '../../catalogue/shown.ts';

interface Gateway {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly Secret[];
}

export interface Server extends ServerOfCall {
  readonly gateway: Gateway;
  plan(operation: Operation): RequestPlan;
}

const gatewayOf = ({ headers }: Endpoint): Gateway => ({
  headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
  secrets: headers
    .filter(({ name, value }) => value !== '' && mayBeSecret(name))
    .map(({ variable, value }) => ({ name: variable, value })),
});

const routeOf = (endpoint: Endpoint, env: Parameters<typeof proxyFor>[1], secret: boolean): ServerRoute => {
  const url = new URL(endpoint.baseUrl);
  const choice: ProxyChoice =
    endpoint.socketPath === undefined ? proxyFor(url.origin, env, secret) : { kind: 'direct' };
  if (choice.kind === 'refused') {
    throw new TrivetError('proxy', Exit.unreachable, choice.message, {
      effect: 'not-sent',
      hint: choice.hint,
    });
  }
  return {
    target: {
      origin: url.origin,
      basePath: url.pathname.replace(/\/$/, ''),
      socketPath: endpoint.socketPath,
      tls: endpoint.tls,
      proxy: choice.kind === 'proxy' ? choice.url : undefined,
    },
    secrets: choice.kind === 'proxy' ? proxySecrets(choice.url) : [],
  };
};

/** @param env names the proxies; the object must not change */
export const serverAt = (
  endpoint: Endpoint,
  product: Product,
  env: Parameters<typeof proxyFor>[1],
): Server => {
  const gateway = gatewayOf(endpoint);
  let withSecret: ServerRoute | undefined;
  let without: ServerRoute | undefined;
  return {
    endpoint,
    product,
    gateway,
    plan: memoize((operation: Operation) => planRequests({ operation, endpoint, product, gateway })),
    route: (secret) =>
      secret ? (withSecret ??= routeOf(endpoint, env, true)) : (without ??= routeOf(endpoint, env, false)),
  };
};
