import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TrivetError } from './error.ts';
import { localError } from './error.ts';
import { errorCode, outputError, reasonOf } from './system-error.ts';

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

const makeOne = (folder: string, mode: number): boolean => {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    if (isFolder(folder)) return false;
    throw error;
  }
};

const make = (folder: string, mode: number): boolean => {
  try {
    return makeOne(folder, mode);
  } catch (error) {
    const parent = dirname(folder);
    if (errorCode(error) !== 'ENOENT' || parent === folder) throw error;
    make(parent, mode);
    return makeOne(folder, mode);
  }
};

const why = (error: unknown): string => {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'its file system does not allow folders';
  return code === 'ENOTDIR' ? 'a part of the path is not a directory' : reasonOf(error);
};

const made = (folder: string, mode: number, failure: (error: unknown) => TrivetError): boolean => {
  try {
    return make(folder, mode);
  } catch (error) {
    throw failure(error);
  }
};

/**
 * Makes a folder and its parents; Node's recursive mkdir never ends below `/proc`.
 * @returns whether `folder` itself was made
 * @throws TrivetError exit 3
 */
export const makeFolder = (folder: string, mode = 0o700): boolean =>
  made(folder, mode, (error) =>
    localError(`cannot make the folder ${folder}: ${why(error)}`, undefined, error),
  );

/** For results in a folder that a user named. @throws TrivetError exit 74 */
export const makeOutputFolder = (folder: string, mode = 0o755): boolean =>
  made(folder, mode, (error) => outputError(folder, error));
