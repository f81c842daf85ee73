import { stripVTControlCharacters } from 'node:util';
import CliTable from 'cli-table3';
import { describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../src/documents/json/json.ts';
import type { Column } from '../../src/catalogue/view.ts';
import { noColor, painter } from '../../src/output/color.ts';
import { fitted, tableRows } from '../../src/output/formats/table.ts';
import type { TableOptions } from '../../src/output/formats/table.ts';
import { displayWidth } from '../../src/output/text/width.ts';

const columns: readonly Column[] = [
  { header: 'Id', path: 'id', rank: 0 },
  { header: 'State', path: 'state', tones: { on: 'good', off: 'bad' } },
  { header: 'Note', path: 'note' },
];
const options: TableOptions = {
  columns,
  style: { human: true, reveal: false, now: 0 },
  paint: noColor,
  width: 80,
};
const draw = async (items: readonly JsonObject[], some: Partial<TableOptions> = {}): Promise<string> => {
  const writer = tableRows({ ...options, ...some });
  return (await writer.page(items)) + ((await writer.end?.()) ?? '');
};
const rows = (count: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `ws-${index}`,
    state: index % 2 === 0 ? 'on' : 'off',
    note: index % 3 === 0 ? null : 'n'.repeat(index % 7),
  }));

describe('a table', () => {
  test('has a header, two spaces between columns, no rules, and no space at the end of a line', async () => {
    expect(
      await draw([
        { id: 'a', state: 'on', note: '' },
        { id: 'long-name', state: 'off', note: 'x y' },
      ]),
    ).toBe('ID         STATE  NOTE\na          on\nlong-name  off    x y\n');
    expect(await draw([])).toBe('');
  });

  test('looks the same small and streamed, in colour, too', async () => {
    for (const paint of [noColor, await painter(1)]) {
      for (const width of [80, 18, 9]) {
        const more = { id: 'x', state: 'on', note: 'y' };
        for (const count of [24, 100]) {
          const small = await draw(rows(count), { paint, width });
          const large = await draw([...rows(count), more], { paint, width });
          expect(`${large.split('\n').slice(0, -2).join('\n')}\n`).toBe(small);
          expect(small.split('\n')).toHaveLength(count + 2);
        }
      }
    }
  });

  test('names the columns that it has no room for, small and streamed', async () => {
    const named = async (items: readonly JsonObject[], some: Partial<TableOptions>): Promise<string> => {
      const writer = tableRows({ ...options, ...some });
      await writer.page(items);
      await writer.end?.();
      return writer.leftOut?.() ?? '';
    };
    const wide = { id: 'i'.repeat(40), state: 'off', note: 'n' };
    expect(await named([wide], { width: 44 })).toBe('not shown: STATE, NOTE; -o wide');
    expect(await named([wide, ...rows(200)], { width: 44 })).toBe('not shown: STATE, NOTE; -o wide');
    expect(await named([wide], { width: 48 })).toBe('not shown: NOTE; -o wide');
    expect(await named([wide], { width: 44, continued: true })).toBe('');
    expect(await named([wide], { width: 80 })).toBe('');
    expect(await named([wide], { width: undefined })).toBe('');
    expect(await named([], { width: 10 })).toBe('');
  });

  test('cuts prose after as many lines as its field says, and names it', async () => {
    const prose: readonly Column[] = [
      { header: 'Id', path: 'id', rank: 0 },
      { header: 'Why', path: 'why', rank: 1, readable: 12, lines: 2 },
    ];
    const writer = tableRows({ ...options, columns: prose, width: 16 });
    const text =
      (await writer.page([{ id: 'a', why: 'one two three four five six seven eight' }])) +
      ((await writer.end?.()) ?? '');
    expect(text).toBe('ID  WHY\na   one two\n    three four …\n');
    expect(writer.leftOut?.()).toBe('not shown: the rest of WHY; -o wide');
  });

  test('draws thousands of rows in blocks of at most 50, whose columns are those of the first', async () => {
    const drawn: number[] = [];
    const draws = vi.spyOn(CliTable.prototype, 'toString');
    try {
      for (const paint of [noColor, await painter(1)]) {
        draws.mockClear();
        const items = rows(5000).map((item, index) => ({ ...item, id: `ws-${1000 + index}` }));
        const text = await draw(items, { paint });
        drawn.push(...draws.mock.contexts.map((table) => (Array.isArray(table) ? table.length : 0)));
        const lines = text.trimEnd().split('\n');
        expect(lines).toHaveLength(5001);
        // The columns begin at the same place in each line, whatever its block.
        const plain = lines.map(stripVTControlCharacters);
        for (const [number, line] of plain.entries()) {
          const id = number === 0 ? 'ID     ' : `ws-${999 + number}`;
          const state = number === 0 ? 'STATE  NOTE' : number % 2 === 0 ? 'off' : 'on';
          expect(line.startsWith(`${id}  ${state}`), line).toBe(true);
        }
      }
    } finally {
      draws.mockRestore();
    }
    expect(Math.max(...drawn)).toBe(50);
    expect(drawn).toHaveLength(202);
  });

  test('draws forty columns, and as many as fit where the terminal is narrow', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ header: `C${index}`, path: `c${index}` }));
    const item = Object.fromEntries(many.map(({ path }, index) => [path, 'v'.repeat(1 + (index % 5))]));
    const [head = '', row = ''] = (await draw([item], { columns: many, width: 300 })).split('\n');
    expect(head.split(/ +/)).toEqual(many.map(({ header }) => header));
    expect(row.split(/ +/)).toEqual(Object.values(item));
    expect(row.indexOf('vvvvv')).toBe(head.indexOf('C4 '));
    const [narrow = ''] = (await draw([item], { columns: many, width: 40 })).split('\n');
    expect(narrow.split(/ +/)).toEqual(many.slice(0, 8).map(({ header }) => header));
  });

  test('colours only the word', async () => {
    const text = await draw([{ id: 'a', state: 'off', note: 'b' }], { paint: await painter(1) });
    expect(text).toContain('a   \u001b[31moff\u001b[39m    b\n');
  });

  test('fits the terminal without wrapping or line feeds, and keeps the column that identifies the rows', async () => {
    const items = [
      { id: 'i'.repeat(30), state: 'on', note: '日本'.repeat(40) },
      { id: 'a\nb', state: '\u001b[2J', note: 'x' },
    ];
    for (const width of [120, 80, 40, 20, 10]) {
      const lines = (await draw(items, { width })).trimEnd().split('\n');
      expect(lines).toHaveLength(3);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(Math.max(30, width));
      expect(lines.join('')).not.toContain('\u001b');
      expect(lines[1]).toContain('i'.repeat(30));
    }
    expect(await draw(items, { width: 60 })).toContain('…');
    expect(await draw(items, { width: 40 })).not.toContain('NOTE');
  });

  test('wraps prose below its column to its end, and breaks a word that is longer than the column', async () => {
    const prose: readonly Column[] = [
      { header: 'Id', path: 'id', rank: 0 },
      { header: 'Why', path: 'why', rank: 1, readable: 20, tones: { x: 'bad' } },
    ];
    const why = `Exceeded allowed attempts 3 in interval 24h0m0s ${'x'.repeat(30)}`;
    const text = await draw(
      [
        { id: 'a', why },
        { id: 'b', why: 'fine' },
      ],
      { columns: prose, width: 26 },
    );
    expect(text).toBe(
      [
        'ID  WHY',
        'a   Exceeded allowed',
        '    attempts 3 in interval',
        '    24h0m0s',
        `    ${'x'.repeat(22)}`,
        `    ${'x'.repeat(8)}`,
        'b   fine',
        '',
      ].join('\n'),
    );
    expect(await draw([{ id: 'a', why }], { columns: prose, width: undefined })).toContain(why);
  });

  test('colours a word by other fields of its item where the field says so', async () => {
    const state: readonly Column[] = [
      {
        header: 'S',
        path: 's',
        rank: 0,
        tones: { dead: 'dim' },
        toneWhen: (word, { stop }) => (word === 'dead' && stop === false ? 'bad' : undefined),
      },
    ];
    const items = [
      { s: 'dead', stop: false },
      { s: 'dead', stop: true },
    ];
    const text = await draw(items, { columns: state, paint: await painter(1) });
    expect(text).toContain('\u001b[31mdead\u001b[39m\n\u001b[2mdead\u001b[22m');
  });

  test('is not cut without a terminal', async () => {
    const text = await draw([{ id: 'i'.repeat(500), state: 'on', note: 'n' }], { width: undefined });
    expect(text).toContain(`${'i'.repeat(500)}  on     n\n`);
  });

  test('is not cut after the first hundred rows, whose widths it keeps', async () => {
    const late = [
      { id: 'i'.repeat(50), state: 'on', note: 'n' },
      { id: 'last', state: 'off', note: 'n' },
    ];
    const text = await draw([...rows(100), ...late], { width: undefined });
    expect(text).toContain(`\n${'i'.repeat(50)}  on     n\nlast   off    n\n`);
    expect(await draw([...rows(100), ...late], { width: 80 })).toContain(`\n${'i'.repeat(50)}  on     n\n`);
  });

  test.each([
    ['a line feed', { id: 'a\nb', state: 'on', note: 'n' }, String.raw`a\nb   on     n`],
    [
      'an escape sequence',
      { id: 'a', state: '\u001b[2J', note: 'n' },
      String.raw`a      \u{1b}[2J  n`,
      String.raw`a      \u{1…  n`,
    ],
    ['wide characters', { id: '日本', state: 'on', note: 'n' }, '日本   on     n'],
    ['a value that is not text', { id: 7, state: true, note: null }, '7      true'],
    ['nothing', {}, ''],
  ])('draws %s in a late row like in an early one', async (_, item, line, cut = line) => {
    const late = async (width: number | undefined): Promise<string | undefined> =>
      (await draw([...rows(100), item, ...rows(1)], { width })).split('\n').at(-3);
    expect(await late(undefined)).toBe(line);
    expect(await late(80)).toBe(cut);
  });

  test('hides a private key in a late row', async () => {
    const pem = '-----BEGIN PRIVATE KEY----- abc -----END PRIVATE KEY-----';
    const items = [...rows(100), { id: 'a', state: 'on', note: pem }];
    expect(await draw(items, { width: undefined })).not.toContain('abc');
    const revealing = { ...options.style, reveal: true };
    expect(await draw(items, { width: undefined, style: revealing })).toContain('abc');
  });

  test('keeps columns straight with wide characters', async () => {
    expect(
      await draw([
        { id: '日本', state: 'on', note: 'a' },
        { id: 'abcde', state: 'off', note: 'b' },
      ]),
    ).toBe('ID     STATE  NOTE\n日本   on     a\nabcde  off    b\n');
  });

  test.each([
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 2],
    ['a flag', '\u{1f1e9}\u{1f1ea}', 2],
    ['a letter with a mark of its own', 'e\u0301', 1],
    ['a private character', '\ue000\ue000', 2],
    ['an ellipsis', 'a…', 2],
  ])('counts %s as a terminal does, with colour, too', async (_, note, width) => {
    for (const paint of [noColor, await painter(1)]) {
      const wide: readonly Column[] = [
        { header: 'Note', path: 'note', tones: { [note]: 'bad' } },
        { header: 'Id', path: 'id' },
      ];
      const text = await draw([{ id: 'on', note }], { columns: wide, paint });
      const row = stripVTControlCharacters(text.split('\n')[1] ?? '');
      expect(row).toBe(`${note}${' '.repeat(4 - width)}  on`);
    }
  });

  test('does not depend on pages', async () => {
    const items = rows(330);
    const writer = tableRows(options);
    let text = '';
    for (let from = 0; from < items.length; from += 7) text += await writer.page(items.slice(from, from + 7));
    expect(text + ((await writer.end?.()) ?? '')).toBe(await draw(items));
  });

  test('hides a private key in any cell', async () => {
    const pem = '-----BEGIN PRIVATE KEY----- abc -----END PRIVATE KEY-----';
    const text = await draw([{ id: 'a', state: 'on', note: pem }]);
    expect(text).not.toContain('abc');
    expect(text).toContain('--reveal');
    expect(await draw([{ id: 'a', note: pem }], { style: { ...options.style, reveal: true } })).toContain(
      'abc',
    );
  });
});

