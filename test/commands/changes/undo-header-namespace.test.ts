/** Tests that a change in a namespace that a header carries is recorded and undone there, whatever this run is set to. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-header-namespace-'));
  mkdirSync(join(folder, 'files'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const succeeds = async (line: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { code, stdout, stderr } = await bench.trivet(line, {
    env: { TRIVET_CONFIG_DIR: join(folder, 'config'), ...env },
  });
  expect(code, stderr).toBe(0);
  return stdout.trim();
};

const ttlIn = (namespace: string): Promise<string> =>
  succeeds(`pki role show shared --mount pki --field max_ttl --namespace=${namespace}`);

const namespaces = ['', 'team-a'];

const roles = async (): Promise<void> => {
  for (const [index, namespace] of namespaces.entries())
    await succeeds(`pki role write shared --mount pki --max-ttl ${index + 1}h --namespace=${namespace}`);
};

const latest = async (command: string): Promise<string> => {
  const all = JSON.parse(await succeeds('changes -o json')) as readonly { id: string; command: string }[];
  return all.find((one) => one.command === command)?.id ?? '';
};

test.each([
  ['the root', {}],
  ['team-a', { BAO_NAMESPACE: 'team-a' }],
])('an apply in two namespaces, made and taken back by a run that is set to %s', async (_, env) => {
  await roles();
  for (const [index, namespace] of namespaces.entries()) {
    const file = join(folder, 'files', `role-${index}.yaml`);
    const found = await succeeds(`export pki-role:shared --mount pki --namespace=${namespace}`);
    writeFileSync(file, found.replace(/max_ttl: .*/, 'max_ttl: 30h'));
    expect(readFileSync(file, 'utf8')).toContain('30h');
  }
  await succeeds(`apply ${join(folder, 'files')} --yes`, env);
  expect(await Promise.all(namespaces.map(ttlIn))).toEqual(['108000', '108000']);
  const id = await latest('apply');
  await succeeds(`undo ${id} --yes`, env);
  expect(await Promise.all(namespaces.map(ttlIn))).toEqual(['3600', '7200']);
});

test.each(namespaces)(
  'a change in namespace "%s" comes back there, also where the run is set to another one',
  async (namespace) => {
    await roles();
    await succeeds(`pki role write shared --mount pki --max-ttl 30h --namespace=${namespace}`);
    const id = await latest('pki role write');
    const other = namespaces.find((one) => one !== namespace) ?? '';
    await succeeds(`undo ${id} --yes`, { BAO_NAMESPACE: other });
    expect(await Promise.all(namespaces.map(ttlIn))).toEqual(['3600', '7200']);
  },
);
