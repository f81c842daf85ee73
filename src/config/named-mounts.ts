import type { Context, OneOfSeveral } from './endpoint.ts';

const namesOf = (named: OneOfSeveral | undefined): readonly string[] =>
  named === undefined ? [] : [named.value, ...(named.also ?? [])];

export const namedMounts = ({ mounts }: Context, engine: string): readonly string[] =>
  namesOf(mounts[engine]);

export const namedNamespaces = ({ namespace }: Context): readonly string[] => namesOf(namespace);
