/** Checks what a stranger finds at the top level, and the guard that keeps a run of the tests from changing the checkout. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pagesIn } from '../scripts/generate/build.ts';
import { generatedFiles } from '../scripts/generate/files.ts';
import { changesIn, madeBetween } from './support/same-tree.ts';

const root = resolve(import.meta.dirname, '..');
const git = (...argv: readonly string[]): readonly string[] =>
  execFileSync('git', argv, { cwd: root, encoding: 'utf8' }).trim().split('\n');
/** A checkout of Git, and not the sources of a release. */
const isCheckout =
  spawnSync('git', ['ls-files', '--error-unmatch', 'package.json'], { cwd: root }).status === 0;

test.runIf(isCheckout)('the top level holds what is listed here, and nothing else', () => {
  const found = new Set(git('ls-files').map((path) => path.split('/')[0] ?? ''));
  const listed = [
    '.ci .github bin completions docs man packaging scripts skills src test',
    'CHANGELOG.md CONTRIBUTING.md LICENSE README.md SECURITY.md',
    'package.json package-lock.json tsconfig.json vitest.config.ts',
    '.oxfmtrc.json .oxlintrc.json .gitattributes .gitignore',
  ].flatMap((line) => line.split(' '));
  expect([...found].toSorted()).toEqual(listed.toSorted());
});

test.each([
  ['README.md', 'bytes', 14 * 1024],
  ['CONTRIBUTING.md', 'lines', 120],
  ['SECURITY.md', 'lines', 15],
] as const)('%s has at most as many %s as a stranger reads', (path, unit, most) => {
  const text = readFileSync(join(root, path), 'utf8');
  expect(unit === 'bytes' ? Buffer.byteLength(text) : text.split('\n').length - 1).toBeLessThanOrEqual(most);
});

test.runIf(isCheckout)('every file that is generated as a whole is marked', async () => {
  // Of these pages only regions are generated.
  const inParts = new Set(['README.md', 'docs/output.md']);
  const generated = [...(await generatedFiles(pagesIn(root))).keys()].filter((path) => !inParts.has(path));
  const marked = git('check-attr', 'linguist-generated', ...generated);
  expect(marked).toEqual(generated.map((path) => `${path}: linguist-generated: set`));
});

test('the guard around the tests names what a run added or changed, and not what was changed before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-tree-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(changesIn(folder)).toBeUndefined();
  const run = (...argv: readonly string[]): void => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    const env = { PATH: process.env['PATH'], HOME: folder };
    execFileSync('git', [...identity, ...argv], { cwd: folder, env, stdio: 'ignore' });
  };
  run('init');
  for (const name of ['edited', 'kept']) writeFileSync(join(folder, name), 'before');
  writeFileSync(join(folder, '.gitignore'), 'ignored\n');
  run('add', '.');
  run('commit', '-m', 'first');
  writeFileSync(join(folder, 'edited'), 'by a developer');
  const before = changesIn(folder) ?? [];
  expect(madeBetween(before, changesIn(folder) ?? [])).toEqual([]);
  writeFileSync(join(folder, 'edited'), 'again');
  writeFileSync(join(folder, 'ignored'), '');
  writeFileSync(join(folder, 'kept'), 'after');
  mkdirSync(join(folder, 'never'));
  writeFileSync(join(folder, 'never', 'a.yaml'), '');
  expect(madeBetween(before, changesIn(folder) ?? [])).toEqual([' M kept', '?? never/a.yaml']);
});
