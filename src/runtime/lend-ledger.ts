/** What is borrowed and not yet returned, one 0600 file each: survives a kill and a power failure. No password in it. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { localError } from '../model/error.ts';
import { isObject, own, textAt } from '../model/json.ts';
import { parseJson, writeJson } from '../model/lossless.ts';
import { readCapped } from '../profiles/capped-file.ts';
import { configFolder } from '../profiles/config-folder.ts';
import { decodeText } from './read-file.ts';
import { writeSafely } from './safe-file.ts';
import type { World } from './world.ts';

export interface LedgerEntry {
  readonly baseUrl: string;
  readonly namespace: string | undefined;
  readonly mount: string;
  readonly set: string;
  /** Undefined while the check-out is not answered. */
  readonly account: string | undefined;
  readonly lease: string | undefined;
  /** Milliseconds since the epoch; the check-out ends by itself then. 0: it never does. */
  readonly until: number;
  /** The process that has it. */
  readonly pid: number;
}

export interface Kept {
  readonly file: string;
  /** Undefined for a file that cannot be read as an entry. */
  readonly entry: LedgerEntry | undefined;
}

const folderOf = (world: World): string => {
  const folder = configFolder(world);
  if (folder === undefined) {
    throw localError(
      'there is no folder for the ledger of borrowed accounts',
      'set HOME or TRIVET_CONFIG_DIR',
    );
  }
  return join(folder, 'lends');
};

/** A name for a new entry. */
export const newLedgerFile = async (world: World): Promise<string> => {
  const folder = folderOf(world);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${world.now()}-${randomBytes(6).toString('hex')}.json`);
};

/** @throws TrivetError output, when it cannot be written */
export const keepEntry = (file: string, entry: LedgerEntry): Promise<void> =>
  writeSafely(file, Buffer.from(`${writeJson({ version: 1, ...entry }, 2)}\n`), { mode: 0o600 });

export const clearEntry = (file: string): Promise<void> => rm(file, { force: true });

const read = async (file: string): Promise<LedgerEntry | undefined> => {
  try {
    const value = parseJson(decodeText(await readCapped(file, 65_536, file), file));
    const number = (key: string): number => {
      const found = own(value, key);
      return typeof found === 'number' ? found : 0;
    };
    const [baseUrl, mount, set] = [textAt(value, 'baseUrl'), textAt(value, 'mount'), textAt(value, 'set')];
    if (!isObject(value) || baseUrl === undefined || mount === undefined || set === undefined)
      return undefined;
    return {
      baseUrl,
      mount,
      set,
      namespace: textAt(value, 'namespace'),
      account: textAt(value, 'account'),
      lease: textAt(value, 'lease'),
      until: number('until'),
      pid: number('pid'),
    };
  } catch {
    return undefined;
  }
};

/** Every entry, the oldest first. */
export const ledger = async (world: World): Promise<readonly Kept[]> => {
  const folder = folderOf(world);
  const names = await readdir(folder).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort();
  return Promise.all(
    files.map(async (name) => ({ file: join(folder, name), entry: await read(join(folder, name)) })),
  );
};
