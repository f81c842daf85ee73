/** Tests that reading a folder of files ends early: it is one that a caller of a tool may name. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diskTree } from '../../../src/commands/state/workflows/files/tree.ts';
import { quietIo } from '../../support/quiet-io.ts';
import { errorOf, temporaryFolder } from '../profiles-surroundings.ts';

const walk = (
  folder: string,
  signal = new AbortController().signal,
  excluded: (path: string) => boolean = () => false,
) => diskTree(quietIo({}, folder)).files(folder, { excluded, signal });

test('a signal ends it in the middle', async () => {
  const folder = temporaryFolder();
  for (const name of ['a', 'b', 'c']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'x.yaml'), '');
  }
  const cancelled = new AbortController();
  const seen: string[] = [];
  const error = await errorOf(() =>
    walk(folder, cancelled.signal, (path) => {
      seen.push(path);
      if (path === 'b') cancelled.abort();
      return false;
    }),
  );
  expect([error.code, error.message]).toEqual([
    'interrupted',
    `reading the folder ${folder} was interrupted`,
  ]);
  expect(seen).toEqual(['a', 'a/x.yaml', 'b']);
});

test('others get their turn meanwhile', async () => {
  const folder = temporaryFolder();
  for (let number = 0; number < 20; number += 1) mkdirSync(join(folder, String(number)));
  const order: string[] = [];
  const walked = walk(folder).then(() => order.push('walked'));
  setImmediate(() => order.push('another'));
  await walked;
  expect(order).toEqual(['another', 'walked']);
});

test('a folder with more than 50,000 entries is refused, and those that are left out count', async () => {
  const folder = temporaryFolder();
  for (let number = 0; number <= 50_000; number += 1) writeFileSync(join(folder, `.${number}`), '');
  const { exit, message, details } = await errorOf(() => walk(folder));
  expect([exit, message]).toEqual([2, `${folder} contains more than 50000 files and folders`]);
  expect(details.hint).toContain('--exclude');
});
