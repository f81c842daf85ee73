/** The one source of an address: flag > TRIVET_* > TRIVET_PROFILE > vendor > current profile. */
import { Exit, localError, TrivetError } from '../../system/error.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import { parseBaseUrl } from '../../config/base-url.ts';
import type { EndpointCandidate, ContextPlan, TokenAccess } from '../../config/candidate.ts';
import type { PassedOver, ResolutionFlags } from '../../config/endpoint.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import { contextVariables, ownPrefix } from '../../config/own-variables.ts';
import { profileCandidate } from '../../config/file/profile-candidate.ts';
import type { Profile, ProfilesFile } from '../../config/file/profile.ts';
import { readProfiles } from '../../config/file/profile-file.ts';
import { refuseUnheeded, setting } from '../../system/environment.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import { vendorSettingsOf } from '../index.ts';
import { serviceTraits } from '../../catalogue/product.ts';
import { samePart } from '../../catalogue/target.ts';

interface ChosenSource {
  readonly base: EndpointCandidate | undefined;
  readonly notices: readonly string[];
}

interface Question {
  readonly service: ServiceName;
  readonly flags: ResolutionFlags;
  readonly own: EndpointCandidate;
  readonly surroundings: Surroundings;
  readonly access: TokenAccess;
  readonly origin: string | undefined;
}

const noProfile = (name: string, by: string, file: ProfilesFile): TrivetError => {
  const names = Object.keys(file.profiles);
  return localError(
    `there is no profile ${JSON.stringify(name.slice(0, 80))} (${by})`,
    names.length === 0
      ? 'Create one: trivet profile set NAME --workspaces-url URL'
      : `The profiles are: ${names.join(', ')}.`,
  ).with({ details: { reason: 'no-profile' } });
};

const profileOf = (file: ProfilesFile, name: string): Profile | undefined =>
  Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;

/** The profile must exist and have the service, unless `--base-url` gives the address. */
const named = (question: Question, name: string, by: string): EndpointCandidate => {
  const { service, flags, surroundings, access } = question;
  const file = readProfiles(surroundings);
  const profile = profileOf(file, name);
  if (profile === undefined) throw noProfile(name, by, file);
  if (profile[service] === undefined && flags.baseUrl === undefined) {
    throw new TrivetError(
      'no-address',
      Exit.local,
      `profile "${name}" (${by}) has no address for ${service}`,
      { hint: `Set it: trivet profile set ${name} --${service}-url https://….`, effect: 'not-sent' },
    );
  }
  return profileCandidate(service, name, profile, surroundings, access);
};

const refuseMixture = ({ service, flags, own, surroundings }: Question): void => {
  for (const name of ['URL', 'TOKEN', 'TOKEN_FILE'].map((end) => ownPrefix(service) + end)) {
    if (surroundings.env[name] === undefined) continue;
    throw localError(
      `--profile ${flags.profile ?? ''} and ${name} are both given, and they may mean different servers`,
      `Leave out --profile, or unset ${own.label} and its token.`,
    );
  }
};

const current = ({ service, surroundings, access }: Question): EndpointCandidate | undefined => {
  const file = readProfiles(surroundings);
  if (file.current === undefined) return undefined;
  const profile = profileOf(file, file.current);
  if (profile === undefined) throw noProfile(file.current, 'the current one', file);
  if (profile[service] === undefined) return undefined;
  return profileCandidate(service, file.current, profile, surroundings, access);
};

