/** A session that leaves a profile stays valid at its server: nobody else holds the token that could revoke it. */
import type { ServiceName } from '../../catalogue/product.ts';
import { isPast } from '../../catalogue/term.ts';
import { sessionIn, sessionTerm } from '../../config/file/profile.ts';
import type { KeptSession, TokenSource } from '../../config/file/profile.ts';
import { loadService } from '../../services/index.ts';
import { suggestWith } from '../../services/suggest.ts';
import type { Io } from '../../system/io.ts';
import type { Session } from '../session/session.ts';

export const untilOf = ({ expires }: Pick<KeptSession, 'expires'>): string =>
  expires === undefined ? 'without an end' : `until ${expires.replace(/\.\d+Z$/, 'Z')}`;

interface Leaving {
  readonly service: ServiceName;
  readonly token: TokenSource | undefined;
  /** Such as `the session that was replaced`. */
  readonly words: string;
  /** The command that revokes a session, and the event that it has to precede. */
  readonly logout: string;
  readonly before: string;
}

/** Undefined without a session, and for one that has ended. */
export const leftSession = async (
  { now }: Pick<Io, 'now'>,
  { service, token, words, logout, before }: Leaving,
): Promise<string | undefined> => {
  const session = sessionIn(token);
  if (session === undefined || isPast(sessionTerm(session, now()))) return undefined;
  const { login } = (await (await loadService(service)).sessions()).default;
  const until = session.expires === undefined ? 'until it is deleted there' : untilOf(session);
  const ending = login.revoke === undefined ? '' : `; ${logout} before ${before} revokes it`;
  return `unless it was revoked, ${words} stays valid at the server ${until}${ending}`;
};

export const warnOfLeft = async (
  { io, reporter }: Session,
  { profile, ...leaving }: Omit<Leaving, 'logout'> & { readonly profile: string },
): Promise<void> => {
  const logout = suggestWith([], `logout ${leaving.service} --profile ${profile}`);
  const left = await leftSession(io, { ...leaving, logout });
  if (left !== undefined) reporter.warn(left);
};
