/**
 * Prints which tests show which statements of the documents, and how many statements of each document are shown.
 * `node scripts/coverage.mjs [document]`; test/coverage.test.ts checks the files that are merged here.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const tests = join(import.meta.dirname, '..', 'test');
const rows = (...path) =>
  readFileSync(join(tests, ...path), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

const shownBy = new Map(
  readdirSync(join(tests, 'coverage'))
    .filter((file) => file.endsWith('.tsv'))
    .flatMap((file) => rows('coverage', file))
    .map(([id, ...rest]) => [id, rest]),
);

const wanted = process.argv[2];
const counts = new Map();
const lines = [];
for (const [id = ''] of rows('statements.tsv')) {
  const document = id.split('.')[0];
  if (wanted !== undefined && document !== wanted) continue;
  const found = shownBy.get(id);
  const count = counts.get(document) ?? { statements: 0, shown: 0, unshowable: 0, missing: 0 };
  counts.set(document, count);
  count.statements += 1;
  count[found === undefined ? 'missing' : found[0] === '-' ? 'unshowable' : 'shown'] += 1;
  lines.push([id, ...(found ?? ['(missing)'])].join('\t'));
}
process.stdout.write(`${lines.join('\n')}\n`);
for (const [document, { statements, shown, unshowable, missing }] of counts) {
  process.stderr.write(
    `document ${document}: ${statements} statements, ${shown} shown by tests, ${unshowable} not showable, ${missing} missing\n`,
  );
}
