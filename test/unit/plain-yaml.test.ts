/** The quick reader of exports gives what the YAML library gives, place by place, and leaves everything else to it. */
import { expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { readPlainYaml } from '../../src/render/plain-yaml.ts';
import { readYaml, writeYaml } from '../../src/render/yaml.ts';

/** Numbers from 0 to 1, the same in every run. */
const dice = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** The library reads what is not ASCII. */
const withLibrary = (text: string) => readYaml(`${text}\n# \u00e9`);

/** @returns whether the quick reader read it */
const agrees = async (text: string): Promise<boolean> => {
  const quick = readPlainYaml(text);
  if (quick === undefined) return false;
  expect({ documents: [quick], faults: [] }, text).toEqual(await withLibrary(text));
  return true;
};

test.each([
  'kind: job\nname: web\nsettings:\n  Count: 3\n',
  '# a comment\n\nkind: job\n  # another\nlist:\n  - a\n  - key: b\n    more:\n      - 1\n# last',
  'a: "quoted \\" \\\\ \\n \\u00e9 \\ud83d\\ude00 \\/"\nb: []\nc: {}\nd: null\ne: -5\nf: 0\ng: false\n',
  'url: https://host:8200/v1?x\n',
  'url: https://host:8200/v1\ntext: some words, and (more)  of them\npath: /bin/sleep\n',
  '- one\n- two: 2\n  three: 3\n',
  'deep:\n    wide:\n     - a: 1\n       b:\n         c: d\n',
])('reads as the library does: %j', async (text) => {
  expect(await agrees(text)).toBe(!text.includes('?'));
});

test.each([
  ['a key twice', 'a: 1\na: 2\n'],
  ['a tab', 'a:\n\tb: 1\n'],
  ['a carriage return', 'a: 1\r\n'],
  ['text that goes on', 'a: b\n  c\n'],
  ['text that goes on in a list', '- b\n  c\n'],
  ['a block', 'a: |\n  b\n'],
  ['an anchor', 'a: &x b\nc: *x\n'],
  ['a tag', 'a: !!str 1\n'],
  ['a flow', 'a: {b: 1}\n'],
  ['two documents', 'a: 1\n---\nb: 2\n'],
  ['a directive', '%YAML 1.1\n---\na: 1\n'],
  ['a comment behind a value', 'a: b # c\n'],
  ['a key without a value', 'a:\nb: 1\n'],
  ['a list at the margin of its key', 'a:\n- b\n'],
  ['numbers of other forms', 'a: 0x1f\n'],
  ['a version', 'a: 1.10\n'],
  ['leading zeros', 'a: 012\n'],
  ['a large number', 'a: 12345678901234567890\n'],
  ['another spelling of true', 'a: True\n'],
  ['a colon in the text', 'a: b: c\n'],
  ['single quotes', "a: 'b'\n"],
  ['an escape of YAML only', 'a: "\\x41"\n'],
  ['a quote that is not closed', 'a: "b\n'],
  ['what follows a quote', 'a: "b" c\n'],
  ['too little indented', 'a:\n    b: 1\n  c: 2\n'],
  ['an item that is not one', 'a:\n  - b\n  c: 1\n'],
  ['a space at the end', 'a: b \n'],
  ['nothing', '# only a comment\n'],
  ['an indented document', '  a: 1\n'],
  ['other letters', 'a: \u00e9\n'],
  ['a question', '? a\n: b\n'],
  ['a key that is null', 'Null: 1\n'],
])('leaves to the library: %s', (_, text) => {
  expect(readPlainYaml(text)).toBe(undefined);
});

test('random exports are read as the library reads them', async () => {
  const random = dice(7);
  const pick = <One>(list: readonly One[]): One => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new Error('an empty list');
    return found;
  };
  const texts = [
    'web',
    'a b',
    'a: b',
    'no',
    '1.10',
    '',
    ' x',
    'x ',
    '#c',
    'a #b',
    'https://h:1/x',
    '- a',
    '*x',
    'é',
    'a\nb',
    '"q"',
    'true',
    '0',
    '-',
    '012',
    '1e3',
    'a\\b',
    '~',
    '=',
    '@x',
    'a:',
    '/x',
    '(a)',
    'x,y',
  ];
  const make = (depth: number): Json => {
    const kind = depth === 0 ? random() * 0.5 : random();
    if (kind < 0.4) return pick(texts);
    if (kind < 0.5) return pick([0, 1, -7, 259_200, 1.5, true, false, null]);
    if (kind < 0.7) return Array.from({ length: Math.floor(random() * 3) }, () => make(depth - 1));
    const size = 1 + Math.floor(random() * 3);
    return Object.fromEntries(
      Array.from({ length: size }, () => [
        pick(['kind', 'name', 'Meta', 'a-b', 'x.y', 'k_1']),
        make(depth - 1),
      ]),
    );
  };
  let quick = 0;
  for (let round = 0; round < 1500; round += 1) {
    const text = [...(await writeYaml({ kind: 'job', settings: make(3) }))].join('');
    if (await agrees(text)) quick += 1;
  }
  expect(quick).toBeGreaterThan(300);
});

test('random lines are read as the library reads them, or left to it', async () => {
  const random = dice(11);
  const pieces = [
    'a',
    'b: ',
    'c:',
    '- ',
    '-',
    ' ',
    '  ',
    '\n',
    '\n',
    '\n  ',
    '\n    ',
    '"x"',
    '"',
    '\\n',
    '1',
    '0',
    '-1',
    ': ',
    ':',
    '#',
    ' #',
    ',',
    '[]',
    '{}',
    '*',
    '/',
    'null',
    'true',
    'key: v',
    '\n- a: 1',
    '\n  b: 2',
    '(',
    '=',
  ];
  let quick = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const size = 1 + Math.floor(random() * 10);
    const text = Array.from({ length: size }, () => pieces[Math.floor(random() * pieces.length)]).join('');
    if (await agrees(text)) quick += 1;
  }
  expect(quick).toBeGreaterThan(200);
});
