/** Tests what YAML is read, where its faults are, and what is written. */
import * as fc from 'fast-check';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/documents/json/json.ts';
import { plainOf } from '../../src/documents/located.ts';
import { parseJson } from '../../src/documents/json/lossless.ts';
import { readYaml } from '../../src/documents/read-yaml.ts';
import { writeYaml } from '../../src/documents/yaml.ts';
import { triesOf } from '../support/part.ts';

const values = (text: string): readonly Json[] => {
  const { documents, faults } = readYaml(text);
  expect(faults).toEqual([]);
  return documents.map(plainOf);
};

const faults = (text: string): readonly string[] =>
  readYaml(text).faults.map(({ place, text: why }) => `${place.line}:${place.column} ${why}`);

const write = (value: Json): string => [...writeYaml(value)].join('');

describe('values', () => {
  test.each<[string, Json]>([
    ['a: 9007199254740993', { a: 9007199254740993n }],
    ['a: -18446744073709551616', { a: -18446744073709551616n }],
    ['a: 0xFFFFFFFFFFFFFFFFFF', { a: 0xffffffffffffffffffn }],
    ['[0x1F, 0o17, 017, +5, -0, 1e3, .5]', [31, 15, 17, 5, 0, 1000, 0.5]],
    ['[no, yes, on, 2001-01-01, 1:20, 1_000]', ['no', 'yes', 'on', '2001-01-01', '1:20', '1_000']],
    ['[~, null, True, FALSE]', [null, null, true, false]],
    ['1.10: a\n1.1: b\nnull: c', { '1.10': 'a', '1.1': 'b', null: 'c' }],
    ['{"__proto__": 1, "constructor": 2}', parseJson('{"__proto__": 1, "constructor": 2}')],
    ['<<: {a: 1}', { '<<': { a: 1 } }],
    ['[!!str 1, !!int "7", ! 5, !<tag:yaml.org,2002:bool> "true"]', ['1', 7, '5', true]],
    ['a: &x [1]\nb: *x', { a: [1], b: [1] }],
    ['a: |\r\n  one\r\n  two\r\nb: "c\r\n  d"', { a: 'one\ntwo\n', b: 'c d' }],
    ['\uFEFFa: 1', { a: 1 }],
    ['%YAML 1.2\n---\na: no', { a: 'no' }],
    ['{\n\t"a": [\n\t\t1\n\t]\n}', { a: [1] }],
    // Most readers take a bracket below its key.
    ['a: [\n  1\n]\nb: {\n  c: [ # d\n    2\n  ]\n}', { a: [1], b: { c: [2] } }],
    ['a:\n  b: [\n    1\n]', { a: { b: [1] } }],
  ])('of %j', (text, value) => {
    expect(values(text)).toEqual([value]);
  });

  test('of several documents, without empty ones', () => {
    expect(values('# a\n---\n---\na: 1\n...\n---\n~\n--- b\n')).toEqual([{ a: 1 }, 'b']);
    expect(values('')).toEqual([]);
  });

  test.each([
    ['a:\n  "b": 1\n', '2:3', '2:8'],
    ['a:\n  b: "c"\n', '2:3', '2:6'],
    ['a:\n  b: | # c | d\n    e\n', '2:3', '2:6'],
    ['a:\n  b: &c !!str\n    d\n', '2:3', '3:5'],
    ['\uFEFFa: {b: [1]}\n', '1:5', '1:8'],
  ])('of %j have their places', (text, key, value) => {
    const [document] = readYaml(text).documents;
    const inner = document?.kind === 'map' ? document.entries[0]?.node : undefined;
    const entry = inner?.kind === 'map' ? inner.entries[0] : undefined;
    expect([entry?.place, entry?.node.place].map((place) => `${place?.line}:${place?.column}`)).toEqual([
      key,
      value,
    ]);
  });
});

