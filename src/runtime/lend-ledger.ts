/** What is borrowed and not yet returned, one 0600 file each: survives a kill and a power failure. No password in it. */
import { readdir, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { localError } from '../model/error.ts';
import { isObject, own, textAt } from '../model/json.ts';
import { parseJson, writeJson } from '../model/lossless.ts';
import { readCapped } from '../profiles/capped-file.ts';
import { configFolder } from '../profiles/config-folder.ts';
import { makeFolder } from '../profiles/make-folder.ts';
import { forget, isAlive, ownerIn, type Owner } from '../profiles/owner.ts';
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
  /** Milliseconds since the epoch by the server's clock; the check-out ends by itself then. 0: it never does. */
  readonly until: number;
  /** The process that lends; undefined in a file that names none. */
  readonly owner: Owner | undefined;
  /** Accounts of the set that were borrowed before, and by which entity; undefined where the token may not see it. */
  readonly taken: Readonly<Record<string, string>> | undefined;
}

export interface Kept {
  readonly file: string;
  /** Undefined for a file that cannot be read as an entry. */
  readonly entry: LedgerEntry | undefined;
}

/** The folder of the ledger, which need not exist yet. */
export const ledgerFolder = (world: World): string => {
  const folder = configFolder(world);
  if (folder === undefined) {
    throw localError(
      'there is no folder for the ledger of borrowed accounts',
      'Set HOME or TRIVET_CONFIG_DIR.',
    );
  }
  return join(folder, 'lends');
};

/** A name for a new entry. */
export const newLedgerFile = (world: World): string => {
  const folder = ledgerFolder(world);
  makeFolder(folder);
  return join(folder, `${world.now()}-${randomBytes(6).toString('hex')}.json`);
};

/** @throws TrivetError output, when it cannot be written */
export const keepEntry = (file: string, entry: LedgerEntry): Promise<void> =>
  writeSafely(
    file,
    Buffer.from(`${writeJson({ version: 2, ...entry, owner: entry.owner && { ...entry.owner } }, 2)}\n`),
    { mode: 0o600 },
  );

export const clearEntry = async ({ file, entry }: Kept): Promise<void> => {
  await rm(file, { force: true });
  if (entry?.owner !== undefined) forget(dirname(file), entry.owner);
};

/** True while the process that lends lives, in whatever container. */
export const isLending = ({ file, entry }: Kept): Promise<boolean> =>
  entry?.owner === undefined ? Promise.resolve(false) : isAlive(dirname(file), entry.owner, file);

const read = async (file: string): Promise<LedgerEntry | undefined> => {
  try {
    const value = parseJson(decodeText(await readCapped(file, 65_536, file), file));
    const number = (key: string): number => {
      const found = own(value, key);
      return typeof found === 'number' ? found : 0;
    };
    const taken = own(value, 'taken');
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
      owner: ownerIn(own(value, 'owner')),
      taken: isObject(taken)
        ? Object.fromEntries(Object.keys(taken).map((name) => [name, textAt(taken, name) ?? '']))
        : undefined,
    };
  } catch {
    return undefined;
  }
};

/** Every entry, the oldest first. */
export const ledger = async (world: World): Promise<readonly Kept[]> => {
  const folder = ledgerFolder(world);
  const names = await readdir(folder).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort();
  return Promise.all(
    files.map(async (name) => ({ file: join(folder, name), entry: await read(join(folder, name)) })),
  );
};
