import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tableView } from '../../src/catalogue/view.ts';
import { traitsOf } from '../../src/output/formats/formats.ts';
import { anyUnit } from '../support/any-unit.ts';

const cell = fc.oneof(
  fc.string({ unit: anyUnit }),
  fc.string({
    unit: fc.constantFrom('"', ',', '\n', '\r', '\t', '\\', 'n', 'u', '{', '}', ' ', '=', '\u001b', '\u202e'),
  }),
);
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
  );

const view = tableView({
  fields: { c0: { type: 'text', summary: 'The name' } },
  name: 'c0',
  columns: [['c0', 'C0']],
  empty: 'none',
});

const columns = (width: number): { header: string; path: string }[] =>
  Array.from({ length: width }, (_, index) => ({ header: `C${index}`, path: `c${index}` }));

/** A list of rows with the columns c0, c1 …, as a format writes it. */
const written = async (
  format: 'csv' | 'name' | 'tsv',
  rows: readonly (readonly string[])[],
  terminal = false,
): Promise<string> => {
  const writer = await traitsOf(format).rows?.({
    view,
    columns: columns(rows[0]?.length ?? 0),
    fields: undefined,
    style: { human: false, reveal: true, now: 0 },
    terminal,
    width: undefined,
    colorLevel: 0,
    aliases: {},
    continued: false,
  });
  const items = rows.map((row) => Object.fromEntries(row.map((text, index) => [`c${index}`, text])));
  return `${await writer?.page(items)}${(await writer?.end?.()) ?? ''}`;
};

/** Splits and unescapes a field like a script. */
const unescapeTsv = (field: string): string =>
  field.replaceAll(
    /\\(?:u\{([0-9a-f]+)\}|(.))/g,
    (_, code: string | undefined, letter: string | undefined) => {
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      return { t: '\t', n: '\n', r: '\r', '\\': '\\' }[letter ?? ''] ?? 'broken';
    },
  );

/** Parses RFC 4180 like a reader. */
const parseCsv = (text: string): readonly (readonly string[])[] => {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length;) {
    let field = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        field += text[at];
        if (text[at] === '"') at += 1;
      }
      at += 1;
    } else {
      for (; at < text.length && text[at] !== ',' && text[at] !== '\n'; at += 1) field += text[at];
    }
    row.push(field);
    if (text[at] === '\n') {
      rows.push(row);
      row = [];
    }
    at += 1;
    // A comma at the end of a row leaves an empty field.
    if (text[at - 1] === ',' && (at === text.length || text[at] === '\n')) {
      row.push('');
      rows.push(row);
      row = [];
      at += 1;
    }
  }
  return rows;
};

describe('tsv', () => {
  test('restores every text in its own row and column', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.boolean(), async (rows, terminal) => {
        const lines = (await written('tsv', rows, terminal)).split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => line.split('\t').map(unescapeTsv))).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['a\tb\nc\\d\re', false, String.raw`a\tb\nc\\d\re`],
    ['\u001b[31m\u009b\u2028', false, String.raw`\u{1b}[31m\u{9b}\u{2028}`],
    ['日本 👩\u200d💻 \u202e', false, '日本 👩\u200d💻 \u202e'],
    ['a\u202e', true, String.raw`a\u{202e}`],
  ])('escapes in %j only what it must (terminal: %s)', async (text, terminal, escaped) => {
    expect(await written('tsv', [[text]], terminal)).toBe(`${escaped}\n`);
  });
});

describe('csv', () => {
  test('restores every text for a reader of RFC 4180', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const [header, ...read] = parseCsv(await written('csv', rows));
        expect(header).toEqual(columns(rows[0]?.length ?? 0).map(({ path }) => path));
        expect(read).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });

  test('quotes only where it must, and does not change formulas', async () => {
    const texts = ['a', 'a b', '', 'a,b', 'a"b', 'a\nb', 'a\rb', '=1+1', '@x'];
    const quoted = ['a', 'a b', '', '"a,b"', '"a""b"', '"a\nb"', '"a\rb"', '=1+1', '@x'];
    expect(await written('csv', [texts])).toBe(`c0,c1,c2,c3,c4,c5,c6,c7,c8\n${quoted.join()}\n`);
  });
});

test("on a terminal a line of csv never begins with a server's text", async () => {
  expect(await written('csv', [['a\nerror: b', 'c']], true)).toBe('c0,c1\na\\nerror: b,c\n');
  expect(await written('csv', [['a\nb', 'c']])).toBe('c0,c1\n"a\nb",c\n');
});

describe('name', () => {
  test('has a line of its own for every name', async () => {
    const odd = ['a\nb', String.raw`a\u{a}b`, String.raw`a\u{5c}u{a}b`, String.raw`\u{`, '\u001b[2J'];
    const text = await written(
      'name',
      odd.map((one) => [one]),
    );
    expect(new Set(text.trimEnd().split('\n')).size).toBe(odd.length);
    expect(text).not.toContain('\u001b');
  });

  test('shows on a terminal what a text hides', async () => {
    expect(await written('name', [['a\u202e']])).toBe('a\u202e\n');
    expect(await written('name', [['a\u202e']], true)).toBe(String.raw`a\u{202e}` + '\n');
  });

  test.each(['web', String.raw`C:\users`, 'é 日'])('prints %s as it is', async (name) => {
    expect(await written('name', [[name]])).toBe(`${name}\n`);
  });
});
