/** Finds a field by its documented name or the product's. */
import { meantWord } from '../../catalogue/aliases.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { valueAtPath } from '../../documents/json/json.ts';

export type Aliases = Readonly<Record<string, string>>;

/** Finds a value by its exact key, then by dotted path, then by its alias. */
export const find = (item: JsonObject, path: string, aliases: Aliases = {}): Json | undefined => {
  const found = valueAtPath(item, path);
  if (found !== undefined) return found;
  const meant = meantWord('fields', path);
  if (meant !== path) return find(item, meant, aliases);
  const alias = Object.hasOwn(aliases, path) ? aliases[path] : undefined;
  return alias === undefined ? undefined : valueAtPath(item, alias);
};
