/** Reads a file that runs commands, which only its owner and root may change. */
import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { localError, TrivetError } from '../../../system/error.ts';
import { readFailure } from '../../../system/system-error.ts';
import { decodeText } from '../../../system/read-file.ts';
import type { Io } from '../../../system/io.ts';

const largest = 4 * 1024 * 1024;

const whyOpen = (
  what: string,
  { uid, mode }: Pick<Stats, 'uid' | 'mode'>,
  own: number | undefined,
): TrivetError | undefined => {
  if (uid !== 0 && uid !== own) {
    return localError(
      `${what} belongs to another user (${uid}), who could run commands through it`,
      'It must belong to you or to root.',
    );
  }
  return (mode & 0o022) === 0
    ? undefined
    : localError(
        `other users can write to ${what} (mode ${(mode & 0o7777).toString(8).padStart(4, '0')})`,
        'It runs commands, so only its owner may change it: chmod go-w on the file and on its folder.',
      );
};

/**
 * Fails unless file and folder belong to the caller or root, and nobody else can write.
 * @throws TrivetError local
 */
export const readTrusted = async (
  given: string,
  { platform, uid }: Pick<Io, 'platform' | 'uid'>,
): Promise<{ readonly text: string; readonly folder: string }> => {
  try {
    const path = await realpath(given);
    const folder = dirname(path);
    // A named pipe must not block.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await file.stat();
      if (!found.isFile()) throw localError(`${given} is not a file`);
      const open =
        platform === 'win32'
          ? undefined
          : (whyOpen(`the file ${given}`, found, uid) ??
            whyOpen(`the folder ${folder}`, await stat(folder), uid));
      if (open !== undefined) throw open;
      if (found.size > largest) throw localError(`the file ${given} is larger than ${largest} bytes`);
      return { text: decodeText(await file.readFile(), `the file ${given}`), folder };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof TrivetError
      ? error
      : localError(`the file ${given} ${readFailure(error)}`, undefined, error);
  }
};
