/** `--out DIR`: several files at once, with names that are safe on every system. */
import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Exit, localError, TrivetError } from '../model/error.ts';
import { errorCode } from '../profiles/capped-file.ts';
import { outputError } from './output.ts';
import { checkOutputFile, writeSafely } from './safe-file.ts';

export interface OutputFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** 0600 instead of 0644. */
  readonly secret?: boolean | undefined;
}

const namePattern = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/;
/** Windows opens the device whatever follows the dot. */
const devicePattern = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** Exit 3 unless every name is a plain file name and no two are the same on a system that folds case. */
export const checkNames = (names: readonly string[]): void => {
  const seen = new Map<string, string>();
  for (const name of names) {
    const shown = JSON.stringify(name.slice(0, 130));
    if (!namePattern.test(name) || devicePattern.test(name) || name.endsWith('.')) {
      throw localError(`${shown} is no safe file name`, 'letters, digits, dots, dashes and underscores');
    }
    const folded = name.normalize('NFC').toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined) throw localError(`${shown} and ${JSON.stringify(other)} would be one file`);
    seen.set(folded, name);
  }
};

/** Exit 3 when files cannot be written below `folder`: asked before anything is sent. */
export const checkOutputFolder = async (folder: string): Promise<void> => {
  if (folder.trim() === '') throw localError('--out is empty: it names no folder');
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) {
    const parent = await stat(dirname(folder)).catch(() => undefined);
    if (parent === undefined) throw localError(`cannot make ${folder}: the folder above it does not exist`);
    if (!parent.isDirectory()) throw localError(`cannot make ${folder}: what is above it is no folder`);
    return;
  }
  if (!found.isDirectory()) throw localError(`cannot write to ${folder}: it is no directory`);
};

const makeFolder = async (folder: string): Promise<string> => {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw outputError(folder, error);
  }
  const found = await lstat(folder);
  if (found.isDirectory()) return realpath(folder);
  throw new TrivetError('output', Exit.output, `cannot write to ${folder}: it is no directory`);
};

/** Writes every file below `folder`, which is made (0700) when missing; gives the paths. Exit 3 or 74. */
export const writeFiles = async (
  folder: string,
  files: readonly OutputFile[],
): Promise<readonly string[]> => {
  checkNames(files.map((file) => file.name));
  const root = await makeFolder(folder);
  // All or none, as far as it can be known before: a certificate without its key is of no use.
  for (const file of files) await checkOutputFile(join(root, file.name));
  const written: string[] = [];
  for (const file of files) {
    await writeSafely(join(root, file.name), file.bytes, { mode: file.secret === true ? 0o600 : 0o644 });
    written.push(join(folder, file.name));
  }
  return written;
};
