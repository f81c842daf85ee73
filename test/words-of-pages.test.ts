/** Checks the language of the README, docs/ and the other pages for people, as far as a machine can. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'src/sandbox/README.md',
  'skills/trivet/SKILL.md',
  'test/acceptance/README.md',
  'test/agents/README.md',
  'test/clients/README.md',
  'test/live/README.md',
  'test/support/README.md',
  'packaging/licences/BUN.md',
  ...pagesIn('docs'),
  ...pagesIn('docs/adr'),
];

/** The prose: no code, quotations or generated tables, whose texts have tests of their own. */
const proseOf = (markdown: string): string =>
  markdown
    .replaceAll(/<!-- generated: [\s\S]*?<!-- end of generated -->/g, '')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/^>.*$/gm, '');

const texts = new Map(pages.map((page) => [page, readFileSync(join(root, page), 'utf8')]));

const rules: readonly (readonly [rule: string, wrong: RegExp])[] = [
  ['"is not a", and not "is no"', /(?<!\bthere )\b(?:is|are|was|were) (?:no|none)\b(?! longer| more)/gi],
  ['"only", and not "alone"', /\balone\b/g],
  ['"cannot" or "is not allowed to", and not "may not"', /\bmay not\b/g],
  ['"reports" and "says", and not "tells"', /\b(?:tells?|told|is said|are said)\b/g],
  ['"again" and "fixed", and not "anew" and "mended"', /\b(?:anew|mend(?:ed|s)?)\b/g],
  [
    'subjects, and not relative clauses, at the start of a sentence',
    /(?<=(?:\. |\n\n|\n- ))What [^?.]* (?:is|are|was|were) /g,
  ],
];

test.each(rules)('pages use %s', (_, wrong) => {
  const found = [...texts].flatMap(([page, text]) =>
    [...proseOf(text).matchAll(wrong)].map(([words]) => `${page}: ${words}`),
  );
  expect(found).toEqual([]);
});

test('every page of docs/ begins with whom it is for', () => {
  const beginnings = pagesIn('docs')
    .filter((page) => page !== 'docs/README.md')
    .map((page) => `${page}: ${texts.get(page)?.split('\n\n')[1] ?? ''}`);
  expect(beginnings.filter((one) => !/: For /.test(one))).toEqual([]);
});
