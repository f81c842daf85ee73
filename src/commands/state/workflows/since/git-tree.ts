import { join, relative, sep } from 'node:path';
import { localError } from '../../../../system/error.ts';
import type { Io } from '../../../../system/io.ts';
import type { FoundFile, Tree } from '../files/tree.ts';
import { diskTree, isBelow, isCandidate } from '../files/tree.ts';
import { revisionOf } from './git.ts';

export interface GitTree extends Tree {
  readonly commit: string;
  has(path: string): boolean;
}

const isHidden = (path: string, folder: string): boolean =>
  relative(folder, path)
    .split(sep)
    .some((part) => part.startsWith('.'));

/** @param root as named in messages */
export const gitTree = async (root: string, revision: string, io: Io): Promise<GitTree> => {
  const { commit, entries, contents } = await revisionOf(root, revision, io);
  const placed = entries.map((entry) => ({ ...entry, place: join(root, ...entry.path.split('/')) }));
  const ids = new Map(placed.flatMap(({ place, id, isLink }) => (isLink ? [] : [[place, id] as const])));
  const disk = diskTree(io);
  const known = new Map<string, Uint8Array>();
  const read = async (places: readonly string[]): Promise<void> => {
    const wanted = new Set(places.flatMap((place) => ids.get(place) ?? []));
    for (const [id, bytes] of await contents([...wanted].filter((id) => !known.has(id))))
      known.set(id, bytes);
  };
  return {
    commit,
    files: async (operand, { excluded }) => {
      const place = join(operand);
      const isFound = (path: string): boolean =>
        isBelow(path, place) &&
        isCandidate(path) &&
        !isHidden(path, place) &&
        !excluded(relative(place, path).split(sep).join('/'));
      const found: readonly FoundFile[] = ids.has(place)
        ? [{ path: place }]
        : [...ids.keys()]
            .filter(isFound)
            .sort()
            .map((path) => ({ path, folder: place }));
      await read(found.map(({ path }) => path));
      return found;
    },
    read: async (path) => {
      const place = join(path);
      await read([place]);
      const bytes = known.get(ids.get(place) ?? '');
      if (bytes !== undefined) return bytes;
      // What Git does not hold, such as an ignored file or what a link leads to, is read as it is now.
      return disk.read(path).catch(() => {
        const isLink = placed.some((one) => one.place === place);
        const why = isLink ? 'is a link' : 'does not exist';
        throw localError(`the file ${path} of revision ${revision} ${why}`);
      });
    },
    isInside: (path, folder) => (ids.has(join(path)) ? isBelow(path, folder) : disk.isInside(path, folder)),
    has: (path) => ids.has(join(path)),
  };
};
