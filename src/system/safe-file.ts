/** Writes files completely or not at all, private from the first byte, never through a symbolic link. */
import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { localError, TrivetError, Exit } from './error.ts';
import { errorCode, outputError } from './system-error.ts';
import { randomHex } from './random-hex.ts';
import { writeBytes } from './file-output.ts';
import { isManaged, managedHint } from './managed-link.ts';

export interface FileAccess {
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  readonly mode?: number | undefined;
}

interface WriteOptions {
  /** 0600 for secrets; the umask narrows a wider mode. A file that is replaced keeps its own mode. */
  readonly mode: number;
  readonly access?: FileAccess | undefined;
}

type Target =
  | { readonly kind: 'descriptor'; readonly file: number }
  | { readonly kind: 'regular'; readonly old: Stats | undefined };

const descriptors: Readonly<Record<string, number>> = { '/dev/stdout': 1, '/dev/stderr': 2 };

export const descriptorOf = (path: string): number | undefined => {
  if (Object.hasOwn(descriptors, path)) return descriptors[path];
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1];
  return number === undefined ? undefined : Number(number);
};

const refuse = (path: string, why: string, hint?: string): TrivetError =>
  new TrivetError('output', Exit.output, `cannot write ${path}: ${why}`, { hint });

const kindOf = (found: Stats): string | undefined => {
  if (found.isFile()) return undefined;
  if (found.isSymbolicLink()) return 'it is a symbolic link; name the file that it points to';
  if (found.isDirectory()) return 'it is a directory';
  if (found.isSocket()) return 'it is a socket';
  if (found.isFIFO()) return 'it is a named pipe, whose reader would get the content';
  return 'it is a device';
};

const inspect = async (path: string): Promise<Target> => {
  if (path === '' || path.includes('\0')) throw refuse(path.replaceAll('\0', ''), 'it is not a file name');
  const file = descriptorOf(path);
  if (file !== undefined) return { kind: 'descriptor', file };
  const old = await lstat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw outputError(path, error);
  });
  const why = old && kindOf(old);
  if (why !== undefined) {
    if (old?.isSymbolicLink() === true && (await isManaged(path))) {
      throw refuse(path, 'its folder is managed by trivet pki renew', managedHint);
    }
    throw refuse(path, why);
  }
  if (path.endsWith('/')) throw refuse(path, 'it is not a file name');
  return { kind: 'regular', old };
};

const writeAll = async (file: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written);
    written += bytesWritten;
  }
};

/** Errors after which the name was not kept; others come from file systems that cannot promise it. */
const lost = ['EIO', 'ENOSPC', 'EDQUOT', 'ESTALE'];

export const syncFolder = async (folder: string): Promise<void> => {
  let file: FileHandle | undefined;
  try {
    file = await open(folder, 'r');
    await file.sync();
  } catch (error) {
    if (lost.includes(errorCode(error) ?? '')) throw error;
  } finally {
    await file?.close();
  }
};

/** Only root replaces another user's file, and only where nobody else could have put it there. */
const mayKeepOwner = async (path: string, old: Stats, ours: number): Promise<boolean> => {
  if (ours !== 0) return false;
  const folder = await stat(dirname(path));
  return (folder.mode & 0o022) === 0 && (folder.uid === 0 || folder.uid === old.uid);
};

const keepOwner = async (file: FileHandle, path: string, old: Stats): Promise<void> => {
  const made = await file.stat();
  if (made.uid === old.uid && made.gid === old.gid) return;
  if (made.uid !== old.uid && !(await mayKeepOwner(path, old, made.uid))) {
    throw refuse(path, 'it belongs to another user');
  }
  if (made.uid === old.uid && (old.mode & 0o070) === 0) return;
  await file.chown(old.uid, old.gid).catch((error: unknown) => {
    if (errorCode(error) !== 'EPERM') throw error;
    throw refuse(path, 'its owner and group could not be kept');
  });
};

/** A replaced file keeps its mode, unless it holds a secret that others could read. New files follow the umask. */
const keepMode = async (file: FileHandle, mode: number, old: Stats | undefined): Promise<void> => {
  const made = (await file.stat()).mode & 0o777;
  const secret = (mode & 0o077) === 0;
  const kept = old === undefined || (secret && (old.mode & 0o007) !== 0) ? undefined : old.mode & 0o777;
  const wanted = kept ?? (secret ? mode : made);
  if (wanted !== made) await file.chmod(wanted);
};

