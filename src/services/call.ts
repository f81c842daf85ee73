/** One request of an operation, and what is known about it: for questions, records, sending, and errors. */
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

export interface ServerRoute {
  readonly target: Destination;
  readonly secrets: readonly Secret[];
}

export interface ServerOfCall {
  readonly endpoint: Endpoint;
  readonly product: Product;
  /**
   * @param secret whether a secret is sent
   * @throws TrivetError unreachable, if the environment names a proxy that must not be used
   */
  route(secret: boolean): ServerRoute;
}

/**
 * A draft has no token yet, and `-` in its path for a name that no path can hold.
 * @template How options for sending
 */
export interface Call<How = unknown> {
  readonly operation: Operation;
  /** The input as sent: it includes --body, --set and the profile, and has IDs in place of names. */
  readonly input: InputRecord;
  readonly request: HttpRequest;
  readonly server: ServerOfCall;
  readonly service: Service;
  readonly how: How;
  readonly tokenSource: string | undefined;
  /** IDs that reads of this run found, with the names: a 404 about them does not mean that they are gone. */
  readonly found?: ReadonlyMap<string, string>;
  readonly serverFlags: readonly RepeatedFlag[];
  readonly isWait?: boolean;
}

/** Computed only when shown, since most requests of a batch succeed. */
export const lookUpOf = ({
  operation,
  input,
  serverFlags,
}: Pick<Call, 'operation' | 'input' | 'serverFlags'>): string | undefined => {
  const { lookUp, parameters } = operation;
  if (lookUp === undefined) return undefined;
  // The name `acme/web` contains its organization.
  const named = [...lookUp.matchAll(/\{([^}]+)\}/g)].map(([, key = '']) => parameters[key]?.context);
  const flags = serverFlags.filter(({ key }) => named.every((context) => context !== key));
  return suggestWith(flags, fillTemplate(lookUp, input));
};

/** `keyed` without a chosen product counts as `unsafe`: the server might not know the key. */
export const effectOf = (operation: Operation, productChosen: boolean): Effect =>
  operation.effect === 'keyed' && !productChosen ? 'unsafe' : operation.effect;

/** Whether the reply is a rate limit, a 503 whose text says so, or the 500 of a cluster without a leader. */
const isNotProcessed = (call: Call, response: HttpResponse): boolean => {
  const { operation, server, service } = call;
  const { status } = response;
  if (status !== 429 && status !== 500 && status !== 503) return false;
  const error = service.readError(response);
  const known = knownError(server.product, operation.id, status, error.text);
  if (status === 500 && known?.is?.code !== 'unavailable') return false;
  return provenBy(call, status, error, known) === 'nothing';
};

/** A class, since a batch makes one for each line. */
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
