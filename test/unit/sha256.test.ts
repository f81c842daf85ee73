/** Tests the digest of receipts against Node's. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/receipts/sha256.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

test.each([0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 128, 1000, 100_000])(
  'of %i characters is that of Node',
  (length) => {
    const text = Array.from({ length }, (_, index) => String.fromCodePoint(32 + ((index * 7919) % 95))).join(
      '',
    );
    expect(sha256(text)).toBe(digest(text));
  },
);

test.each(['é', '€', '😀', 'a\u0000b', '{"locked":true,"locked-reason":"CHG-1"}'])(
  'of %j is that of Node',
  (text) => {
    expect(sha256(text)).toBe(digest(text));
  },
);

test('of many texts is that of Node, however many came before', () => {
  const texts = Array.from({ length: 500 }, (_, index) => `state ${index} é`);
  expect(texts.map(sha256)).toEqual(texts.map(digest));
});
