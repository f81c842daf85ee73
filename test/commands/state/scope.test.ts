/** The scope of each kind in its file and in its requests. test/transcripts/state/scope.txt holds the rest. */
import { program } from '../../../src/main.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readYaml } from '../../../src/documents/read-yaml.ts';
import { declaredIn } from '../../../src/commands/state/workflows/objects/declared.ts';
import { declarableKinds } from '../../../src/commands/state/workflows/objects/operand.ts';
import { fileNameOf, yamlOf } from '../../../src/commands/state/workflows/files/document.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, clear, sandbox } = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-scope-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const kinds = await declarableKinds(program.catalogue);
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

/** Where a request goes: organization and mount are in its path, a namespace in its query or a header. */
const placesIn = (path: string, query: string, headers: Readonly<Record<string, string>>) => ({
  organization: /\/organizations\/([^/]+)/.exec(path)?.[1],
  namespace: headers['x-vault-namespace'] ?? new URLSearchParams(query).get('namespace') ?? '',
  path,
});

describe.each(kinds.map((kind) => [kind.kind, kind] as const))(
  '%s of two scopes in one folder',
  (_, kind) => {
    test('is looked for in the scope of its file, and nowhere else', async () => {
      const wanted = scopes.map((all) => Object.fromEntries(kind.scope.map((key) => [key, all[key]])));
      for (const [index, scope] of wanted.entries()) {
        if (kind.service === 'jobs' && scope['namespace'] === '') scope['namespace'] = 'default';
        const name = kind.singleton === true ? (scope['mount'] ?? '') : 'web';
        const text = await yamlOf({ kind, name, scope }, { settings: {}, parts: {} }, 'here');
        writeFileSync(join(folder, `${index}.yaml`), text);
      }
      clear();
      // A scope that the sandbox does not have is an error or a creation; what counts is where it was asked for.
      await trivet(`diff ${folder}`);
      const asked = sandbox()
        .requests.list()
        .map(({ path, query, headers, body }) => ({
          ...placesIn(path, query, headers),
          // A plan has the namespace in the job.
          own: /"Namespace":"([^"]*)"/.exec(body.toString('utf8'))?.[1] ?? '',
        }));
      expect(asked.length).toBeGreaterThan(0);
      for (const scope of wanted) {
        const found = asked.filter(
          ({ organization, namespace, path, own }) =>
            (scope['organization'] === undefined || organization === scope['organization']) &&
            (scope['namespace'] === undefined || [namespace, own].includes(scope['namespace'])) &&
            (scope['mount'] === undefined || path.startsWith(`/v1/${scope['mount']}/`)),
        );
        expect([scope, found.length > 0]).toEqual([scope, true]);
      }
      // No request is about any other scope.
      for (const { organization, path } of asked) {
        const organizations = wanted.map((scope) => scope['organization']);
        if (kind.scope.includes('organization')) expect(organizations).toContain(organization);
        if (kind.scope.includes('mount'))
          expect(wanted.some((scope) => path.startsWith(`/v1/${scope['mount'] ?? ''}/`))).toBe(true);
      }
    });
  },
);
