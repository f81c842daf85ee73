/** The mounts that the settings name. */
import type { Context } from './endpoint.ts';

/** The mounts of an engine (`pki`, `ldap`, `cloud`), the usual one first; empty where the settings name none. */
export const namedMounts = ({ mounts }: Context, engine: string): readonly string[] => {
  const named = mounts[engine];
  return named === undefined ? [] : [named.value, ...(named.also ?? [])];
};
