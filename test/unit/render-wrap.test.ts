import { describe, expect, test } from 'vitest';
import { wrapWords } from '../../src/output/text/wrap.ts';

describe('wrapWords', () => {
  test('breaks between words, and indents continuation lines', () => {
    expect(wrapWords('the workspace is already locked, by user owner', 40, 2, 8)).toBe(
      'the workspace is already locked,\n  by user owner',
    );
    expect(wrapWords('  one two three four five six seven', 30, 2)).toBe(
      '  one two three four five six\n    seven',
    );
  });

  test('keeps lines that fit', () => {
    expect(wrapWords('short\n  short too', 40, 2)).toBe('short\n  short too');
    const word = 'x'.repeat(60);
    expect(wrapWords(word, 40, 2)).toBe(word);
  });

  test('keeps a command in one piece', () => {
    const command = 'trivet workspace force-unlock acme/network-prod --organization acme';
    expect(wrapWords(`Break the lock: ${command}`, 40, 2)).toBe(`Break the lock:\n  ${command}`);
    expect(wrapWords(`One: ${command}. Two: trivet doctor.`, 40, 2)).toBe(
      `One:\n  ${command}.\n  Two: trivet doctor.`,
    );
    const other = "chmod 600 '/home/ada/.config/trivet/the profiles.json'";
    expect(wrapWords(`Run: ${other}`, 40, 2)).toBe(`Run:\n  ${other}`);
  });

  test('changes nothing if the terminal is too narrow or has no width', () => {
    for (const width of [0, 1, 20]) expect(wrapWords('a b '.repeat(30), width, 2)).toBe('a b '.repeat(30));
  });
});
