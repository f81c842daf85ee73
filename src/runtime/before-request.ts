/** What comes between an operation and its request: the refusals, and the token. */
import { whenReady } from '../model/when-ready.ts';
import type { Operation } from '../model/operation.ts';
import type { ServiceName } from '../model/product.ts';
import type { Endpoint, Token } from '../profiles/endpoint.ts';
import type { Asker, ServerProducts } from './detect.ts';
import type { refuseRenamed } from './renamed.ts';
import type { Server } from './server.ts';
import type { World } from './world.ts';

/** The last line of defence: src/cli/checks.ts refuses a change on a read-only server earlier. */
export const refuseHere = (
  change: Parameters<typeof refuseRenamed>[0],
  asker: Asker & { readonly world: World },
  products: ServerProducts,
): Promise<void> | undefined => {
  const { operation } = change;
  const { readOnly, productChosen } = change.endpoint;
  if (operation.effect === 'read') return undefined;
  if (readOnly !== undefined) {
    return import('./read-only.ts').then(({ refuseChange }) =>
      refuseChange(operation, readOnly, asker.world),
    );
  }
  return productChosen
    ? undefined
    : import('./renamed.ts').then((renamed) => renamed.refuseRenamed(change, asker, products));
};

/** A token that is never sent: the name of the variable is shown in its place. */
const placeholder = (service: ServiceName): string => `token-of-the-${service}-service`;

const refuseTokenless = async (operation: Operation, { baseUrl }: Endpoint): Promise<never> => {
  const { unauthenticated } = await import('../services/outcome.ts');
  throw unauthenticated(operation, baseUrl);
};

/**
 * The token of a request: none for an operation, or on a server, that needs none.
 * @param shown the request is shown and not sent, so that no token is read
 */
export const requestToken = (
  { endpoint, product }: Server,
  operation: Operation,
  shown: boolean,
): Token | undefined | Promise<Token | undefined> => {
  if (operation.auth === 'none') return undefined;
  if (shown) return { value: placeholder(operation.service), source: 'the environment' };
  return whenReady(endpoint.token(), (token) =>
    token === undefined && product.open !== true ? refuseTokenless(operation, endpoint) : token,
  );
};
