/** A mount of another engine: its objects have the same paths, and none of them is removed or shown as one of ours. */
import { beforeAll, expect, test } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';

const { trivet, done, requests, clear } = useSandbox();

const removed = (): readonly string[] =>
  requests().flatMap(({ method, path }) => (method === 'DELETE' ? [path] : []));

/** Mounts whose names do not show their engines. */
beforeAll(async () => {
  for (const line of [
    `api secrets POST /sys/mounts/team/one --data '{"type":"pki"}' --confirm /sys/mounts/team/one`,
    `api secrets POST /sys/mounts/team/two --data '{"type":"aws"}' --confirm /sys/mounts/team/two`,
    'pki role write web --allow-any-name --mount team/one',
    'aws role write deploy --credential-type iam_user --policy-arns arn:aws:iam::aws:policy/x --mount team/two',
  ])
    await done(line);
});

test.each([
  ['aws role', 'team/one', 'web'],
  ['pki role', 'team/two', 'deploy'],
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
  const own = command === 'pki role' ? 'aws role' : 'pki role';
  expect((await trivet(`${own} show ${name} --mount ${mount}`)).code).toBe(0);
});

test.each([
  ['pki role list', 'aws', 'aws', 'pki'],
  ['aws role list', 'pki', 'pki', 'aws'],
  ['pki role list --where max_ttl=1h', 'aws', 'aws', 'pki'],
  ['pki role show deploy', 'aws', 'aws', 'pki'],
  ['ldap role list', 'pki', 'pki', 'ldap'],
])('%s does not show what the mount %s has', async (command, mount, engine, own) => {
  clear();
  const { code, stdout, stderr } = await trivet(`${command} --mount ${mount}`);
  expect([code, stdout]).toEqual([8, '']);
  expect(stderr).toContain(`the mount ${mount} has the engine ${engine}, not ${own}`);
  expect(stderr).toContain(`Name a mount of the engine ${own} with --mount.`);
  expect(requests().map(({ path }) => path)).toEqual([`/v1/sys/internal/ui/mounts/${mount}`]);
});

test.each([
  ['pki role list --mount team/one', 1],
  ['pki role list', 1],
  ['aws role list --mount aws', 1],
  ['ldap role list', 1],
])('%s looks at no mount whose name does not say that it is of another engine', async (command, count) => {
  clear();
  expect((await trivet(command)).code).toBe(0);
  expect(requests()).toHaveLength(count);
});

test('a mount that has the name of another engine is used nevertheless', async () => {
  await trivet(
    `api secrets POST /sys/mounts/ssh-keys --data '{"type":"pki"}' --confirm /sys/mounts/ssh-keys`,
  );
  await trivet('pki role write web --allow-any-name --mount ssh-keys');
  clear();
  const { code, stdout, stderr } = await trivet('pki role list --mount ssh-keys');
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('web');
  expect(requests()).toHaveLength(2);
});

const sent = (): readonly string[] =>
  requests().flatMap(({ method, path }) =>
    method === 'GET' || method === 'LIST' ? [] : [`${method} ${path}`],
  );

test.each([
  ['aws role write web --credential-type iam_user --policy-arns arn:aws:iam::aws:policy/x', 'pki', 'aws'],
  // Nothing of that name is there, so that no read shows whose it is.
  ['pki role write fresh --allow-any-name', 'aws', 'pki'],
  ['pki urls set --issuing-certificates http://ca.example.com/ca', 'ldap', 'pki'],
  ['pki crl config set --expiry 72h', 'ldap', 'pki'],
  ['aws rotate-root', 'ldap', 'aws'],
  ['ldap rotate-root', 'pki', 'ldap'],
  ['ldap role write web --creation-ldif a --deletion-ldif b', 'pki', 'ldap'],
  ['ldap library write team --service-account-names a', 'pki', 'ldap'],
  // Its reply would have a lease, which nothing gives back.
  ['ldap creds deploy --reveal', 'aws', 'ldap'],
  ['aws creds dev --reveal', 'ldap', 'aws'],
])('%s with the mount %s sends nothing but reads', async (command, mount, engine) => {
  clear();
  const one = await trivet(`${command} --mount ${mount} --yes`);
  expect([one.code, one.stderr]).toEqual([
    8,
    expect.stringMatching(new RegExp(`the mount ${mount} has the engine .*, not ${engine}`)),
  ]);
  expect(one.stderr).toContain('Nothing was changed.');
  expect(sent()).toEqual([]);
});
