/** Tests changes of single values in a YAML text that somebody wrote. */
import { describe, expect, test } from 'vitest';
import { editYaml } from '../../../src/documents/edit-yaml.ts';
import type { Json } from '../../../src/documents/json/json.ts';

const edited = (text: string, path: string, value: Json, index = 0): string | undefined =>
  editYaml(text, index, path.split('/'), value);

const role = [
  '# The role of the web servers.',
  'kind: pki-role',
  "name: 'web' # frozen",
  'settings:',
  '  # Half a day is enough.',
  '  ttl: 12h   # see the page',
  '  key_type: "ec"',
  '  allowed_domains:',
  '    - example.com # ours',
  '    # the old name',
  '    - example.org',
  '  ou: [a, b] # both',
  '  empty:',
  '',
  '# The end.',
  '',
].join('\n');

/** The text with one line replaced. */
const withLine = (text: string, from: string, to: string | undefined): string =>
  text
    .split('\n')
    .flatMap((line) => (line === from ? (to === undefined ? [] : to.split('\n')) : [line]))
    .join('\n');

describe('one line changes', () => {
  test.each<[string, Json, string, string | undefined]>([
    ['settings/ttl', '24h', '  ttl: 12h   # see the page', '  ttl: 24h   # see the page'],
    ['settings/ttl', 3600, '  ttl: 12h   # see the page', '  ttl: 3600   # see the page'],
    ['settings/ttl', null, '  ttl: 12h   # see the page', '  ttl: null   # see the page'],
    ['settings/key_type', 'rsa', '  key_type: "ec"', '  key_type: "rsa"'],
    ['settings/key_type', true, '  key_type: "ec"', '  key_type: true'],
    ['name', "it's", "name: 'web' # frozen", "name: 'it''s' # frozen"],
    ['settings/ou', ['a', 'c, d'], '  ou: [a, b] # both', '  ou: [a, "c, d"] # both'],
    ['settings/ou', [], '  ou: [a, b] # both', '  ou: [] # both'],
    ['settings/empty', 'x', '  empty:', '  empty: x'],
    ['settings/empty', ['x', 'z'], '  empty:', '  empty:\n    - x\n    - z'],
    ['settings/empty', 'a\nb\n', '  empty:', '  empty: |\n    a\n    b'],
    ['settings/allowed_domains', ['example.com'], '    - example.org', undefined],
    ['settings/allowed_domains', ['example.org'], '    - example.com # ours', undefined],
    [
      'settings/allowed_domains',
      ['example.org', 'new.example', 'example.com'],
      '    - example.org',
      '    - example.org\n    - new.example',
    ],
    ['settings/new', 1, '  empty:', '  empty:\n  new: 1'],
  ])('%s is %j', (path, value, from, to) => {
    expect(edited(role, path, value)).toBe(withLine(role, from, to));
  });
});

describe('a text is left as it is', () => {
  test.each<[string, string, string, Json]>([
    ['a comment in a list that goes', role, 'settings/allowed_domains', []],
    ['a comment in a list of which nothing stays', role, 'settings/allowed_domains', ['x']],
    ['an anchor', 'a: &x { b: 1 }\nc: *x\n', 'a/b', 2],
    ['an alias', 'a: &x 1\nc: *x\n', 'c', 2],
    ['a tag', 'a: !!str 1\n', 'a', 'x'],
    ['a comment between a key and its value', 'a: # why\n  - x\n', 'a', 1],
    ['a document that is not YAML', 'a: 1\n---\n{', 'a', 2],
  ])('because of %s', (_, text, path, value) => {
    expect(edited(text, path, value)).toBeUndefined();
  });
});

test('the other documents of a file stay as they are', () => {
  const text = `# one\n${role}---\n# two\nkind: pki-role\nname: db\nsettings: {ttl: 1h,   max_ttl: 2h}\n`;
  expect(edited(text, 'settings/ttl', '5h', 1)).toBe(text.replace('{ttl: 1h', '{ttl: 5h'));
  expect(edited(text, 'settings/ttl', '5h', 0)).toBe(text.replace('ttl: 12h', 'ttl: 5h'));
  expect(edited(text, 'settings/ttl', '5h', 2)).toBeUndefined();
});

test('objects in lists are recognized by their names', () => {
  const text = [
    'settings:',
    '  TaskGroups:',
    '    - Name: web # the front',
    '      Count: 2',
    '      Tasks:',
    '        - Name: t',
    '          # why not',
    '          Env: { A: "1" }',
    '    - Count: 1',
    '      Name: worker',
    '',
  ].join('\n');
  const web = { Name: 'web', Count: 3, Tasks: [{ Name: 't', Env: { A: '2' }, Kind: 'x' }] };
  expect(edited(text, 'settings/TaskGroups', [web, { Name: 'worker', Count: 1 }])).toBe(
    text.replace('Count: 2', 'Count: 3').replace('Env: { A: "1" }', 'Env: { A: "2" }\n          Kind: x'),
  );
  expect(edited(text, 'settings/TaskGroups', [{ Name: 'worker', Count: 1 }])).toBe(
    ['settings:', '  TaskGroups:', '    - Count: 1', '      Name: worker', ''].join('\n'),
  );
  const more = { Name: 'more', Count: 1 };
  const both = [
    { Name: 'web', Count: 2, Tasks: [{ Name: 't', Env: { A: '1' } }] },
    { Name: 'worker', Count: 1 },
  ];
  expect(edited(text, 'settings/TaskGroups', [...both, more])).toBe(
    `${text}    - Name: more\n      Count: 1\n`,
  );
});

test('text in blocks is replaced by text in blocks', () => {
  const text = 'a: |\n  one\n  two\n\nb: 1 # b\n';
  expect(edited(text, 'a', 'three\n')).toBe('a: |\n  three\n\nb: 1 # b\n');
  expect(edited(text, 'a', 'four')).toBe('a: four\n\nb: 1 # b\n');
});

test('JSON as trivet writes it stays JSON, and other JSON keeps its lines', () => {
  const json = '{\n  "kind": "pki-role",\n  "settings": {\n    "ou": [\n      "a"\n    ]\n  }\n}\n';
  expect(edited(json, 'settings/ou', ['a', 'b'])).toBe(json.replace('"a"', '"a",\n      "b"'));
  const own = '{ "kind": "pki-role",\n  "settings": {"ttl":"1h", "ou": ["a"]} }\n';
  expect(edited(own, 'settings/ttl', '2h')).toBe(own.replace('1h', '2h'));
});

test('lines end as the editor of Windows ends them', () => {
  expect(edited('a: 1\r\nb: 2\r\n', 'a', 3)).toBe('a: 3\r\nb: 2\r\n');
});
