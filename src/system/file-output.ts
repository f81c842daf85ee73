/**
 * Standard output where the runtime's stream loses bytes: Node's drops the rest if the disk accepts only a part of a
 * chunk; Bun's reports bytes as written that still wait for the reader of a pipe.
 */
import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { errorCode } from './system-error.ts';
import { isBun } from './executable.ts';

const pause = 5;

const wait = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
};

/** Continues short writes; throws if the system reports an error. */
export const writeBytes = (file: number, bytes: Uint8Array): void => {
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(file, bytes, written, bytes.length - written);
    } catch (error) {
      // The pipe is full and does not block, so its reader needs time.
      if (errorCode(error) !== 'EAGAIN') throw error;
      wait();
    }
  }
};

const isTerminal = (file: number): boolean => process.getBuiltinModule('node:tty').isatty(file);

export const openFileOutput = (file: number): Writable | undefined => {
  try {
    if (!fstatSync(file).isFile() && !(isBun && !isTerminal(file))) return undefined;
  } catch {
    return undefined;
  }
  return new Writable({
    decodeStrings: true,
    write(chunk: Uint8Array, _encoding, done) {
      try {
        writeBytes(file, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      done();
    },
  });
};
