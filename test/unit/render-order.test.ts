import { expect, test } from 'vitest';
import { ordered } from '../../src/output/text/item.ts';

const items = [
  { id: 'a', index: 9, name: 'x' },
  { id: 'b', index: 10n },
  { id: 'c', name: 'w', index: 10 },
  { id: 'd', index: null, name: '' },
];
const ids = (order: string): string =>
  ordered(items, order)
    .map(({ id }) => (typeof id === 'string' ? id : ''))
    .join('');

test('numbers are ordered as numbers, whatever their size; equal ones keep their order', () => {
  expect(ids('index')).toBe('abcd');
  expect(ids('-index')).toBe('bcad');
});

test('items without the field come last in both directions', () => {
  expect(ids('name')).toBe('cabd');
  expect(ids('-name')).toBe('acbd');
  expect(ids('other')).toBe('abcd');
});
