/** Tests arbitrary output: no secret, no control characters for terminals or shells, no lost digit. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { parseJson, writeJson } from '../../src/documents/json/lossless.ts';
import { safe } from '../../src/output/text/safe.ts';
import { isOffered } from '../../src/commands/completion/workflows/candidates.ts';
import { leaks } from './canary-forms.ts';
import { find } from '../support/pty.ts';
import { triesOf } from '../support/part.ts';
import { fixed, nasty } from './nasty-text.ts';
import { redactedMark, redactor } from '../../src/catalogue/shown.ts';

test('redaction removes a secret whatever surrounds it, and however often it occurs', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9+/=._~-]{8,40}$/);
  const form = fc.constantFrom(
    (text: string) => text,
    encodeURIComponent,
    (text: string) => JSON.stringify(text),
    (text: string) => Buffer.from(`user:${text}`).toString('base64'),
    (text: string) => Buffer.from(text).toString('hex'),
    (text: string) => JSON.stringify(JSON.stringify(text)),
    (text: string) => encodeURIComponent(encodeURIComponent(text)),
  );
  fc.assert(
    fc.property(
      fc.array(secret, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(nasty, form, nasty), { minLength: 1 }),
      (values, parts) => {
        fc.pre(values.every((value) => new Set(value).size > 4 && !redactedMark.includes(value)));
        const redact = redactor(values.map((value, index) => ({ name: `S${index}`, value })));
        const text = parts
          .map(
            ([before, encode, after], index) =>
              `${before}${encode(values[index % values.length] ?? '')}${after}`,
          )
          .join('|');
        const shown = redact(text);
        for (const value of values)
          expect(leaks(shown, value).filter((leak) => leak.length >= 8)).toEqual([]);
      },
    ),
    { ...fixed, numRuns: triesOf(5_000, 20) },
  );
});

test('terminal-safe text has no control characters, and harmless text is unchanged', () => {
  /** First and last code points that a terminal interprets, or that hide or reorder text. */
  const obeyed: readonly (readonly [number, number])[] = [
    [0x00, 0x08],
    [0x0b, 0x1f],
    [0x7f, 0x9f],
    [0x61c, 0x61c],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x2069],
    [0xd800, 0xdfff],
    [0xfeff, 0xfeff],
  ];
  const obeyedIn = (text: string): readonly string[] =>
    Array.from(text).filter((character) => {
      const point = character.codePointAt(0) ?? 0;
      return obeyed.some(([from, to]) => point >= from && point <= to);
    });
  fc.assert(
    fc.property(nasty, (text) => {
      expect(obeyedIn(safe(text, { multiline: true }))).toEqual([]);
      expect(safe(text)).not.toMatch(/[\n\t]/);
      expect(safe(safe(text))).toBe(safe(text));
    }),
    { ...fixed, numRuns: triesOf(20_000, 20) },
  );
});

const bash = find('bash');

test.skipIf(bash === undefined)(
  'bash quotes each completion candidate so that it is one word with that value, also within quotes',
  () => {
    const names = fc
      .sample(nasty, { ...fixed, numRuns: triesOf(20_000, 20) })
      .filter((name) => isOffered(name) && name.isWellFormed());
    expect(names.length).toBeGreaterThan(100);
    const script = `source ${join(inject('built'), 'dist', 'completions', 'trivet.bash')}; LC_ALL=C
while IFS= read -r name; do
  for inside in '' "'" '"'; do
    word=$name; _trivet_quote; set -- empty; eval "set -- $inside$word$inside"
    (($# == 1)) && [[ $1 == "$name" ]] || printf '%s\\n' "$inside $name"
  done
done`;
    const input = names.map((name) => `${name}\n`).join('');
    const { stdout, stderr } = spawnSync(bash ?? '', ['--norc', '-c', script], { input, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
  },
);

test('lossless JSON is written as it was read, whatever the integers', () => {
  const integer = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String);
  const leaf = fc.oneof(
    integer,
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'false', 'null'),
  );
  const document = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      fc
        .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z_]{1,8}$/), tie('value')), {
          maxLength: 4,
          selector: ([key]) => key,
        })
        .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
    ),
  })).value;
  fc.assert(
    fc.property(document, (text) => {
      expect(writeJson(parseJson(writeJson(parseJson(text))))).toBe(writeJson(parseJson(text)));
      const digits = (json: string): readonly string[] =>
        json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d+/g) ?? [];
      expect(digits(writeJson(parseJson(text)))).toEqual(
        digits(text).map((each) => (each === '-0' ? '0' : each)),
      );
    }),
    { ...fixed, numRuns: triesOf(5_000, 10) },
  );
});

test('text that is not JSON is refused without quoting it', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      try {
        parseJson(text);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        const { message } = error instanceof Error ? error : { message: '' };
        if (text.length > 12) expect(message).not.toContain(text);
      }
    }),
    { ...fixed, numRuns: triesOf(10_000, 10) },
  );
});
