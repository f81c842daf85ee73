/** Renews sessions at two thirds of their life, once for all processes. Never fails the command. */
import { isPast, lifeBy } from '../../catalogue/term.ts';
import { limits } from '../../system/limits.ts';
import { join } from 'node:path';
import { TrivetError } from '../../system/error.ts';
import { numberAt, own } from '../../documents/json/json.ts';
import { withLock } from '../../system/lock-file.ts';
import { configFolder } from '../../system/config-folder.ts';
import type { Endpoint, Token } from '../../config/endpoint.ts';
import { readProfiles } from '../../config/file/profile-file.ts';
import { sessionIn, sessionTerm } from '../../config/file/profile.ts';
import type { KeptSession } from '../../config/file/profile.ts';
import { updateProfiles, withProfile } from '../../config/file/store.ts';
import { loadService } from '../../services/index.ts';
import { plural } from '../../output/text/plural.ts';
import { loginLine, loginWords } from '../../services/login-words.ts';
import type { Session } from './session.ts';

/** Milliseconds before the end; a tenth of its life for a short session. */
const announced = 300_000;

const latest = new WeakMap<Token, Promise<KeptSession>>();

type RenewalParts = Pick<Session, 'io' | 'reporter' | 'probe' | 'logIn'>;

const storedIn = ({ io }: RenewalParts, { profile, service }: Endpoint): KeptSession | undefined => {
  return profile === undefined ? undefined : sessionIn(readProfiles(io).profiles[profile]?.[service]?.token);
};

const store = async (
  { io }: RenewalParts,
  { profile = '', service }: Endpoint,
  before: KeptSession,
  session: KeptSession,
): Promise<void> => {
  await updateProfiles(io, (file) => {
    const present = file.profiles[profile];
    const settings = present?.[service];
    if (present === undefined || settings === undefined) return file;
    const { token } = settings;
    if (token?.kind !== 'stored' && token?.kind !== 'kept') return file;
    if (token.session?.since !== before.since) return file;
    return withProfile(file, profile, {
      ...present,
      [service]: { ...settings, token: { ...token, session } },
    });
  });
};

const renewed = async (
  parts: RenewalParts,
  endpoint: Endpoint,
  session: KeptSession,
): Promise<KeptSession> => {
  const { renew } = (await (await loadService(endpoint.service)).sessions()).default.login;
  if (renew === undefined) return session;
  const now = parts.io.now();
  const { response, document } = await parts.probe(endpoint.service, renew.path, {
    at: endpoint,
    withToken: true,
    body: {},
  });
  const seconds = numberAt(own(document, 'auth'), 'lease_duration');
  if (response.status !== 200 || seconds <= 0) return { ...session, renewable: false };
  const next = {
    ...session,
    since: new Date(now).toISOString(),
    expires: new Date(now + seconds * 1000).toISOString(),
    renewable: own(own(document, 'auth'), 'renewable') === true,
  };
  await store(parts, endpoint, session, next);
  return next;
};

/** Renews under a lock, since another process may have renewed it in the meantime. */
const renewedOnce = async (
  parts: RenewalParts,
  endpoint: Endpoint,
  session: KeptSession,
): Promise<KeptSession> => {
  const folder = configFolder(parts.io);
  if (folder === undefined) return session;
  try {
    return await withLock(
      join(folder, `session-${endpoint.profile ?? ''}-${endpoint.service}.lock`),
      async () => {
        const stored = storedIn(parts, endpoint);
        return stored !== undefined && stored.since !== session.since
          ? stored
          : renewed(parts, endpoint, session);
      },
      { wait: limits.sessionLock },
    );
  } catch (error) {
    // The token is still valid, and the next command tries again.
    if (error instanceof TrivetError) return session;
    throw error;
  }
};

const spoken = ({ service }: Endpoint, { user, method }: KeptSession): string =>
  `the session for ${service} (${user === undefined ? method : `${user}, ${method}`})`;

const announce = ({ io, reporter }: RenewalParts, endpoint: Endpoint, session: KeptSession): void => {
  const { since, expires = '', again } = session;
  const left = lifeBy(sessionTerm(session, io.now()), 'session');
  if (left > Math.min(announced, (Date.parse(expires) - Date.parse(since)) / 10)) return;
  const when = left > 0 ? `ends in ${Math.ceil(left / 1000)} s` : `ended at ${expires}`;
  const line = loginLine(endpoint.service, endpoint.profile ?? '', again);
  reporter.warnOnce(`${spoken(endpoint, session)} ${when}; log in again: ${line}`);
};

const limitOf = ({ uses }: KeptSession): string =>
  uses === undefined ? '' : ` It was for ${plural(uses, 'request')}, which may be used up.`;

/** Notes that a refused token had limited uses, and may be used up. */
export const noteRefused = async (parts: RenewalParts, endpoint: Endpoint, token: Token): Promise<void> => {
  const { session } = token;
  const { namespace } = endpoint.context;
  // Another namespace also refuses a valid token.
  const isElsewhere = namespace !== undefined && !namespace.source.startsWith('profile');
  if (session?.uses === undefined || endpoint.profile === undefined || isElsewhere) return;
  const refused = new Date(parts.io.now()).toISOString();
  try {
    await store(parts, endpoint, session, { ...session, refused });
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
  }
};

