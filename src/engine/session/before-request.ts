/** What an operation needs before its request: its input on that server, and the token. */
import type { BuildOptions } from '../../net/request.ts';
import type { Operation } from '../../model/catalogue/operation.ts';
import type { InputRecord } from '../../model/catalogue/parameter.ts';
import type { ServiceName } from '../../model/catalogue/product.ts';
import { whenReady } from '../../model/values/when-ready.ts';
import type { Endpoint, Token } from '../../profiles/endpoint.ts';
import { withContext } from '../../services/context.ts';
import type { Asker, ServerProducts } from './detect.ts';
import type { Server } from './server.ts';
import type { World } from '../../world/world.ts';

interface Wanted {
  readonly operation: Operation;
  readonly given: InputRecord;
  /** `shown`: the request is shown and not sent. */
  readonly options: BuildOptions & { readonly shown?: true };
}

/**
 * The input of the request, with what the server's settings add.
 * @throws TrivetError for a change that the server must not get; nothing is sent
 */
export const inputHere = (
  { endpoint, product }: Server,
  { operation, given, options }: Wanted,
  asker: Asker & { readonly world: World },
  products: ServerProducts,
): InputRecord | Promise<InputRecord> => {
  const { readOnly, productChosen } = endpoint;
  const changes = operation.effect !== 'read' && options.shown !== true;
  // The last line of defence: src/engine/invocation/checks.ts refuses it earlier.
  const refusing =
    changes && readOnly !== undefined
      ? import('../refuse-changes.ts').then(({ refuseChange }) =>
          refuseChange(operation, readOnly, asker.world),
        )
      : undefined;
  return whenReady(refusing, () => {
    const input = withContext(operation, given, endpoint, product);
    if (!changes || productChosen) return input;
    return import('./renamed.ts')
      .then(({ refuseRenamed }) =>
        refuseRenamed({ operation, input, options, endpoint, product }, asker, products),
      )
      .then(() => input);
  });
};

/** A token that is never sent: the name of the variable is shown in its place. */
const placeholder = (service: ServiceName): string => `token-of-the-${service}-service`;

const refuseTokenless = async (operation: Operation, { baseUrl }: Endpoint): Promise<never> => {
  const { unauthenticated } = await import('../../services/outcome.ts');
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
