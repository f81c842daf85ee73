import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { errorCode } from './system-error.ts';

/** The folder of the versions. It has the mode of its parent, since the same readers must be able to enter it. */
export const storeName = '.trivet';
export const current = 'current';

export const linkTo = (name: string): string => `${storeName}/${current}/${name}`;

/** Undefined if `path` is not a link; throws if it cannot be read, since it might be one. */
export const linkOf = (path: string): Promise<string | undefined> =>
  readlink(path).catch((error: unknown) => {
    // Windows reports UNKNOWN for a file that is not a link.
    if (['ENOENT', 'ENOTDIR', 'EINVAL', 'UNKNOWN'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  });

export const isManaged = async (path: string): Promise<boolean> =>
  (await linkOf(path)) === linkTo(basename(path));

export const managedHint = 'Renew it with trivet pki renew, or name another folder.';
