import { statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { localError } from '../../system/error.ts';
import { makeFolder } from '../../system/make-folder.ts';
import { stateFolder } from '../../system/state-folder.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import type { Io } from '../../system/io.ts';

/** Milliseconds between two prunings, since reading all names is the slowest part. */
const hour = 3_600_000;

/** Days that a closed receipt is kept by default. */
export const usualDays = 30;

export const receiptFolder = (io: Io): string | undefined => {
  const folder = stateFolder(io);
  return folder === undefined ? undefined : join(folder, 'receipts');
};

/** Undefined if only its owner can change it. @param found its facts, if known */
export const unsafeBecause = (
  path: string,
  uid: number | undefined,
  found: Pick<Stats, 'uid' | 'mode'> = statSync(path),
): string | undefined => {
  if (uid !== undefined && found.uid !== uid) return 'belongs to another user';
  if (uid !== undefined && (found.mode & 0o022) !== 0)
    return `can be changed by others (mode ${(found.mode & 0o777).toString(8).padStart(4, '0')})`;
  return undefined;
};

/**
 * Opens the folder of receipts; `isPruneDue` at the first change of an hour.
 * @throws TrivetError local, without a folder, or if somebody else could write to it
 */
export const openFolder = (io: Io): { readonly folder: string; readonly isPruneDue: boolean } => {
  const folder = receiptFolder(io);
  if (folder === undefined)
    throw localError('there is no folder for receipts', 'Set HOME, TRIVET_STATE_DIR or TRIVET_CONFIG_DIR.');
  // The folder usually exists; creating it first would throw each time.
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there?.isDirectory() !== true && makeFolder(folder)) return { folder, isPruneDue: false };
  const found = there ?? statSync(folder);
  const why = unsafeBecause(folder, io.uid, found);
  if (why !== undefined)
    throw localError(
      `the folder ${folder} ${why}`,
      `If its content is yours: chmod 700 ${shellWord(folder)}`,
    );
  // The folder's modification time is that of the previous change.
  const isPruneDue = Math.floor(found.mtimeMs / hour) !== Math.floor(io.now() / hour);
  return { folder, isPruneDue };
};

/** The ID is unique but not secret, so node:crypto need not be loaded. */
const newId = (): string =>
  Math.floor(Math.random() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, '0');

interface NewReceipt {
  readonly path: string;
  readonly id: string;
  readonly time: string;
}

export const newReceipt = (folder: string, what: string, io: Io, id = newId()): NewReceipt => {
  const time = new Date(io.now()).toISOString();
  const name = `${what.replaceAll(/[^A-Za-z0-9]+/g, '-')}-${time.replaceAll(/[:.]/g, '-')}-${id}.journal`;
  return { path: join(folder, name), id, time };
};

export const closedPath = (path: string, days: number): string =>
  path.replace(/\.journal$/, `.${days}d.receipt`);
