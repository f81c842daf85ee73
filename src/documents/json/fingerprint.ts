/** One text for equal documents, however their keys are ordered: for what was compared, approved or left. */
import { createHash } from 'node:crypto';
import type { Json, JsonObject } from './json.ts';
import { withSortedKeys } from './json.ts';
import { writeJson } from './lossless.ts';

/** The SHA-256 of a document, in hexadecimal digits. */
export const fingerprintOf = (document: Json): string =>
  createHash('sha256')
    .update(writeJson(withSortedKeys(document)))
    .digest('hex');

/** The fields that differ between two states of an object. */
export const movedFields = (one: JsonObject, other: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (key) => writeJson(withSortedKeys(one[key] ?? null)) !== writeJson(withSortedKeys(other[key] ?? null)),
  );

/** Fields as the end of a reason: ` (ttl, max_ttl)`; empty where none are known. */
export const inBrackets = (fields: readonly string[]): string =>
  fields.length === 0 ? '' : ` (${fields.join(', ')})`;
