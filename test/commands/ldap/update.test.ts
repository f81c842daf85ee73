/** Tests updates of roles and sets, which share one mechanism: what is not given stays. */
import { expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { secretsServer } from '../../support/small-server.ts';

const { trivet, json, requests, clear } = useSandbox();
const dataOf = async (line: string): Promise<Record<string, unknown>> =>
  ((await json(line)) as { readonly data: Record<string, unknown> }).data;

test.each([
  ['cloud role', 'build', '--max-sts-ttl 4h', { max_sts_ttl: 14_400 }],
  ['cloud static-role', 'build', '--rotation-period 48h', { rotation_period: 172_800 }],
  ['ldap role', 'dev', '--max-ttl 8h', { max_ttl: 28_800 }],
  ['ldap static-role', 'app-01', '--rotation-period 48h', { rotation_period: 172_800 }],
  ['ldap library', 'team-a', '--ttl 90m', { ttl: 5400 }],
])('%s update changes only what is given', async (kind, name, flags, changed) => {
  const before = await dataOf(`${kind} show ${name}`);
  const done = await trivet(`${kind} update ${name} ${flags}`);
  expect(done.code).toBe(0);
  expect(done.stderr).toContain(' → ');
  expect(await dataOf(`${kind} show ${name}`)).toEqual({ ...before, ...changed });
  clear();
  expect((await trivet(`${kind} update ${name} ${flags}`)).code).toBe(0);
  expect(requests().map(({ method }) => method)).toEqual(['GET']);
  expect((await trivet(`${kind} update ${name}`)).code).toBe(2);
  expect((await trivet(`${kind} update nosuch ${flags}`)).code).toBe(5);
});

test('an update asks about accounts that are new in a set, and those that it loses', async () => {
  const more = 'ldap library update team-a --service-account-names svc-01,svc-02,svc-03';
  clear();
  const refused = await trivet(more);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('new password');
  expect(requests().map(({ method }) => method)).toEqual(['GET']);
  const fewer = 'ldap library update team-a --service-account-names svc-01';
  const asked = await trivet(fewer);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('that it no longer has')]);
  expect((await trivet(`${fewer} --yes`)).code).toBe(0);
});

test('an update that would lose the length of a configuration asks', async () => {
  const { env, received } = await secretsServer(() => ({ body: { data: { length: 40, binddn: 'cn=x' } } }));
  const line = ['ldap', 'config', 'set', '--binddn', 'cn=y', '--bindpass', 'env:PASS'];
  const refused = await runCli(line, { env: { ...env, PASS: 'long-password' } });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('length: 40 → 64');
  expect(received.map(({ method }) => method)).toEqual(['GET']);
  expect((await runCli([...line, '--length', '40'], { env: { ...env, PASS: 'long-password' } })).code).toBe(
    0,
  );
});

test('the rules of a role apply to an update', async () => {
  const refused = await trivet('cloud role update ci --role-arns arn:aws:iam::123456789012:role/x');
  expect(refused.code).toBe(2);
  expect(words(refused.stderr).join(' ')).toContain('--role-arns');
});
