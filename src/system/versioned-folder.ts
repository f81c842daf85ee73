/**
 * A folder whose files change all at once: they are links into one version, and renaming one link changes them all
 * (docs/adr/0013-certificates-change-in-one-step.md).
 */
import type { Stats } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  unlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { localError, TrivetError } from './error.ts';
import { errorCode, outputError } from './system-error.ts';
import { randomHex } from './random-hex.ts';
import { current, isManaged, linkOf, linkTo, storeName } from './managed-link.ts';
import type { OutputFile } from './output-folder.ts';
import { checkNames, writeFiles } from './output-folder.ts';
import { syncFolder, writeDraft } from './safe-file.ts';

const previous = 'previous';
export const previousOf = (folder: string): string => join(folder, storeName, previous);

export const movedText = (folder: string, earlier: string): string =>
  `the files that were in ${previousOf(folder)} are in ${earlier}`;

const earlierPattern = /^earlier-([0-9]+)$/;

const versionPattern = /^(?:v-|\.new-)[0-9a-f]{16}$/;
const fresh = (start: string): string => `${start}${randomHex(8)}`;

const found = (path: string): Promise<Stats | undefined> =>
  lstat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });

const makeLike = async (path: string, like: string): Promise<void> => {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  const [made, wanted] = [await lstat(path), await stat(like)];
  if (!made.isDirectory()) throw localError(`${path} was not made by trivet`);
  if (made.uid !== wanted.uid || made.gid !== wanted.gid) await chown(path, wanted.uid, wanted.gid);
  if ((made.mode & 0o777) !== (wanted.mode & 0o777)) await chmod(path, wanted.mode & 0o777);
};

const linkAt = async (path: string, target: string, scratch: string): Promise<void> => {
  const draft = join(scratch, fresh('.new-'));
  await symlink(target, draft);
  await rename(draft, path).catch(async (error: unknown) => {
    await unlink(draft).catch(() => undefined);
    throw error;
  });
};

const obstacle = async (folder: string, name: string): Promise<string | undefined> => {
  const path = join(folder, name);
  const there = await found(path);
  if (there === undefined || there.isFile()) return undefined;
  if (there.isSymbolicLink() && (await isManaged(path))) return undefined;
  return there.isSymbolicLink()
    ? `${path} is a symbolic link that trivet did not make`
    : `${path} is not a file`;
};

const takesNoLinks = (error: unknown): boolean =>
  ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'UNKNOWN'].includes(errorCode(error) ?? '');

const canLink = async (store: string, platform: NodeJS.Platform): Promise<boolean> => {
  // Windows cannot rename over a link to a folder: links could be made but not changed.
  if (platform === 'win32') return false;
  const trial = join(store, fresh('.new-'));
  try {
    await symlink('nowhere', trial);
    await unlink(trial);
    return true;
  } catch (error) {
    if (takesNoLinks(error)) return false;
    throw error;
  }
};

/** Exit 3 if a name is neither a file nor trivet's link, or if links exist and no new ones can be made. */
export const checkVersioned = async (
  folder: string,
  names: readonly string[],
  platform: NodeJS.Platform,
): Promise<void> => {
  let linked = false;
  for (const name of names) {
    const why = await obstacle(folder, name);
    if (why !== undefined) throw localError(why, 'Choose another folder, or move it away.');
    linked ||= (await found(join(folder, name)))?.isSymbolicLink() === true;
  }
  if (!linked || (await canLink(join(folder, storeName), platform))) return;
  throw localError(
    `the files of ${folder} are symbolic links, and its file system does not allow new ones`,
    'Replace the links by copies of the files, or move the folder to a file system that allows links.',
  );
};

/** Turns the current files into a version with links, invisibly for readers. */
const adopt = async (folder: string, store: string, names: readonly string[]): Promise<void> => {
  const files = await Promise.all(names.map((name) => found(join(folder, name))));
  if (!files.some((one) => one?.isFile() === true)) return;
  if ((await linkOf(join(store, current))) === undefined) {
    const version = fresh('v-');
    await makeLike(join(store, version), folder);
    for (const name of names) {
      const path = join(folder, name);
      const old = await found(path);
      if (old?.isFile() !== true) continue;
      const copy = join(store, version, name);
      await copyFile(path, copy);
      await chmod(copy, old.mode & 0o777);
      await chown(copy, old.uid, old.gid);
    }
    await syncFolder(join(store, version));
    await linkAt(join(store, current), version, store);
  }
  const there = new Set(await readdir(join(store, current)));
  for (const name of names) {
    if ((await linkOf(join(folder, name))) === undefined && there.has(name))
      await linkAt(join(folder, name), linkTo(name), store);
  }
};

/** A folder of previous files may have the only copy of a key: the next ones do not take its place. */
const keepEarlier = async (store: string): Promise<string | undefined> => {
  const former = join(store, previous);
  if ((await found(former))?.isDirectory() !== true) return undefined;
  const numbers = (await readdir(store)).map((name) => Number(earlierPattern.exec(name)?.[1] ?? 0));
  const earlier = join(store, `earlier-${Math.max(...numbers) + 1}`);
  await rename(former, earlier);
  return earlier;
};

const prune = async (store: string): Promise<void> => {
  const kept = [await linkOf(join(store, current)), await linkOf(join(store, previous))];
  for (const name of await readdir(store)) {
    if (versionPattern.test(name) && !kept.includes(name))
      await rm(join(store, name), { recursive: true, force: true });
  }
};

const modeOf = ({ secret }: OutputFile): number => (secret === true ? 0o600 : 0o644);

