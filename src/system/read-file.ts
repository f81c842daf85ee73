import { isAbsolute, join } from 'node:path';
import { localError, usageError } from './error.ts';
import { readCapped } from './capped-file.ts';
import type { InputStream, Io } from './io.ts';

type FileIo = Pick<Io, 'stdin' | 'mayRead' | 'tookFile' | 'cwd'>;

export const maxInputBytes = 32 * 1024 * 1024;

const taken = new WeakSet<InputStream>();

/** Streams that stand for no input, where `-` is refused and not read as empty. */
const absent = new WeakMap<InputStream, string>();

export const withoutInput = (stdin: InputStream, what: string): InputStream => {
  absent.set(stdin, what);
  return stdin;
};

/** @throws TrivetError usage, for a stream that stands for no input */
export const refuseAbsent = (stdin: InputStream): void => {
  const without = absent.get(stdin);
  if (without !== undefined) {
    throw usageError(`${without} has no standard input (-)`, 'Give a file instead.');
  }
};

const readStdin = async (stdin: InputStream): Promise<Uint8Array> => {
  refuseAbsent(stdin);
  if (taken.has(stdin))
    throw usageError('standard input (-) can be read only once', 'Use @FILE for the others.');
  taken.add(stdin);
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of stdin) {
    const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    total += bytes.length;
    if (total > maxInputBytes) throw localError(`standard input is larger than ${maxInputBytes} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

export const refuseOutside = (path: string, io: Pick<Io, 'mayRead'>): void => {
  if (io.mayRead?.(path) !== false) return;
  throw localError(
    `the file ${path} is outside the working directory`,
    'Only files in it, or below a --root of the start, can be read here.',
  );
};

/** Exit 3 for a missing file, a directory, a named pipe or more than 32 MiB; exit 2 for a second `-`. */
export const readFileOrInput = async (path: string, io: FileIo): Promise<Uint8Array> => {
  if (path === '-') return readStdin(io.stdin);
  refuseOutside(path, io);
  const bytes = await readCapped(
    path === '' || isAbsolute(path) ? path : join(io.cwd, path),
    maxInputBytes,
    `the file ${path}`,
  );
  io.tookFile?.(bytes);
  return bytes;
};

let utf8: InstanceType<typeof TextDecoder> | undefined;

/** Decodes UTF-8 without a byte order mark; anything else is exit 3. `what` names `bytes` in the message. */
export const decodeText = (bytes: Uint8Array, what: string): string => {
  try {
    utf8 ??= new TextDecoder('utf-8', { fatal: true });
    return utf8.decode(bytes);
  } catch (error) {
    utf8 = undefined;
    throw localError(`${what} is not UTF-8 text`, undefined, error);
  }
};

export const spokenFile = (path: string): string => (path === '-' ? 'standard input' : path);

export const readText = async (path: string, io: FileIo): Promise<string> =>
  decodeText(await readFileOrInput(path, io), path === '-' ? 'standard input' : `the file ${path}`);
