/** Documents say where they belong: a file read elsewhere is about the object that it was made from. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readYaml } from '../../../src/documents/read-yaml.ts';
import { declaredIn } from '../../../src/groups/state/workflows/objects/declared.ts';
import { declarableKinds } from '../../../src/groups/state/workflows/objects/operand.ts';
import { fileNameOf, yamlOf } from '../../../src/groups/state/workflows/files/document.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-scope-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const kinds = await declarableKinds();
const scopes = [
  { organization: 'acme', namespace: 'team-a', mount: 'one' },
  { organization: 'globex', namespace: '', mount: 'two/deep' },
];

describe.each(kinds.map((kind) => [kind.kind, kind] as const))('%s', (_, kind) => {
  test('has its scope in the file, of two scopes each its own file', async () => {
    const files = new Set<string>();
    for (const all of scopes) {
      const scope = Object.fromEntries(kind.scope.map((key) => [key, all[key]]));
      if (kind.service === 'jobs' && scope['namespace'] === '') scope['namespace'] = 'default';
      const name = kind.singleton === true ? all.mount : 'web';
      const text = await yamlOf({ kind, name, scope }, { settings: {}, parts: {} }, 'here');
      const { documents, faults } = readYaml(text);
      expect(faults).toEqual([]);
      const [node] = documents;
      if (node === undefined) throw new Error('no document');
      const read = declaredIn(node, kinds, true);
      expect(read.faults).toEqual([]);
      expect(read.declared?.scope).toEqual(scope);
      files.add(fileNameOf({ kind, name, scope }, true));
    }
    expect(files.size).toBe(2);
  });
});

const texts = (): readonly string[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));

test('a job of another namespace is the same job when its file is read without a flag', async () => {
  expect((await trivet(`export job:crunch --namespace batch --dir ${folder}`)).code).toBe(0);
  const { code, stdout, stderr } = await trivet(`diff ${folder} --detailed-exitcode`);
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: '' });
});

test('the roles of two mounts have files of their own, which say so', async () => {
  expect((await trivet(`export pki-role:web --dir ${folder}`)).code).toBe(0);
  const [text = ''] = texts();
  writeFileSync(join(folder, 'pki-role.web.yaml'), text.replace('mount: pki', 'mount: other'));
  const again = await trivet(`export pki-role:web --dir ${folder}`);
  expect(again.code).toBe(3);
  expect(again.stderr).toContain('exists and does not hold pki-role web in mount pki');
  expect(texts()).toEqual([text.replace('mount: pki', 'mount: other')]);
});

test('a flag that contradicts a file is refused before anything is sent, and --as places it elsewhere', async () => {
  writeFileSync(
    join(folder, 'a.yaml'),
    'kind: workspace\nname: web\norganization: acme\nsettings:\n  description: x\n',
  );
  clear();
  const refused = await trivet(`diff ${folder} --organization demo`);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('--as organization=demo');
  expect(requests()).toEqual([]);
  const placed = await trivet(`diff ${folder} --as organization=demo`);
  expect(placed.stdout).toContain('demo/web');
  const wrong = await trivet(`diff ${folder} --as region=eu`);
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  const asked = await trivet(`apply ${folder} --as organization=demo`);
  expect(asked.stderr).toContain('as organization demo?');
});

test('a plan keeps where its objects are placed', async () => {
  writeFileSync(
    join(folder, 'a.yaml'),
    'kind: workspace\nname: web\norganization: acme\nsettings:\n  description: x\n',
  );
  const plan = join(folder, 'plan');
  expect((await trivet(`diff ${folder} --as organization=demo --plan-out ${plan}`)).code).toBe(0);
  const applied = await trivet(`apply ${plan} --yes`);
  expect(applied.code).toBe(0);
  expect((await trivet('workspace show demo/web --field description')).stdout).toBe('x');
});
