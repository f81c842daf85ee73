/** Saves one-time secrets that could not be written, and refuses those that nothing could hold. */
// The module fs/promises loads readline, so its functions are reached by `promises`.
import { constants, fstatSync, promises } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { localError } from '../system/error.ts';
import { makeFolder } from '../system/make-folder.ts';
import { randomHex } from '../system/random-hex.ts';
import { descriptorOf } from '../system/safe-file.ts';
import { stateFolder } from '../system/state-folder.ts';
import { reasonOf } from '../system/system-error.ts';
import type { Io } from '../system/io.ts';

type Surroundings = Pick<Io, 'env' | 'home' | 'platform' | 'cwd' | 'uid' | 'now'>;

/** Bytes: more than replies with several certificates and a key take. */
const usualRoom = 65_536;

const keep = async (folder: string, name: string, bytes: Uint8Array, sync = true): Promise<string> => {
  const path = join(folder, name);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = await promises.open(path, flags, 0o600);
  try {
    try {
      await file.writeFile(bytes);
      if (sync) await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await promises.rm(path, { force: true });
    throw error;
  }
  return path;
};

/** Tries the state folder, then the working directory, then the temporary folder. */
const keepAnywhere = (io: Surroundings, write: (folder: string) => Promise<string>): Promise<string> => {
  const own = async (): Promise<string> => {
    const folder = stateFolder(io);
    if (folder === undefined) throw new Error('there is no state folder');
    const recovery = join(folder, 'recovery');
    makeFolder(recovery);
    return write(recovery);
  };
  return own()
    .catch(() => write(io.cwd))
    .catch(() => write(tmpdir()));
};

/** Writes a new file (0600) with `what` in its name; rejects only if no folder is writable. */
export const recover = async (bytes: Uint8Array, what: string, io: Surroundings): Promise<string> => {
  const time = new Date(io.now()).toISOString().replaceAll(/[:.]/g, '-');
  const word = what.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 60);
  const name = `trivet-recovered-${word}-${time}-${randomHex(4)}`;
  return keepAnywhere(io, (folder) => keep(folder, name, bytes));
};

const tryRoom = async (folder: string): Promise<string> => {
  const path = await keep(folder, `.trivet-${randomHex(12)}`, Buffer.alloc(usualRoom), false);
  await promises.rm(path);
  return path;
};

const folderFor = async (place: string): Promise<string> =>
  (await promises.stat(place).catch(() => undefined))?.isDirectory() === true ? place : dirname(place);

/**
 * Refuses a request whose reply could be written nowhere.
 * @param place the file or folder of the output
 * @param otherwise false if no recovery file would hold the reply
 * @throws TrivetError local
 */
export const refuseUnkeepable = async (
  what: string,
  place: string,
  io: Surroundings,
  otherwise = true,
): Promise<void> => {
  const file = descriptorOf(place);
  if (file !== undefined && !fstatSync(file).isFile()) return;
  try {
    if (file === undefined) {
      const folder = await folderFor(place);
      await tryRoom(folder).catch((error: unknown) => {
        if (!otherwise) throw error;
        return keepAnywhere(io, tryRoom);
      });
    } else await keepAnywhere(io, tryRoom);
  } catch (error) {
    throw localError(
      `no folder has room for ${what}: ${reasonOf(error)}`,
      otherwise
        ? 'Free some space for --out, or set TRIVET_STATE_DIR to a folder that can be written.'
        : 'Free some space for --out.',
      error,
    ).with({ details: { effect: 'not-sent' } });
  }
};

export interface Recovery {
  readonly path: string;
  append(text: string): Promise<void>;
}

export const openRecovery = async (text: string, what: string, io: Surroundings): Promise<Recovery> => {
  const path = await recover(Buffer.from(text), what, io);
  let last: Promise<void> = Promise.resolve();
  const write = async (more: string): Promise<void> => {
    const file = await promises.open(
      path,
      constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0),
    );
    try {
      await file.writeFile(more);
      await file.sync();
    } finally {
      await file.close();
    }
  };
  return {
    path,
    append: (more) => {
      const next = last.then(() => write(more));
      last = next.catch(() => undefined);
      return next;
    },
  };
};
