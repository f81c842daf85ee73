/** Generates identifiers: a prefix and 16 letters or digits, the same in every run with the same seed. */
import { createHash } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function identifier(prefix: string, seed: string): string {
  const digest = createHash('sha256').update(`${prefix}:${seed}`).digest();
  let text = '';
  for (const byte of digest.subarray(0, 16)) text += ALPHABET.charAt(byte % ALPHABET.length);
  return `${prefix}-${text}`;
}
