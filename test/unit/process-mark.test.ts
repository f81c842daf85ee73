import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { isRunning, markIn, markOf } from '../../src/system/process-mark.ts';
import type { ProcessMark } from '../../src/system/process-mark.ts';

const own = (): ProcessMark => {
  const mark = markOf(process.pid);
  if (mark === undefined) throw new Error('no mark');
  return mark;
};

it('recognizes a process for as long as it runs', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const mark = child.pid === undefined ? undefined : markOf(child.pid);
  if (mark === undefined) throw new Error('not started');
  expect(isRunning(mark)).toBe(true);
  child.stdin.end();
  await once(child, 'exit');
  expect(isRunning(mark)).toBe(false);
  expect(markOf(mark.pid)).toBeUndefined();
});

it('distinguishes another process with the same number', () => {
  expect(isRunning({ ...own(), started: '1' })).toBe(false);
  expect(isRunning({ ...own(), place: 'elsewhere' })).toBe(false);
});

it('reads its own text form, and nothing else', () => {
  const mark = own();
  expect(markIn({ ...mark })).toEqual(mark);
  for (const pid of [0, -1, 1.5, '1']) expect(markIn({ ...mark, pid })).toBeUndefined();
  expect(markIn({ pid: 1, started: '1' })).toBeUndefined();
  expect(markIn(undefined)).toBeUndefined();
});
