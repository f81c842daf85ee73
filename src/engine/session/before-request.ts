/** What an operation needs before its request: its input on that server, and the token. */
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { Endpoint, Token } from '../../config/endpoint.ts';
import { withContext } from '../../services/context.ts';
import type { Approvals } from '../protection.ts';
import type { ApprovalAsker, WantedRequest } from './approved-input.ts';
import type { ServerProducts } from './detect.ts';
import type { Server } from './server.ts';

/**
 * The input of the request, with what the server's settings add; at once where nothing restricts changes.
 * @throws TrivetError for a change that the server must not get; nothing is sent
 */
export const inputHere = (
  server: Server,
  wanted: WantedRequest,
  asker: ApprovalAsker,
  products: ServerProducts,
  approvals: Approvals,
): InputRecord | Promise<InputRecord> => {
  const { endpoint, product } = server;
  const { operation, given, options } = wanted;
  const changes = operation.effect !== 'read' && options.shown !== true;
  const { readOnly, productChosen, protection } = endpoint;
  const isFree =
    readOnly === undefined &&
    productChosen &&
    protection === undefined &&
    asker.globals.on === undefined &&
    asker.world.refusePart === undefined;
  return changes && !isFree
    ? import('./approved-input.ts').then(({ approvedInput }) =>
        approvedInput(server, wanted, asker, products, approvals),
      )
    : withContext(operation, given, endpoint, product);
};

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

const refuseTokenless = async (operation: Operation, { baseUrl }: Endpoint): Promise<never> => {
  const { unauthenticated } = await import('../../services/outcome.ts');
  throw unauthenticated(operation, baseUrl);
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