const giveTo = async (file: FileHandle, { uid, gid, mode }: FileAccess): Promise<void> => {
  const made = await file.stat();
  if (uid !== undefined || gid !== undefined) await file.chown(uid ?? made.uid, gid ?? made.gid);
  if (mode !== undefined) await file.chmod(mode);
};

const draftName = (): string => `.trivet-${randomHex(12)}`;
const draftPattern = /^\.trivet-[0-9a-f]{24}$/;

/** Writes a draft with the owner, group and mode of `path`, and removes it on failure. */
export const writeDraft = async (
  draft: string,
  path: string,
  bytes: Uint8Array,
  { mode, access }: WriteOptions,
): Promise<void> => {
  const target = await inspect(path);
  const old = target.kind === 'regular' ? target.old : undefined;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = await open(draft, flags, mode);
  try {
    try {
      await writeAll(file, bytes);
      if (old !== undefined) await keepOwner(file, path, old);
      await keepMode(file, mode, old);
      if (access !== undefined) await giveTo(file, access);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
};

/** Milliseconds until a killed run's draft may be removed. */
const leftOver = 600_000;

export const removeLeftovers = async (folder: string, now: number, pattern = draftPattern): Promise<void> => {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((each) => pattern.test(each))) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined || now - found.mtimeMs < leftOver) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};

const replace = async (path: string, bytes: Uint8Array, options: WriteOptions): Promise<void> => {
  const folder = dirname(path);
  const draft = join(folder, draftName());
  await writeDraft(draft, path, bytes, options);
  try {
    await rename(draft, path);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
  await removeLeftovers(folder, Date.now());
};

const before = (error: unknown): unknown =>
  error instanceof TrivetError ? localError(error.message, error.details.hint, error) : error;

/**
 * Fails with exit 3 if `path` cannot be written, before anything is sent. A draft finds unwritable folders and
 * owners that cannot be kept; with `shown` nothing is created.
 */
export const checkOutputFile = async (path: string, shown = false): Promise<void> => {
  try {
    const target = await inspect(path);
    if (target.kind === 'descriptor') return;
    const folder = dirname(path);
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory() !== true) throw refuse(path, 'its folder does not exist');
    if (shown) return;
    const draft = join(folder, draftName());
    await writeDraft(draft, path, new Uint8Array(), { mode: 0o600 }).catch((error: unknown) => {
      throw error instanceof TrivetError ? error : outputError(path, error);
    });
    await unlink(draft);
  } catch (error) {
    throw before(error);
  }
};

/** At any time `path` has its old or its new content. A descriptor is written directly. Any obstacle is exit 74. */
export const writeSafely = async (path: string, bytes: Uint8Array, options: WriteOptions): Promise<void> => {
  const target = await inspect(path);
  try {
    if (target.kind === 'descriptor') writeBytes(target.file, bytes);
    else await replace(path, bytes, options);
  } catch (error) {
    throw error instanceof TrivetError ? error : outputError(path, error);
  }
};

interface Growing {
  readonly continued: boolean;
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens `path` (0600); `new` refuses a file with content. Any obstacle is exit 74. */
export const openGrowing = async (path: string, how: 'replace' | 'append' | 'new'): Promise<Growing> => {
  const target = await inspect(path);
  const failed = (error: unknown): never => {
    throw error instanceof TrivetError ? error : outputError(path, error);
  };
  if (target.kind === 'descriptor') {
    const { file } = target;
    return {
      continued: false,
      write: async (text) => {
        try {
          writeBytes(file, Buffer.from(text));
        } catch (error) {
          failed(error);
        }
        await Promise.resolve();
      },
      close: () => Promise.resolve(),
    };
  }
  const old = target.old?.size ?? 0;
  if (how === 'new' && old > 0) {
    throw refuse(
      path,
      'it contains the results of an earlier run, and one document cannot be continued',
      'Name another file, or use -o jsonl.',
    );
  }
  if (how !== 'append' || target.old === undefined)
    await writeSafely(path, new Uint8Array(), { mode: 0o600 });
  const flags = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags).catch(failed);
  let last: Promise<unknown> = Promise.resolve();
  return {
    continued: how === 'append' && old > 0,
    write: (text) => {
      const next = last.then(() => writeAll(file, Buffer.from(text)));
      last = next.catch(() => undefined);
      return next.catch(failed);
    },
    close: async () => {
      await file.sync().catch(failed);
      await file.close();
    },
  };
};
