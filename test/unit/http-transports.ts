/** The ways to send a request, over which every fault should look the same. */
import type { ConnectionNeed, HttpResponse, SendOptions, Transport } from '../../src/catalogue/http.ts';
import type { HttpRequest } from '../../src/catalogue/http.ts';
import { TransportError } from '../../src/catalogue/http.ts';
import { openTransport } from '../../src/http/transport/transport.ts';

export interface Recipe {
  readonly name: string;
  readonly connection: ConnectionNeed;
  open(): Promise<Transport>;
}

export const ways: readonly Recipe[] = [
  { name: 'node', connection: 'fresh', open: () => openTransport('one-shot') },
  { name: 'undici, fresh', connection: 'fresh', open: () => openTransport('many') },
  { name: 'undici, kept', connection: 'kept', open: () => openTransport('many') },
];

/** The failure of a request that is expected to fail. */
export const failureOf = async (
  way: Recipe,
  request: HttpRequest,
  options: SendOptions,
): Promise<TransportError> => {
  const outcome = await outcomeOf(way, request, options);
  if (outcome instanceof TransportError) return outcome;
  throw new Error(`expected a failure, got status ${outcome.status}`);
};

export const replyOf = async (
  way: Recipe,
  request: HttpRequest,
  options: SendOptions,
): Promise<HttpResponse> => {
  const outcome = await outcomeOf(way, request, options);
  if (outcome instanceof TransportError) throw outcome;
  return outcome;
};

const outcomeOf = async (
  way: Recipe,
  request: HttpRequest,
  options: SendOptions,
): Promise<HttpResponse | TransportError> => {
  const transport = await way.open();
  try {
    return await transport.send(request, { ...options, connection: way.connection });
  } catch (error) {
    if (error instanceof TransportError) return error;
    throw error;
  } finally {
    await transport.close();
  }
};
