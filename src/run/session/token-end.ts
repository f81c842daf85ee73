/** When a token ends, and with it what the server lent to it: by the session that trivet keeps, or by the server. */
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
  /** Milliseconds since the epoch; infinite for a token without an end. */
  readonly ends: number;
  /** trivet can renew its session while a command runs. */
  readonly lasts: boolean;
}

/** What the server reported of the tokens of this run, which no session of trivet has. */
const reported = new WeakMap<Token, Promise<number | undefined>>();

const ask = async (session: Session, service: ServiceName, token: Token): Promise<number | undefined> => {
  const { lastsFor } = serviceOf(service).ownToken;
  if (lastsFor === undefined) return undefined;
  const now = session.world.now();
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
 * Asks the server when the token ends and how many requests it is good for, unless a session shows it. Before a change:
 * after one it could be the last request of the token, whose end takes back what was lent.
 * @param needs of a session of more requests than these it is asked how many are left: other runs may have used some
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
  const now = session.world.now();
  return { ends: now + lifeBy(sessionTerm(token.session ?? {}, now), 'session'), lasts: false };
};

/** When the token of an endpoint ends, as far as this run knows; sends nothing but the renewal of a session that is due. */
export const tokenEnd = async (session: Session, endpoint: Endpoint): Promise<TokenEnd | undefined> => {
  const token = await endpoint.token();
  if (token === undefined) return undefined;
  if (token.session !== undefined) return ofSession(session, endpoint, token);
  const ends = await reported.get(token);
  return ends === undefined ? undefined : { ends, lasts: false };
};
