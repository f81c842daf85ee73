import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closest } from '../../src/catalogue/text/suggest.ts';

const words = [
  'list',
  'show',
  'create',
  'update',
  'delete',
  'lock',
  'unlock',
  'force-unlock',
  'execution-mode',
];

describe('closest', () => {
  test.each([
    ['lsit', 'list'],
    ['crate', 'create'],
    ['creaate', 'create'],
    ['udpate', 'update'],
    ['DELETE', 'delete'],
    ['force_unlock', 'force-unlock'],
    ['ExecutionMode', 'execution-mode'],
    ['exec', 'execution-mode'],
    ['mode', 'execution-mode'],
  ])('suggests for %s: %s', (word, meant) => {
    expect(closest(word, words)[0]).toBe(meant);
  });

  test('puts the likeliest first, up to a maximum', () => {
    expect(closest('nlock', words)).toEqual(['lock', 'unlock', 'force-unlock']);
    expect(closest('nlock', words, 1)).toEqual(['lock']);
  });

  test('suggests nothing if nothing is similar', () => {
    for (const word of ['', 'banana', 'x', 'zzzzzz', 'a'.repeat(100_000)])
      expect(closest(word, words)).toEqual([]);
    expect(closest('ab', ['x'])).toEqual([]);
  });

  test('puts an exact match first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z][a-z-]{2,12}[a-z]$/), { minLength: 1 }),
        fc.nat(),
        (some, pick) => {
          const word = some[pick % some.length] ?? '';
          const folded = (text: string): string => text.replaceAll('-', '');
          expect(folded(closest(word, some)[0] ?? '')).toBe(folded(word));
        },
      ),
    );
  });
});
