/** When a token and its loans end, as trivet's session or the server says. */
import { lifeBy } from '../../catalogue/term.ts';
import { sessionTerm } from '../../config/file/profile.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import { TrivetError } from '../../system/error.ts';
import type { Endpoint, Token } from '../../config/endpoint.ts';
import { serviceOf } from '../../services/index.ts';
import { sessionKept } from './keep-session.ts';
import { askOwnToken } from './own-token.ts';
import type { Session } from './session.ts';
import { isCounted, noteUses, usesLeft } from './token-uses.ts';

interface TokenEnd {
  /** Milliseconds since the epoch; infinite if the token does not end. */
  readonly ends: number;
  /** Whether trivet renews it while a command runs. */
  readonly lasts: boolean;
}

const reported = new WeakMap<Token, Promise<number | undefined>>();

const ask = async (session: Session, service: ServiceName, token: Token): Promise<number | undefined> => {
  const { lastsFor } = serviceOf(service).ownToken;
  if (lastsFor === undefined) return undefined;
  const now = session.io.now();
  try {
    const { uses, probe } = await askOwnToken(session, service);
    const { response, document } = probe;
    if (response.status !== 200) return undefined;
    if (uses !== undefined) noteUses(token, uses);
    const seconds = lastsFor(document);
    return seconds === undefined ? undefined : now + seconds * 1000;
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

/**
 * Asks for the end and the uses of a token, unless a session shows them. It is asked before a change, since the
 * question could be the token's last request and end what was lent.
 * @param needs asks if more requests are needed: other runs may have used some
 */
export const askTokenEnd = async (
  session: Session,
  service: ServiceName,
  needs = Number.POSITIVE_INFINITY,
): Promise<void> => {
  if (session.globals.dryRun || session.globals.curl) return;
  const token = await (await session.endpoint(service)).token();
  if (token === undefined) return;
  if (token.session !== undefined && !(isCounted(token) && usesLeft(token) > needs)) return;
  const asked = reported.get(token) ?? ask(session, service, token);
  reported.set(token, asked);
  await asked;
};

const ofSession = async (
  session: Session,
  endpoint: Endpoint,
  token: Token,
): Promise<TokenEnd | undefined> => {
  const kept = await sessionKept(session, endpoint, token);
  if (kept !== undefined) return kept;
  const now = session.io.now();
  return { ends: now + lifeBy(sessionTerm(token.session ?? {}, now), 'session'), lasts: false };
};

/** Returns the end as far as it is known; sends only the renewal of a session. */
export const tokenEnd = async (session: Session, endpoint: Endpoint): Promise<TokenEnd | undefined> => {
  const token = await endpoint.token();
  if (token === undefined) return undefined;
  if (token.session !== undefined) return ofSession(session, endpoint, token);
  const ends = await reported.get(token);
  return ends === undefined ? undefined : { ends, lasts: false };
};
