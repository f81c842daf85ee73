/** Keeps the parts of a reply that fit the tool's schema, since clients refuse a whole reply for one odd value. */
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray, isObject, own } from '../../documents/json/json.ts';

const typeOf = (value: Json): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
};

const allows = (schema: Json | undefined, value: Json): boolean => {
  const type = own(schema, 'type');
  if (type === undefined) return true;
  const wanted = isArray(type) ? type : [type];
  const actual = typeOf(value);
  return wanted.includes(actual) || (actual === 'integer' && wanted.includes('number'));
};

interface Conforming {
  readonly value: JsonObject;
  readonly left: readonly string[];
}

/** JSON readers would round large integers, so these become texts. */
const plain = (value: Json): Json => {
  if (typeof value === 'bigint') return String(value);
  if (isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one ?? null)]));
};

export const conforming = (schema: Json | undefined, document: JsonObject): Conforming => {
  const left: string[] = [];
  const fitted = (inner: Json | undefined, value: Json, path: string): Json | undefined => {
    if (!allows(inner, value)) {
      left.push(path);
      return undefined;
    }
    if (isArray(value)) {
      const items = own(inner, 'items');
      return items === undefined ? value : value.flatMap((one) => fitted(items, one, path) ?? []);
    }
    const properties = own(inner, 'properties');
    if (!isObject(value) || !isObject(properties)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one = null]) => {
        const kept = Object.hasOwn(properties, key)
          ? fitted(properties[key], one, path === '' ? key : `${path}.${key}`)
          : one;
        return kept === undefined ? [] : [[key, kept] as const];
      }),
    );
  };
  const value = fitted(schema, plain(document), '');
  return { value: isObject(value) ? value : {}, left: [...new Set(left)] };
};
