/** Where the requests of an endpoint go: origin, base path, TLS, and the proxy that the environment names. */
import type { Secret, Target } from '../http/http.ts';
import { proxyFor, proxySecrets } from '../http/proxy.ts';
import { Exit, TrivetError } from '../model/error.ts';
import type { Endpoint } from '../profiles/endpoint.ts';
import type { Reporter } from './reporter.ts';
import type { World } from './world.ts';

/** By whether a secret goes along: an endpoint belongs to one run, and its environment does not change. */
type Known = Map<boolean, Target>;
const known = new WeakMap<Endpoint, Known>();

/**
 * The same object for every request of an endpoint, since a batch makes thousands.
 * @throws TrivetError unreachable, when the environment names a proxy that may not be used
 */
export const targetOf = (
  endpoint: Endpoint,
  world: World,
  reporter: Reporter,
  secrets: readonly Secret[],
): Target => {
  const secret = secrets.length > 0;
  const targets: Known = known.get(endpoint) ?? new Map();
  const present = targets.get(secret);
  if (present !== undefined) return present;
  const url = new URL(endpoint.baseUrl);
  const choice =
    endpoint.socketPath === undefined
      ? proxyFor(url.origin, world.env, secret)
      : ({ kind: 'direct' } as const);
  if (choice.kind === 'refused') {
    throw new TrivetError('proxy', Exit.unreachable, choice.message, {
      effect: 'not-sent',
      hint: choice.hint,
    });
  }
  if (choice.kind === 'proxy') reporter.hide(proxySecrets(choice.url));
  const target = {
    origin: url.origin,
    basePath: url.pathname.replace(/\/$/, ''),
    socketPath: endpoint.socketPath,
    tls: endpoint.tls,
    proxy: choice.kind === 'proxy' ? choice.url : undefined,
  };
  known.set(endpoint, targets.set(secret, target));
  return target;
};
