/** Tests which documents of the layers of an environment are about one object, and what the later one changes. */
import { expect, test } from 'vitest';
import ldapKinds from '../../src/commands/ldap/kinds.ts';
import pkiKinds from '../../src/commands/pki/kinds.ts';
import { documentKey, mergeLayers, storedDocument } from '../../src/commands/state/workflows/files/layers.ts';
import { plainOf } from '../../src/documents/located.ts';
import { readYaml } from '../../src/documents/read-yaml.ts';
import type { Json } from '../../src/documents/json/json.ts';

type Texts = readonly (readonly [layer: number, path: string, text: string])[];

const layered = (texts: Texts) =>
  mergeLayers(
    texts.flatMap(([layer, path, text]) =>
      readYaml(text, path).documents.map((node) => ({ path, node, layer, paths: [path] })),
    ),
  );

interface Seen {
  readonly path: string;
  readonly paths: readonly string[];
  readonly layer: number;
  readonly is: Json;
}

const rows: Readonly<Record<string, readonly [Texts, readonly Seen[], readonly string[]]>> = {
  'one document': [
    [[0, 'a', 'kind: workspace\nname: x']],
    [{ path: 'a', paths: ['a'], layer: 0, is: { kind: 'workspace', name: 'x' } }],
    [],
  ],
  'a later layer changes what an earlier one says, wherever it stands': [
    [
      [1, 'b', 'kind: workspace\nname: x\nsettings: { b: 3, c: 4 }\ntags: [z]'],
      [0, 'a', 'kind: workspace\nname: x\nsettings: { a: 1, b: 2 }\ntags: [x, y]'],
    ],
    [
      {
        path: 'b',
        paths: ['a', 'b'],
        layer: 1,
        is: { kind: 'workspace', name: 'x', settings: { a: 1, b: 3, c: 4 }, tags: ['z'] },
      },
    ],
    [],
  ],
  'three layers': [
    [
      [0, 'a', 'kind: workspace\nname: x\nsettings: { a: 1 }'],
      [1, 'b', 'kind: workspace\nname: x\nsettings: { a: 2 }'],
      [2, 'c', 'kind: workspace\nname: x\nsettings: { a: 3 }'],
    ],
    [
      {
        path: 'c',
        paths: ['a', 'b', 'c'],
        layer: 2,
        is: { kind: 'workspace', name: 'x', settings: { a: 3 } },
      },
    ],
    [],
  ],
  'null in a later layer, and a map in place of a value': [
    [
      [0, 'a', 'kind: workspace\nname: x\nsettings: { a: 1, b: 2 }\nother: { c: 3 }'],
      [1, 'b', 'kind: workspace\nname: x\nsettings: { a: null, b: { c: 1 } }\nother: 4'],
    ],
    [
      {
        path: 'b',
        paths: ['a', 'b'],
        layer: 1,
        is: { kind: 'workspace', name: 'x', settings: { a: null, b: { c: 1 } }, other: 4 },
      },
    ],
    [],
  ],
  'two documents of one layer': [
    [
      [0, 'a', 'kind: workspace\nname: x'],
      [0, 'b', 'kind: workspace\nname: x'],
    ],
    [
      { path: 'a', paths: ['a'], layer: 0, is: { kind: 'workspace', name: 'x' } },
      { path: 'b', paths: ['b'], layer: 0, is: { kind: 'workspace', name: 'x' } },
    ],
    [],
  ],
  'another kind, another name': [
    [
      [0, 'a', 'kind: workspace\nname: x'],
      [1, 'b', 'kind: message\nname: x'],
      [1, 'c', 'kind: workspace\nname: y'],
    ],
    [
      { path: 'a', paths: ['a'], layer: 0, is: { kind: 'workspace', name: 'x' } },
      { path: 'b', paths: ['b'], layer: 1, is: { kind: 'message', name: 'x' } },
      { path: 'c', paths: ['c'], layer: 1, is: { kind: 'workspace', name: 'y' } },
    ],
    [],
  ],
  'a singleton, whose name no document gives': [
    [
      [0, 'a', 'kind: pki-urls\nmount: pki\nsettings: { a: 1 }'],
      [1, 'b', 'kind: pki-urls\nsettings: { a: 2 }'],
    ],
    [
      {
        path: 'b',
        paths: ['a', 'b'],
        layer: 1,
        is: { kind: 'pki-urls', mount: 'pki', settings: { a: 2 } },
      },
    ],
    [],
  ],
  ...Object.fromEntries(
    ['organization', 'namespace', 'mount'].flatMap(
      (scope): [string, readonly [Texts, readonly Seen[], readonly string[]]][] => [
        [
          `another ${scope}`,
          [
            [
              [0, 'a', `kind: job\nname: x\n${scope}: one`],
              [1, 'b', `kind: job\nname: x\n${scope}: two`],
            ],
            [
              { path: 'a', paths: ['a'], layer: 0, is: { kind: 'job', name: 'x', [scope]: 'one' } },
              { path: 'b', paths: ['b'], layer: 1, is: { kind: 'job', name: 'x', [scope]: 'two' } },
            ],
            [],
          ],
        ],
        [
          `a ${scope} that one of them leaves out`,
          [
            [
              [0, 'a', `kind: job\nname: x\n${scope}: one\na: 1`],
              [1, 'b', 'kind: job\nname: x\na: 2'],
            ],
            [
              {
                path: 'b',
                paths: ['a', 'b'],
                layer: 1,
                is: { kind: 'job', name: 'x', [scope]: 'one', a: 2 },
              },
            ],
            [],
          ],
        ],
        [
          `a ${scope} that is null`,
          [
            [
              [0, 'a', `kind: job\nname: x\n${scope}: one`],
              [1, 'b', `kind: job\nname: x\n${scope}: null`],
            ],
            [{ path: 'b', paths: ['a', 'b'], layer: 1, is: { kind: 'job', name: 'x', [scope]: null } }],
            [],
          ],
        ],
      ],
    ),
  ),
  'a document that could be about two objects': [
    [
      [0, 'a', 'kind: job\nname: x\nnamespace: one'],
      [0, 'b', 'kind: job\nname: x\nnamespace: two'],
      [1, 'c', 'kind: job\nname: x\na: 2'],
    ],
    [
      { path: 'c', paths: ['a', 'c'], layer: 1, is: { kind: 'job', name: 'x', namespace: 'one', a: 2 } },
      { path: 'b', paths: ['b'], layer: 0, is: { kind: 'job', name: 'x', namespace: 'two' } },
    ],
    ['c:1 earlier layers have 2 objects that this could change: give its organization, namespace, mount'],
  ],
  'a whole job, whose name stands in its file': [
    [
      [0, 'a', 'kind: job\nfile: a.hcl'],
      [1, 'b', 'kind: job\nfile: b.hcl'],
    ],
    [
      { path: 'a', paths: ['a'], layer: 0, is: { kind: 'job', file: 'a.hcl' } },
      { path: 'b', paths: ['b'], layer: 1, is: { kind: 'job', file: 'b.hcl' } },
    ],
    [],
  ],
  'a whole job with a name': [
    [
      [0, 'a', 'kind: job\nname: x\nfile: a.hcl'],
      [1, 'b', 'kind: job\nname: x\nfile: b.hcl'],
    ],
    [{ path: 'b', paths: ['a', 'b'], layer: 1, is: { kind: 'job', name: 'x', file: 'b.hcl' } }],
    [],
  ],
  'what is not an object': [
    [
      [0, 'a', '- 1'],
      [1, 'b', 'kind: [job]'],
    ],
    [{ path: 'b', paths: ['a', 'b'], layer: 1, is: { kind: ['job'] } }],
    [],
  ],
};

