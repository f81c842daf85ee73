/** Finding a field of an item, under the documented name or the product's. */
import type { Json, JsonObject } from '../model/json.ts';
import { valueAtPath } from '../model/json.ts';

/** Documented name -> the name that the product in use has on the wire. */
export type Aliases = Readonly<Record<string, string>>;

/** The field at `path`: exact key first, then dotted path, then the same under its alias. */
export const find = (item: JsonObject, path: string, aliases: Aliases = {}): Json | undefined => {
  const found = valueAtPath(item, path);
  if (found !== undefined || !Object.hasOwn(aliases, path)) return found;
  const alias = aliases[path];
  return alias === undefined ? undefined : valueAtPath(item, alias);
};
