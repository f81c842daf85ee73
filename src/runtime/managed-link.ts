/** The links that `trivet pki renew` makes in a folder. */
import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';

/** Holds the versions; readers need to enter it, so it has the mode of the folder. */
export const storeName = '.trivet';
export const current = 'current';

/** Where the links of the folder lead. */
export const linkTo = (name: string): string => `${storeName}/${current}/${name}`;

export const linkOf = (path: string): Promise<string | undefined> => readlink(path).catch(() => undefined);

/** True for a link that trivet made. */
export const isManaged = async (path: string): Promise<boolean> =>
  (await linkOf(path)) === linkTo(basename(path));
