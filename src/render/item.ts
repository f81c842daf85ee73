/** Finding a field of an item, under the documented name or the product's. */
import { Exit, TrivetError } from '../model/error.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { lookup } from '../model/json.ts';
import { closest } from '../model/suggest.ts';

/** Documented name -> the name that the product in use has on the wire. */
export type Aliases = Readonly<Record<string, string>>;

/** The field at `path`: exact key first, then dotted path, then the same under its alias. */
export const find = (item: JsonObject, path: string, aliases: Aliases = {}): Json | undefined => {
  const found = lookup(item, path);
  if (found !== undefined || !Object.hasOwn(aliases, path)) return found;
  const alias = aliases[path];
  return alias === undefined ? undefined : lookup(item, alias);
};

const hintFor = (path: string, keys: readonly string[]): string => {
  const meant = closest(path, keys);
  if (meant.length > 0) return `did you mean ${meant.join(' or ')}?`;
  if (keys.length === 0) return 'the reply has no fields';
  return `its fields are ${keys.slice(0, 40).join(', ')}${keys.length > 40 ? ', …' : ''}`;
};

/**
 * Nothing, when some item has the field; a list may leave it out where it is empty.
 * @throws TrivetError (exit 1) when no item has it, with the fields that were probably meant
 */
export const mustHave = (items: readonly JsonObject[], path: string, aliases: Aliases = {}): void => {
  if (items.length === 0 || items.some((item) => find(item, path, aliases) !== undefined)) return;
  const keys = [...new Set(items.slice(0, 100).flatMap((item) => Object.keys(item)))];
  throw new TrivetError('missing-field', Exit.refused, `there is no field "${path}" in the reply`, {
    hint: hintFor(path, keys),
  });
};