const writeVersion = async (folder: string, store: string, files: readonly OutputFile[]): Promise<string> => {
  const version = fresh('v-');
  await makeLike(join(store, version), folder);
  for (const file of files) {
    const kept = join(store, current, file.name);
    await writeDraft(join(store, version, file.name), kept, file.bytes, {
      mode: modeOf(file),
      access: file.access,
    });
  }
  await syncFolder(join(store, version));
  return version;
};

const swapLinks = async (
  folder: string,
  store: string,
  files: readonly OutputFile[],
  obsolete: readonly string[],
): Promise<string | undefined> => {
  const names = files.map(({ name }) => name);
  await adopt(folder, store, [...names, ...obsolete]);
  const version = await writeVersion(folder, store, files);
  const old = await linkOf(join(store, current));
  const earlier = await keepEarlier(store);
  if (old !== undefined) await linkAt(join(store, previous), old, store);
  await linkAt(join(store, current), version, store);
  await syncFolder(store);
  for (const name of names) {
    if ((await linkOf(join(folder, name))) === undefined)
      await linkAt(join(folder, name), linkTo(name), store);
  }
  for (const name of obsolete) await rm(join(folder, name), { force: true });
  return earlier;
};

/** Copies the previous files, then renames each new file into its place, where there are no links. */
const swapFiles = async (
  folder: string,
  store: string,
  files: readonly OutputFile[],
  obsolete: readonly string[],
): Promise<readonly string[]> => {
  await rm(join(store, previous), { recursive: true, force: true });
  await makeLike(join(store, previous), folder);
  for (const name of [...files.map((file) => file.name), ...obsolete]) {
    const path = join(folder, name);
    if (await found(path)) await copyFile(path, join(store, previous, name));
  }
  await syncFolder(join(store, previous));
  return writeFiles(folder, files, obsolete);
};

/**
 * Like `writeFiles`, but former files stay in `previousOf(folder)`, and those that were there in `earlier`.
 * @throws TrivetError output
 */
export const replaceFiles = async (
  folder: string,
  files: readonly OutputFile[],
  obsolete: readonly string[],
): Promise<{ readonly written: readonly string[]; readonly earlier: string | undefined }> => {
  checkNames(files.map(({ name }) => name));
  const store = await storeOf(folder);
  try {
    const earlier = await keepEarlier(store);
    return { written: await swapFiles(folder, store, files, obsolete), earlier };
  } catch (error) {
    throw error instanceof TrivetError ? error : outputError(folder, error);
  }
};

/**
 * Changes the files of an existing folder in one step; the former ones stay as a version. Files keep owner, group
 * and mode. The caller holds a lock.
 * @returns `linked`: false without symbolic links, where the step is only as short as possible
 * @throws TrivetError output
 */
export const changeFiles = async (
  folder: string,
  files: readonly OutputFile[],
  obsolete: readonly string[],
  platform: NodeJS.Platform,
): Promise<{ readonly linked: boolean; readonly earlier: string | undefined }> => {
  checkNames(files.map(({ name }) => name));
  const store = join(folder, storeName);
  try {
    await makeLike(store, folder);
    const linked = await canLink(store, platform);
    const earlier = linked ? await swapLinks(folder, store, files, obsolete) : undefined;
    if (!linked) await swapFiles(folder, store, files, obsolete);
    await syncFolder(folder);
    await prune(store);
    return { linked, earlier };
  } catch (error) {
    throw error instanceof TrivetError ? error : outputError(folder, error);
  }
};

export const previousFiles = async (
  folder: string,
  names: readonly string[],
): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]> => {
  const store = previousOf(folder);
  if (!(await stat(store).catch(() => undefined))?.isDirectory()) return [];
  const there = (await readdir(store)).filter((name) => names.includes(name));
  return Promise.all(there.map(async (name) => ({ name, bytes: await readFile(join(store, name)) })));
};

const linkPresent = async (folder: string, store: string, names: readonly string[]): Promise<void> => {
  const there = new Set(await readdir(join(store, current)));
  for (const name of names) {
    const linked = (await linkOf(join(folder, name))) !== undefined;
    if (there.has(name) && !linked) await linkAt(join(folder, name), linkTo(name), store);
    if (!there.has(name) && linked && (await isManaged(join(folder, name)))) await rm(join(folder, name));
  }
};

/**
 * Exchanges the current and the previous version. The caller holds a lock.
 * @param names every file that the folder can have; `secrets`: those with a key
 * @returns false without a previous version
 * @throws TrivetError output
 */
export const changeBack = async (
  folder: string,
  names: readonly string[],
  secrets: readonly string[],
): Promise<boolean> => {
  const store = join(folder, storeName);
  try {
    const [now, before] = [await linkOf(join(store, current)), await linkOf(join(store, previous))];
    if (before !== undefined) {
      await linkAt(join(store, current), before, store);
      if (now !== undefined) await linkAt(join(store, previous), now, store);
      await linkPresent(folder, store, names);
    } else {
      if ((await found(join(store, previous)))?.isDirectory() !== true) return false;
      const files: OutputFile[] = [];
      for (const name of await readdir(join(store, previous))) {
        const bytes = await readFile(join(store, previous, name));
        files.push({ name, bytes, secret: secrets.includes(name) });
      }
      await swapFiles(folder, store, files, []);
    }
    await syncFolder(store);
    await syncFolder(folder);
    return true;
  } catch (error) {
    throw error instanceof TrivetError ? error : outputError(folder, error);
  }
};

export const storeOf = async (folder: string): Promise<string> => {
  const store = join(folder, storeName);
  try {
    await makeLike(store, folder);
    return store;
  } catch (error) {
    throw error instanceof TrivetError ? error : outputError(folder, error);
  }
};
