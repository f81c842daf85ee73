/** Tests that every name has a line of its own in `-o name`. */
import { expect, test } from 'vitest';
import { writtenName } from '../../src/output/formats/written-name.ts';

test('every name has a line of its own', () => {
  const odd = ['a\nb', String.raw`a\u{a}b`, String.raw`a\u{5c}u{a}b`, String.raw`\u{`, '\u001b[2J'];
  const lines = odd.map(writtenName);
  expect(new Set(lines).size).toBe(odd.length);
  for (const character of ['\n', '\u001b']) expect(lines.join('')).not.toContain(character);
});

test('other names are printed as they are', () => {
  for (const name of ['web', String.raw`C:\users`, 'é 日']) expect(writtenName(name)).toBe(name);
});
