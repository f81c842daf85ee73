/** Tests the column with the holder of a lock. */
import { expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();

test('people see who holds a lock and why where a condition or a record is about it, pipes the frozen columns', async () => {
  const list = 'workspace list --where locked=true --color never';
  const { stdout } = await trivet(list, { tty: 140 });
  expect(stdout).toMatch(/^NAME +HOLDER +LOCKED-REASON/);
  expect(stdout).toMatch(/^dns-prod +user mia\.tanaka +Zone migration CHG-2041,/m);
  expect((await trivet(list)).stdout).not.toContain('tanaka');
  expect((await trivet('workspace show dns-prod --color never', { tty: true })).stdout).toMatch(
    /^holder +user mia\.tanaka$/m,
  );
});

test('the preview of an unlock of many shows holders and reasons', async () => {
  const { stderr } = await trivet('workspace unlock --where name~dns-* --color never', {
    tty: true,
    typed: 'n',
  });
  expect(stderr).toMatch(/^NAME +HOLDER +LOCKED-REASON/m);
  expect(stderr).toContain('user mia.tanaka');
});

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
