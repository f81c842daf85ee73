/**
 * Standard output that the runtime's own stream would lose a part of. Node's stream of a regular file drops the rest
 * when the disk takes only a part; Bun's stream of a pipe reports bytes as written that still wait for its reader.
 */
import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { errorCode } from '../profiles/capped-file.ts';
import { isBun } from './executable.ts';

/** Milliseconds between two tries of a pipe whose reader is slow. */
const pause = 5;

const wait = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
};

/** Writes all of `bytes` or throws; a short write is continued until the system says why. */
export const writeWhole = (file: number, bytes: Uint8Array): void => {
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(file, bytes, written, bytes.length - written);
    } catch (error) {
      // A pipe that somebody made non-blocking is full: nothing was written, its reader needs time.
      if (errorCode(error) !== 'EAGAIN') throw error;
      wait();
    }
  }
};

const isTerminal = (file: number): boolean => process.getBuiltinModule('node:tty').isatty(file);

/** A stream that writes `file` synchronously, as Node's own does for pipes; undefined where the runtime's own is right. */
export const openFileOutput = (file: number): Writable | undefined => {
  try {
    if (!fstatSync(file).isFile() && !(isBun && !isTerminal(file))) return undefined;
  } catch {
    // Closed: Node's own stream for it knows what to do.
    return undefined;
  }
  return new Writable({
    decodeStrings: true,
    write(chunk: Uint8Array, _encoding, done) {
      try {
        writeWhole(file, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      done();
    },
  });
};
