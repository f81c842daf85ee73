/** Tests that a word for a shell is one line, and is read as it was written: by trivet, and by bash. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { control } from '../../src/documents/invisible.ts';
import { shellWords, shellWord } from '../../src/catalogue/text/shell-words.ts';

const texts = [
  'plain',
  '-dashed',
  'two words',
  "it's",
  'a\nb',
  "a'\n\\n\tb",
  '$x',
  "$'a'",
  '\u001b[31m',
  '\u0085\u2028',
  'é 😀',
  '',
];

describe.each(texts.map((text) => [JSON.stringify(text), text] as const))('the word for %s', (_, text) => {
  test('is one line, which trivet reads as the text', () => {
    const word = shellWord(text);
    expect(word.match(control())).toBeNull();
    expect(shellWords(`a ${word} b`)).toEqual(['a', text, 'b']);
  });

  test('means the text in bash', () => {
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const { stdout } = spawnSync('bash', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8', env });
    expect(stdout).toBe(text);
  });
});
