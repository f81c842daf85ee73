/** Standard output and standard error: nothing is lost, and a reader that leaves is not an error. */
import { Exit, TrivetError } from '../model/error.ts';
import { errorCode } from '../disk/capped-file.ts';
import type { Output } from './world.ts';

/** Where output goes; reports the result of its writes. */
export interface OutputSink {
  /** Resolves when more can be written. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** The reader closed its end (`| head`): anything written from then on is dropped. */
  readerGone(): boolean;
  /** Writes zero bytes, by which a socket reports that its other end is closed; pipes do not. */
  probe(): void;
  /** Resolves when everything written reached the system; exit 74 if it did not. */
  flush(): Promise<void>;
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EIO: 'input/output error',
  EFBIG: 'the file would be too large',
  EBADF: 'it is closed',
  EPIPE: 'its reader went away',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EEXIST: 'it exists and is not a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENOENT: 'a folder of its path does not exist',
};

const gone = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

/** Exit 74 with the reason why `what` could not be written. */
export const outputError = (what: string, error: unknown): TrivetError => {
  const code = errorCode(error) ?? '';
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : code;
  return new TrivetError('output', Exit.output, `cannot write ${what}: ${reason || 'unknown error'}`, {
    cause: error,
  });
};

/**
 * Writes chunks in order; a write resolves when more can be written. Rejects with exit 74 if the stream fails for
 * another reason than a reader that left. `what` names the stream in errors.
 */
export const createSink = (stream: Output, what = 'standard output'): OutputSink => {
  const state: { readerGone: boolean; failure: TrivetError | undefined } = {
    readerGone: false,
    failure: undefined,
  };
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const fail = (error: unknown): void => {
    if (gone.has(errorCode(error) ?? '')) state.readerGone = true;
    else state.failure ??= outputError(what, error);
    wake();
  };
  // Stays as long as the stream, because a late error without a listener would end the process.
  stream.on('error', fail);
  stream.on('drain', wake);
  stream.on('close', () => {
    if (state.failure === undefined) state.readerGone = true;
    wake();
  });
  const onError = (error?: Error | null): void => {
    if (error) fail(error);
  };

  const write = async (chunk: string | Uint8Array): Promise<void> => {
    if (!state.readerGone && state.failure === undefined && chunk.length > 0) stream.write(chunk, onError);
    while (stream.writableNeedDrain && !state.readerGone && state.failure === undefined) {
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
    if (state.failure !== undefined) throw state.failure;
  };

  const probe = (): void => {
    if (!state.readerGone && state.failure === undefined && !stream.writableNeedDrain)
      stream.write('', onError);
  };

  const flush = async (): Promise<void> => {
    if (!state.readerGone && state.failure === undefined) {
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
        stream.write('', (error) => {
          onError(error);
          resolve();
        });
      });
    }
    if (state.failure !== undefined) throw state.failure;
  };

  return { write, readerGone: () => state.readerGone, probe, flush };
};
