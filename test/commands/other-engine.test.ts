/** A mount of another engine: its objects have the same paths, and none of them is changed or removed as one of ours. */
import { expect, test } from 'vitest';
import { answering, secretsAt } from '../support/answering.ts';
import { useSandbox } from '../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();

const removed = (): readonly string[] =>
  requests().flatMap(({ method, path }) => (method === 'DELETE' ? [path] : []));

test.each([
  ['cloud role', 'pki', 'web'],
  ['pki role', 'aws', 'deploy'],
])('%s delete with the mount %s deletes no role of it', async (command, mount, name) => {
  clear();
  // The list shows names, and nothing says of which engine they are.
  expect((await trivet(`${command} list --mount ${mount}`)).stdout).toContain(name);
  const one = await trivet(`${command} delete ${name} --mount ${mount} --yes`);
  expect([one.code, one.stderr]).toEqual([
    8,
    expect.stringContaining(`Check whether ${mount} is a mount of this engine`),
  ]);
  expect(one.stderr).toContain('Nothing was sent.');
  const many = await trivet(`${command} delete --where name=${name} --mount ${mount} --yes --expect 1`);
  expect(many.code).not.toBe(0);
  expect(removed()).toEqual([]);
  const own = command === 'pki role' ? 'cloud role' : 'pki role';
  expect((await trivet(`${own} show ${name} --mount ${mount}`)).code).toBe(0);
});

test('a role of another engine is not written over', async () => {
  clear();
  const before = (await trivet('pki role show web -o json')).stdout;
  const policy = `--credential-type iam_user --policy-arns arn:aws:iam::1:policy/a`;
  const refused = await trivet(`cloud role write web --mount pki ${policy} --yes`);
  expect([refused.code, refused.stderr]).toEqual([
    8,
    expect.stringContaining('Check whether pki is a mount of this engine'),
  ]);
  expect(refused.stderr).toContain('Nothing was sent.');
  expect(requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(JSON.parse((await trivet('pki role show web -o json')).stdout).data).toEqual(
    JSON.parse(before).data,
  );
});

test.each([
  'pki urls set --crl-distribution-points http://a',
  'pki crl config set --expiry 9h',
  'cloud lease set --lease 1h --lease-max 2h',
  'ldap library write x --service-account-names a',
])('%s does not write over a secret of a mount that keeps secrets', async (line) => {
  const { code, asked } = await answering(
    `${line} --mount kv --yes`,
    (origin) => secretsAt(origin),
    () => ({ body: { data: { password: 'the-secret' } } }),
  );
  expect([code, asked.filter(({ method }) => method !== 'GET')]).toEqual([8, []]);
});