describe('faults', () => {
  test.each([
    [
      'a: 1\nb:\n  c: 1\n  "c": 2\na: 3',
      ['4:3 c is given twice', '5:1 a is given twice; a line of --- separates documents'],
    ],
    ['a: 1\n---\nb: {"x y": 1, "x y": 2}', ['3:15 a key is given twice']],
    ['a: *b', ['1:4 *b refers to nothing: there is no earlier &b stands before it']],
    ['a: &b 1\n---\nc: *b', ['3:4 *b refers to nothing: there is no earlier &b stands before it']],
    ['a: &b [*b]', ['1:8 *b contains itself']],
    ['a: !b 1', ['1:4 the tag !b is not supported here']],
    [
      'a: !!int b\nc: !!set {d}',
      ['1:4 the tag !!int is not supported here', '2:4 the tag !!set is not supported here'],
    ],
    ['%YAML 1.1\n---\na: no', ['1:1 trivet reads YAML 1.2, not 1.1']],
    ['a: 1\n...\n# %YAML\n%TAG !! b\n---\nc: 1', ['4:1 %TAG is not supported']],
    ['[a]: b', ['1:1 a key must be plain text']],
    ['a: {{ b }}', ['1:5 a key must be plain text']],
    ['? !!int 1\n: b', ['1:9 a key must be plain text']],
    ['&a b: 1\n*a : 2', ['2:1 a key must be plain text']],
    [': b', ['1:1 a key must be plain text']],
    ['a: "b\0c"', ['1:6 a NUL character, which no text file has']],
    ['a: b\u0007', ['1:5 a control character: write it as an escape in double quotes']],
    ['a:\n\tb: 1', ['2:1 a tab in the indentation, where YAML allows only spaces']],
    ['\ta: 1', ['1:3 a tab in the indentation, where YAML allows only spaces']],
    ['a: @b', ['1:4 text that begins with @ must be in quotes']],
    ['a: b: c', ['1:5 text with a colon and a space must be in quotes']],
    ['a: "b" c', ['1:8 unexpected text after a value']],
    ['a: 1\n b: 2', ['2:3 bad indentation of a mapping entry']],
    ['a: 1\nb\nc: 2', ['3:2 a colon is missing, here or in the line above']],
    ['a: ["b" "c"]', ['1:9 a comma is missing']],
    ['a: [,]', ['1:5 a value is missing before the comma']],
    ['a: "b\nc: 1\nd: "e"', ['1:4 " is opened here and never closed']],
    ["a: 'it''s\nb: 1", ["1:4 ' is opened here and never closed"]],
    ['a: "b\n---\nc: 1', ['1:4 " is opened here and never closed']],
    ['a: [1, 2\nb: 3', ['1:4 [ is opened here and never closed']],
    ['{"a": {"b": [1], "c": 2', ['1:7 { is opened here and never closed']],
    ['a: [b, {c: "d]', ['1:12 " is opened here and never closed']],
    [
      'a: *b\n---\nb: "c\n--- # d\n[a]: b\n---\nc: [1\n---\nd: 1\nd: 2',
      [
        '3:4 " is opened here and never closed',
        '7:4 [ is opened here and never closed',
        '1:4 *b refers to nothing: there is no earlier &b stands before it',
        '5:1 a key must be plain text',
        '10:1 d is given twice; a line of --- separates documents',
      ],
    ],
    [
      '%YAML 1.2\n---\na: @\n---\nb: |\n  ---\nb: 1',
      [
        '3:4 text that begins with @ must be in quotes',
        '7:1 b is given twice; a line of --- separates documents',
      ],
    ],
    ['['.repeat(5000), ['1:200 YAML is nested deeper than 200 levels']],
  ])('of %j', (text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  test('of aliases that grow without bound', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 6; level += 1)
      lines.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`);
    expect(faults(lines.join('\n'))).toEqual([
      '1:1 more than 200000 values: aliases are followed, and each counts',
    ]);
  });

  test('are found in a time that grows with the text', () => {
    const much = (part: string): string => part.repeat(200_000 / part.length);
    for (const text of [
      much('a: 1\n'),
      `a: [${much('"x", ')}`,
      `a: '${much("''")}`,
      much('a: [\n]\n'),
      `[${much('[a]: b, ')}`,
    ])
      expect(faults(text)).not.toEqual([]);
  });
});

describe('written text', () => {
  test.each<[Json, string]>([
    ['no', '"no"\n'],
    [{ y: '1:20' }, '"y": "1:20"\n'],
    [['=', '.', '1e400', 'web-', 'a:'], '- "="\n- "."\n- "1e400"\n- web-\n- "a:"\n'],
    [['{"a": "b"}', `"it's"`], `- '{"a": "b"}'\n- "\\"it's\\""\n`],
    [{ a: 'b\nc\n', d: ['e\n\n'] }, 'a: |\n  b\n  c\nd:\n  - |+\n    e\n\n'],
    [{ a: '\nb', c: ' d\ne', f: 'g\n \nh' }, 'a: "\\nb"\nc: " d\\ne"\nf: "g\\n \\nh"\n'],
    [{ '--- a': 1 }, '"--- a": 1\n'],
    [[18446744073709551615n, 1e21, -0, 0.1], '- 18446744073709551615\n- 1.e+21\n- -0.0\n- 0.1\n'],
    [['x\u202e"', 'x\u200b\ny'], '- "x\\u202e\\""\n- "x\\u200b\\ny"\n'],
    [{ a: {}, b: [], c: null, d: undefined }, 'a: {}\nb: []\nc: null\n'],
    [parseJson('{"__proto__": 1}'), '__proto__: 1\n'],
    [{ a: 'word '.repeat(50).trim() }, `a: ${'word '.repeat(50).trim()}\n`],
  ])('of a value, example %#', (value, text) => {
    expect(write(value)).toBe(text);
  });

  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...Array.from('ab0.1e_:- \n\t#|>%\'"?=&*!,[]{}~@`\\\u0085\u202e😀')) }),
  );

  test('is read as the value again, also as YAML 1.1', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const value = { [one]: [other, { [other]: one }], z: one };
        const written = write(value);
        const [document] = readYaml(written).documents;
        expect(document && plainOf(document)).toEqual(value);
        // The key << merges there.
        if (one !== '<<' && other !== '<<') expect(load(written, { schema: YAML11_SCHEMA })).toEqual(value);
      }),
      { numRuns: triesOf(300) },
    );
  });
});
