/** Tests what the files of a folder show of a change whose outcome no line of its receipt says. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileVerdict } from '../../src/run/log/files.ts';
import { evidenceIn, evidenceLine, fileChanges, lookAtFiles } from '../../src/run/log/files.ts';
import { withLock } from '../../src/system/lock-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-evidence-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Texts = Readonly<Record<string, string>>;

/** Gives the folder these files, and no others. */
const give = (files: Texts): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
};

/** What is recorded of a change from the first files to the second, as a receipt has it. */
const recorded = async (before: Texts, after: Texts) => {
  give(before);
  const files = Object.entries(after).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  const evidence = {
    folder,
    lock: join(folder, 'lock'),
    what: 'it',
    files: await fileChanges(folder, files),
  };
  const read = evidenceIn(evidenceLine(evidence));
  if (read === undefined) throw new Error('it was not recorded');
  return read;
};

const old = { 'cert.pem': 'old', 'key.pem': 'old key', 'ca.pem': 'ca' };
const fresh = { 'cert.pem': 'new', 'key.pem': 'new key', 'ca.pem': 'ca' };

test.each<readonly [string, Texts, Texts, FileVerdict]>([
  ['all new files are there', old, fresh, 'done'],
  ['all old files are there', old, old, 'not-made'],
  ['one of two files is new', old, { ...old, 'cert.pem': 'new' }, 'unclear'],
  [
    'one of two files is new, and the other one is of somebody else',
    old,
    { ...fresh, 'key.pem': 'x' },
    'unclear',
  ],
  ['one of two files is old, and the other one is gone', old, { 'cert.pem': 'old' }, 'unclear'],
  ['all files are of somebody else', old, { 'cert.pem': 'x', 'key.pem': 'y', 'ca.pem': 'ca' }, 'over'],
  ['all files are gone that were there', old, {}, 'over'],
  ['no file was there, and none is', {}, {}, 'not-made'],
  ['no file was there, and all new ones are', {}, fresh, 'done'],
  ['no file was there, and one new one is', {}, { 'key.pem': 'new key' }, 'unclear'],
  ['it would change nothing', fresh, fresh, 'over'],
])('a change of files is judged by all of them: %s', async (_, before, now, verdict) => {
  const evidence = await recorded(before, fresh);
  give(now);
  expect(await lookAtFiles(evidence)).toBe(verdict);
});

test('a change of files is not judged while another process changes them', async () => {
  const evidence = await recorded(old, fresh);
  expect(await withLock(evidence.lock, () => lookAtFiles(evidence))).toBe('busy');
});
