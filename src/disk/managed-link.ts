/** The links that `trivet pki renew` makes in a folder. */
import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';

/** Contains the versions; its readers must be able to enter it, so it has the mode of the folder. */
export const storeName = '.trivet';
export const current = 'current';

/** The target of the links of the folder. */
export const linkTo = (name: string): string => `${storeName}/${current}/${name}`;

export const linkOf = (path: string): Promise<string | undefined> => readlink(path).catch(() => undefined);

/** Whether trivet made the link. */
export const isManaged = async (path: string): Promise<boolean> =>
  (await linkOf(path)) === linkTo(basename(path));
