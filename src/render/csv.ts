/** Comma-separated values as RFC 4180 has them, but for its line ends: a line feed, as every other output. */
import { safe } from './safe.ts';
import type { CellWriter } from './writer.ts';

/**
 * One field, quoted where it must be. Text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@` at its
 * start) is not altered: the data would not come out as it came in.
 */
export const escapeCsv = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * A header of the columns' paths (the names that `--field` takes), then one row for each item. On a terminal a line
 * break in a text is shown as `\n`: no text of a server's begins a line.
 */
export const csvCells = (terminal: boolean): CellWriter => {
  const row = (cells: readonly string[]): string => {
    // A row of one empty field would be an empty line, which readers skip.
    if (cells.length === 1 && cells[0] === '') return '""\n';
    return `${cells.map((text) => escapeCsv(terminal ? safe(text) : text)).join(',')}\n`;
  };
  return { label: 'path', head: row, row };
};
