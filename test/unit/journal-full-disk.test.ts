/** Tests that a journal which cannot be written ends its run as an output that failed. */
import { readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { withJournal } from '../../src/run/log/journal.ts';
import { errorOf, temporaryFolder } from './profiles-surroundings.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Lets the next sync of any file fail. */
const failNextSync = async (path: string, code: string): Promise<void> => {
  const file = await open(path);
  const prototype: Pick<typeof file, 'datasync'> = Object.getPrototypeOf(file);
  await file.close();
  const error = Object.assign(new Error(`${code}: fdatasync`), { code, syscall: 'fdatasync' });
  vi.spyOn(prototype, 'datasync').mockRejectedValueOnce(error);
};

test.each([
  ['ENOSPC', 'no space left on the device'],
  ['EIO', 'input/output error'],
])('%s is exit 74, and the hint says how to go on', async (code, reason) => {
  const path = join(temporaryFolder(), 'journal');
  const head = { list: 'a', items: 1, servers: [] };
  const error = await errorOf(() =>
    withJournal(path, head, false, async (journal) => {
      await failNextSync(path, code);
      await journal.started(1);
    }),
  );
  expect([error.exit, error.message]).toEqual([74, `cannot write the receipt ${path}: ${reason}`]);
  expect(error.details.hint).toBe(`When it can be written again: trivet changes continue ${path}`);
  expect(readFileSync(path, 'utf8')).toContain('"journal":2');
});

test('a disk that is full at the start leaves no journal, sends nothing, and has nothing to continue', async () => {
  const folder = temporaryFolder();
  await failNextSync(import.meta.filename, 'ENOSPC');
  const path = join(folder, 'journal');
  const error = await errorOf(() =>
    withJournal(path, { list: 'a', items: 1, servers: [] }, false, () => Promise.resolve()),
  );
  expect([error.exit, error.details.hint, error.effect]).toEqual([74, undefined, 'not-sent']);
  expect(readdirSync(folder)).toEqual([]);
});
