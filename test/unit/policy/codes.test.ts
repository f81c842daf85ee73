/** No code of the policy is without a test. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Every code that the policy can report. */
const codesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => [
      ...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(
        /(?:code: (?:\w+ (?:=== undefined )?\? )?|\b(?:of|finding)\()'([a-z-]+)'(?: : '([a-z-]+)')?/g,
      ),
    ])
    .flatMap(([, one, other]) => [one, other].filter((code) => code !== undefined));

test('every code of the policy is in a test', () => {
  const policy = resolve(import.meta.dirname, '../../../src/features/certificates/policy');
  const tests = readdirSync(import.meta.dirname)
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const codes = new Set(codesIn(policy));
  expect(codes.size).toBeGreaterThan(60);
  expect(
    [...codes].filter(
      (code) => !new RegExp(`(?:(?:refused|nonconforming|unknown) |')${code}[ ']`).test(tests),
    ),
  ).toEqual([]);
});
