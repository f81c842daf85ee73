import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOfTerminal, displayWidth, truncate } from '../../src/output/text/width.ts';

test('a terminal without a width, or with the width 0, has 80 columns', () => {
  expect([{ columns: 120 }, { columns: 0 }, {}].map(columnsOfTerminal)).toEqual([120, 80, 80]);
});

describe('displayWidth', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['Größe', 5],
    ['日本語', 6],
    ['한국', 4],
    ['한', 2],
    ['ｆｕｌｌ', 8],
    ['ｱ', 1],
    ['e\u0301', 1],
    ['👍', 2],
    ['👍🏽', 2],
    ['🇸🇪🇳🇴', 4],
    ['👩\u200d💻', 2],
    ['⚠\ufe0f', 2],
    ['⚠', 1],
    ['—…“”', 4],
    ['\u{20000}', 2],
  ])('of %s is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('truncate', () => {
  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['abcdef', 1, '…'],
    ['abcdef', 0, ''],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['日本語', 2, '…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['👍🏽👍🏽', 3, '👍🏽…'],
  ])('cuts %s to %i', (text, width, cut) => {
    expect(truncate(text, width)).toBe(cut);
  });

  test('never exceeds the width, and keeps the beginning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 30 }), (text, width) => {
        const cut = truncate(text, width);
        expect(displayWidth(cut)).toBeLessThanOrEqual(width);
        expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true);
        if (displayWidth(text) <= width && width > 0) expect(cut).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
