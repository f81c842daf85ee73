/**
 * Before all tests: temporary files are kept in memory where the system has room for it. Each command line that is
 * run makes and removes folders, and on a disk that takes as long as the rest of it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'trivet-tests-';

/** Bytes: the executable has 100 MB, and tests write far less. */
const room = 2 ** 30;

/** Removes folders of killed processes; a folder is named after the process that made it. */
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

/** Whether scripts there can be started, as tests do; containers often forbid it. */
const startsPrograms = (folder: string): boolean => {
  const script = join(folder, 'start');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(script);
  rmSync(script);
  return status === 0;
};

/** A folder in memory; undefined if there is none that suits the tests. */
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
    // The disk is used instead.
  }
  return undefined;
};

export default (): void => {
  // Each project of a run calls this, and a user may have chosen a folder.
  if (process.env['TMPDIR'] !== undefined) return;
  const folder = folderInMemory();
  if (folder === undefined) return;
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
};
