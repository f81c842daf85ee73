/** The mounts and namespaces that the settings name, the usual one first. */
import type { Context, OneOfSeveral } from './endpoint.ts';

const namesOf = (named: OneOfSeveral | undefined): readonly string[] =>
  named === undefined ? [] : [named.value, ...(named.also ?? [])];

/** The mounts of an engine (`pki`, `ldap`, `cloud`), the usual one first; empty where the settings name none. */
export const namedMounts = ({ mounts }: Context, engine: string): readonly string[] =>
  namesOf(mounts[engine]);

export const namedNamespaces = ({ namespace }: Context): readonly string[] => namesOf(namespace);
