/** The ways to send a request, over which every fault should look the same. */
import type { HttpResponse, SendOptions, Transport } from '../../src/catalogue/http.ts';
import type { HttpRequest } from '../../src/catalogue/http.ts';
import { TransportError } from '../../src/catalogue/http.ts';
import { createNodeTransport } from '../../src/http/transport/node-transport.ts';
import { createUndiciTransport } from '../../src/http/transport/undici-transport.ts';

export interface Way {
  readonly name: string;
  readonly fresh: boolean;
  create(): Transport;
}

export const ways: readonly Way[] = [
  { name: 'node', fresh: true, create: createNodeTransport },
  { name: 'undici, fresh', fresh: true, create: () => createUndiciTransport() },
  { name: 'undici, kept', fresh: false, create: () => createUndiciTransport() },
];

/** The failure of a request that is expected to fail. */
export const failureOf = async (
  way: Way,
  request: HttpRequest,
  options: SendOptions,
): Promise<TransportError> => {
  const outcome = await outcomeOf(way, request, options);
  if (outcome instanceof TransportError) return outcome;
  throw new Error(`expected a failure, got status ${outcome.status}`);
};

export const replyOf = async (
  way: Way,
  request: HttpRequest,
  options: SendOptions,
): Promise<HttpResponse> => {
  const outcome = await outcomeOf(way, request, options);
  if (outcome instanceof TransportError) throw outcome;
  return outcome;
};

const outcomeOf = async (
  way: Way,
  request: HttpRequest,
  options: SendOptions,
): Promise<HttpResponse | TransportError> => {
  const transport = way.create();
  try {
    return await transport.send(request, { ...options, fresh: way.fresh });
  } catch (error) {
    if (error instanceof TransportError) return error;
    throw error;
  } finally {
    await transport.close();
  }
};
