import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { localError } from '../../../../system/error.ts';
import type { Io } from '../../../../system/io.ts';
import type { FoundFile, Tree } from '../files/tree.ts';
import { isBelow, isCandidate } from '../files/tree.ts';
import { revisionOf } from './git.ts';

export interface GitTree extends Tree {
  readonly commit: string;
  /** Since the revision. */
  isUnchanged(path: string): boolean;
  has(path: string): boolean;
}

/** The hash that Git gives a content. */
const blobId = (bytes: Uint8Array, length: number): string =>
  createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');

/** Bytes. */
const largest = 5 * 1024 * 1024;

const present = (path: string): Uint8Array | undefined => {
  try {
    const about = lstatSync(path);
    return about.isFile() && about.size <= largest ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
};

/** @param root as named in messages */
export const gitTree = async (root: string, revision: string, io: Io): Promise<GitTree> => {
  const { commit, entries, contents } = await revisionOf(root, revision, io);
  const files = new Map<string, Uint8Array>();
  const unchanged = new Set<string>();
  const links = new Set<string>();
  const wanted = new Map<string, string>();
  for (const { path, id, isLink } of entries) {
    const place = join(root, ...path.split('/'));
    if (isLink) {
      links.add(place);
      continue;
    }
    const now = present(place);
    if (now !== undefined && blobId(now, id.length) === id) {
      unchanged.add(place);
      files.set(place, now);
    } else wanted.set(place, id);
  }
  const read = await contents([...new Set(wanted.values())]);
  for (const [place, id] of wanted) {
    const bytes = read.get(id);
    if (bytes !== undefined) files.set(place, bytes);
  }
  const at = (path: string): string => join(path);
  const isHidden = (path: string, folder: string): boolean =>
    relative(folder, path)
      .split(sep)
      .some((part) => part.startsWith('.'));
  return {
    commit,
    files: (operand, { excluded }) => {
      const place = at(operand);
      if (files.has(place)) return Promise.resolve([{ path: place }]);
      const found = [...files.keys()]
        .filter(
          (path) =>
            isBelow(path, place) &&
            isCandidate(path) &&
            !isHidden(path, place) &&
            !excluded(relative(place, path).split(sep).join('/')),
        )
        .sort((a, b) => (a < b ? -1 : 1));
      return Promise.resolve(found.map((path): FoundFile => ({ path, folder: place })));
    },
    read: (path) => {
      const bytes = files.get(at(path));
      if (bytes !== undefined) return Promise.resolve(bytes);
      const why = links.has(at(path)) ? 'is a link' : 'does not exist';
      return Promise.reject(localError(`the file ${path} of revision ${revision} ${why}`));
    },
    isInside: (path, folder) => isBelow(path, folder),
    isUnchanged: (path) => unchanged.has(at(path)),
    has: (path) => files.has(at(path)),
  };
};
