/** Comma-separated values as in RFC 4180, except that lines end in a line feed like any other output. */
import { safe } from '../text/safe.ts';
import type { CellWriter } from './writer.ts';

/**
 * Returns one field, quoted if necessary. A spreadsheet formula (`=`, `+`, `-`, `@` at the start) is not altered,
 * because the data must stay as it is.
 */
const escapeCsv = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * A header of the columns' paths (as `--field` takes them), then one row for each item. On a terminal a line break in a
 * text is shown as `\n`, so that no line begins with a server's text.
 */
export const csvCells = (terminal: boolean): CellWriter => {
  const row = (cells: readonly string[]): string => {
    // A row of one empty field would be an empty line, which readers skip.
    if (cells.length === 1 && cells[0] === '') return '""\n';
    return `${cells.map((text) => escapeCsv(terminal ? safe(text) : text)).join(',')}\n`;
  };
  return { label: 'path', head: row, row };
};
