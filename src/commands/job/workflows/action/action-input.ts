import type { Json } from '../../../../documents/json/json.ts';
import type { Io } from '../../../../system/io.ts';
import { heartbeat, inputEnd, inputFrame, sizeFrame } from './action-frames.ts';

interface InputOptions {
  readonly io: Io;
  readonly tty: boolean;
  readonly pass: boolean;
  readonly send: (frame: Json) => Promise<void>;
}

/** Milliseconds, since proxies close silent connections. */
const beat = 10_000;
/** Bytes, since servers limit frames. */
const chunk = 32 * 1024;

/** The returned function stops it. */
export const passInput = ({ io, tty, pass, send }: InputOptions): (() => void) => {
  const { stdin, stdout } = io;
  let stopped = false;
  // Frames are sent in order; the connection's reader reports its end.
  let sending: Promise<void> = Promise.resolve();
  const put = (frame: Json): Promise<void> => {
    sending = sending.then(() => (stopped ? undefined : send(frame))).catch(() => undefined);
    return sending;
  };
  const raw = tty && stdin.isTTY === true;
  const onData = (read: Uint8Array | string): void => {
    const bytes = typeof read === 'string' ? Buffer.from(read) : read;
    stdin.pause();
    let last: Promise<void> = Promise.resolve();
    for (let from = 0; from < bytes.length; from += chunk)
      last = put(inputFrame(bytes.subarray(from, from + chunk)));
    void last.then(() => {
      if (!stopped) stdin.resume();
    });
  };
  const onEnd = (): void => void put(tty ? inputFrame(Buffer.from([4])) : inputEnd);
  const onResize = (): void => {
    if (stdout.rows !== undefined && stdout.columns !== undefined) {
      void put(sizeFrame(stdout.rows, stdout.columns));
    }
  };
  if (tty && stdout.isTTY === true) {
    onResize();
    stdout.on('resize', onResize);
  }
  const timer = setInterval(() => void put(heartbeat), beat);
  timer.unref();
  if (raw) stdin.setRawMode?.(true);
  if (pass) {
    stdin.on('data', onData);
    stdin.on('end', onEnd);
    stdin.on('error', onEnd);
    stdin.resume();
    if (stdin.readableEnded) onEnd();
  } else if (!tty) void put(inputEnd);
  return () => {
    stopped = true;
    clearInterval(timer);
    if (raw) stdin.setRawMode?.(false);
    stdin.off('data', onData);
    stdin.off('end', onEnd);
    stdout.off('resize', onResize);
    stdin.pause();
  };
};
