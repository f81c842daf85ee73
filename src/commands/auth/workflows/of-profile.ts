import { Exit, localError, TrivetError, usageError } from '../../../system/error.ts';
import { serviceNames } from '../../../catalogue/product.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import { readProfiles } from '../../../config/file/profile-file.ts';
import type { Profile, TokenSource } from '../../../config/file/profile.ts';
import { resolveEndpoint } from '../../../services/endpoint/resolve.ts';
import { setting } from '../../../system/environment.ts';
import { ownPrefix } from '../../../config/own-variables.ts';
import type { Session } from '../../../run/session/session.ts';

export type OfService = Readonly<{ service?: ServiceName | undefined }>;

export const serviceNamed = ({ service }: OfService): ServiceName => {
  if (service === undefined) throw usageError(`the service must be one of ${serviceNames.join(', ')}`);
  return service;
};

export interface NamedProfile {
  readonly name: string;
  readonly profile: Profile;
}

export const profileFor = (session: Session, hint: string): NamedProfile => {
  const file = readProfiles(session.io);
  const name = session.globals.profile ?? session.io.env['TRIVET_PROFILE'] ?? file.current;
  if (name === undefined) throw localError('there is no profile yet', hint);
  const profile = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;
  if (profile === undefined) {
    throw new TrivetError('not-found', Exit.notFound, `there is no profile "${name}"`, {
      hint: 'See the profiles: trivet profile list',
    });
  }
  return { name, profile };
};

export const servicesOf = (
  { name, profile }: NamedProfile,
  named: readonly ServiceName[] | undefined,
): readonly ServiceName[] => {
  const chosen = named ?? serviceNames.filter((service) => profile[service] !== undefined);
  for (const service of chosen) {
    if (profile[service] !== undefined) continue;
    throw localError(
      `profile ${name} has no ${service} address; a token is stored for a specific address`,
      `Set the address first: trivet profile set ${name} --${service}-url URL`,
    );
  }
  return [...new Set(chosen)];
};

export const withToken = (
  profile: Profile,
  service: ServiceName,
  token: TokenSource | undefined,
): Profile => {
  const settings = profile[service];
  return settings === undefined ? profile : { ...profile, [service]: { ...settings, token } };
};

const elsewhere = async (
  { io }: Session,
  { name }: NamedProfile,
  service: ServiceName,
): Promise<string | undefined> => {
  if (readProfiles(io).current !== name) return undefined;
  try {
    const { profile, sources } = await resolveEndpoint(service, {}, io);
    return profile === undefined ? sources['url'] : undefined;
  } catch (error) {
    // Each command reports its own settings.
    if (!(error instanceof TrivetError)) throw error;
    return undefined;
  }
};

/** Variables override the profile. */
export const warnOfVariable = async (
  session: Session,
  of: NamedProfile,
  service: ServiceName,
): Promise<void> => {
  const { io, reporter } = session;
  const name = `${ownPrefix(service)}TOKEN`;
  const address = await elsewhere(session, of, service);
  if (setting(io.env, name) !== undefined)
    reporter.warn(`${name} is set: commands use its token, and not that of the profile`);
  else if (address !== undefined)
    reporter.warn(`${address} is set: commands use it, and not profile ${of.name}`);
};
