/** Standard output and standard error: nothing is lost, and a reader that leaves is not an error. */
import type { TrivetError } from './error.ts';
import { errorCode, outputError } from './system-error.ts';
import type { Output } from './world.ts';

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

const gone = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

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
