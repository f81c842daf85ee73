/** Where receipts are, and how many are kept. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { localError } from '../model/error.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { fileFailure } from '../disk/system-error.ts';
import { randomHex } from '../disk/random-hex.ts';
import { stateFolder } from '../profiles/state-folder.ts';
import { shellWord } from '../services/context.ts';
import type { World } from '../world/world.ts';

/** Days that a receipt is kept of which nothing is open, unless the profile says otherwise. */
export const usualDays = 30;

/** Receipts of which nothing is open: the oldest of more are removed. */
const mostReceipts = 1000;

/** Bytes of all receipts together, counted where a run of many begins. */
const mostBytes = 256 * 1024 * 1024;

const day = 86_400_000;

/** The folder of the receipts, which may not exist yet; undefined without a place for it. */
export const receiptFolder = (world: World): string | undefined => {
  const folder = stateFolder(world);
  return folder === undefined ? undefined : join(folder, 'receipts');
};

/** Why a file or folder of receipts is not used; undefined for one's own that nobody else can change. */
export const unsafeBecause = (path: string, uid: number | undefined): string | undefined => {
  const found = statSync(path);
  if (uid !== undefined && found.uid !== uid) return 'belongs to another user';
  if (uid !== undefined && (found.mode & 0o022) !== 0)
    return `can be changed by others (mode ${(found.mode & 0o777).toString(8).padStart(4, '0')})`;
  return undefined;
};

/**
 * Makes the folder of the receipts.
 * @throws TrivetError local, where there is none, or somebody else could write to it
 */
export const openFolder = (world: World): string => {
  const folder = receiptFolder(world);
  if (folder === undefined)
    throw localError('there is no folder for receipts', 'Set HOME, TRIVET_STATE_DIR or TRIVET_CONFIG_DIR.');
  if (!makeFolder(folder)) {
    const why = unsafeBecause(folder, world.uid);
    if (why !== undefined)
      throw localError(
        `the folder ${folder} ${why}`,
        `If its content is yours: chmod 700 ${shellWord(folder)}`,
      );
  }
  return folder;
};

/** What the name of a file says: `workspace-lock-2026-11-23T14-45-39-000Z-0a1b2c3d.30d.receipt`. */
export interface Named {
  readonly file: string;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly what: string;
  /** Undefined while something is open. */
  readonly days: number | undefined;
}

const form =
  /^(.*)-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z-([0-9a-f]{8})\.(?:journal|(\d{1,5})d\.receipt)$/;

/** Undefined for a file that is not a receipt. */
export const fileNamed = (file: string): Named | undefined => {
  const [, what, date, hour, minute, second, milli, id, days] = form.exec(file) ?? [];
  if (what === undefined || id === undefined) return undefined;
  const time = Date.parse(`${date}T${hour}:${minute}:${second}.${milli}Z`);
  return Number.isNaN(time)
    ? undefined
    : { file, what, id, time, days: days === undefined ? undefined : Number(days) };
};

interface NewReceipt {
  readonly path: string;
  readonly id: string;
  readonly time: string;
}

/** The path of a new receipt, which is open until `closedPath`. */
export const newReceipt = (folder: string, what: string, world: World): NewReceipt => {
  const id = randomHex(4);
  const time = new Date(world.now()).toISOString();
  const name = `${what.replaceAll(/[^A-Za-z0-9]+/g, '-')}-${time.replaceAll(/[:.]/g, '-')}-${id}.journal`;
  return { path: join(folder, name), id, time };
};

/** The path of a receipt of which nothing is open any more. */
export const closedPath = (path: string, days: number): string =>
  path.replace(/\.journal$/, `.${days}d.receipt`);

/** Receipts by time, the oldest first. */
export const receiptsIn = (folder: string): readonly Named[] =>
  readdirSync(folder)
    .flatMap((file) => fileNamed(file) ?? [])
    .toSorted((one, other) => one.time - other.time);

/**
 * Removes closed receipts that are old. A failure stops no change.
 * @param sized counts bytes too, which takes a call for each file
 */
export const prune = (folder: string, world: World, sized: boolean): void => {
  try {
    const closed = receiptsIn(folder).filter(({ days }) => days !== undefined);
    const sizes = sized ? closed.map(({ file }) => statSync(join(folder, file)).size) : [];
    let bytes = sizes.reduce((sum, size) => sum + size, 0);
    for (const [index, { file, time, days = 0 }] of closed.entries()) {
      const tooMany = closed.length - index > mostReceipts || bytes > mostBytes;
      if (!tooMany && time + days * day > world.now()) continue;
      rmSync(join(folder, file), { force: true });
      bytes -= sizes[index] ?? 0;
    }
  } catch (error) {
    if (fileFailure(error) === undefined) throw error;
  }
};
