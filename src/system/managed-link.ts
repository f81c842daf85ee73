/** The links that `trivet pki renew` makes in a folder. */
import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { errorCode } from './system-error.ts';

/** Contains the versions; its readers must be able to enter it, so it has the mode of the folder. */
export const storeName = '.trivet';
export const current = 'current';

export const linkTo = (name: string): string => `${storeName}/${current}/${name}`;

/** The target of a link; undefined for anything else, or nothing. Anything that cannot be read might be a link. */
export const linkOf = (path: string): Promise<string | undefined> =>
  readlink(path).catch((error: unknown) => {
    // Windows reports UNKNOWN for anything that is not a link.
    if (['ENOENT', 'ENOTDIR', 'EINVAL', 'UNKNOWN'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  });

export const isManaged = async (path: string): Promise<boolean> =>
  (await linkOf(path)) === linkTo(basename(path));
