/** Turns the errors of file calls into words and exit codes; the only place that does. */
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

/** In words that follow the name of a file that was to be read. */
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

/** Numbers of Linux and macOS of errors for which Node has no name: "Unknown system error -116". */
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

/** Why a file call failed, in words that follow a colon. */
export const reasonOf = (error: unknown): string => {
  const code = errorCode(error) ?? '';
  return (at(reasons, code) ?? code) || 'unknown error';
};

/** Why a file could not be read, in words that follow its name. */
export const readFailure = (error: unknown): string =>
  at(unreadable, errorCode(error) ?? '') ?? `cannot be read: ${reasonOf(error)}`;

/** Exit 74 with the reason why `what` could not be written. */
export const outputError = (what: string, error: unknown): TrivetError => {
  const reason = at(unwritable, errorCode(error) ?? '') ?? reasonOf(error);
  return new TrivetError('output', Exit.output, `cannot write ${what}: ${reason}`, { cause: error });
};

/** As libuv names the calls, and as Bun does. */
const reads = 'read pread stat lstat fstat statx scandir opendir getdents64 readlink realpath access'.split(
  ' ',
);
const writes = (
  'write pwrite writev fsync fdatasync ftruncate truncate rename link symlink unlink rm rmdir mkdir mkdtemp chmod ' +
  'fchmod chown fchown lchown copyfile copy_file_range utime futime close'
).split(' ');
/** Errors that opening a file reports only when it is opened for writing. */
const ofWriting = ['EROFS', 'ENOSPC', 'EDQUOT', 'EEXIST', 'ETXTBSY'];

const pathOf = (error: Error): string | undefined => {
  const { dest, path } = error as Error & { readonly dest?: unknown; readonly path?: unknown };
  return [dest, path].find((one) => typeof one === 'string');
};

/** The error with the file that it is about, which calls for an open file do not name. */
export const aboutFile = (error: unknown, path: string): unknown =>
  error instanceof Error && 'syscall' in error && pathOf(error) === undefined
    ? Object.assign(error, { path })
    : error;

/**
 * The error of a file call that nobody expected: exit 74 if it was to write, else exit 3. Undefined for any other
 * error.
 */
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
