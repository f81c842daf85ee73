import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellRecord, cellRows } from '../../src/output/formats/formats.ts';
import { escapeMarkdown, markdownCells } from '../../src/output/formats/markdown.ts';

const options = {
  columns: [
    { header: 'engine version', path: 'engine-version' },
    { header: 'token', path: 'token', sensitive: true as const },
  ],
  style: { human: false, reveal: false, now: 0 },
  aliases: {},
};
const item = { 'engine-version': '1.9.8', token: 'secret' };

test('a list has a header, its rule, and a row for each item; secrets are hidden', async () => {
  expect(await cellRows(markdownCells, options).page([item])).toBe(
    '| engine version | token |\n| --- | --- |\n| 1.9.8 | (hidden, use --reveal) |\n',
  );
  expect(await cellRows(markdownCells, options).end?.()).toBe('| engine version | token |\n| --- | --- |\n');
});

test('a record has a row for each field', () => {
  expect(cellRecord(markdownCells, item, options)).toBe(
    '| field | value |\n| --- | --- |\n| engine version | 1.9.8 |\n| token | (hidden, use --reveal) |\n',
  );
});

test.each([
  ['web', 'web'],
  ['two words, 50%', 'two words, 50%'],
  ['a|b', '`a\\|b`'],
  ['a\nb\r\nc\n', 'a<br>b<br>c'],
  ['@everyone', '`@everyone`'],
  ['*bold* _it_ [x](y)', '`*bold* _it_ [x](y)`'],
  ['a`b``c', '``` a`b``c ```'],
  [' x ', '`  x  `'],
  ['<img src=x>', '<code>&#60;img src&#61;x&#62;</code>'],
  ['</table>|x', '<code>&#60;&#47;table&#62;&#124;x</code>'],
  ['www.example.com', '`www.example.com`'],
  ['\u001b[2J', '`\\u{1b}[2J`'],
  ['', ''],
])('%j becomes %j', (text, markdown) => {
  expect(escapeMarkdown(text)).toBe(markdown);
});

test('no text leaves its cell, and no text is HTML', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('|', '\\', '`', '<', '>', '&', '\n', '\r', 'a', ' ', '!', '*') }),
      (text) => {
        const cell = escapeMarkdown(text);
        expect(cell).not.toMatch(/[\r\n]/);
        expect(cell.replaceAll('\\|', '')).not.toContain('|');
        expect(cell.replaceAll(/<\/?code>|<br>|&#\d+;/g, '')).not.toMatch(/[<>&]/);
      },
    ),
  );
});

test('a format that has an end writes it once, after the last row', async () => {
  const html = {
    label: 'header',
    head: () => '<table>\n',
    row: (cells: readonly string[]) => `<tr>${cells.map((one) => `<td>${one}</td>`).join('')}</tr>\n`,
    foot: '</table>\n',
  } as const;
  const rows = cellRows(html, options);
  const pages = [await rows.page([item]), await rows.page([item])].join('');
  expect(pages).not.toContain('</table>');
  expect(`${pages}${await rows.end?.()}`).toMatch(/^<table>\n(?:<tr>.*<\/tr>\n){2}<\/table>\n$/);
  expect(cellRecord(html, item, options)).toMatch(/^<table>\n(?:<tr>.*<\/tr>\n)+<\/table>\n$/);
});