test.each(Object.entries(rows).map(([name, row]) => [name, row] as const))(
  'are merged: %s',
  (_, [texts, is, faults]) => {
    const found = layered(texts);
    expect(found.documents.map(({ node, ...rest }) => ({ ...rest, is: plainOf(node) }))).toEqual(is);
    expect(
      found.faults.map(({ place, text }) => `${place.file ?? texts.at(-1)?.[1]}:${place.line} ${text}`),
    ).toEqual(faults);
  },
);

test.each([
  ['kind: workspace\nname: x\nmount: y', '["workspace","x"]'],
  ['kind: pki-urls', '["pki-urls",""]'],
  ['kind: null\nname: 5', '["","5"]'],
  ['- 1', '["",""]'],
])('documents that can be about one object have one key: %j', (text, key) => {
  const [node] = readYaml(text, 'a').documents;
  if (node === undefined) throw new Error('no document');
  expect(documentKey(node)).toBe(key);
});

test.each([
  [
    'kind: ldap-role\nname: Web\nmount: ldap/\nnamespace: team/',
    'kind: ldap-role\nname: web\nmount: ldap\nnamespace: team',
  ],
  ['kind: ldap-role\nname: web\nrenamed-from: Old', 'kind: ldap-role\nname: web\nrenamed-from: old'],
  [
    'kind: ldap-role\nname: Web\nsettings: { ttl: 1h/ }',
    'kind: ldap-role\nname: web\nsettings: { ttl: 1h/ }',
  ],
  ['kind: ldap-role\nname: 5\nmount: [ldap/]', 'kind: ldap-role\nname: 5\nmount: [ldap/]'],
  ['kind: ldap-role\nname: web\norganization: a/', 'kind: ldap-role\nname: web\norganization: a/'],
  ['kind: unknown\nname: Web\nmount: ldap/', 'kind: unknown\nname: Web\nmount: ldap/'],
  ['- kind: ldap-role', '- kind: ldap-role'],
])('a document has the names that the server has: %j', (text, is) => {
  const plain = (of: string) => readYaml(of, 'a').documents;
  const kinds = [...pkiKinds, ...ldapKinds];
  expect(plain(text).map((node) => plainOf(storedDocument(node, kinds)))).toEqual(plain(is).map(plainOf));
});
