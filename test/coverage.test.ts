/** Checks that every statement of a document is shown by an existing test, or has a reason why no test can show it. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CoverageSources } from './support/coverage.ts';
import { coverageProblems, parseCoverage, parseStatements } from './support/coverage.ts';

const root = join(import.meta.dirname, '..');
const folder = join(import.meta.dirname, 'coverage');

const read = (path: string): string | undefined => {
  const whole = join(root, path);
  return /^test\/(?:.*\.test\.ts|transcripts\/.*\.txt)$/.test(path) && existsSync(whole)
    ? readFileSync(whole, 'utf8')
    : undefined;
};

const statements = parseStatements(readFileSync(join(import.meta.dirname, 'statements.tsv'), 'utf8'));
const files = readdirSync(folder).filter((file) => file.endsWith('.tsv'));
const lines = files.flatMap((file) => parseCoverage(file, readFileSync(join(folder, file), 'utf8')));

/** Document 1 always, documents 2 and 3 as soon as one part of them has a file. */
const documents = [...new Set(['1', ...files.map((file) => file.charAt(0))])].sort();

test.each(documents)('document %s is covered', (document) => {
  const own = lines.filter(({ file }) => file.startsWith(document));
  expect(own.length).toBeGreaterThan(0);
  expect(coverageProblems({ statements, lines: own, read })).toEqual([]);
});

describe('the check of coverage', () => {
  const source = "describe('a group', () => { test('one', run); test.each([1])('%s of them', run); });";
  const transcript = '# All of it\n\n$ true\n\n## A case > of it\n$ true\n';
  const check = (text: string, over: Partial<CoverageSources> = {}): readonly string[] =>
    coverageProblems({
      statements: new Map([
        ['1.1-01', 'first'],
        ['2.1-01', 'of a document without files'],
      ]),
      lines: parseCoverage('1.tsv', text),
      read: (path) => ({ 'test/a.test.ts': source, 'test/transcripts/a.txt': transcript })[path],
      ...over,
    });

  test.each([
    '1.1-01\ttest/a.test.ts > one',
    '1.1-01\ttest/a.test.ts > a group > one',
    '1.1-01\ttest/a.test.ts > %s of them ; test/a.test.ts > one',
    '1.1-01\ttest/transcripts/a.txt > All of it ; test/transcripts/a.txt > A case > of it',
    '1.1-01\t-\tit describes and promises nothing',
  ])('accepts %j', (text) => {
    expect(check(text)).toEqual([]);
  });

  test.each([
    ['', []],
    ['# only a comment', []],
    ['1.1-01\ttest/b.test.ts > one', ['1.tsv: 1.1-01: no test file test/b.test.ts']],
    ['1.1-01\ttest/a.test.ts > two', ['1.tsv: 1.1-01: test/a.test.ts has no test "two"']],
    ['1.1-01\ttest/a.test.ts > a group', ['1.tsv: 1.1-01: test/a.test.ts has no test "a group"']],
    ['1.1-01\ttest/a.test.ts > other > one', ['1.tsv: 1.1-01: test/a.test.ts has no test "other > one"']],
    ['1.1-01\ttest/transcripts/a.txt > b', ['1.tsv: 1.1-01: test/transcripts/a.txt has no test "b"']],
    ['1.1-01\ttest/a.test.ts', ['1.tsv: 1.1-01: "test/a.test.ts" names no test']],
    ['1.1-01\t-', ['1.tsv: 1.1-01 names no test and gives no reason']],
    ['1.1-01\t-\t ', ['1.tsv: 1.1-01 names no test and gives no reason']],
    ['1.1-01\t', ['1.tsv: 1.1-01 names no test and gives no reason']],
    ['1.1-02\t-\tunknown', ['1.tsv: 1.1-02 is no statement', '1.1-01 is missing']],
    ['1.1-01\t-\tonce\n1.1-01\t-\ttwice', ['1.tsv: 1.1-01 stands in 1.tsv already']],
    ['1.1-01\t-\there\n2.1-01\t-\tthere', ['1.tsv: 2.1-01 belongs to document 2']],
    ['1.1-01\ttest/a.test.ts > one\tyet why', ['1.tsv: 1.1-01 names a test and gives a reason']],
  ])('reports the problems of %j', (text, problems) => {
    expect(check(text)).toEqual(problems);
  });

  test('requires the whole document as soon as one part of it has a file', () => {
    const part = parseCoverage('2-part.tsv', '2.1-02\t-\tbecause');
    const wanted = new Map([
      ['2.1-01', 'a'],
      ['2.1-02', 'b'],
    ]);
    expect(check('', { statements: wanted, lines: part })).toEqual(['2.1-01 is missing']);
  });
});
