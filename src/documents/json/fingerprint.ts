/** One text for equal documents, however their keys are ordered: for what was compared, approved or left. */
import { createHash } from 'node:crypto';
import type { Json } from './json.ts';
import { withSortedKeys } from './json.ts';
import { writeJson } from './lossless.ts';

/** The SHA-256 of a document, in hexadecimal digits. */
export const fingerprintOf = (document: Json): string =>
  createHash('sha256')
    .update(writeJson(withSortedKeys(document)))
    .digest('hex');
