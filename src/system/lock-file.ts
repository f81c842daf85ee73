/** A lock across processes, containers and machines: a file that only one process can create, with its owner. */
import { limits } from './limits.ts';
import {
  closeSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { monotonic } from './clock.ts';
import { Deadline } from './deadline.ts';
import { localError } from './error.ts';
import { until } from './until.ts';
import { aboutFile, errorCode } from './system-error.ts';
import { becomeOwner, forget, isAlive, isOld, ownerIn, tidyOwners, type Owner } from './owner.ts';
import { sha256 } from './values/sha256.ts';

interface LockOptions {
  readonly wait: number;
  readonly refusal: (path: string) => Error;
}

const usual: LockOptions = {
  wait: limits.fileLock,
  refusal: (path) =>
    localError(
      `another trivet process is writing: the lock ${path} was not released`,
      'Wait for it to end. If no other trivet runs, remove that file.',
    ),
};

interface Holder {
  readonly owner: Owner | undefined;
  readonly mark: string;
}

const remove = (path: string): void => {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
};

const drop = (path: string): void => {
  try {
    remove(path);
  } catch {
    // Failing to tidy does not affect the work.
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const markOf = (content: string): string => sha256(content).slice(0, 16);

const holderOf = (path: string): Holder | undefined => {
  try {
    // With an encoding, Node aborts if the file cannot be closed.
    const content = readFileSync(path).toString('utf8');
    return { owner: ownerIn(parsed(content)), mark: markOf(content) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw aboutFile(error, path);
  }
};

const create = (path: string, content: string, id: string): boolean => {
  const draft = `${path}.new-${id}`;
  try {
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600 });
    linkSync(draft, path);
    return true;
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS')
      throw aboutFile(error, path);
  } finally {
    drop(draft);
  }
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(file, content);
    return true;
  } catch (error) {
    // A lock without its owner would block everybody for a minute.
    drop(path);
    throw aboutFile(error, path);
  } finally {
    closeSync(file);
  }
};

/**
 * Takes the lock if free. A dead holder's lock is removed by one heir that holds a second lock, so that a lock taken
 * meanwhile is never removed.
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
    drop(heir);
  }
  return create(path, content, id);
};

const draftPattern = /(?:^|\.)lock(?:\.[0-9a-f]{16})*\.new-[0-9a-f]{24}$/;

const tidy = async (path: string): Promise<void> => {
  const folder = dirname(path);
  try {
    const now = statSync(path).mtimeMs;
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      const litter = draftPattern.test(name) || name.startsWith(`${basename(path)}.`);
      if (litter && isOld(file, now)) remove(file);
    }
    await tidyOwners(folder, now);
  } catch {
    // Failing to tidy does not affect the work, and the next holder tidies again.
  }
};

const release = (path: string, content: string): void => {
  try {
    // After a long stop (SIGSTOP) the lock may have another owner, on another machine.
    if (holderOf(path)?.mark === markOf(content)) remove(path);
  } catch {
    // The next process finds that the owner ended.
  }
};

/** Throws `refusal`, or exit 3, if another process holds the lock for too long. */
export const withLock = async <T>(
  path: string,
  work: () => T | Promise<T>,
  options: Partial<LockOptions> = {},
): Promise<T> => {
  const { wait, refusal } = { ...usual, ...options };
  const me = await becomeOwner(dirname(path));
  const content = `${JSON.stringify(me.owner)}\n`;
  try {
    const taken = await until({
      read: () => take(path, content, me.owner.id),
      judge: (is) => (is ? { done: is } : { again: 2 + Math.random() * 12 }),
      deadline: new Deadline(wait, monotonic),
    });
    if (taken.is !== 'done') throw refusal(path);
    me.beat(path);
    try {
      await tidy(path);
      return await work();
    } finally {
      release(path, content);
    }
  } finally {
    me.release();
  }
};
