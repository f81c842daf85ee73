/** Reads files of any kind without hanging: named pipes, endless files. */
import type { Stats } from 'node:fs';
// Not fs/promises: it loads readline, 2 ms for a token or a CA file.
import { close, closeSync, open, openSync, read, readSync, statSync } from 'node:fs';
import { localError, TrivetError } from './error.ts';
import { errorCode, readFailure } from './system-error.ts';

/** Pipes such as `<(command)` and `/dev/stdin`, whose writer already exists. */
const isDescriptor = (path: string): boolean =>
  /^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/self\/fd\/\d+)$/.test(path);

/** Fails with exit 3 for a file without an end. `what` starts the message: `the file a.pem`. */
const checkKind = (path: string, found: Stats, what: string): void => {
  if (found.isDirectory()) throw localError(`${what} is a directory`);
  if (found.isFIFO() && !isDescriptor(path)) {
    throw localError(`${what} is a named pipe`, 'Use - and pipe it into standard input, or <(command).');
  }
  if (found.isSocket() && !isDescriptor(path)) throw localError(`${what} is a socket`);
};

const most = 65_536;

const collector = (limit: number, what: string) => {
  const chunks: Uint8Array[] = [];
  let total = 0;
  return {
    add: (chunk: Uint8Array): void => {
      total += chunk.length;
      if (total > limit) throw localError(`${what} is larger than ${limit} bytes`);
      chunks.push(chunk);
    },
    whole: (): Uint8Array => Buffer.concat(chunks),
  };
};

type Collector = ReturnType<typeof collector>;

/** The next bytes of a pipe or device may take long to arrive. */
const readSlowly = async (path: string, found: Collector): Promise<void> => {
  const { promisify } = process.getBuiltinModule('node:util');
  const file = await promisify(open)(path, 'r');
  try {
    for (;;) {
      const { bytesRead, buffer } = await promisify(read)(file, Buffer.allocUnsafe(most), 0, most, null);
      if (bytesRead === 0) return;
      found.add(buffer.subarray(0, bytesRead));
    }
  } finally {
    await promisify(close)(file);
  }
};

/** A regular file never blocks, and one thread per call costs four times the reading. */
const readAtOnce = (path: string, size: number, found: Collector): void => {
  const file = openSync(path, 'r');
  try {
    // One more byte shows the end of a small file; files of /proc report no size.
    const length = Math.min(Math.max(size, 4095) + 1, most);
    for (let left = size; ;) {
      const buffer = Buffer.allocUnsafe(length);
      const bytes = readSync(file, buffer, 0, length, null);
      if (bytes === 0) return;
      found.add(buffer.subarray(0, bytes));
      left -= bytes;
      if (size > 0 && left <= 0 && bytes < length) return;
    }
  } finally {
    closeSync(file);
  }
};

/** Fails with exit 3 for a file that is missing, of the wrong kind, or longer than `limit` bytes. */
export const readCapped = async (path: string, limit: number, what: string): Promise<Uint8Array> => {
  if (path.includes('\0')) throw localError(`${what} has a NUL byte in its name`);
  const found = collector(limit, what);
  try {
    const about = statSync(path);
    checkKind(path, about, what);
    if (about.isFile()) readAtOnce(path, about.size, found);
    else await readSlowly(path, found);
  } catch (error) {
    if (error instanceof TrivetError || errorCode(error) === undefined) throw error;
    throw localError(`${what} ${readFailure(error)}`, undefined, error);
  }
  return found.whole();
};
