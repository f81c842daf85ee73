/** One writer at a time, across processes: a file that only one can create, with its owner's process id. */
import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { localError } from '../model/error.ts';
import { errorCode } from './capped-file.ts';

/** How to see whether another process still runs; without it a lock's age alone decides. */
export interface Processes {
  readonly pid: number;
  isAlive(pid: number): boolean;
}

/** Milliseconds. */
export interface LockTimes {
  /** A lock is held for one write: an older one was left behind. */
  readonly stale: number;
  readonly wait: number;
}

const defaultTimes: LockTimes = { stale: 60_000, wait: 20_000 };

/** The file is created before its owner is written into it. */
const birthTime = 5_000;

const tryCreate = (path: string, content: string): boolean => {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, content);
  } finally {
    closeSync(file);
  }
  return true;
};

const remove = (path: string): void => {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
};

/** What is in the lock and its age in milliseconds; undefined when it is gone. */
const inspect = (path: string): { readonly content: string; readonly age: number } | undefined => {
  try {
    return { content: readFileSync(path, 'utf8'), age: Date.now() - statSync(path).mtimeMs };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const isStale = (path: string, processes: Processes | undefined, times: LockTimes): boolean => {
  const found = inspect(path);
  if (found === undefined) return false;
  if (found.age > times.stale) return true;
  const pid = Number(/^\d+/.exec(found.content)?.[0]);
  if (!Number.isSafeInteger(pid)) return found.age > birthTime;
  return processes !== undefined && !processes.isAlive(pid);
};

/** Removes a lock that was left behind. Only one process does so at a time: two could remove a live one. */
const breakStale = (path: string, processes: Processes | undefined, times: LockTimes): void => {
  if (!isStale(path, processes, times)) return;
  const guard = `${path}.break`;
  if (!tryCreate(guard, '')) {
    if ((inspect(guard)?.age ?? 0) > birthTime) remove(guard);
    return;
  }
  try {
    if (isStale(path, processes, times)) remove(path);
  } finally {
    remove(guard);
  }
};

/** Runs `work` while holding the lock file `path`; exit 3 when another process holds it for too long. */
export const withLock = async <T>(
  path: string,
  processes: Processes | undefined,
  work: () => T | Promise<T>,
  times: LockTimes = defaultTimes,
): Promise<T> => {
  const mine = `${processes?.pid ?? ''} ${randomBytes(12).toString('hex')}\n`;
  const started = performance.now();
  while (!tryCreate(path, mine)) {
    breakStale(path, processes, times);
    if (performance.now() - started > times.wait) {
      throw localError(
        `another trivet is writing: ${path} did not go away`,
        'if none runs, remove that file',
      );
    }
    await sleep(2 + Math.random() * 12);
  }
  try {
    return await work();
  } finally {
    // After a long stop (SIGSTOP) the lock may be somebody else's by now.
    if (inspect(path)?.content === mine) remove(path);
  }
};
