/** Tests that a change of a protected server goes on with the confirmation that continuing it has, too. */
import { expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet } = useConfigFolder();
const { sandbox } = useSandbox({ fresh: true });

test('changes continue takes --confirm-profile of a run that had it', async () => {
  const { urls, token } = sandbox();
  const profile = `--workspaces-url ${urls.workspaces} --workspaces-product generic --default-organization demo`;
  await trivet(`profile set p ${profile} --protected`);
  await trivet('login workspaces --token-file -', { stdin: token });
  const lock = await trivet(
    'workspace lock --where name~*-qa --reason x --yes --confirm-profile p --parallel 1 --waves 14,1 --check false',
  );
  expect(lock.stderr).toContain('the check after wave 1 of 2 failed');
  const [one] = JSON.parse((await trivet('changes -o json')).stdout) as readonly { readonly id: string }[];
  // It asks for what the command asks for, and names the change and the objects that are left.
  const less = await trivet(`changes continue ${one?.id ?? ''} --confirm-profile p`);
  expect(less.code).toBe(2);
  expect(less.stderr).toMatch(/Continue: Lock 1 workspace against runs\? [a-z-]+-qa \(/);
  const again = await trivet(`changes continue ${one?.id ?? ''} --confirm-profile p --yes`);
  expect(again.stderr).toContain('the check after wave 1 of 2 failed');
  expect(again.code).toBe(10);
}, 30_000);

test('the flags of changes continue choose the identity, the protection and the deadline', async () => {
  const { urls, token } = sandbox();
  const jobs = `--jobs-url ${urls.jobs} --jobs-product generic`;
  await trivet(`profile set own ${jobs}`);
  await trivet('login jobs --profile own --token-file -', { stdin: token });
  await trivet(`profile set other ${jobs}`);
  await trivet('login jobs --profile other --token-file -', { stdin: 'of-nobody' });
  await trivet(`profile set safe ${jobs} --protected`);
  await trivet('login jobs --profile safe --token-file -', { stdin: token });
  await trivet('profile use own');
  const first = await trivet('job evaluate - --yes --parallel 1 --profile own', { stdin: 'gone\nweb\n' });
  expect(first.code, first.stderr).toBe(10);
  const [one] = JSON.parse((await trivet('changes -o json')).stdout) as readonly { readonly id: string }[];
  const line = `changes continue ${one?.id ?? ''} --yes`;
  const errorOf = async (flags: string): Promise<string> => {
    const { code, stdout, stderr } = await trivet(`${line} ${flags}`);
    expect(code).not.toBe(0);
    return `${stdout}${stderr}`;
  };
  expect(await errorOf('')).toContain('job not found');
  expect(await errorOf('--profile other')).toMatch(/Permission denied|token/i);
  expect(await errorOf('--profile other')).not.toContain('job not found');
  expect(await errorOf('--profile nonexistent')).toContain('nonexistent');
  expect(await errorOf('--token-file /nonexistent')).toContain('/nonexistent');
  expect(await errorOf('--profile safe')).toContain('safe');
  expect(await errorOf('--profile safe')).not.toContain('job not found');
  expect(await errorOf('--profile safe --confirm-profile safe')).toContain('job not found');
  expect(await errorOf('--timeout 1ms')).toMatch(/deadline|time/);
  expect(await errorOf('--profile own --product nomad')).not.toContain('given both ways');
  expect(await errorOf('--base-url http://127.0.0.1:1')).toContain('http://127.0.0.1:1');
}, 30_000);
