import { expect, test } from 'vitest';
import { Joined } from '../../src/http/transport/joined.ts';

test.each([
  ['one chunk', [5]],
  ['chunks of a byte', Array.from({ length: 40_000 }, () => 1)],
  ['small and large ones', [1, 20_000, 3, 0, 100_000, 1]],
])('%s are joined in order', (_, sizes) => {
  const limit = 1 << 20;
  const joined = new Joined(limit);
  const all: Buffer[] = [];
  for (const [index, size] of sizes.entries()) {
    const chunk = Buffer.alloc(size, index % 251);
    all.push(Buffer.from(chunk));
    joined.add(chunk);
  }
  const whole = Buffer.concat(all);
  expect(joined.size).toBe(whole.byteLength);
  expect(whole.equals(joined.whole())).toBe(true);
  expect(joined.whole().buffer.byteLength).toBeLessThanOrEqual(limit);
});

test('the received chunk is not modified', () => {
  const first = Buffer.alloc(4, 1);
  const rest = Buffer.alloc(100, 7);
  const joined = new Joined(100);
  joined.add(first.subarray(0, 2));
  joined.add(rest.subarray(0, 2));
  expect([...first]).toEqual([1, 1, 1, 1]);
  expect([...joined.whole()]).toEqual([1, 1, 7, 7]);
});
