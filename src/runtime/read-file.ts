/** Content for a parameter: `-` is standard input, once; anything else is a path. */
import { TextDecoder } from 'node:util';
import { localError, usageError } from '../model/error.ts';
import { readCapped } from '../profiles/capped-file.ts';
import type { InputStream, World } from './world.ts';

type FileWorld = Pick<World, 'stdin' | 'mayRead'>;

/** Bytes: larger bodies are refused by the services too. */
export const maxInputBytes = 32 * 1024 * 1024;

const taken = new WeakSet<InputStream>();

/** Streams that stand for no input, and what runs without one: `-` is refused there, not read as nothing. */
const absent = new WeakMap<InputStream, string>();

/** `stdin` for a command that has none of its own; `what` it is: `a tool call`. */
export const withoutInput = (stdin: InputStream, what: string): InputStream => {
  absent.set(stdin, what);
  return stdin;
};

const readStdin = async (stdin: InputStream): Promise<Uint8Array> => {
  const without = absent.get(stdin);
  if (without !== undefined) {
    throw usageError(`${without} has no standard input (-)`, 'Give a file instead.');
  }
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

/**
 * The bytes of standard input (`-`) or of a file. Exit 3 for what is missing, a directory, a named pipe or larger
 * than 32 MiB; exit 2 for a second `-`.
 */
export const readFileOrInput = async (path: string, world: FileWorld): Promise<Uint8Array> => {
  if (path === '-') return readStdin(world.stdin);
  if (world.mayRead?.(path) === false) {
    throw localError(
      `the file ${path} is outside the working directory`,
      'Only files in it may be read here.',
    );
  }
  return readCapped(path, maxInputBytes, `the file ${path}`);
};

/** UTF-8 text without a byte order mark; exit 3 when `bytes` are anything else. `what` names them in the message. */
export const decodeText = (bytes: Uint8Array, what: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw localError(`${what} is not UTF-8 text`, undefined, error);
  }
};

/** `readInput` as text. */
export const readText = async (path: string, world: FileWorld): Promise<string> =>
  decodeText(await readFileOrInput(path, world), path === '-' ? 'standard input' : `the file ${path}`);
