/** Tests what a build records of its sources. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtFrom } from '../../scripts/built-from.mjs';

let folder = '';
const date = '2026-01-02T03:04:05Z';
const git = (...words: readonly string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
    encoding: 'utf8',
    env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  }).trim();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-built-from-'));
  git('init', '-q');
  writeFileSync(join(folder, 'a'), 'one');
  git('add', 'a');
  git('commit', '-q', '-m', 'One');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a build of a clone records its commit and the date of that', () => {
  expect(builtFrom(folder, {})).toEqual({ commit: git('rev-parse', 'HEAD'), modified: false, date });
});

test('SOURCE_DATE_EPOCH is the date', () => {
  expect(builtFrom(folder, { SOURCE_DATE_EPOCH: '1700000000' }).date).toBe('2023-11-14T22:13:20Z');
  expect(builtFrom(tmpdir(), { SOURCE_DATE_EPOCH: '1700000000' })).toEqual({
    commit: null,
    modified: null,
    date: '2023-11-14T22:13:20Z',
  });
});

test("sources that lie in another project's repository have no commit", () => {
  mkdirSync(join(folder, 'vendor'));
  expect(builtFrom(join(folder, 'vendor'), {})).toEqual({ commit: null, modified: null, date: null });
});

test('sources that differ from the commit are modified', () => {
  writeFileSync(join(folder, 'a'), 'two');
  expect(builtFrom(folder, {}).modified).toBe(true);
});
