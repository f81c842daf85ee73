/** What is decided before a request: whether a rule could stop it, whether its mount is looked at, and its token. */
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { Endpoint, Token } from '../../config/endpoint.ts';
import type { World } from '../../system/world.ts';
import type { Globals } from '../given-globals.ts';
import type { Server } from './server.ts';
import type { CallOptions } from './session.ts';

/** Whether a rule of the gate could stop the request; most runs have none, and load none. */
export const isGuarded = (
  { effect, risks }: Operation,
  { readOnly, productChosen, protection }: Endpoint,
  { world, globals }: { readonly world: World; readonly globals: Globals },
  options: CallOptions,
): boolean =>
  readOnly !== undefined ||
  (effect !== 'read' &&
    (!productChosen ||
      protection !== undefined ||
      globals.confirmProfile !== undefined ||
      (risks ?? options.risks ?? options.like) !== undefined ||
      world.refuseScope !== undefined));

/**
 * Whether a mount has another name than its engine, so that it could be one of another engine: only then is a read worth a
 * look at the mount.
 */
export const isOddlyNamed = ({ parameters }: Operation, { mount }: InputRecord): boolean => {
  const usual = parameters['mount']?.fallback;
  if (usual === undefined || typeof mount !== 'string') return false;
  return !(typeof usual === 'string' ? [usual] : Object.values(usual)).some((name) => mount.includes(name));
};

/** A token that is never sent: the name of the variable is shown in its place. */
const placeholder = (service: ServiceName): string => `token-of-the-${service}-service`;

const refuseTokenless = async (operation: Operation, endpoint: Endpoint): Promise<never> => {
  const { unauthenticated } = await import('../../services/outcome.ts');
  throw unauthenticated(operation, endpoint);
};

/**
 * The token of a request: none for an operation, or on a server, that needs none.
 * @param shown the request is shown and not sent, so that no token is read
 */
export const requestToken = async (
  { endpoint, product }: Server,
  operation: Operation,
  shown: boolean,
): Promise<Token | undefined> => {
  if (operation.auth === 'none') return undefined;
  if (shown) return { value: placeholder(operation.service), source: 'the environment' };
  const token = await endpoint.token();
  return token === undefined && product.open !== true ? refuseTokenless(operation, endpoint) : token;
};
