/** Asks a server whether it accepts a token, with a read that every token is allowed. */
import { at } from '../model/json/json.ts';
import type { ServiceName } from '../model/catalogue/product.ts';
import type { Probe, ProbeOptions } from '../engine/session/probe.ts';
import type { Session } from '../engine/session/session.ts';
import { serviceOf } from '../services/index.ts';

interface OwnToken {
  /** `unclear`: the reply says nothing about the token. */
  readonly standing: 'accepted' | 'refused' | 'unclear';
  /** The server's own words; empty when it has none. */
  readonly text: string;
  readonly probe: Probe;
}

const judged = (service: ServiceName, probe: Probe, known: boolean): OwnToken => {
  const { response } = probe;
  const { status } = response;
  const adapter = serviceOf(service);
  if (status >= 200 && status < 300) return { standing: known ? 'accepted' : 'unclear', text: '', probe };
  const { text, kind } = adapter.readError(response);
  if (kind === 'html') return { standing: 'unclear', text, probe };
  const hidden = status === 403 && adapter.hidesBadTokens === true;
  if (status === 401 || kind === 'bad-token' || hidden) return { standing: 'refused', text, probe };
  // A policy was looked up, so the token is known.
  return { standing: kind === 'denied' ? 'accepted' : 'unclear', text, probe };
};

/** @throws TrivetError exit 8, when no reply comes; exit 3, when the token is not allowed to be sent there */
export const askOwnToken = async (
  session: Session,
  service: ServiceName,
  options: ProbeOptions = {},
): Promise<OwnToken> => {
  const ask = (path: string): Promise<Probe> => session.probe(service, path, { ...options, withToken: true });
  const { path, holds, orElse } = serviceOf(service).ownToken;
  const first = await ask(path);
  if (orElse !== undefined && first.response.status === 404) return judged(service, await ask(orElse), true);
  return judged(service, first, at(first.document, holds) !== undefined);
};
