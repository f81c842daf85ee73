import type { Json } from './json.ts';
import { isArray, isObject } from './json.ts';

/** The document with `mark` in place of each value; names, and what is empty, stay. */
export const hideAll = (value: Json, mark: string): Json => {
  if (value === null || value === '') return value;
  if (isArray(value)) return value.map((one) => hideAll(one, mark));
  if (!isObject(value)) return mark;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hideAll(one ?? null, mark)]));
};
