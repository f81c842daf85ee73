/**
 * Standard output for cases in which the runtime's own stream would lose bytes. Node's stream of a regular file drops
 * the rest if the disk accepts only a part; Bun's stream of a pipe reports bytes as written that still wait for the
 * reader.
 */
import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { errorCode } from './system-error.ts';
import { isBun } from './executable.ts';

/** Milliseconds between two attempts at a pipe whose reader is slow. */
const pause = 5;

const wait = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
};

/** Writes all of `bytes` or throws; a short write is continued until the system reports an error. */
export const writeWhole = (file: number, bytes: Uint8Array): void => {
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(file, bytes, written, bytes.length - written);
    } catch (error) {
      // The pipe is full, and somebody made it non-blocking: nothing was written, and its reader needs time.
      if (errorCode(error) !== 'EAGAIN') throw error;
      wait();
    }
  }
};

const isTerminal = (file: number): boolean => process.getBuiltinModule('node:tty').isatty(file);

/** A stream that writes `file` synchronously, like Node's own for pipes; undefined if the runtime's own is correct. */
export const openFileOutput = (file: number): Writable | undefined => {
  try {
    if (!fstatSync(file).isFile() && !(isBun && !isTerminal(file))) return undefined;
  } catch {
    // The descriptor is closed, which Node's own stream handles.
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
