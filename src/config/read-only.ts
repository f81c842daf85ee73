/**
 * Whether a run may change anything, and must confirm it: `TRIVET_READ_ONLY` and `TRIVET_PROTECTED` for all servers,
 * `readOnly` of a profile for its own.
 */
import { localError } from '../system/error.ts';
import type { Source } from './endpoint.ts';
import type { Surroundings } from '../system/surroundings.ts';
import { readProfiles } from './file/profile-file.ts';
import { setting, type Environment } from '../system/environment.ts';

const yes: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'on']);
const no: ReadonlySet<string> = new Set(['0', 'false', 'no', 'off']);

/** Refuses a value that is neither yes nor no, since a typing error must not allow changes. */
const isOn = (env: Environment, name: string, effect: string): boolean => {
  const value = setting(env, name)?.value.trim().toLowerCase();
  if (value === undefined || no.has(value)) return false;
  if (yes.has(value)) return true;
  throw localError(`${name} is neither 1 nor 0`, `Set ${name}=1 to ${effect}, or unset it.`);
};

const variableThat =
  (name: string, effect: string) =>
  (env: Environment): Source | undefined =>
    isOn(env, name, effect) ? name : undefined;

const readOnlyVariable = variableThat('TRIVET_READ_ONLY', 'allow reads only');

/**
 * The setting by which the calling program or `TRIVET_READ_ONLY` allows only reads, whatever the server.
 * @throws TrivetError exit 3 for a value that is neither yes nor no
 */
export const readOnlyRun = ({ readOnly, env }: Surroundings): Source | undefined =>
  readOnly ?? readOnlyVariable(env);

export const protectedVariable = variableThat('TRIVET_PROTECTED', 'confirm every change by name');

export const readOnlyProfile = (profile: string, surroundings: Surroundings): Source | undefined => {
  const { profiles } = readProfiles(surroundings);
  const readOnly = Object.hasOwn(profiles, profile) && profiles[profile]?.readOnly === true;
  return readOnly ? `profile "${profile}"` : undefined;
};

export const profileInUse = (flag: string | undefined, surroundings: Surroundings): string | undefined =>
  flag ?? setting(surroundings.env, 'TRIVET_PROFILE')?.value ?? readProfiles(surroundings).current;
