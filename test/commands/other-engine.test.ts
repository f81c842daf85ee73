/** A mount of another engine: its objects have the same paths, and none of them is removed as one of ours. */
import { expect, test } from 'vitest';
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
  expect(one.stderr).toContain('Nothing was changed.');
  const many = await trivet(`${command} delete --where name=${name} --mount ${mount} --yes --expect 1`);
  expect(many.code).not.toBe(0);
  expect(removed()).toEqual([]);
  const own = command === 'pki role' ? 'cloud role' : 'pki role';
  expect((await trivet(`${own} show ${name} --mount ${mount}`)).code).toBe(0);
});

const sent = (): readonly string[] =>
  requests().flatMap(({ method, path }) =>
    method === 'GET' || method === 'LIST' ? [] : [`${method} ${path}`],
  );

test.each([
  ['cloud role write web --credential-type iam_user --policy-arns arn:aws:iam::aws:policy/x', 'pki', 'aws'],
  // Nothing of that name is there, so that no read shows whose it is.
  ['pki role write fresh --allow-any-name', 'aws', 'pki'],
  ['pki urls set --issuing-certificates http://ca.example.com/ca', 'ldap', 'pki'],
  ['pki crl config set --expiry 72h', 'ldap', 'pki'],
  ['cloud config rotate-root', 'ldap', 'aws'],
  ['ldap rotate-root', 'pki', 'ldap'],
  ['ldap role write web --creation-ldif a --deletion-ldif b', 'pki', 'ldap'],
  ['ldap library write team --service-account-names a', 'pki', 'ldap'],
  // Its reply would have a lease, which nothing gives back.
  ['ldap creds deploy --reveal', 'aws', 'ldap'],
  ['cloud creds dev --reveal', 'ldap', 'aws'],
])('%s with the mount %s sends nothing but reads', async (command, mount, engine) => {
  clear();
  const one = await trivet(`${command} --mount ${mount} --yes`);
  expect([one.code, one.stderr]).toEqual([
    8,
    expect.stringMatching(new RegExp(`the mount ${mount} has the engine .*, not ${engine}`)),
  ]);
  expect(one.stderr).toContain('Nothing was sent.');
  expect(sent()).toEqual([]);
});