/** A token of the same role may not allow enough requests. */
const wayOn = ({ service, profile = '' }: Endpoint, session: KeptSession, requests: number): string => {
  const { uses = Number.POSITIVE_INFINITY, again } = session;
  if (requests > uses)
    return (
      `It was for ${plural(uses, 'request')}, and this command needs at least ${requests}. Log in by a role whose ` +
      'tokens are good for more (token_num_uses).'
    );
  const needs = uses === Number.POSITIVE_INFINITY ? '' : ` This command needs at least ${requests}.`;
  return `${limitOf(session).trimStart()}${needs} Log in again: ${loginLine(service, profile, again)}`.trimStart();
};

/**
 * Adds what to do about a refused token.
 * @param requests of this run with the token, including the refused one
 */
export const refusedAs = (
  error: TrivetError,
  endpoint: Endpoint,
  { session, source }: Token,
  requests: number,
): TrivetError => {
  if (session === undefined || endpoint.profile === undefined) return error;
  return error.with({
    code: 'unauthenticated',
    message: `the server does not accept the token (the token came from ${source})`,
    details: { hint: wayOn(endpoint, session, requests) },
  });
};

type Fresh = () => Promise<Token | undefined>;

const successors = new WeakMap<Token, Promise<Token>>();

/**
 * Offers a log-in. Returns the old token if there is no terminal or the person declines.
 * @param why what is wrong with the session
 */
export const logInAgain = (
  { reporter, logIn }: RenewalParts,
  endpoint: Endpoint,
  token: Token,
  why: string,
  fresh: Fresh,
): Promise<Token> => {
  const { service, profile } = endpoint;
  const { session } = token;
  if (session === undefined || profile === undefined) return Promise.resolve(token);
  const ask = async (): Promise<Token> => {
    await reporter.flush();
    const question = `${spoken(endpoint, session)} ${why}.${limitOf(session)} Log in again?`;
    const words = loginWords(service, profile, session.again);
    if ((await logIn?.(`${question.charAt(0).toUpperCase()}${question.slice(1)}`, words)) !== true)
      return token;
    const next = await fresh();
    if (next === undefined) return token;
    endpoint.replaceToken?.(next);
    return next;
  };
  const asked = successors.get(token) ?? ask();
  successors.set(token, asked);
  return asked;
};

const replaced = async (
  parts: RenewalParts,
  endpoint: Endpoint,
  known: KeptSession,
  fresh: Fresh,
): Promise<Token | undefined> => {
  const stored = storedIn(parts, endpoint);
  if (stored === undefined || stored.since === known.since || isOver(stored, parts.io.now()))
    return undefined;
  // A run must not continue as another user.
  if (stored.user !== known.user || stored.method !== known.method) return undefined;
  const next = await fresh();
  if (next !== undefined) endpoint.replaceToken?.(next);
  return next;
};

const isOver = (session: KeptSession, now: number): boolean => isPast(sessionTerm(session, now));

const dueOf = (since: string, expires: string): number =>
  Date.parse(since) + (Date.parse(expires) - Date.parse(since)) * (2 / 3);

const needsCare = ({ since, expires }: KeptSession, now: number): boolean =>
  expires !== undefined && now >= dueOf(since, expires);

const isRenewed = ({ renewable, uses }: KeptSession): boolean => renewable && uses === undefined;

/** Renews a session that is due; returns it unchanged if renewing would use up a request of the token. */
const caredFor = (
  parts: RenewalParts,
  endpoint: Endpoint,
  token: Token,
  known: KeptSession,
): Promise<KeptSession> => {
  const renewing = isRenewed(known) ? renewedOnce(parts, endpoint, known) : Promise.resolve(known);
  latest.set(token, renewing);
  return renewing;
};

/**
 * Renews after two thirds of the life, for a run that only waits; undefined without a session of trivet.
 * @returns when it is due and ends, in milliseconds since the epoch, and whether it can be renewed again
 */
export const sessionKept = async (
  parts: RenewalParts,
  endpoint: Endpoint,
  token: Token,
): Promise<{ readonly due: number; readonly ends: number; readonly lasts: boolean } | undefined> => {
  const known = (await latest.get(token)) ?? token.session;
  const now = parts.io.now();
  if (known?.expires === undefined || endpoint.profile === undefined) return undefined;
  const isDue = needsCare(known, now);
  const session = isDue && !isOver(known, now) ? await caredFor(parts, endpoint, token, known) : known;
  const { since, expires = '' } = session;
  const lasts = isRenewed(session) && !(session === known && isDue);
  return { due: dueOf(since, expires), ends: Date.parse(expires), lasts };
};

export const keepSession = async (
  parts: RenewalParts,
  endpoint: Endpoint,
  token: Token,
  fresh: Fresh,
): Promise<Token> => {
  const known = (await latest.get(token)) ?? token.session;
  const now = parts.io.now();
  if (known === undefined || endpoint.profile === undefined || !needsCare(known, now)) return token;
  if (!isOver(known, now)) {
    announce(parts, endpoint, await caredFor(parts, endpoint, token, known));
    return token;
  }
  const next =
    (await replaced(parts, endpoint, known, fresh)) ??
    (await logInAgain(parts, endpoint, token, `ended at ${known.expires ?? ''}`, fresh));
  if (next === token) announce(parts, endpoint, known);
  return next;
};
