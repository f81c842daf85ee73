import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import type { Column } from '../../src/model/view.ts';
import { noColor, painter } from '../../src/render/color.ts';
import { fitted, tableRows } from '../../src/render/table.ts';
import type { TableOptions } from '../../src/render/table.ts';
import { displayWidth } from '../../src/render/width.ts';

const columns: readonly Column[] = [
  { header: 'Id', path: 'id' },
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
  test('a header, two spaces, no rules, no space at the end of a line', async () => {
    expect(
      await draw([
        { id: 'a', state: 'on', note: '' },
        { id: 'long-name', state: 'off', note: 'x y' },
      ]),
    ).toBe('ID         STATE  NOTE\na          on\nlong-name  off    x y\n');
    expect(await draw([])).toBe('');
  });

  test('the small one and the streamed one look the same, in colour too', async () => {
    for (const paint of [noColor, await painter(1)]) {
      for (const width of [80, 18, 9]) {
        // A screenful is cli-table3's; one more row, of the same widths, is not; nor are a hundred and more.
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

  test('tones colour the word alone', async () => {
    const text = await draw([{ id: 'a', state: 'off', note: 'b' }], { paint: await painter(1) });
    expect(text).toContain('a   \u001b[31moff\u001b[39m    b\n');
  });

  test('is cut to the width of the terminal, never wrapped, never broken by a line feed', async () => {
    const items = [
      { id: 'i'.repeat(50), state: 'on', note: '日本'.repeat(40) },
      { id: 'a\nb', state: '\u001b[2J', note: 'x' },
    ];
    for (const width of [120, 80, 40, 20, 10]) {
      const lines = (await draw(items, { width })).trimEnd().split('\n');
      expect(lines).toHaveLength(3);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.join('')).not.toContain('\u001b');
    }
    expect(await draw(items, { width: 40 })).toContain('…');
  });

  test('is not cut where there is no terminal', async () => {
    const text = await draw([{ id: 'i'.repeat(500), state: 'on', note: 'n' }], { width: undefined });
    expect(text).toContain(`${'i'.repeat(500)}  on     n\n`);
  });

  test('nor after the first hundred rows, whose widths it keeps', async () => {
    const late = [
      { id: 'i'.repeat(50), state: 'on', note: 'n' },
      { id: 'last', state: 'off', note: 'n' },
    ];
    const text = await draw([...rows(100), ...late], { width: undefined });
    expect(text).toContain(`\n${'i'.repeat(50)}  on     n\nlast   off    n\n`);
    expect(await draw([...rows(100), ...late], { width: 80 })).toContain('\niiii…  on     n\n');
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
    ['what is no text', { id: 7, state: true, note: null }, '7      true'],
    ['nothing', {}, ''],
  ])('%s in a late row is drawn as in an early one', async (_, item, line, cut = line) => {
    const late = async (width: number | undefined): Promise<string | undefined> =>
      (await draw([...rows(100), item, ...rows(1)], { width })).split('\n').at(-3);
    expect(await late(undefined)).toBe(line);
    expect(await late(80)).toBe(cut);
  });

  test('a private key in a late row is hidden', async () => {
    const pem = '-----BEGIN PRIVATE KEY----- abc -----END PRIVATE KEY-----';
    const items = [...rows(100), { id: 'a', state: 'on', note: pem }];
    expect(await draw(items, { width: undefined })).not.toContain('abc');
    const revealing = { ...options.style, reveal: true };
    expect(await draw(items, { width: undefined, style: revealing })).toContain('abc');
  });

  test('wide characters keep the columns straight', async () => {
    expect(
      await draw([
        { id: '日本', state: 'on', note: 'a' },
        { id: 'abcde', state: 'off', note: 'b' },
      ]),
    ).toBe('ID     STATE  NOTE\n日本   on     a\nabcde  off    b\n');
  });

  test('pages do not matter', async () => {
    const items = rows(330);
    const writer = tableRows(options);
    let text = '';
    for (let from = 0; from < items.length; from += 7) text += await writer.page(items.slice(from, from + 7));
    expect(text + ((await writer.end?.()) ?? '')).toBe(await draw(items));
  });

  test('a private key in any cell is hidden', async () => {
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
  test('takes from the widest columns alone', () => {
    expect(fitted([10, 50, 10], 80)).toEqual([10, 50, 10]);
    expect(fitted([10, 50, 10], 44)).toEqual([10, 20, 10]);
    expect(fitted([40, 50, 5], 54)).toEqual([23, 22, 5]);
    expect(fitted([40, 50, 5], 12)).toEqual([3, 3, 2]);
    expect(fitted([40, 50], undefined)).toEqual([40, 50]);
  });

  test('leaves the first column whole where it can', () => {
    expect(fitted([30, 50, 40, 5], 80)).toEqual([30, 20, 19, 5]);
    expect(fitted([48, 50], 74)).toEqual([48, 24]);
    expect(fitted([49, 50], 74)).toEqual([36, 36]);
    expect(fitted([20, 50, 50, 50], 40)).toEqual([9, 9, 8, 8]);
  });
});
