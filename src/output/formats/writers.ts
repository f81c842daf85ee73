/** Writers that a reply in a pipe does not need, loaded with the first reply in another format. */
import { control } from '../../documents/invisible.ts';
import { find } from '../text/item.ts';
import { safe, visible } from '../text/safe.ts';
import { cellText } from '../text/value.ts';
import { envText, exportText, processText } from './credentials.ts';
import { markdownCells } from './markdown.ts';
import { checkQuery, rawResult, runQuery } from './query.ts';
import { recordText } from './record.ts';
import { tableRows } from './table.ts';
import type { CellWriter, PageWriter, RowOptions } from './writer.ts';

/** Spreadsheet formulas (`=`, `+`, `-`, `@` at the start) stay: the data must not change. */
const escapeCsv = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** On a terminal a line break in a text is `\n`, so that no line begins with a server's text. */
const csvCells = (terminal: boolean): CellWriter => {
  const row = (cells: readonly string[]): string => {
    if (cells.length === 1 && cells[0] === '') return '""\n';
    return `${cells.map((text) => escapeCsv(terminal ? safe(text) : text)).join(',')}\n`;
  };
  return { label: 'path', head: row, row };
};

const controls = control();

/** Escapes are unambiguous: `\u{a}` is a line feed, and `\u{5c}u{a}` is the name `\u{a}`. */
const writtenName = (name: string): string =>
  name.replaceAll(/\\(?=u\{)/g, visible).replace(controls, visible);

/** Controls become `\u{..}`, since they could make two names of one. An item without a name has no line. */
const nameRows = ({ view, columns, style, terminal, aliases }: RowOptions): PageWriter => {
  const path = 'name' in view ? view.name : '';
  const sensitive = columns.find((column) => column.path === path)?.sensitive;
  const column = { header: path, path, ...(sensitive === undefined ? {} : { sensitive }) };
  return {
    page: (items) => {
      let text = '';
      for (const item of items) {
        const name = cellText(find(item, path, aliases), column, style);
        if (name !== '') text += `${terminal ? safe(name) : writtenName(name)}\n`;
      }
      return text;
    },
  };
};

export const writers = {
  checkQuery,
  csvCells,
  envText,
  exportText,
  markdownCells,
  nameRows,
  processText,
  rawResult,
  recordText,
  runQuery,
  tableRows,
} as const;
