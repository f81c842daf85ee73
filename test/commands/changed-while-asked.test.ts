/** A removal is of what was there when its question was put: after the answer it is looked at again. */
import { expect, test } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';

const { trivet, done, json, sandbox } = useSandbox({ fresh: true });

const role = '--allowed-domains example.com --key-type ec --yes';

test.each([
  ['pki role delete gone', `pki role write gone ${role}`, 'pki role update gone --max-ttl 99h --yes'],
  [
    'api secrets DELETE /pki/roles/gone',
    `pki role write gone ${role}`,
    'pki role update gone --max-ttl 99h --yes',
  ],
  [
    'ldap library delete team/ops',
    'ldap library show team/ops',
    'ldap library update team/ops --ttl 2h --yes',
  ],
  [
    'ldap library manage check-in team/ops svc-ops-1',
    'ldap library check-out team/ops -o json',
    'ldap library manage check-in team/ops svc-ops-1 --yes',
  ],
])('%s removes nothing that somebody changed during its question', async (line, made, meanwhile) => {
  await done(made);
  const ask = async (): Promise<'yes'> => {
    await done(meanwhile);
    return 'yes';
  };
  const { code, stderr } = await trivet(line, { io: { ask } });
  expect([code, stderr]).toEqual([6, expect.stringContaining('changed while the question was open')]);
});

test.each([
  ['lease revoke', async () => ((await json('aws creds ci')) as { lease_id: string }).lease_id],
  ['job stop --purge', () => Promise.resolve('cache')],
  ['workspace force-delete', () => Promise.resolve('dns-dev')],
])('%s is made where only time has passed during its question', async (command, made) => {
  const name = await made();
  const ask = (): Promise<'yes'> => {
    // Leases end, and runs go on.
    sandbox().clock.advance(30_000);
    return Promise.resolve('yes');
  };
  const { code, stderr } = await trivet(`${command} ${name}`, { io: { ask } });
  expect(code, stderr).toBe(0);
});

test('a removal of many is of the objects that its question names, and of none that matches since', async () => {
  for (const name of ['gone-a', 'gone-b']) await done(`pki role write ${name} ${role}`);
  const asked: string[] = [];
  const ask = async ({ text }: { readonly text: string }): Promise<'yes'> => {
    asked.push(text);
    await done(`pki role write gone-c ${role}`);
    // The question shows names and their number: what else an object has may change.
    await done('pki role update gone-b --max-ttl 99h --yes');
    return 'yes';
  };
  const { code, stdout, stderr } = await trivet("pki role delete --where 'name~gone-*' -o name", {
    io: { ask },
  });
  expect([code, stdout.trim().split('\n').toSorted()], stderr).toEqual([0, ['gone-a', 'gone-b']]);
  expect(asked).toEqual([expect.stringContaining('Delete 2 roles?')]);
  expect(stderr).toContain('gone-a, gone-b');
  expect((await trivet('pki role list -o name')).stdout).toContain('gone-c');
});
