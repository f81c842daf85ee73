/** A text that is equal for equal documents, whatever the order of keys. */
import type { Json, JsonObject } from './json.ts';
import { withSortedKeys } from './json.ts';
import { writeJson } from './lossless.ts';
import { sha256 } from '../../system/values/sha256.ts';

export const fingerprintOf = (document: Json): string => sha256(writeJson(withSortedKeys(document)));

export const movedFields = (one: JsonObject, other: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (key) => writeJson(withSortedKeys(one[key] ?? null)) !== writeJson(withSortedKeys(other[key] ?? null)),
  );

export const inBrackets = (fields: readonly string[]): string =>
  fields.length === 0 ? '' : ` (${fields.join(', ')})`;
