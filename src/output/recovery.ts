/** Saves one-time secrets that could not be written to their destination. */
// Not fs/promises, which loads readline: in the bundle, `promises` loads it only when a recovery is needed.
import { constants, promises } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../system/make-folder.ts';
import { randomHex } from '../system/random-hex.ts';
import { stateFolder } from '../system/state-folder.ts';
import type { World } from '../system/world.ts';

const keep = async (folder: string, name: string, bytes: Uint8Array): Promise<string> => {
  const path = join(folder, name);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = await promises.open(path, flags, 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return path;
};

/**
 * Saves `bytes` in a new file that only its owner can read, and returns its path. `what` becomes a part of the name:
 * `pki-issue`. Tries the state folder, the working directory and the temporary folder in turn; rejects only if
 * none is writable.
 */
export const recover = async (
  bytes: Uint8Array,
  what: string,
  world: Pick<World, 'env' | 'home' | 'platform' | 'cwd' | 'uid' | 'now'>,
): Promise<string> => {
  const time = new Date(world.now()).toISOString().replaceAll(/[:.]/g, '-');
  const word = what.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 60);
  const name = `trivet-recovered-${word}-${time}-${randomHex(4)}`;
  const own = async (): Promise<string> => {
    const folder = stateFolder(world);
    if (folder === undefined) throw new Error('there is no state folder');
    const recovery = join(folder, 'recovery');
    makeFolder(recovery);
    return keep(recovery, name, bytes);
  };
  return own()
    .catch(() => keep(world.cwd, name, bytes))
    .catch(() => keep(tmpdir(), name, bytes));
};

export interface Recovery {
  readonly path: string;
  append(text: string): Promise<void>;
}

/** Like `recover`, for text that arrives in pieces: `text` is saved first. */
export const openRecovery = async (
  text: string,
  what: string,
  world: Parameters<typeof recover>[2],
): Promise<Recovery> => {
  const path = await recover(Buffer.from(text), what, world);
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
