import type { Json, JsonObject } from '../documents/json/json.ts';
import { isArray, textAt } from '../documents/json/json.ts';
import { writeJson } from '../documents/json/lossless.ts';
import type { Changed, NoReverse, Reverse, State, Undo } from './operation.ts';

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

/**
 * Writes the former settings.
 * @param update the command that writes settings of an existing object
 * @param absent removes an object that did not exist before; or why nothing does
 */
export const backTo = (
  update: string,
  absent: { readonly command: string; readonly note?: string } | NoReverse,
): Undo => ({
  reverse: (change) => {
    if (change.before !== null) return settingsBack(update, change);
    return 'because' in absent ? absent : { ...absent, input: {} };
  },
});

export const listedBy = (items: readonly JsonObject[], field: string): readonly string[] =>
  items
    .map((item) => textAt(item, field))
    .filter((text) => text !== undefined)
    .sort();

export const onlyIn = (one: State, other: State, key: string): readonly string[] => {
  const names = (state: State): readonly string[] => {
    const value = state?.[key];
    return isArray(value) ? value.map(String) : [];
  };
  const known = new Set(names(other));
  return names(one).filter((name) => !known.has(name));
};
