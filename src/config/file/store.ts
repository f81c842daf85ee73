/** Writes the profiles file with conf; a lock makes read, change and write one step. */
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { localError } from '../../system/error.ts';
import { serviceNames } from '../../catalogue/product.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import { parseBaseUrl } from '../base-url.ts';
import { aboutFile, fileFailure } from '../../system/system-error.ts';
import { configFolder } from '../../system/config-folder.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import { withLock } from '../../system/lock-file.ts';
import { makeFolder } from '../../system/make-folder.ts';
import { checkFolder, profilesName, readProfiles } from './profile-file.ts';
import { checkProfiles } from './profile-schema.ts';
import { isProfileName, type Profile, type ProfilesFile } from './profile.ts';
import { tokenFromText } from '../tokens/token-text.ts';

export const checkProfileName = (name: string): string => {
  if (isProfileName(name)) return name;
  throw localError(
    `${JSON.stringify(name.slice(0, 80))} is not a profile name`,
    'Use a letter or digit, then up to 63 letters, digits, dots, dashes or underscores.',
  );
};

const withOrigins = (file: ProfilesFile): ProfilesFile => {
  const bound = (name: string, profile: Profile, service: ServiceName): Profile => {
    const part = profile[service];
    const token = part?.token;
    if (part === undefined || (token?.kind !== 'stored' && token?.kind !== 'kept')) return profile;
    const { origin = parseBaseUrl(part.url, `profile "${name}" (${service})`, service).origin } = token;
    return { ...profile, [service]: { ...part, token: { ...token, origin } } };
  };
  const profiles = Object.entries(file.profiles).map(([name, profile]) => [
    name,
    serviceNames.reduce((all, service) => bound(name, all, service), profile),
  ]);
  return { ...file, profiles: Object.fromEntries(profiles) };
};

const checkContent = (file: ProfilesFile): void => {
  for (const [name, profile] of Object.entries(file.profiles)) {
    for (const service of serviceNames) {
      const part = profile[service];
      if (part === undefined) continue;
      const label = `profile "${name}" (${service})`;
      parseBaseUrl(part.url, label, service);
      if (part.token?.kind === 'stored') tokenFromText(part.token.value, label);
      if ((part.clientCert === undefined) !== (part.clientKey === undefined)) {
        throw localError(`${label}: a client certificate and its key go together`);
      }
    }
  }
  if (file.current !== undefined && !Object.hasOwn(file.profiles, file.current)) {
    throw localError(`there is no profile "${file.current}" to be the current one`);
  }
};

const ownFolder = (surroundings: Surroundings): string => {
  const folder = configFolder(surroundings);
  if (folder === undefined) {
    throw localError(
      'there is no home directory for the profiles',
      'Set TRIVET_CONFIG_DIR to an absolute path.',
    );
  }
  // Parent folders keep the user's mode, but trivet's own is private from the start.
  if (makeFolder(folder)) chmodSync(folder, 0o700);
  const found = statSync(folder);
  if (!found.isDirectory()) throw localError(`${folder} is not a folder`);
  checkFolder(folder, found, surroundings);
  return folder;
};

/** A killed writer leaves its draft; the lock excludes other writers. */
const removeDrafts = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${profilesName}.json.tmp-`)) rmSync(join(folder, name), { force: true });
  }
};

const writeWithConf = async (folder: string, next: ProfilesFile): Promise<void> => {
  const { default: Conf } = await import('conf');
  const conf = new Conf<Record<string, unknown>>({
    cwd: folder,
    configName: profilesName,
    projectName: 'trivet',
    projectSuffix: '',
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
  });
  // Given a single key with dots, conf would read a path.
  conf.store = { ...next };
};

/**
 * Reads, changes and writes the profiles under a lock.
 * @throws TrivetError exit 3 if the file or the result is not valid; the file stays as it was
 */
export const updateProfiles = async (
  surroundings: Surroundings,
  change: (file: ProfilesFile) => ProfilesFile,
): Promise<ProfilesFile> => {
  try {
    const folder = ownFolder(surroundings);
    // Loads conf before the lock, since loading takes longer than writing.
    await import('conf');
    return await withLock(join(folder, `${profilesName}.lock`), async () => {
      removeDrafts(folder);
      const next = change(readProfiles(surroundings));
      const content = checkProfiles(next, undefined);
      checkContent(content);
      const checked = withOrigins(content);
      await writeWithConf(folder, checked).catch((error: unknown) => {
        throw aboutFile(error, join(folder, `${profilesName}.json`));
      });
      return checked;
    });
  } catch (error) {
    throw fileFailure(error) ?? error;
  }
};

export const withProfile = (file: ProfilesFile, name: string, profile: Profile): ProfilesFile => ({
  ...file,
  current: file.current ?? checkProfileName(name),
  profiles: { ...file.profiles, [checkProfileName(name)]: profile },
});

export const withoutProfile = (file: ProfilesFile, name: string): ProfilesFile => {
  const left = Object.entries(file.profiles).filter(([each]) => each !== name);
  const { current, ...rest } = file;
  return {
    ...rest,
    ...(current === undefined || current === name ? {} : { current }),
    profiles: Object.fromEntries(left),
  };
};
