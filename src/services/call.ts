/** One request of an operation with what is known of it: what is asked about, recorded, sent, and explained if it fails. */
import type { Destination, HttpRequest, HttpResponse, Secret } from '../catalogue/http.ts';
import type { Judge } from '../http/retry.ts';
import type { Effect, Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import type { Endpoint } from '../config/endpoint.ts';
import { fillTemplate } from './context.ts';
import type { Product } from './product.ts';
import { knownError } from './products.ts';
import { provenBy } from './proof.ts';
import type { Service } from './service.ts';
import type { RepeatedFlag } from './suggest.ts';
import { suggestWith } from './suggest.ts';

/** The destination of requests, and the credentials of the proxy, which must not be shown. */
export interface ServerRoute {
  readonly target: Destination;
  readonly secrets: readonly Secret[];
}

/** A resolved server. */
export interface ServerOfCall {
  readonly endpoint: Endpoint;
  readonly product: Product;
  /**
   * Origin, base path, TLS, and the proxy that the environment names.
   * @param secret whether a secret is sent
   * @throws TrivetError unreachable, if the environment names a proxy that must not be used
   */
  route(secret: boolean): ServerRoute;
}

/**
 * One request of an operation. A draft of one has no token yet, and its path has `-` in place of a name that no path can hold.
 * @template How the options with which it is sent
 */
export interface Call<How = unknown> {
  readonly operation: Operation;
  /** As sent: with what --body, --set and the profile give, and with IDs in place of names. */
  readonly input: InputRecord;
  readonly request: HttpRequest;
  readonly server: ServerOfCall;
  readonly service: Service;
  readonly how: How;
  /** Where the token came from, for 401 and 403. */
  readonly tokenSource: string | undefined;
  /** IDs that reads of this run found, and the names by which they were read: a 404 does not mean that they are gone. */
  readonly found?: ReadonlyMap<string, string>;
  /** The flags that chose the server, which a look-up needs again. */
  readonly serverFlags: readonly RepeatedFlag[];
  /** A read that `--wait-timeout` bounds. */
  readonly isWait?: boolean;
}

/** The look-up command; filled only when it is shown, since most requests of a batch succeed. */
export const lookUpOf = ({
  operation,
  input,
  serverFlags,
}: Pick<Call, 'operation' | 'input' | 'serverFlags'>): string | undefined => {
  const { lookUp, parameters } = operation;
  if (lookUp === undefined) return undefined;
  // `acme/web` names its organization already.
  const named = [...lookUp.matchAll(/\{([^}]+)\}/g)].map(([, key = '']) => parameters[key]?.context);
  const flags = serverFlags.filter(({ key }) => named.every((context) => context !== key));
  return suggestWith(flags, fillTemplate(lookUp, input));
};

/** `keyed` without a chosen product counts as `unsafe`: the server might not know the key. */
export const effectOf = (operation: Operation, productChosen: boolean): Effect =>
  operation.effect === 'keyed' && !productChosen ? 'unsafe' : operation.effect;

/**
 * True for a reply in place of processing: a rate limit, or a 503 whose text says so, or the 500 of a cluster without a
 * leader.
 */
const isNotProcessed = (call: Call, response: HttpResponse): boolean => {
  const { operation, server, service } = call;
  const { status } = response;
  if (status !== 429 && status !== 500 && status !== 503) return false;
  const error = service.readError(response);
  const known = knownError(server.product, operation.id, status, error.text);
  if (status === 500 && known?.is?.code !== 'unavailable') return false;
  return provenBy(call, status, error, known) === 'nothing';
};

/** A class, because a batch makes one for each line. */
export class ReplyJudge implements Judge {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  notProcessed(reply: HttpResponse): boolean {
    return isNotProcessed(this.#call, reply);
  }

  final(reply: HttpResponse): boolean {
    if (reply.status !== 500 || this.notProcessed(reply)) return false;
    const { operation, service, server } = this.#call;
    const { kind, text } = service.readError(reply);
    return kind === 'bad-token' || knownError(server.product, operation.id, 500, text) !== undefined;
  }
}
