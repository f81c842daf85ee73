/** Tests that a change of a protected server goes on with the confirmation that continuing it has, too. */
import { expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet } = useConfigFolder();
const { sandbox } = useSandbox({ fresh: true });

test('changes continue takes --on of a run that had it', async () => {
  const { urls, token } = sandbox();
  const profile = `--workspaces-url ${urls.workspaces} --workspaces-product documented --default-organization demo`;
  await trivet(`profile set p ${profile} --protected`);
  await trivet('login workspaces --token-file -', { stdin: token });
  const lock = await trivet(
    'workspace lock --where name~*-qa --reason x --yes --on p --parallel 1 --wave 14,1 --check false',
  );
  expect(lock.stderr).toContain('the check after wave 1 of 2 failed');
  const [one] = JSON.parse((await trivet('changes -o json')).stdout) as readonly { readonly id: string }[];
  const again = await trivet(`changes continue ${one?.id ?? ''} --on p`);
  expect(again.stderr).toContain('the check after wave 1 of 2 failed');
  expect(again.code).toBe(10);
}, 30_000);
