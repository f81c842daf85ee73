/** Reads the profiles without loading conf, since every command does it. */
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { localError } from '../../system/error.ts';
import { errorCode, readFailure } from '../../system/system-error.ts';
import { configFolder } from '../../system/config-folder.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import { checkProfiles, wrongFile } from './profile-schema.ts';
import { emptyProfiles, type ProfilesFile } from './profile.ts';

export const profilesName = 'profiles';

const maxBytes = 4 * 1024 * 1024;

export const profilesPath = (surroundings: Surroundings): string | undefined => {
  const folder = configFolder(surroundings);
  return folder === undefined ? undefined : join(folder, `${profilesName}.json`);
};

type Owned = Pick<Stats, 'uid' | 'mode'>;

/** Fails with exit 3 for a folder that another user owns or can write to. */
export const checkFolder = (folder: string, found: Owned, surroundings: Surroundings): void => {
  if (surroundings.platform === 'win32') return;
  if (surroundings.uid !== undefined && found.uid !== surroundings.uid) {
    throw localError(
      `the folder ${folder} belongs to another user`,
      'Choose one of yours with TRIVET_CONFIG_DIR.',
    );
  }
  if ((found.mode & 0o022) !== 0) {
    throw localError(`other users can write to the folder ${folder}`, `Run: chmod 700 '${folder}'`);
  }
};

/** Fails with exit 3 for a file that another user owns or can read. */
const checkFile = (path: string, found: Owned, surroundings: Surroundings): void => {
  if (surroundings.platform === 'win32') return;
  if (surroundings.uid !== undefined && found.uid !== surroundings.uid) {
    throw wrongFile(path, 'it belongs to another user');
  }
  if ((found.mode & 0o077) !== 0) {
    throw localError(
      `other users can use the profiles file ${path} (mode ${(found.mode & 0o777).toString(8)})`,
      `Run: chmod 600 '${path}'`,
    );
  }
};

const readText = (path: string, folder: string, surroundings: Surroundings): string | undefined => {
  let file: number;
  try {
    // Does not block on named pipes or follow symbolic links; Windows lacks both flags.
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw wrongFile(
      path,
      errorCode(error) === 'ELOOP' ? 'it is a symbolic link' : `it ${readFailure(error)}`,
    );
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw wrongFile(path, 'it is not a regular file');
    checkFile(path, found, surroundings);
    checkFolder(folder, statSync(folder), surroundings);
    if (found.size > maxBytes) throw wrongFile(path, `it is larger than ${maxBytes} bytes`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
};

const parse = (path: string, text: string): unknown => {
  if (text === '') throw wrongFile(path, 'it is empty');
  if (text.startsWith('\ufeff')) throw wrongFile(path, 'it starts with a byte order mark');
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's message quotes the file, which contains secrets.
    const place = / at position \d+/.exec(error instanceof Error ? error.message : '')?.[0] ?? '';
    throw wrongFile(path, `it is not valid JSON${place}`);
  }
};

export const readProfiles = (surroundings: Surroundings): ProfilesFile => {
  const path = profilesPath(surroundings);
  const folder = configFolder(surroundings);
  if (path === undefined || folder === undefined) return emptyProfiles;
  const text = readText(path, folder, surroundings);
  return text === undefined ? emptyProfiles : checkProfiles(parse(path, text), path);
};
