/** Reverses that many operations share. */
import type { Json } from '../json/json.ts';
import { isArray } from '../json/json.ts';
import { writeJson } from '../json/lossless.ts';
import type { Changed, Reverse, State } from './operation.ts';

/** The settings before, under the names that the state has: each that differs from now. */
export const settingsBack = (
  command: string,
  { before, now }: Pick<Changed, 'before' | 'now'>,
): Reverse | undefined => {
  const input: Record<string, Json> = {};
  for (const [key, value] of Object.entries(before ?? {})) {
    if (writeJson(value ?? null) !== writeJson(now?.[key] ?? null)) input[key] = value ?? null;
  }
  return Object.keys(input).length === 0 ? undefined : { command, input };
};

/** The names of a list that are in one state and not in the other. */
export const onlyIn = (one: State, other: State, key: string): readonly string[] => {
  const names = (state: State): readonly string[] => {
    const value = state?.[key];
    return isArray(value) ? value.map(String) : [];
  };
  const known = new Set(names(other));
  return names(one).filter((name) => !known.has(name));
};
