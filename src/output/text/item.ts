/** Finds a field of an item by its documented name or the product's. */
import { meantWord } from '../../catalogue/aliases.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { valueAtPath } from '../../documents/json/json.ts';

/** Documented name -> the name that the product in use sends. */
export type Aliases = Readonly<Record<string, string>>;

/** Returns the field at `path`: by exact key, then by dotted path, then by either under its alias. */
export const find = (item: JsonObject, path: string, aliases: Aliases = {}): Json | undefined => {
  const found = valueAtPath(item, path);
  if (found !== undefined) return found;
  const meant = meantWord('fields', path);
  if (meant !== path) return find(item, meant, aliases);
  const alias = Object.hasOwn(aliases, path) ? aliases[path] : undefined;
  return alias === undefined ? undefined : valueAtPath(item, alias);
};