const choose = (question: Question): ChosenSource => {
  const { service, flags, own, surroundings, access, origin } = question;
  if (flags.profile !== undefined) {
    refuseMixture(question);
    return { base: named(question, flags.profile, '--profile'), notices: [] };
  }
  if (own.url !== undefined) return { base: own, notices: [] };
  const chosen = setting(surroundings.env, 'TRIVET_PROFILE');
  if (chosen !== undefined) return { base: named(question, chosen.value, chosen.source), notices: [] };
  const settings = vendorSettingsOf(service);
  const vendor = settings.variables(flags.baseUrl, surroundings, access);
  const fallback = current(question);
  if (vendor === undefined) {
    const applies = fallback?.url !== undefined && fallback.url.origin === (origin ?? fallback.url.origin);
    const leftOver = applies ? undefined : settings.leftOver?.(flags.baseUrl, surroundings);
    return { base: leftOver ?? fallback, notices: [] };
  }
  if (fallback?.url === undefined || vendor.url === undefined) return { base: vendor, notices: [] };
  if (fallback.protected === true && vendor.url.origin !== fallback.url.origin) {
    throw localError(
      `${vendor.label} (${vendor.url.origin}) would be used for ${service}, not the current, protected ` +
        `${fallback.label} (${fallback.url.origin})`,
      `Unset ${vendor.label}, or choose: --profile NAME, or TRIVET_PROFILE.`,
    );
  }
  if (vendor.url.origin === fallback.url.origin && fallback.protected === true)
    return { base: fallback, notices: [] };
  const isSameServer = vendor.url.origin === fallback.url.origin;
  const unused = unusedOf(fallback, vendor);
  if (isSameServer && unused.length === 0) return { base: vendor, notices: [] };
  const instead = isSameServer
    ? `, nor its ${unused.join(', ').replace(/, ([^,]*)$/, ' and $1')}`
    : ` (${fallback.url.origin})`;
  const notice =
    `${vendor.label} (${vendor.url.origin}) is used for ${service}, ` +
    `not the current ${fallback.label}${instead}`;
  return { base: vendor, notices: [notice] };
};

const places = ['organization', 'namespace', 'region'] as const;

const isOfAddress = (name: string): boolean => /_(?:ADDR|ADDRESS|HOSTNAME)$/.test(name);

/** The origin of a vendor's address, which may be only a host; undefined if it is not an address. */
const originOf = (address: string, service: ServiceName): string | undefined => {
  try {
    const url = address.includes('://') ? address : `https://${address}`;
    return parseBaseUrl(url, address, service).origin;
  } catch {
    return undefined;
  }
};

/**
 * Variables that name another scope than the one in use, if no flag names it. A vendor's count unless they come
 * with the address of another server than `origin`. A missing organization is asked for instead.
 */
export const passedOver = (
  { service, flags, own, surroundings: { env }, origin }: Omit<Question, 'access'>,
  base: EndpointCandidate | undefined,
  context: ContextPlan,
): readonly PassedOver[] => {
  const vendors = serviceTraits[service].vendorVariables;
  const addresses = vendors.filter(isOfAddress).flatMap((name) => env[name] || []);
  const isElsewhere = addresses.length > 0 && !addresses.some((one) => originOf(one, service) === origin);
  const isVendors = base?.kind === 'vendor' || isElsewhere;
  const ours = contextVariables(service).map(([, name]) => name);
  return [...ours, ...(isVendors ? [] : vendors)].flatMap((variable) => {
    const part = places.find((one) => variable.endsWith(`_${one.toUpperCase()}`));
    const value = env[variable];
    if (part === undefined || value === undefined || value === '' || flags[part] !== undefined) return [];
    const found = context[part];
    const isOurs = found !== undefined && found === own.context[part];
    if (isOurs || samePart(service, part, value, found?.value ?? '')) return [];
    if (part === 'organization' && found === undefined) return [];
    const place = found === undefined ? `without a ${part}` : `with ${part} ${shellWord(found.value)}`;
    return [{ variable, part, value, used: `${base?.label ?? 'the address'} ${place}` }];
  });
};

const unusedOf = (profile: EndpointCandidate, { context, tls }: EndpointCandidate): readonly string[] => {
  const named = places.flatMap((name) => {
    const value = profile.context[name]?.value;
    return value === undefined || value === context[name]?.value ? [] : [`${name} ${shellWord(value)}`];
  });
  const parts = [
    ['token', profile.token !== undefined],
    ['mounts', Object.keys(profile.context.mounts ?? {}).length > 0],
    ['CA', profile.tls.ca !== undefined && tls.ca === undefined],
    ['client certificate', profile.tls.cert !== undefined && tls.cert === undefined],
    ['TLS server name', profile.tls.serverName !== undefined && tls.serverName === undefined],
    ['read-only setting', profile.readOnly === true],
  ] as const;
  return [...named, ...parts.flatMap(([name, isLost]) => (isLost ? [name] : []))];
};

/** The choice has a notice if a vendor's variable overrides the current profile. */
export const chooseSource = (question: Question): ChosenSource => {
  const chosen = choose(question);
  // The address of a vendor comes with all its variables.
  if (chosen.base?.kind !== 'vendor')
    refuseUnheeded(question.surroundings.env, vendorSettingsOf(question.service).guarding ?? {});
  return chosen;
};
