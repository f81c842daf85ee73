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
  ['team-a', { TRIVET_SECRETS_NAMESPACE: 'team-a' }],
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

/** Applies one change to the roles of both namespaces, and gives the ID of the receipt. */
const appliedInBoth = async (): Promise<string> => {
  await roles();
  for (const [index, namespace] of namespaces.entries())
    writeFileSync(
      join(folder, 'files', `role-${index}.yaml`),
      `kind: pki-role\nname: shared\nmount: pki\nnamespace: "${namespace}"\nsettings: { max_ttl: 30h }\n`,
    );
  await succeeds(`apply ${join(folder, 'files')} --yes`);
  return latest('apply');
};

const env = (): Readonly<Record<string, string>> => ({ TRIVET_CONFIG_DIR: join(folder, 'config') });

test('an object that stays does not keep the one of its name in another namespace from coming back', async () => {
  const id = await appliedInBoth();
  const planned = JSON.parse(await succeeds(`undo ${id} --dry-run -o json`)) as readonly object[];
  expect(planned).toHaveLength(2);
  expect(planned).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        namespace: 'team-a',
        result: 'would be undone',
        reason: 'max_ttl: 1d6h → 2h',
      }),
      expect.objectContaining({ namespace: '', result: 'would be undone', reason: 'max_ttl: 1d6h → 1h' }),
    ]),
  );
  await succeeds('pki role write shared --mount pki --max-ttl 40h --namespace=team-a');
  const undone = await bench.trivet(`undo ${id} --yes`, { env: env() });
  expect(undone.code, undone.stderr).toBe(10);
  expect(await Promise.all(namespaces.map(ttlIn))).toEqual(['3600', '144000']);
});

test('a name that objects in two namespaces have is refused for --only, with the numbers that choose one', async () => {
  const id = await appliedInBoth();
  bench.clear();
  const refused = await bench.trivet(`undo ${id} --only shared --yes`, { env: env() });
  expect(refused.code).toBe(2);
  const where = [...refused.stderr.matchAll(/(\d) \(path ([^)]*)\)/g)].map(([, number, path]) => [
    path,
    number,
  ]);
  expect(new Set(where.map(([path]) => path))).toEqual(new Set(['pki', 'team-a/pki']));
  expect(refused.stderr).toContain(`trivet undo ${id} --only `);
  expect(bench.requests()).toEqual([]);
  await succeeds(`undo ${id} --only ${Object.fromEntries(where)['team-a/pki']} --yes`);
  expect(await Promise.all(namespaces.map(ttlIn))).toEqual(['108000', '7200']);
});

test.each([
  [
    ['pki role write shared --mount pki', 'pki role write shared --mount pki_int'],
    /path pki\).*path pki_int\)/,
  ],
  [
    ['workspace lock acme/network-dev', 'workspace lock demo/network-dev'],
    /organization acme\).*organization demo\)/,
  ],
])(
  'a name that objects of two mounts or organizations have is refused for --only: %s',
  async (lines, told) => {
    writeFileSync(join(folder, 'lines'), `${lines.join('\n')}\n`);
    await succeeds(`batch run ${join(folder, 'lines')} --parallel 1 --yes`);
    const id = await latest('batch run');
    const name = lines[0]?.includes('shared') === true ? 'shared' : 'network-dev';
    const refused = await bench.trivet(`undo ${id} --only ${name} --yes`, { env: env() });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(told);
  },
);

test('a name means all changes of its one object', async () => {
  const lines = ['workspace lock network-dev --reason x', 'workspace tag add network-dev foo'];
  writeFileSync(join(folder, 'lines'), `${lines.join('\n')}\n`);
  await succeeds(`batch run ${join(folder, 'lines')} --parallel 1 --yes`);
  const rows = await succeeds(`undo ${await latest('batch run')} --only network-dev --yes`);
  expect(rows.match(/\tundone/g)).toHaveLength(2);
});

test('changes of one role by its namespace and by its whole path come back one after the other', async () => {
  await roles();
  const lines = ['--namespace=team-a --mount pki --max-ttl 30h', '--mount team-a/pki --max-ttl 40h'];
  writeFileSync(join(folder, 'lines'), lines.map((line) => `pki role write shared ${line}\n`).join(''));
  await succeeds(`batch run ${join(folder, 'lines')} --yes`);
  const id = await latest('batch run');
  await succeeds(`undo ${id} --yes`);
  expect(await ttlIn('team-a')).toBe('7200');
});

test.each(namespaces)(
  'a change in namespace "%s" comes back there, also where the run is set to another one',
  async (namespace) => {
    await roles();
    await succeeds(`pki role write shared --mount pki --max-ttl 30h --namespace=${namespace}`);
    const id = await latest('pki role write');
    const other = namespaces.find((one) => one !== namespace) ?? '';
    await succeeds(`undo ${id} --yes`, other === '' ? {} : { TRIVET_SECRETS_NAMESPACE: other });
    expect(await Promise.all(namespaces.map(ttlIn))).toEqual(['3600', '7200']);
  },
);
