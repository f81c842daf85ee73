import { localError, usageError } from '../../../system/error.ts';
import type { Operation } from '../../../catalogue/operation.ts';
import type { InputRecord } from '../../../catalogue/parameter.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import type { Json } from '../../../documents/json/json.ts';
import { parseBaseUrl } from '../../../config/base-url.ts';
import type { Endpoint } from '../../../config/endpoint.ts';
import { hiddenPrompt, linePrompt } from '../../../output/prompt.ts';
import type { Server } from '../../../run/session/server.ts';
import { serverAt } from '../../../run/session/server.ts';
import type { CallOptions, Session } from '../../../run/session/session.ts';
import { loadService } from '../../../services/index.ts';
import { productOf } from '../../../services/products.ts';
import type { ServiceLogin } from '../../../services/login-method.ts';

export type LoginFlags = Readonly<{
  method?: string | undefined;
  mount?: string | undefined;
  role?: string | undefined;
  audience?: string | undefined;
  username?: string | undefined;
  'role-id'?: string | undefined;
  wrapped?: boolean | undefined;
  'password-from'?: string | undefined;
  'secret-id-from'?: string | undefined;
  'jwt-from'?: string | undefined;
  'passcode-from'?: string | undefined;
  browser?: boolean | undefined;
  'callback-port'?: number | bigint | undefined;
}>;

export interface Desk {
  readonly session: Session;
  readonly service: ServiceName;
  readonly server: Server;
  readonly login: ServiceLogin;
  readonly flags: LoginFlags;
  readonly allowHttp: boolean;
}

/** @throws TrivetError exit 3, if others could read the log-in */
export const refuseExposed = ({ service, server: { endpoint }, allowHttp }: Desk): void => {
  const { baseUrl } = endpoint;
  if (allowHttp || !parseBaseUrl(baseUrl, 'the address', service).exposed) return;
  throw localError(
    `${baseUrl} is plain HTTP on another machine: what a log-in sends could be read on the way`,
    `Use https://, or allow it in a profile: trivet profile set NAME --${service}-allow-http`,
  );
};

export const openDesk = async (
  session: Session,
  endpoint: Endpoint,
  flags: LoginFlags,
  allowHttp: boolean,
): Promise<Desk> => {
  const { service } = endpoint;
  const login: ServiceLogin = (await (await loadService(service)).sessions()).default.login;
  // A log-in changes no object, and has equal paths on every product.
  const own: Endpoint = { ...endpoint, readOnly: undefined, protection: undefined, productChosen: true };
  const server = serverAt(own, await productOf(service, endpoint), session.io.env);
  return { session, service, server, login, flags, allowHttp };
};

export const holding = (desk: Desk, value: string): Desk => {
  const { endpoint, product } = desk.server;
  const token = { value, source: 'the log-in' };
  const own: Endpoint = { ...endpoint, token: () => Promise.resolve(token) };
  return { ...desk, server: serverAt(own, product, desk.session.io.env) };
};

export const send = async (
  { session, server }: Desk,
  operation: Operation,
  input: InputRecord,
  options: CallOptions = {},
): Promise<Json> => {
  const { document } = await session.call(operation, input, {
    ...options,
    at: server,
    unwrapped: true,
    productJudged: true,
  });
  return document;
};

/**
 * Asks a person; undefined if nothing was typed.
 * @param instead the flag for runs without a terminal
 * @throws TrivetError usage, if there is no terminal
 */
export const askFor = async (
  { session, service }: Desk,
  what: string,
  { hidden, instead }: { readonly hidden: boolean; readonly instead: string },
): Promise<string | undefined> => {
  const { io, globals } = session;
  const prompt = hidden ? hiddenPrompt : linePrompt;
  const typed = globals.noInput ? 'unavailable' : await prompt(`${what} for ${service}: `, io);
  if (typed === 'unavailable') {
    throw usageError(
      `the log-in needs the ${what.toLowerCase()}, and nobody can be asked`,
      `Give ${instead}.`,
    );
  }
  return typed.value;
};
