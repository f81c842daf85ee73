import { isIPv4, isIPv6 } from 'node:net';

function quad(text: string): readonly number[] {
  return text.split('.').map(Number);
}

function groups(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = quad(group);
    return [a * 256 + b, c * 256 + d];
  });
}

/** Undefined for other text, and for an IPv6 zone, which a certificate cannot hold. */
export function addressBytes(text: string): Buffer | undefined {
  if (isIPv4(text)) return Buffer.from(quad(text));
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const [head = '', tail] = text.split('::');
  const before = groups(head);
  const after = groups(tail ?? '');
  const words = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(words.flatMap((word) => [word >> 8, word & 0xff]));
}

export function addressText(bytes: Buffer): string | undefined {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) return undefined;
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':');
}
