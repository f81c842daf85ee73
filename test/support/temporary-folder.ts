/**
 * Before all tests: temporary files are kept in memory where the system has room for it. Each command line that is
 * run makes and removes folders, and on a disk that takes as long as the rest of it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'trivet-tests-';

/** Bytes: the executable is 100 MB, and what tests write is far less. */
const room = 2 ** 30;

/** Folders are named after the process that made them; those of one that was killed are removed. */
const removeAbandoned = (): void => {
  for (const name of readdirSync(memory)) {
    if (!name.startsWith(prefix)) continue;
    try {
      process.kill(Number.parseInt(name.slice(prefix.length), 10), 0);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ESRCH')
        rmSync(join(memory, name), { recursive: true, force: true });
    }
  }
};

/** Tests start scripts that they write, and containers often forbid to start anything there. */
const startsPrograms = (folder: string): boolean => {
  const script = join(folder, 'start');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(script);
  rmSync(script);
  return status === 0;
};

/** A folder in memory, or undefined where there is none that does for the tests. */
const folderInMemory = (): string | undefined => {
  if (process.platform !== 'linux') return undefined;
  try {
    removeAbandoned();
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < room) return undefined;
    const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
    if (startsPrograms(folder)) return folder;
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The disk does as well.
  }
  return undefined;
};

export default (): void => {
  // Each project of a run asks for it, and a user may have chosen a place.
  if (process.env['TMPDIR'] !== undefined) return;
  const folder = folderInMemory();
  if (folder === undefined) return;
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
};
