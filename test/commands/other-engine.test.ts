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
  expect(one.stderr).toContain('Nothing was sent.');
  const many = await trivet(`${command} delete --where name=${name} --mount ${mount} --yes --expect 1`);
  expect(many.code).not.toBe(0);
  expect(removed()).toEqual([]);
  const own = command === 'pki role' ? 'cloud role' : 'pki role';
  expect((await trivet(`${own} show ${name} --mount ${mount}`)).code).toBe(0);
});
