/** Tests that a change of the secrets service is undone in the namespace of its receipt. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-secrets-namespace-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Variables = Readonly<Record<string, string>>;

const trivet = (line: string, env: Variables = {}) =>
  bench.trivet(line, { env: { TRIVET_CONFIG_DIR: join(folder, 'config'), ...env } });

const succeeds = async (line: string, env?: Variables): Promise<string> => {
  const { code, stdout, stderr } = await trivet(line, env);
  expect(code, stderr).toBe(0);
  return stdout.trim();
};

const lastOf = async (command: string): Promise<string> => {
  const all = JSON.parse(await succeeds('changes -o json')) as readonly { id: string; command: string }[];
  return all.find((one) => one.command === command)?.id ?? '';
};

const roots: readonly (readonly [string, Variables])[] = [
  ['not configured', {}],
  ['a slash', { TRIVET_SECRETS_NAMESPACE: '/' }],
  ['root', { TRIVET_SECRETS_NAMESPACE: 'root' }],
];

test.each(roots)('an apply of an exported file is undone while the namespace is %s', async (_, env) => {
  const file = join(folder, 'web.yaml');
  writeFileSync(file, await succeeds('export pki-role:web'));
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('namespace: ""');
  const before = await succeeds('pki role show web --field max_ttl');
  writeFileSync(file, text.replace(/max_ttl: .*/, 'max_ttl: 5h'));
  await succeeds(`apply ${file} --yes`);
  await succeeds(`undo ${await lastOf('apply')} --yes`, env);
  expect(await succeeds('pki role show web --field max_ttl')).toBe(before);
});

test('a change with --namespace is undone in that namespace; a run of another one names the command', async () => {
  await succeeds('api secrets POST /sys/namespaces/team --yes');
  await succeeds(`api secrets POST /sys/mounts/pki --yes --data '{"type":"pki"}'`, {
    TRIVET_SECRETS_NAMESPACE: 'team',
  });
  for (const more of ['--namespace team --max-ttl 6h', '--namespace team --max-ttl 7h', '--max-ttl 9h'])
    await succeeds(`pki role write mine ${more} --yes`);
  const all = JSON.parse(await succeeds('changes -o json')) as readonly { id: string }[];
  const id = all[1]?.id ?? '';
  const other = await trivet(`undo ${id} --yes`, { TRIVET_SECRETS_NAMESPACE: 'other' });
  expect(other.code).toBe(3);
  expect(other.stderr).toContain(`TRIVET_SECRETS_NAMESPACE=team trivet undo ${id}`);
  await succeeds(`undo ${id} --yes`);
  const ttl = (more: string) => succeeds(`pki role show mine --field max_ttl ${more}`);
  expect([await ttl('--namespace team'), await ttl('')]).toEqual(['21600', '32400']);
});
