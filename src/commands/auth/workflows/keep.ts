import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { localError, TrivetError } from '../../../system/error.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import { changeProfiles } from '../../../run/credential-stores/change-profiles.ts';
import { eraseKept, keepToken, tryCredentialStore } from '../../../run/credential-stores/kept.ts';
import { credentialStoreTools, vendorKeeps } from '../../../run/credential-stores/open.ts';
import { mayAsk } from '../../../system/may-ask.ts';
import type { Session } from '../../../run/session/session.ts';
import type { KeptFor } from '../../../config/candidate.ts';
import { withProfile } from '../../../config/file/store.ts';
import type { KeptSession, OtherCredentialStore, TokenSource } from '../../../config/file/profile.ts';
import type { CredentialStoreTools } from '../../../config/tokens/credential-store.ts';
import type { Io } from '../../../system/io.ts';
import type { NamedProfile } from './of-profile.ts';
import { withToken } from './of-profile.ts';

/** The store; undefined means the profiles file. */
interface TokenPlace {
  readonly keptFor: KeptFor;
  readonly tools: CredentialStoreTools;
  readonly store: OtherCredentialStore | undefined;
  readonly title: string;
  /** If false, the file may be used. */
  readonly isChosen: boolean;
}

/** A desktop has a bus of its own. */
const hasSystemCredentialStore = ({ env, platform }: Io): boolean => {
  if (platform === 'darwin' || platform === 'win32') return true;
  if ((env['DBUS_SESSION_BUS_ADDRESS'] ?? '') !== '') return true;
  const folder = env['XDG_RUNTIME_DIR'] ?? '';
  return folder !== '' && existsSync(join(folder, 'bus'));
};

const ofProfile = ({ name, profile }: NamedProfile, service: ServiceName): KeptFor => ({
  service,
  profile: name,
  url: profile[service]?.url ?? '',
  product: profile[service]?.product,
});

/**
 * Tries the store before the log-in.
 * @throws TrivetError exit 3 with a hint, if the profile's store does not work
 */
export const placeFor = async (
  { io, globals, reporter }: Session,
  named: NamedProfile,
  service: ServiceName,
): Promise<TokenPlace> => {
  const of = ofProfile(named, service);
  const tools = credentialStoreTools(io, mayAsk(io, globals));
  const file = { keptFor: of, tools, store: undefined, title: 'the profiles file', isChosen: true };
  const setting = named.profile.tokenKeeper;
  if (setting === 'file' || (setting === 'vendor' && !(await vendorKeeps(of)))) return file;
  if (setting !== undefined)
    return {
      keptFor: of,
      tools,
      store: setting,
      title: await tryCredentialStore(setting, of, tools),
      isChosen: true,
    };
  if (!hasSystemCredentialStore(io)) return file;
  try {
    return {
      keptFor: of,
      tools,
      store: 'system',
      title: await tryCredentialStore('system', of, tools),
      isChosen: false,
    };
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    reporter.note(
      `the token goes to the profiles file: ${error.message}; trivet profile set ${named.name} --token-keeper file ` +
        'makes that the rule',
    );
    return file;
  }
};

const sourceAt = async (
  { store, keptFor, tools, isChosen }: TokenPlace,
  value: string,
  login: KeptSession | undefined,
  { reporter }: Session,
): Promise<TokenSource> => {
  const plain: TokenSource = { kind: 'stored', value, session: login };
  if (store === undefined) return plain;
  try {
    return await keepToken(store, value, login, keptFor, tools);
  } catch (error) {
    if (!(error instanceof TrivetError) || isChosen) throw error;
    reporter.warn(`the token is in the profiles file: ${error.message}`);
    return plain;
  }
};

/** @returns where the token is, for people */
export const storeToken = async (
  session: Session,
  { name, profile }: NamedProfile,
  place: TokenPlace,
  value: string,
  login: KeptSession | undefined,
): Promise<string> => {
  const { service } = place.keptFor;
  const source = await sourceAt(place, value, login, session);
  try {
    await changeProfiles(session, (file) => {
      const before = file.profiles[name] ?? profile;
      if (before[service]?.url !== profile[service]?.url) {
        throw localError(
          `the ${service} address of profile ${name} was changed meanwhile: nothing was stored`,
        );
      }
      return withProfile(file, name, withToken(before, service, source));
    });
  } catch (error) {
    if (source.kind === 'kept') await eraseKept(source, place.keptFor, place.tools).catch(() => undefined);
    throw error;
  }
  if (source.kind !== 'kept') return '';
  const beware = place.isChosen
    ? ''
    : ` (cron, ssh and services of the system cannot read it: for them trivet profile set ${name} --token-keeper file)`;
  return `, its token in ${place.title}${beware}`;
};
