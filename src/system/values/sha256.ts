/** The SHA-256 of bytes or of a text in UTF-8, in hexadecimal digits. */
import { createHash } from 'node:crypto';

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');
