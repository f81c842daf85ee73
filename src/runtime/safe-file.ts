/** Writes files whole or not at all, closed from the first byte, never through a symbolic link. */
import { constants, type Stats } from 'node:fs';
import { lstat, open, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { localError, TrivetError, Exit } from '../model/error.ts';
import { errorCode } from '../profiles/capped-file.ts';
import { writeWhole } from './file-output.ts';
import { outputError } from './output.ts';

export interface WriteOptions {
  /** 0600 for anything secret; a wider mode is narrowed by the umask and by the file that is replaced. */
  readonly mode: number;
}

type Target =
  /** `/dev/stdout`, `/dev/fd/3`: the descriptor itself. */
  | { readonly kind: 'descriptor'; readonly file: number }
  /** A device or pipe: cannot be replaced. */
  | { readonly kind: 'special' }
  | { readonly kind: 'regular'; readonly old: Stats | undefined };

const descriptors: Readonly<Record<string, number>> = { '/dev/stdout': 1, '/dev/stderr': 2 };

const descriptorOf = (path: string): number | undefined => {
  if (Object.hasOwn(descriptors, path)) return descriptors[path];
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1];
  return number === undefined ? undefined : Number(number);
};

const refuse = (path: string, why: string): TrivetError =>
  new TrivetError('output', Exit.output, `cannot write ${path}: ${why}`);

const inspect = async (path: string): Promise<Target> => {
  if (path === '' || path.includes('\0')) throw refuse(path.replaceAll('\0', ''), 'it is no file name');
  const file = descriptorOf(path);
  if (file !== undefined) return { kind: 'descriptor', file };
  const old = await lstat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw outputError(path, error);
  });
  if (old?.isSymbolicLink()) throw refuse(path, 'it is a symbolic link; name the file that it points to');
  if (old?.isDirectory()) throw refuse(path, 'it is a directory');
  if (old?.isSocket()) throw refuse(path, 'it is a socket');
  if (old !== undefined && !old.isFile()) return { kind: 'special' };
  if (path.endsWith('/')) throw refuse(path, 'it is no file name');
  return { kind: 'regular', old };
};

/** Exit 3 when `path` cannot be written: asked before anything is sent. */
export const checkOutputFile = async (path: string): Promise<void> => {
  let target: Target;
  try {
    target = await inspect(path);
  } catch (error) {
    throw error instanceof TrivetError ? localError(error.message, error.details.hint, error) : error;
  }
  if (target.kind !== 'regular') return;
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw localError(`cannot write ${path}: its folder does not exist`);
};

const writeAll = async (file: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written);
    written += bytesWritten;
  }
};

/** The new name must survive a power failure too; some file systems cannot promise it. */
const syncFolder = async (folder: string): Promise<void> => {
  const file = await open(folder, 'r').catch(() => undefined);
  await file?.sync().catch(() => undefined);
  await file?.close();
};

/** `secret` modes are set exactly; others keep what the umask left and what the replaced file allowed. */
const settleMode = async (file: FileHandle, mode: number, old: Stats | undefined): Promise<void> => {
  const made = (await file.stat()).mode & 0o777;
  const wanted = (mode & 0o077) === 0 ? mode : made & (old === undefined ? 0o777 : old.mode | 0o600);
  if (wanted !== made) await file.chmod(wanted);
};

const replace = async (
  path: string,
  bytes: Uint8Array,
  mode: number,
  old: Stats | undefined,
): Promise<void> => {
  const folder = dirname(path);
  const temporary = join(folder, `.trivet-${randomBytes(12).toString('hex')}`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = await open(temporary, flags, mode);
  try {
    try {
      await settleMode(file, mode, old);
      await writeAll(file, bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
};

const writeSpecial = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    await writeAll(file, bytes);
  } finally {
    await file.close();
  }
};

/**
 * Writes `bytes` to `path`: the old content or the new, nothing between. Devices, pipes and descriptors are written
 * straight. Exit 74 for anything that stands in the way.
 */
export const writeSafely = async (path: string, bytes: Uint8Array, options: WriteOptions): Promise<void> => {
  const target = await inspect(path);
  try {
    if (target.kind === 'descriptor') writeWhole(target.file, bytes);
    else if (target.kind === 'special') await writeSpecial(path, bytes);
    else await replace(path, bytes, options.mode, target.old);
  } catch (error) {
    throw error instanceof TrivetError ? error : outputError(path, error);
  }
};
