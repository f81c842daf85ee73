/** Tests that `--dry-run` never makes a change: commands that send no request refuse the flag. */
import { expect, test } from 'vitest';
import { useConfigFolder } from '../support/config-folder.ts';

const { trivet, profiles } = useConfigFolder();

test.each([
  'profile set other --workspaces-url http://127.0.0.1:9/api/v2',
  'profile use prod',
  'profile delete prod --yes',
  'auth login workspaces --profile prod --token-file -',
  'auth logout workspaces --profile prod',
  'sandbox start',
])('%s refuses the flag', async (line) => {
  await trivet('profile set prod --workspaces-url http://127.0.0.1:9/api/v2');
  await trivet('auth login workspaces --profile prod --token-file -', { stdin: 'a-token' });
  await trivet('profile set test');
  await trivet('profile use test');
  const before = profiles();
  for (const flag of ['--dry-run', '--curl']) {
    const { code, stderr } = await trivet(`${line} ${flag}`, { stdin: 'another-token' });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/Nothing was (?:sent|changed)\.\n$/),
    });
  }
  expect(profiles()).toBe(before);
});

test.each(['doctor'])('%s refuses the flag, because its requests cannot be shown', async (line) => {
  for (const flag of ['--dry-run', '--curl']) {
    const { code, stderr } = await trivet(`${line} ${flag}`);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Nothing was sent') });
  }
});

test('sandbox exec refuses the flag and does not run its command', async () => {
  const { code, stdout, stderr } = await trivet('sandbox exec --dry-run -- echo run');
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Nothing was changed'),
  });
});
