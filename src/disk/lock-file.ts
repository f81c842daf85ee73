/**
 * A lock for one writer at a time, across processes, containers and machines: a file that only one process can create,
 * with its owner.
 */
import { linkSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localError } from '../model/error.ts';
import { errorCode } from './capped-file.ts';
import { becomeOwner, forget, isAlive, isOld, ownerIn, tidyOwners, type Owner } from './owner.ts';

interface LockOptions {
  /** Milliseconds; 0 tries once. */
  readonly wait: number;
  /** The error if another process keeps the lock. */
  readonly refusal: (path: string) => Error;
}

const usual: LockOptions = {
  wait: 20_000,
  refusal: (path) =>
    localError(
      `another trivet process is writing: the lock ${path} was not released`,
      'Wait for it to end. If no other trivet runs, remove that file.',
    ),
};

interface Holder {
  readonly owner: Owner | undefined;
  /** Distinguishes two holders; a part of a file name. */
  readonly mark: string;
}

const remove = (path: string): void => {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const markOf = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 16);

const holderOf = (path: string): Holder | undefined => {
  try {
    const content = readFileSync(path, 'utf8');
    return { owner: ownerIn(parsed(content)), mark: markOf(content) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** Creates `path` completely or not at all, so that no process sees a lock without its owner. */
const create = (path: string, content: string, id: string): boolean => {
  const draft = `${path}.new-${id}`;
  try {
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600 });
    linkSync(draft, path);
    return true;
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error;
  } finally {
    remove(draft);
  }
  // The file system has no hard links.
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
};

/**
 * Takes the lock if it is free. The lock of a dead holder is removed by one heir, which first takes a second lock named
 * after it; a lock that was taken meanwhile is therefore never removed.
 */
const take = async (path: string, content: string, id: string): Promise<boolean> => {
  if (create(path, content, id)) return true;
  const folder = dirname(path);
  const holder = holderOf(path);
  if (holder === undefined || (await isAlive(folder, holder.owner, path))) return false;
  const heir = `${path}.${holder.mark}`;
  if (!(await take(heir, content, id))) return false;
  try {
    if (holderOf(path)?.mark === holder.mark) {
      remove(path);
      if (holder.owner !== undefined) forget(folder, holder.owner);
    }
  } finally {
    remove(heir);
  }
  return create(path, content, id);
};

/** Removes drafts and heirs' locks of killed processes: while the lock is held, none of them is in use. */
const tidy = async (path: string): Promise<void> => {
  const folder = dirname(path);
  // Just created, so it has the present time of this file system.
  const now = statSync(path).mtimeMs;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.startsWith(`${basename(path)}.`) && isOld(file, now)) remove(file);
  }
  await tidyOwners(folder, now);
};

/**
 * Runs `work` while holding the lock file `path`; throws `refusal`, or exit 3, if another process holds it for too
 * long.
 */
export const withLock = async <T>(
  path: string,
  work: () => T | Promise<T>,
  options: Partial<LockOptions> = {},
): Promise<T> => {
  const { wait, refusal } = { ...usual, ...options };
  const me = await becomeOwner(dirname(path));
  const content = `${JSON.stringify(me.owner)}\n`;
  try {
    const started = performance.now();
    while (!(await take(path, content, me.owner.id))) {
      if (performance.now() - started >= wait) throw refusal(path);
      await sleep(2 + Math.random() * 12);
    }
    me.beat(path);
    try {
      await tidy(path);
      return await work();
    } finally {
      // After a long stop (SIGSTOP) on another machine the lock may have another owner.
      if (holderOf(path)?.mark === markOf(content)) remove(path);
    }
  } finally {
    me.release();
  }
};
