/** Finds a field by its documented name or the product's. */
import { meantWord } from '../../catalogue/aliases.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { valueAtPath } from '../../documents/json/json.ts';
import { plainText } from './value.ts';

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

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

const isNumber = (value: Json | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

const compare = (left: Json | undefined, right: Json | undefined): number => {
  const [a, b] = isNumber(left) && isNumber(right) ? [left, right] : [plainText(left), plainText(right)];
  return a < b ? -1 : a > b ? 1 : 0;
};

/** Sorts items, descending after a leading `-`. Items without the field come last. */
export const ordered = (
  items: readonly JsonObject[],
  order: string,
  aliases?: Aliases,
): readonly JsonObject[] => {
  const down = order.startsWith('-');
  const path = down ? order.slice(1) : order;
  return items
    .map((item) => [item, find(item, path, aliases)] as const)
    .toSorted(([, left], [, right]) => {
      if (isEmpty(left) || isEmpty(right)) return Number(isEmpty(left)) - Number(isEmpty(right));
      return down ? compare(right, left) : compare(left, right);
    })
    .map(([item]) => item);
};
