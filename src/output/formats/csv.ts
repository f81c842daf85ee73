import { safe } from '../text/safe.ts';
import type { CellWriter } from './writer.ts';

/** Spreadsheet formulas (`=`, `+`, `-`, `@` at the start) stay: the data must not change. */
const escapeCsv = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** On a terminal a line break in a text is `\n`, so that no line begins with a server's text. */
export const csvCells = (terminal: boolean): CellWriter => {
  const row = (cells: readonly string[]): string => {
    if (cells.length === 1 && cells[0] === '') return '""\n';
    return `${cells.map((text) => escapeCsv(terminal ? safe(text) : text)).join(',')}\n`;
  };
  return { label: 'path', head: row, row };
};
