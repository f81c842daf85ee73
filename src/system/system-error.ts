import { Exit, localError, TrivetError } from './error.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  EIO: 'input/output error',
  ESTALE: 'the file server no longer knows it (stale file handle)',
  EUCLEAN: 'the file system is damaged',
  EREMOTEIO: 'input/output error of the file server',
  EHOSTDOWN: 'the file server cannot be reached',
  ETIMEDOUT: 'the file server did not reply in time',
  ENOTCONN: 'the file system is not connected',
  ENODEV: 'its device is gone',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files on this system',
  ENOMEM: 'no memory left',
  EBUSY: 'it is in use',
  ETXTBSY: 'it is in use',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  EXDEV: 'it is on another file system',
  ENOTEMPTY: 'the folder is not empty',
};

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of its path is not a directory',
  EISDIR: 'is a directory',
  ELOOP: 'goes through too many symbolic links',
  ENXIO: 'cannot be opened',
  ENAMETOOLONG: 'has a name that is too long',
};

const unwritable: Readonly<Record<string, string>> = {
  EBADF: 'it is closed',
  EPIPE: 'its reader went away',
  EEXIST: 'it exists and is not a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENOENT: 'a folder of its path does not exist',
};

const at = (table: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined;

const unnamed: Readonly<Record<string, string>> = {
  69: 'EDQUOT',
  70: 'ESTALE',
  116: 'ESTALE',
  117: 'EUCLEAN',
  121: 'EREMOTEIO',
  122: 'EDQUOT',
};

const named = (code: string): string =>
  at(unnamed, /^Unknown system error -(\d+)$/.exec(code)?.[1] ?? '') ?? code;

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? named(error.code) : undefined;

export const reasonOf = (error: unknown): string => {
  const code = errorCode(error) ?? '';
  return (at(reasons, code) ?? code) || 'unknown error';
};

export const readFailure = (error: unknown): string =>
  at(unreadable, errorCode(error) ?? '') ?? `cannot be read: ${reasonOf(error)}`;

export const outputError = (what: string, error: unknown): TrivetError => {
  const reason = at(unwritable, errorCode(error) ?? '') ?? reasonOf(error);
  return new TrivetError('output', Exit.output, `cannot write ${what}: ${reason}`, { cause: error });
};

const reads = 'read pread stat lstat fstat statx scandir opendir getdents64 readlink realpath access'.split(
  ' ',
);
const writes = (
  'write pwrite writev fsync fdatasync ftruncate truncate rename link symlink unlink rm rmdir mkdir mkdtemp chmod ' +
  'fchmod chown fchown lchown copyfile copy_file_range utime futime close'
).split(' ');
/** Errors that only opening a file for writing reports. */
const ofWriting = ['EROFS', 'ENOSPC', 'EDQUOT', 'EEXIST', 'ETXTBSY'];

const pathOf = (error: Error): string | undefined => {
  const { dest, path } = error as Error & { readonly dest?: unknown; readonly path?: unknown };
  return [dest, path].find((one) => typeof one === 'string');
};

export const aboutFile = (error: unknown, path: string): unknown =>
  error instanceof Error && 'syscall' in error && pathOf(error) === undefined
    ? Object.assign(error, { path })
    : error;

/** Converts an unexpected error of a file call: exit 74 for writing, else exit 3. Undefined for any other error. */
export const fileFailure = (error: unknown): TrivetError | undefined => {
  const code = errorCode(error);
  if (code === undefined || !(error instanceof Error)) return undefined;
  const call = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : '';
  const path = pathOf(error) ?? 'a file';
  if (writes.includes(call) || (call === 'open' && ofWriting.includes(code))) return outputError(path, error);
  if (call === 'open' || reads.includes(call))
    return localError(`${path} ${readFailure(error)}`, undefined, error);
  return undefined;
};
