/** Tests that this version of V8 knows the flags that it gets before a batch: it prints an error for others. */
import { expect, test } from 'vitest';
import { runBin } from '../support/run-bin.ts';

// Where a batch is short, V8 gets other flags.
test.each([300, 4500])('a batch of %i lines says nothing but its tally', async (count) => {
  const { code, stdout, stderr } = await runBin(['batch', 'run', '-'], {
    stdin: 'how lock\n'.repeat(count),
  });
  expect(stdout.trimEnd().split('\n')).toHaveLength(count);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `${count} done, 0 failed\n` });
});
