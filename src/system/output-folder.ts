/** `--out DIR`: writes a set of files, with names that are safe on every system. */
import { existsSync, lstatSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { lstat, mkdir, readdir, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Exit, localError, TrivetError } from './error.ts';
import { isManaged, managedHint } from './managed-link.ts';
import { errorCode, outputError } from './system-error.ts';
import { randomHex } from './random-hex.ts';
import type { FileAccess } from './safe-file.ts';
import { checkOutputFile, removeLeftovers, syncFolder, writeDraft } from './safe-file.ts';

export interface OutputFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly secret?: boolean | undefined;
  readonly access?: FileAccess | undefined;
}

const namePattern = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/;
/** Windows opens devices for these names, with any extension. */
const devicePattern = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

export const checkNames = (names: readonly string[]): void => {
  const seen = new Map<string, string>();
  for (const name of names) {
    const shown = JSON.stringify(name.slice(0, 130));
    if (!namePattern.test(name) || devicePattern.test(name) || name.endsWith('.')) {
      throw localError(
        `${shown} is not a safe file name`,
        'Use letters, digits, dots, dashes and underscores.',
      );
    }
    const folded = name.normalize('NFC').toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined) throw localError(`${shown} and ${JSON.stringify(other)} would be one file`);
    seen.set(folded, name);
  }
};

const isPlainFolder = async (folder: string): Promise<boolean> =>
  (await lstat(folder).catch(() => undefined))?.isDirectory() === true;

const checkParent = async (folder: string, shown: boolean): Promise<void> => {
  const parent = dirname(folder);
  const found = await stat(parent).catch(() => undefined);
  if (found === undefined) throw localError(`cannot make ${folder}: the folder above it does not exist`);
  if (!found.isDirectory()) throw localError(`cannot make ${folder}: its parent is not a folder`);
  if (shown) return;
  const trial = join(parent, stagingName());
  try {
    await mkdir(trial, { mode: 0o700 });
  } catch (error) {
    throw localError(outputError(folder, error).message, undefined, error);
  }
  await rmdir(trial);
};

/**
 * Fails with exit 3 if the files cannot be written in `folder`, before anything is sent. It completes what a killed
 * run left there; with `shown` nothing is created or changed.
 */
export const checkOutputFolder = async (
  folder: string,
  names: readonly string[] = [],
  shown = false,
): Promise<void> => {
  if (folder.trim() === '') throw localError('--out is empty: it does not name a folder');
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return checkParent(folder, shown);
  if (!found.isDirectory()) throw localError(`cannot write to ${folder}: it is not a directory`);
  if (!shown) {
    await checkOutputFile(join(folder, stagingName()));
    await finishSwap(folder);
  }
  for (const name of names) {
    const path = join(folder, name);
    if ((await lstat(path).catch(() => undefined)) !== undefined) await checkOutputFile(path, shown);
  }
  // Another file beside the links would not be renewed with them.
  for (const name of await readdir(folder))
    if (await isManaged(join(folder, name)))
      throw localError(`cannot write to ${folder}: trivet pki renew manages it`, managedHint);
};

const makeFolder = async (folder: string): Promise<string> => {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw outputError(folder, error);
  }
  if (await isPlainFolder(folder)) {
    return realpath(folder).catch((error: unknown) => {
      throw outputError(folder, error);
    });
  }
  throw new TrivetError('output', Exit.output, `cannot write to ${folder}: it is not a directory`);
};

/** The folder that holds a complete set until each of its files is in its place. */
const swapName = '.trivet-swap';
const stagingPattern = /^\.trivet-new-[0-9a-f]{24}$/;
const stagingName = (): string => `.trivet-new-${randomHex(12)}`;

const swapError = (folder: string, why: string): TrivetError =>
  new TrivetError('output', Exit.output, `cannot write to ${folder}: ${why}`, {
    hint: `An earlier run was interrupted there. Look at ${join(folder, swapName)}, then remove it.`,
  });

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
};

const moveAll = (folder: string): void => {
  const swap = join(folder, swapName);
  for (const name of namesIn(swap)) {
    const target = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (!namePattern.test(name) || target?.isFile() === false)
      throw swapError(folder, `${name} is not a file that can be replaced`);
    try {
      renameSync(join(swap, name), join(folder, name));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  try {
    rmdirSync(swap);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
  }
};

const complete = (folder: string): void => {
  try {
    moveAll(folder);
  } catch (first) {
    try {
      moveAll(folder);
    } catch {
      const swap = join(folder, swapName);
      if (!existsSync(swap)) throw first;
      throw (first instanceof TrivetError ? first : outputError(folder, first)).with({
        details: {
          hint: `Not every file is in its place: the rest is in ${swap}, and the next trivet that writes to ${folder} moves it.`,
        },
      });
    }
  }
};

const finishSwap = async (folder: string): Promise<void> => {
  const found = await lstat(join(folder, swapName)).catch(() => undefined);
  if (found === undefined) return;
  const trial = join(folder, stagingName());
  await mkdir(trial, { mode: 0o700 });
  const { uid } = await lstat(trial);
  await rmdir(trial);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw swapError(folder, `${swapName} does not belong to trivet`);
  }
  moveAll(folder);
};

/** Attempts while other runs have a set in this folder. */
const offers = 50;

const commit = async (staging: string, folder: string, obsolete: readonly string[]): Promise<void> => {
  for (let offer = 1; ; offer += 1) {
    try {
      renameSync(staging, join(folder, swapName));
      complete(folder);
      for (const name of obsolete) rmSync(join(folder, name), { force: true });
      return;
    } catch (error) {
      const taken = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error) ?? '');
      if (!taken || offer === offers) throw error;
      await finishSwap(folder);
    }
  }
};

/**
 * Writes a set of files in `folder` (created with 0700) and returns the paths. A killed run leaves the old set, the
 * new one, or one that the next run completes.
 * @param obsolete files that are removed
 * @throws TrivetError exit 3 for a bad name, 74 for a file that cannot be written
 */
export const writeFiles = async (
  folder: string,
  files: readonly OutputFile[],
  obsolete: readonly string[] = [],
): Promise<readonly string[]> => {
  checkNames(files.map((file) => file.name));
  const root = await makeFolder(folder);
  const staging = join(root, stagingName());
  try {
    await mkdir(staging, { mode: 0o700 });
    for (const { name, bytes, secret, access } of files) {
      const mode = secret === true ? 0o600 : 0o644;
      await writeDraft(join(staging, name), join(root, name), bytes, { mode, access });
    }
    await syncFolder(staging);
    await commit(staging, root, obsolete);
    await syncFolder(root);
  } catch (error) {
    await rm(staging, { recursive: true, force: true }).catch(() => undefined);
    throw error instanceof TrivetError ? error : outputError(folder, error);
  }
  await removeLeftovers(root, Date.now(), stagingPattern);
  return files.map(({ name }) => join(folder, name));
};
