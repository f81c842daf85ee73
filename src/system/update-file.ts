import { limits } from './limits.ts';
import { rm, stat } from 'node:fs/promises';
import { readCapped } from './capped-file.ts';
import { TrivetError } from './error.ts';
import { withLock } from './lock-file.ts';
import { writeSafely } from './safe-file.ts';
import { errorCode, outputError } from './system-error.ts';

const mostBytes = 16 * 1024 * 1024;

const contentOf = async (path: string): Promise<string | undefined> => {
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  return Buffer.from(await readCapped(path, mostBytes, path)).toString('utf8');
};

/**
 * Replaces `path` by the result of `change`, under its lock; new files get 0600.
 * @param change gets and returns undefined for a missing file
 * @throws TrivetError output, if it cannot be written; local, if another writer does not end
 */
export const updateFile = async (
  path: string,
  change: (content: string | undefined) => string | undefined | Promise<string | undefined>,
  wait: number = limits.fileLock,
): Promise<void> => {
  try {
    await withLock(
      `${path}.lock`,
      async () => {
        const before = await contentOf(path);
        const next = await change(before);
        if (next === before) return;
        if (next === undefined) await rm(path, { force: true });
        else await writeSafely(path, Buffer.from(next), { mode: 0o600 });
      },
      { wait },
    );
  } catch (error) {
    throw error instanceof TrivetError || errorCode(error) === undefined ? error : outputError(path, error);
  }
};
