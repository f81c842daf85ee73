import type { Operation } from '../../catalogue/operation.ts';
import { needsToken } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { Endpoint, Token } from '../../config/endpoint.ts';
import type { Io } from '../../system/io.ts';
import type { Globals } from '../given-globals.ts';
import type { Server } from './server.ts';
import type { CallOptions } from './session.ts';

/** Whether a request has rules to check; most runs have none and do not load them. */
export const isGuarded = (
  { effect, risks }: Operation,
  { readOnly, productChosen, protection }: Endpoint,
  { io, globals }: { readonly io: Io; readonly globals: Globals },
  options: CallOptions,
): boolean =>
  readOnly !== undefined ||
  (effect !== 'read' &&
    (!productChosen ||
      protection !== undefined ||
      globals.confirmProfile !== undefined ||
      globals.output === 'name' ||
      (risks ?? options.risks ?? options.like) !== undefined ||
      io.refuseScope !== undefined));

/** Whether the name of the mount is unusual, so that it may be another engine's: only then is a look worth a read. */
export const isOddlyNamed = ({ parameters }: Operation, { mount }: InputRecord): boolean => {
  const usual = parameters['mount']?.fallback;
  if (usual === undefined || typeof mount !== 'string') return false;
  return !(typeof usual === 'string' ? [usual] : Object.values(usual)).some((name) => mount.includes(name));
};

/** Stands for the token in a shown request; the name of the variable is printed. */
const placeholder = (service: ServiceName): string => `token-of-the-${service}-service`;

/** Undefined if the request needs no token, or there is none. @param shown the request is not sent, so no token is read */
export const requestToken = async (
  { endpoint }: Server,
  operation: Operation,
  shown: boolean,
): Promise<Token | undefined> => {
  if (!needsToken(operation)) return undefined;
  if (shown) return { value: placeholder(operation.service), source: 'the environment' };
  return endpoint.token();
};

/** Its server refuses it without a token. */
export const mustHaveToken = ({ product }: Server, operation: Operation): boolean =>
  needsToken(operation) && product.open !== true;
