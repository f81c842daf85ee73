/** Standard output that is a regular file: Node's own stream drops the rest when the disk takes only a part. */
import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { errorCode } from '../profiles/capped-file.ts';

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
      // A pipe that Node made non-blocking is full: nothing was written, its reader needs time.
      if (errorCode(error) !== 'EAGAIN') throw error;
      wait();
    }
  }
};

/** A stream onto the open descriptor `file` when it is a regular file, else undefined. */
export const openFileOutput = (file: number): Writable | undefined => {
  try {
    if (!fstatSync(file).isFile()) return undefined;
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
