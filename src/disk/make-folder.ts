/** Makes folders for trivet's own files. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { localError } from '../model/error.ts';
import { errorCode } from './capped-file.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its file system takes no folders',
  ENOTDIR: 'a part of the path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  ELOOP: 'too many symbolic links',
};

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

const make = (folder: string, mode: number): boolean => {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    if (isFolder(folder)) return false;
    const parent = dirname(folder);
    // If the parent exists, "no such file" is the file system's final error.
    if (errorCode(error) !== 'ENOENT' || isFolder(parent)) throw error;
    make(parent, mode);
    mkdirSync(folder, { mode });
    return true;
  }
};

/**
 * Makes `folder` and its missing parents; Node's own recursive mkdir never ends below `/proc`.
 * @returns whether `folder` itself was made
 * @throws TrivetError exit 3 with the folder and why it cannot be made
 */
export const makeFolder = (folder: string, mode = 0o700): boolean => {
  try {
    return make(folder, mode);
  } catch (error) {
    const code = errorCode(error) ?? '';
    const why = Object.hasOwn(reasons, code) ? reasons[code] : code;
    throw localError(`cannot make the folder ${folder}: ${why || 'unknown error'}`, undefined, error);
  }
};
