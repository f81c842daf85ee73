import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safe } from '../../src/output/text/safe.ts';
import { anyUnit } from '../support/any-unit.ts';

/** The building blocks of attacks on terminals. */
const payloads = [
  '\u001b[2J\u001b[H',
  '\u001b]0;title\u0007',
  '\u001b]52;c;Y2xpcGJvYXJk\u0007',
  '\u001b]8;;http://evil\u001b\\link\u001b]8;;\u001b\\',
  '\u001bP1$r\u001b\\',
  '\u009b31m',
  'done\rfailed',
  'ok\b\b\b',
  '\u202etxt.exe',
  '\u2066isolated\u2069',
  'zero\u200bwidth\u200d\ufeff',
  'line\u2028break\u2029\u0085',
  'bell\u0007\u007f',
  '\ud800lonely\udc00',
];

const anything = fc.oneof(
  fc.string({ unit: anyUnit }),
  fc
    .array(fc.oneof(fc.constantFrom(...payloads), fc.string({ unit: anyUnit })))
    .map((parts) => parts.join('')),
);

/** Written independently of the code under test. */
const obeyed = new RegExp(
  [
    String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]`,
    String.raw`\p{Cs}`,
    String.raw`[\u{e0000}-\u{e007f}]`,
  ].join('|'),
  'u',
);

describe('safe', () => {
  test.each(payloads)('makes %j harmless', (payload) => {
    expect(safe(payload)).not.toMatch(obeyed);
    expect(safe(payload, { multiline: true })).not.toMatch(obeyed);
  });

  test('leaves no control characters, and keeps a line one line', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(safe(text)).not.toMatch(obeyed);
        expect(safe(text)).not.toMatch(/[\n\t]/);
        expect(safe(text, { multiline: true })).not.toMatch(obeyed);
      }),
      { numRuns: 500 },
    );
  });

  test('shows the escaped character', () => {
    expect(safe('\u001b[31m')).toBe(String.raw`\u{1b}[31m`);
    expect(safe('a\nb\tc')).toBe(String.raw`a\nb\tc`);
    expect(safe('a\nb\tc', { multiline: true })).toBe('a\nb\tc');
    expect(safe('\ud83d')).toBe(String.raw`\u{d83d}`);
  });

  test('keeps harmless text', () => {
    const harmless = 'Größe: 日本語 👍🏽 ⚠️ é (e\u0301) “x” –';
    expect(safe(harmless)).toBe(harmless);
  });
});

test('emoji that a joiner makes one of stay one, and any other joiner is visible', () => {
  for (const one of ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '\u2764\ufe0f\u200d\u{1f525}'])
    expect(safe(one)).toBe(one);
  expect(safe('a\u200db')).toBe(String.raw`a\u{200d}b`);
  expect(safe('\u{1f468}\u200d')).toBe(`\u{1f468}${String.raw`\u{200d}`}`);
  expect(safe('\u{1f468}\u200da')).toBe(`\u{1f468}${String.raw`\u{200d}`}a`);
});
