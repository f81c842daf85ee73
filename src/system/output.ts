/** Standard output and error: nothing is lost, and a reader that leaves is not an error. */
import type { TrivetError } from './error.ts';
import { errorCode, outputError } from './system-error.ts';
import type { Output } from './io.ts';

export interface OutputSink {
  write(chunk: string | Uint8Array): Promise<void>;
  readerGone(): boolean;
  probe(): void;
  /** Resolves when the system has everything, else fails with exit 74. */
  flush(): Promise<void>;
}

const gone = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

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
  // The listener stays: a late error without one ends the process.
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