describe('fitted', () => {
  /** The widths of the columns that remain, by their position. */
  const left = (widths: readonly number[], ranks: readonly number[], width: number | undefined) =>
    Object.fromEntries(
      fitted(
        widths.map((one, index) => ({ width: one, rank: ranks[index] ?? 0 })),
        width,
      ).map((one) => [one.index, one.width]),
    );

  test('shrinks the widest of the columns that may be cut', () => {
    expect(left([10, 50, 10], [0, 1, 2], 80)).toEqual({ 0: 10, 1: 50, 2: 10 });
    expect(left([10, 50, 10], [0, 1, 2], 44)).toEqual({ 0: 10, 1: 20, 2: 10 });
    expect(left([40, 50], [0, 1], undefined)).toEqual({ 0: 40, 1: 50 });
  });

  test('drops the least important columns, and never cuts or drops those of rank 0', () => {
    expect(left([20, 30, 40, 5], [0, 0, 2, 1], 80)).toEqual({ 0: 20, 1: 30, 2: 19, 3: 5 });
    expect(left([20, 30, 40, 5], [0, 0, 2, 1], 62)).toEqual({ 0: 20, 1: 30, 3: 5 });
    expect(left([20, 30, 40, 5], [0, 0, 1, 2], 65)).toEqual({ 0: 20, 1: 30, 2: 11 });
    expect(left([20, 30, 40, 5], [0, 0, 1, 2], 40)).toEqual({ 0: 20, 1: 30 });
    expect(left([20, 30], [0, 0], 1)).toEqual({ 0: 20, 1: 30 });
  });

  test('drops a column that is too wide, and keeps those after it', () => {
    expect(left([20, 10, 4], [0, 1, 2], 26)).toEqual({ 0: 20, 2: 4 });
  });

  test('cuts a column to no less than its minimum, or not at all', () => {
    const columns = [
      { width: 59, rank: 4, narrowest: 'whole' },
      { width: 40, rank: 1, narrowest: 20 },
      { width: 30, rank: 2 },
      { width: 9, rank: 0 },
    ] as const;
    const widths = (width: number) =>
      Object.fromEntries(fitted(columns, width).map((one) => [one.index, one.width]));
    expect(widths(150)).toEqual({ 0: 59, 1: 40, 2: 30, 3: 9 });
    expect(widths(110)).toEqual({ 0: 59, 1: 20, 2: 16, 3: 9 });
    expect(widths(80)).toEqual({ 1: 37, 2: 30, 3: 9 });
    expect(widths(43)).toEqual({ 1: 20, 2: 10, 3: 9 });
    expect(widths(40)).toEqual({ 1: 29, 3: 9 });
  });

  test('drops less important columns before it cuts one that must stay readable', () => {
    const columns = [
      { width: 12, rank: 2 },
      { width: 14, rank: 0 },
      { width: 60, rank: 1, readable: 40 },
    ] as const;
    const widths = (width: number) =>
      Object.fromEntries(fitted(columns, width).map((one) => [one.index, one.width]));
    expect(widths(80)).toEqual({ 0: 12, 1: 14, 2: 50 });
    expect(widths(68)).toEqual({ 0: 10, 1: 14, 2: 40 });
    expect(widths(67)).toEqual({ 1: 14, 2: 51 });
    expect(widths(30)).toEqual({ 1: 14, 2: 14 });
  });
});
