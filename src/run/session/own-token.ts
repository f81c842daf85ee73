import { at } from '../../documents/json/json.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { Token } from '../../config/endpoint.ts';
import type { Probe, ProbeOptions } from './probe.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { Session } from './session.ts';
import { serviceOf } from '../../services/index.ts';
import { loginLine } from '../../services/login-words.ts';
import type { Endpoint } from '../../config/endpoint.ts';

interface OwnToken {
  readonly standing: 'accepted' | 'refused' | 'unclear';
  readonly text: string;
  /** Requests that the token still allows; undefined: any number. */
  readonly uses: number | undefined;
  readonly probe: Probe;
}

const judged = (service: ServiceName, probe: Probe, known: boolean): OwnToken => {
  const { response } = probe;
  const { status } = response;
  const adapter = serviceOf(service);
  if (status >= 200 && status < 300) {
    const uses = adapter.ownToken.usesLeft?.(probe.document);
    return { standing: known ? 'accepted' : 'unclear', text: '', uses, probe };
  }
  const { text, kind } = adapter.readError(response);
  if (kind === 'html') return { standing: 'unclear', text, uses: undefined, probe };
  const hidden = status === 403 && adapter.hidesBadTokens === true;
  if (status === 401 || kind === 'bad-token' || hidden)
    return { standing: 'refused', text, uses: undefined, probe };
  // The server looked up a policy, so it knows the token.
  return { standing: kind === 'denied' ? 'accepted' : 'unclear', text, uses: undefined, probe };
};

/** @throws TrivetError exit 8, without a reply; exit 3, if the token must not be sent there */
export const askOwnToken = async (
  session: Pick<Session, 'probe'>,
  service: ServiceName,
  options: ProbeOptions = {},
): Promise<OwnToken> => {
  const ask = (path: string): Promise<Probe> => session.probe(service, path, { ...options, withToken: true });
  const { path, holds, orElse } = serviceOf(service).ownToken;
  const first = await ask(path);
  if (orElse !== undefined && first.response.status === 404) return judged(service, await ask(orElse), true);
  return judged(service, first, at(first.document, holds) !== undefined);
};

export const spentToken = ({ service, profile }: Pick<Endpoint, 'service' | 'profile'>): TrivetError =>
  new TrivetError('unauthenticated', Exit.denied, 'this was the last use of the token', {
    hint: `The server accepted it only for a limited number of requests. Get another one: ${loginLine(service, profile)}`,
  });

const standings = new WeakMap<Token, Promise<boolean>>();

/** Asks a server whose refusals do not say that a token is unknown; false if it cannot be asked. */
export const isUnknownToken = (
  session: Pick<Session, 'probe'>,
  service: ServiceName,
  token: Token,
): Promise<boolean> => {
  if (serviceOf(service).hidesBadTokens !== true) return Promise.resolve(false);
  const known =
    standings.get(token) ??
    askOwnToken(session, service).then(
      ({ standing }) => standing === 'refused',
      () => false,
    );
  standings.set(token, known);
  return known;
};
