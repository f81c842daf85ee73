/** The machine's, or with a seed the same in every run. */
import {
  createCipheriv,
  createHash,
  randomBytes as machineBytes,
  randomUUID as machineUUID,
} from 'node:crypto';
import type { RandomSource } from './occasion.ts';
import { currentOccasion } from './occasion.ts';

export function seededSource(seed: string, name = ''): RandomSource {
  const key = createHash('sha256')
    .update(JSON.stringify([seed, name]))
    .digest();
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return {
    bytes: (size) => cipher.update(Buffer.alloc(size)),
    named: (other) => seededSource(seed, other),
  };
}

export function isSeeded(): boolean {
  return currentOccasion()?.random !== undefined;
}

export function randomBytes(size: number): Buffer {
  return currentOccasion()?.random?.bytes(size) ?? machineBytes(size);
}

export function randomInt(minimum: number, limit?: number): number {
  const [first, beyond] = limit === undefined ? [0, minimum] : [minimum, limit];
  // 48 bits: negligible bias.
  return first + (randomBytes(6).readUIntBE(0, 6) % (beyond - first));
}

export function randomUUID(): string {
  if (!isSeeded()) return machineUUID();
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
