/** Tests the input of an action: heartbeats, frames in order, sizes, and a terminal that is restored. */
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Json } from '../../../../src/documents/json/json.ts';
import type { Io } from '../../../../src/system/io.ts';
import { passInput } from '../../../../src/commands/job/workflows/action/action-input.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const ioOf = (stdin: PassThrough, stdout = new PassThrough()): Io => ({
  env: {},
  home: undefined,
  platform: 'linux',
  cwd: '/',
  uid: 0,
  stdin,
  stdout,
  stderr: new PassThrough(),
  now: () => 0,
  monotonic: () => 0,
  onSignal: () => () => undefined,
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a heartbeat is sent every ten seconds until stopped', async () => {
  const frames: Json[] = [];
  const send = (frame: Json): Promise<void> => Promise.resolve(void frames.push(frame));
  const stop = passInput({ io: ioOf(new PassThrough()), tty: true, pass: false, send });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(frames).toEqual([{}, {}, {}]);
  stop();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(frames).toHaveLength(3);
});

test('a large piece is sent in frames of 32 KiB, and no more is read until they are accepted', async () => {
  const stdin = new PassThrough({ highWaterMark: 1 << 20 });
  const bytes = Buffer.alloc(100_000, 'x');
  const sizes: number[] = [];
  let take: (() => void) | undefined;
  const send = (frame: Json): Promise<void> => {
    const { stdin: part } = JSON.parse(JSON.stringify(frame)) as { stdin: { data?: string } };
    sizes.push(Buffer.from(part.data ?? '', 'base64').length);
    return new Promise((resolve) => {
      take = resolve;
    });
  };
  stdin.write(bytes);
  const stop = passInput({ io: ioOf(stdin), tty: false, pass: true, send });
  await turn();
  expect(sizes).toEqual([32_768]);
  expect(stdin.isPaused()).toBe(true);
  for (let index = 0; index < 4; index += 1) {
    take?.();
    await turn();
  }
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes.length);
  expect(stdin.isPaused()).toBe(false);
  stop();
});

test('a closed connection is not an error of the input', async () => {
  const stdin = new PassThrough();
  stdin.end('x');
  const stop = passInput({
    io: ioOf(stdin),
    tty: false,
    pass: true,
    send: () => Promise.reject(new Error('gone')),
  });
  await turn();
  await turn();
  expect(stdin.listenerCount('data')).toBe(1);
  stop();
  expect(stdin.listenerCount('data')).toBe(0);
});
