/** Tests the mark of a request whose certificate clients refuse. */
import { mkdtempSync, rmSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isMarkedUnfit, markUnfit, unmarkUnfit } from '../../../src/features/certificates/renew/pending.ts';

test.each([
  [undefined, [true, true]],
  [1000, [true, false]],
])('a mark until %j holds at 999 ms and at 1000 ms: %j', async (until, holds) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-mark-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, '.trivet'));
  const is = (request: string, now: number) => isMarkedUnfit(folder, request, now);
  expect(await is('one', 0)).toBe(false);
  await markUnfit(folder, 'one', until);
  expect([await is('one', 999), await is('one', 1000)]).toEqual(holds);
  expect(await is('other', 0)).toBe(false);
  await unmarkUnfit(folder);
  expect(await is('one', 0)).toBe(false);
});
