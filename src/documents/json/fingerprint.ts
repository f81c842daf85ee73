/** One text for equal documents, whatever the order of their keys. */
import { createHash } from 'node:crypto';
import type { Json, JsonObject } from './json.ts';
import { withSortedKeys } from './json.ts';
import { writeJson } from './lossless.ts';

export const fingerprintOf = (document: Json): string =>
  createHash('sha256')
    .update(writeJson(withSortedKeys(document)))
    .digest('hex');

/** The fields that differ between two states of an object. */
export const movedFields = (one: JsonObject, other: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (key) => writeJson(withSortedKeys(one[key] ?? null)) !== writeJson(withSortedKeys(other[key] ?? null)),
  );

export const inBrackets = (fields: readonly string[]): string =>
  fields.length === 0 ? '' : ` (${fields.join(', ')})`;
