import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/documents/json/json.ts';
import { cellRows } from '../../src/output/formats/cells.ts';
import { csvCells, escapeCsv } from '../../src/output/formats/csv.ts';
import { escapeTsv, tsvCells } from '../../src/output/formats/tsv.ts';
import { anyUnit } from '../support/any-unit.ts';

const style = { human: false, reveal: true, now: 0 };
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

const columns = (width: number): { header: string; path: string }[] =>
  Array.from({ length: width }, (_, index) => ({ header: `C${index}`, path: `c${index}` }));
const itemsOf = (rows: readonly (readonly string[])[]): readonly JsonObject[] =>
  rows.map((row) => Object.fromEntries(row.map((text, index) => [`c${index}`, text])));

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
        const options = { columns: columns(rows[0]?.length ?? 0), style, aliases: {} };
        const text = await cellRows(tsvCells(terminal), options).page(itemsOf(rows));
        const lines = text.split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => line.split('\t').map(unescapeTsv))).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });

  test('escapes only what it must', () => {
    expect(escapeTsv('a\tb\nc\\d\re')).toBe(String.raw`a\tb\nc\\d\re`);
    expect(escapeTsv('\u001b[31m\u009b\u2028')).toBe(String.raw`\u{1b}[31m\u{9b}\u{2028}`);
    expect(escapeTsv('日本 👩\u200d💻 \u202e')).toBe('日本 👩\u200d💻 \u202e');
    expect(escapeTsv('a\u202e', true)).toBe(String.raw`a\u{202e}`);
  });
});

describe('csv', () => {
  test('restores every text for a reader of RFC 4180', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const width = rows[0]?.length ?? 0;
        const options = { columns: columns(width), style, aliases: {} };
        const text = await cellRows(csvCells(false), options).page(itemsOf(rows));
        const [header, ...read] = parseCsv(text);
        expect(header).toEqual(columns(width).map(({ path }) => path));
        expect(read).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });

  test('quotes only where it must, and does not change formulas', () => {
    expect(['a', 'a b', '', 'a,b', 'a"b', 'a\nb', 'a\rb', '=1+1', '@x'].map(escapeCsv)).toEqual([
      'a',
      'a b',
      '',
      '"a,b"',
      '"a""b"',
      '"a\nb"',
      '"a\rb"',
      '=1+1',
      '@x',
    ]);
  });
});

test("on a terminal a line of csv never begins with a server's text", () => {
  expect(csvCells(true).row(['a\nerror: b', 'c'])).toBe('a\\nerror: b,c\n');
  expect(csvCells(false).row(['a\nb', 'c'])).toBe('"a\nb",c\n');
});
