/**
 * Decides whether a run may change anything: `TRIVET_READ_ONLY` for all servers, `readOnly` of a profile for its own.
 */
import { localError } from '../model/error.ts';
import type { Source } from './endpoint.ts';
import type { Surroundings } from '../world/surroundings.ts';
import { readProfiles } from './file/profile-file.ts';
import { setting, type Environment } from './environment.ts';

const name = 'TRIVET_READ_ONLY';

const yes: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'on']);
const no: ReadonlySet<string> = new Set(['0', 'false', 'no', 'off']);

/**
 * Returns `TRIVET_READ_ONLY` if it is on.
 * @throws TrivetError exit 3 for a value that is neither yes nor no: a typing error must not allow changes
 */
export const readOnlyVariable = (env: Environment): Source | undefined => {
  const value = setting(env, name)?.value.trim().toLowerCase();
  if (value === undefined || no.has(value)) return undefined;
  if (yes.has(value)) return name;
  throw localError(`${name} is neither 1 nor 0`, `Set ${name}=1 to allow reads only, or unset it.`);
};

/** Returns `profile "prod"` if that profile allows only reads. */
export const readOnlyProfile = (profile: string, surroundings: Surroundings): Source | undefined => {
  const { profiles } = readProfiles(surroundings);
  const readOnly = Object.hasOwn(profiles, profile) && profiles[profile]?.readOnly === true;
  return readOnly ? `profile "${profile}"` : undefined;
};

/** The name of the profile in use, whether or not it exists. */
export const profileInUse = (flag: string | undefined, surroundings: Surroundings): string | undefined =>
  flag ?? setting(surroundings.env, 'TRIVET_PROFILE')?.value ?? readProfiles(surroundings).current;
