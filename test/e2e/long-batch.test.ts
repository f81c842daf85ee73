/** Tests that this version of V8 knows the flags that it gets before a long batch: it prints an error for others. */
import { expect, test } from 'vitest';
import { runBin } from '../support/run-bin.ts';

test('a long batch says nothing but its tally', async () => {
  const { code, stdout, stderr } = await runBin(['batch', 'run', '-'], {
    stdin: 'profile list\n'.repeat(1000),
  });
  expect(stdout.trimEnd().split('\n')).toHaveLength(1000);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '1000 done, 0 failed\n' });
});
