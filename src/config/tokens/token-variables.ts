import { serviceNames } from '../../catalogue/product.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import { ownPrefix } from '../own-variables.ts';
import { readProfiles } from '../file/profile-file.ts';
import type { ProfilesFile } from '../file/profile.ts';

const own: ReadonlySet<string> = new Set(
  serviceNames.flatMap((service) => [`${ownPrefix(service)}TOKEN`, `${ownPrefix(service)}TOKEN_FILE`]),
);

export const isOwnTokenVariable = (name: string): boolean => own.has(name);

export const vendorTokenVariables: readonly string[] = [
  'VAULT_TOKEN',
  'BAO_TOKEN',
  'BAO_TOKEN_PATH',
  'NOMAD_TOKEN',
  'TFE_TOKEN',
];

const profilesOrNone = (surroundings: Surroundings): ProfilesFile['profiles'] => {
  try {
    return readProfiles(surroundings).profiles;
  } catch {
    // A broken file of profiles has no tokens either.
    return {};
  }
};

export const tokenVariables = (surroundings: Surroundings): ((name: string) => boolean) => {
  const named = Object.values(profilesOrNone(surroundings)).flatMap((profile) =>
    serviceNames.flatMap((service) => {
      const token = profile[service]?.token;
      return token?.kind === 'environment' ? [token.name] : [];
    }),
  );
  const all = new Set([...vendorTokenVariables, ...named]);
  return (name) => own.has(name) || all.has(name) || name.startsWith('TF_TOKEN_');
};
