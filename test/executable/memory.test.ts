/** Tests the largest replies that are accepted: one case of `test/safety/memory.test.ts` in each run of all tests. */
import { expect, test } from 'vitest';
import { limit, measured, row } from '../support/measured.ts';

test.skipIf(process.platform !== 'linux')('a list of 30 MB in one reply is accepted', async () => {
  const body = Array.from({ length: 130_000 }, (_, index) => row(index)).join(',');
  const { code, stderr, bytes, peak } = await measured('job list -o jsonl --timeout 600s', (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(`[${body}]`);
  });
  expect(code, stderr).toBe(0);
  expect(bytes).toBeGreaterThan(20_000_000);
  expect(peak).toBeLessThan(limit);
});
