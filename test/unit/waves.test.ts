/** Tests how objects are split into waves. */
import { expect, test } from 'vitest';
import { wavesOf } from '../../src/run/plan/waves.ts';

const sizesOf = (count: number, sizes: readonly string[]): readonly number[] =>
  wavesOf(
    Array.from({ length: count }, (_, index) => index),
    sizes,
  ).map(({ length }) => length);

test.each([
  [40, [], [40]],
  [40, ['1', '5', '25%'], [1, 5, 10, 10, 10, 4]],
  [3, ['1', '5'], [1, 2]],
  [3, ['5'], [3]],
  [0, ['1'], []],
  [3, ['1%'], [1, 1, 1]],
  [4, ['100%'], [4]],
  [7, ['50%'], [4, 3]],
])('%i objects in waves of %j are %j', (count, sizes, expected) => {
  expect(sizesOf(count, sizes)).toEqual(expected);
});

test('every object is in one wave, in order', () => {
  const items = Array.from({ length: 17 }, (_, index) => index);
  expect(wavesOf(items, ['2', '30%']).flat()).toEqual(items);
});

test.each(['0', '-1', '0%', '101%', 'x', '', '1.5', '5%%'])('a size of "%s" is refused', (size) => {
  expect(() => wavesOf([1, 2], [size])).toThrow(/is not a size/);
});
