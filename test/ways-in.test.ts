/** Doors make invocations and take results as values: none runs the command line, and none reads what was printed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../src');

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({ file: relative(src, file), text: readFileSync(file, 'utf8') }))
  .filter(({ file }) => !file.startsWith('sandbox/'));

test('only the launcher runs the command line', () => {
  const users = files.filter(({ text }) => /from '[./]*\/main\.ts'|import\('[./]*\/main\.ts'\)/.test(text));
  expect(users.map(({ file }) => file)).toEqual(['entry.ts', 'library.ts']);
  // The library takes the program from there, and not what reads words.
  const library = users.find(({ file }) => file === 'library.ts')?.text ?? '';
  expect(library).toContain('[{ program }, ');
  expect(library).not.toMatch(/\bmain\(/);
});

/** What takes results: collected values, and what runs with them. */
const takesResults = files.filter(({ text }) => /\bItemResult\b|\bCollected\b|\bInvocationEnd\b/.test(text));

test('nothing that takes results reads them from text', () => {
  expect(takesResults.map(({ file }) => file)).toContain('run/collect.ts');
  const readers = takesResults.filter(({ text }) =>
    /\b(?:jsonIn|parseJson|jsonOrText|JSON\.parse|PassThrough)\b/.test(text),
  );
  expect(readers.map(({ file }) => file)).toEqual([]);
});

test('only the two ways to run make a place for results', () => {
  const makers = files.filter(({ text }) =>
    // What other programs wrote is bytes or text.
    /\bstdout: (?!io\b|Output\b|OutputSink\b|Uint8Array\b|result\b|string\b|Buffer\b|'pipe')/.test(text),
  );
  const names = new Set(makers.map(({ file }) => file.split('/').at(-1)));
  expect(names).toEqual(new Set(['create-run.ts', 'inside.ts']));
});
