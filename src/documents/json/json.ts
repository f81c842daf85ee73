/** Integers beyond 2^53-1 are `bigint`: what came in goes out unchanged. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

export type JsonObject = { readonly [key: string]: Json | undefined };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Reads own properties only, since a server's `__proto__` or `constructor` is data. */
export const own = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

export const textAt = (value: Json | undefined, key: string): string | undefined => {
  const found = own(value, key);
  return typeof found === 'string' ? found : undefined;
};

export const numberAt = (value: Json | undefined, key: string): number => {
  const found = own(value, key);
  return typeof found === 'number' ? found : 0;
};

export const itemsIn = (value: Json | undefined): readonly Json[] => (isArray(value) ? value : []);

export const listAt = (value: Json | undefined, key: string): readonly Json[] => itemsIn(own(value, key));

export const textsAt = (value: Json | undefined, key: string): readonly string[] =>
  listAt(value, key).filter((one) => typeof one === 'string');

/** Members sorted by name, since servers send maps in any order; empty for anything else. */
export const membersOf = (value: Json | undefined): readonly (readonly [name: string, value: Json])[] =>
  isObject(value)
    ? Object.keys(value)
        .sort()
        .map((name) => [name, value[name] ?? null])
    : [];

export const withSortedKeys = (value: Json): Json => {
  if (isArray(value)) return value.map(withSortedKeys);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, withSortedKeys(value[key] ?? null)]));
};

export const at = (value: Json | undefined, ...steps: readonly (string | number)[]): Json | undefined => {
  let current = value;
  for (const step of steps) {
    if (isArray(current)) current = current[Number(step)];
    else current = own(current, String(step));
  }
  return current;
};

/** Finds a value by exact key first, then by dotted path (`a.b.0`). A key may itself contain dots. */
export const valueAtPath = (value: Json | undefined, path: string): Json | undefined => {
  const exact = own(value, path);
  if (exact !== undefined) return exact;
  if (isArray(value)) {
    const [head = '', ...rest] = path.split('.');
    if (!/^\d+$/.test(head)) return undefined;
    const item = value[Number(head)];
    return rest.length === 0 ? item : valueAtPath(item, rest.join('.'));
  }
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const head = own(value, path.slice(0, dot));
    if (head === undefined) continue;
    const found = valueAtPath(head, path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
};
