/** Frames of a WebSocket. Pauses the connection while nobody reads, and notices a silent peer. */
import type WebSocket from 'ws';
import type { RawData } from 'ws';
import { TransportError } from '../../catalogue/http.ts';

export interface CloseInfo {
  /** The code 1000 means that the server closed deliberately, 1006 that there was no close frame. */
  readonly code: number;
  readonly reason: string;
}

interface FrameQueue {
  readonly items: AsyncIterable<string | Buffer>;
  closeInfo(): CloseInfo | undefined;
  fail(error: TransportError): void;
  end(): void;
}

interface FrameOptions {
  /** Milliseconds between pings; two without an answer mean a dead peer. */
  readonly pingIntervalMs: number;
  readonly place: string;
  readonly faultOf: (error: Error) => TransportError;
}

/** The connection pauses at `high` waiting frames, and resumes at `low`. */
const high = 16;
const low = 4;

const frameOf = (data: RawData, binary: boolean): string | Buffer => {
  const bytes = Buffer.isBuffer(data)
    ? data
    : data instanceof ArrayBuffer
      ? Buffer.from(data)
      : Buffer.concat(data);
  return binary ? bytes : bytes.toString('utf8');
};

export const frameQueue = (socket: WebSocket, options: FrameOptions): FrameQueue => {
  const waiting: (string | Buffer)[] = [];
  let wake: (() => void) | undefined;
  let info: CloseInfo | undefined;
  let failure: TransportError | undefined;
  let ended = false;
  let missed = 0;

  const awake = (): void => {
    wake?.();
    wake = undefined;
  };
  const fail = (error: TransportError): void => {
    failure ??= error;
    socket.terminate();
    awake();
  };
  const beat = setInterval(() => {
    // A paused connection delivers no pongs.
    if (socket.readyState !== socket.OPEN || socket.isPaused) return;
    if (missed >= 2) {
      const words = `${options.place} did not answer two pings in ${(options.pingIntervalMs * 2) / 1000} s`;
      fail(new TransportError('timeout', 'reply-started', words));
      return;
    }
    missed += 1;
    socket.ping();
  }, options.pingIntervalMs);

  socket.on('message', (data, binary) => {
    missed = 0;
    if (ended) return;
    waiting.push(frameOf(data, binary));
    if (waiting.length >= high) socket.pause();
    awake();
  });
  socket.on('pong', () => {
    missed = 0;
  });
  socket.on('error', (error) => {
    failure ??= options.faultOf(error);
  });
  socket.on('close', (code, reason) => {
    info = { code, reason: reason.toString('utf8') };
    clearInterval(beat);
    awake();
  });

  async function* read(): AsyncGenerator<string | Buffer> {
    for (;;) {
      const next = waiting.shift();
      if (next !== undefined) {
        if (socket.isPaused && waiting.length < low) socket.resume();
        yield next;
      } else if (failure !== undefined) {
        throw failure;
      } else if (ended || info !== undefined) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  return {
    items: { [Symbol.asyncIterator]: read },
    closeInfo: () => info,
    fail,
    end: () => {
      ended = true;
      waiting.length = 0;
      if (socket.isPaused) socket.resume();
      awake();
    },
  };
};
