/** Moves the tokens of a profile to its credential store: each is stored before it is removed. */
import { Exit, TrivetError } from '../../system/error.ts';
import { serviceNames } from '../../catalogue/product.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import { changeProfiles } from './change-profiles.ts';
import { eraseKept, keepToken, readKept } from './kept.ts';
import { credentialStoreTools, vendorKeeps } from './open.ts';
import { mayAsk } from '../../system/may-ask.ts';
import type { Session } from '../session/session.ts';
import { parseBaseUrl } from '../../config/base-url.ts';
import type { KeptFor } from '../../config/candidate.ts';
import { readProfiles } from '../../config/file/profile-file.ts';
import type { CredentialStoreChoice, TokenSource } from '../../config/file/profile.ts';
import { withProfile } from '../../config/file/store.ts';
import { credentialStoreTitle } from '../../config/tokens/credential-store.ts';
import { storedElsewhere } from '../../config/tokens/token-rule.ts';

type Own = Extract<TokenSource, { kind: 'stored' | 'kept' }>;

const isThere = (token: Own, store: CredentialStoreChoice): boolean =>
  token.kind === 'stored' ? store === 'file' : JSON.stringify(token.keeper) === JSON.stringify(store);

const credentialStoreFor = async (
  store: CredentialStoreChoice,
  of: KeptFor,
): Promise<CredentialStoreChoice> => (store === 'vendor' && !(await vendorKeeps(of)) ? 'file' : store);

const move = async (
  session: Session,
  token: Own,
  store: CredentialStoreChoice,
  of: KeptFor,
): Promise<void> => {
  const { io, globals } = session;
  const source = `profile "${of.profile}"`;
  const address = { ...parseBaseUrl(of.url, source, of.service), source };
  // A vendor's tool would send the token to the profile's server, whatever its origin.
  if (token.origin !== undefined && token.origin !== address.origin)
    throw storedElsewhere({ source, origin: token.origin }, address, of.service, of.profile);
  const tools = credentialStoreTools(io, mayAsk(io, globals));
  const value = token.kind === 'stored' ? token.value : await readKept(token, of, tools);
  session.reporter.hide([{ name: 'TOKEN', value }]);
  const next: TokenSource =
    store === 'file'
      ? { kind: 'stored', value, session: token.session }
      : await keepToken(store, value, token.session, of, tools);
  let isMoved = false;
  try {
    await changeProfiles(session, (file) => {
      const profile = file.profiles[of.profile];
      const settings = profile?.[of.service];
      // A token that another run stored in the meantime is kept.
      isMoved = JSON.stringify(settings?.token) === JSON.stringify(token);
      if (!isMoved || profile === undefined || settings === undefined) return file;
      return withProfile(file, of.profile, { ...profile, [of.service]: { ...settings, token: next } });
    });
  } finally {
    if (!isMoved && next.kind === 'kept') await eraseKept(next, of, tools).catch(() => undefined);
  }
};

const titleOf = (store: CredentialStoreChoice, { io }: Session): string =>
  store === 'file' ? 'the profiles file' : credentialStoreTitle(store, io.platform);

const moveOf = async (
  session: Session,
  profile: string,
  service: ServiceName,
  wanted: CredentialStoreChoice,
): Promise<void> => {
  const { token, url = '', product } = readProfiles(session.io).profiles[profile]?.[service] ?? {};
  if (token?.kind !== 'stored' && token?.kind !== 'kept') return;
  const of: KeptFor = { service, profile, url, product };
  const store = await credentialStoreFor(wanted, of);
  if (isThere(token, store)) return;
  const [from, to] = [token.kind === 'kept' ? token.keeper : 'file', store] as const;
  try {
    await move(session, token, store, of);
    session.reporter.note(
      `moved the token for ${service} from ${titleOf(from, session)} to ${titleOf(to, session)}`,
    );
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    throw new TrivetError(
      'local',
      Exit.local,
      `the setting was saved, but the token for ${service} stays in ${titleOf(from, session)}: ${error.message}`,
      { hint: error.details.hint, cause: error, effect: 'done' },
    );
  }
};

/** @throws TrivetError exit 3, if a token cannot be moved; it stays where it was */
export const moveTokens = async (session: Session, profile: string): Promise<void> => {
  const store = readProfiles(session.io).profiles[profile]?.tokenKeeper;
  if (store === undefined) return;
  for (const service of serviceNames) await moveOf(session, profile, service, store);
};
