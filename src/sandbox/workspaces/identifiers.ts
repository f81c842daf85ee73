import { hash } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function identifier(prefix: string, seed: string): string {
  const digest = hash('sha256', `${prefix}:${seed}`, 'buffer');
  let text = '';
  for (const byte of digest.subarray(0, 16)) text += ALPHABET.charAt(byte % ALPHABET.length);
  return `${prefix}-${text}`;
}
