/** Tests the column with the holder of a lock. */
import { expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();

test('the column names the holder, which is requested only if shown', async () => {
  clear();
  const { stdout } = await trivet('workspace list --fields name,holder --include organization');
  expect(stdout).toMatch(/^dns-prod\tuser mia\.tanaka$/m);
  expect(stdout).toMatch(/^network-prod\t$/m);
  expect(requests()[0]?.query).toContain('include=organization%2Clocked_by');
  expect((await trivet('workspace show dns-prod --field holder')).stdout).toBe('user mia.tanaka');
  clear();
  await trivet('workspace list --fields name,locked');
  expect(requests()[0]?.query).not.toContain('include');
});
