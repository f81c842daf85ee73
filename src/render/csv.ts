/** Comma-separated values as RFC 4180 has them, but for its line ends: a line feed, as every other output. */
import type { Column } from '../model/view.ts';
import type { Aliases } from './item.ts';
import { find } from './item.ts';
import { safe } from './safe.ts';
import type { ValueStyle } from './value.ts';
import { cellText } from './value.ts';
import type { PageWriter } from './writer.ts';

/**
 * One field, quoted where it must be. Text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@` at its
 * start) is not altered: the data would not come out as it came in.
 */
export const escapeCsv = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A header of the columns' paths (the names that `--field` takes), then one row for each item. */
export const csvRows = (
  columns: readonly Column[],
  style: ValueStyle,
  terminal: boolean,
  aliases?: Aliases,
): PageWriter => {
  const row = (texts: readonly string[]): string => {
    // A row of one empty field would be an empty line, which readers skip.
    if (texts.length === 1 && texts[0] === '') return '""\n';
    return `${texts.map((text) => escapeCsv(terminal ? safe(text, { multiline: true }) : text)).join(',')}\n`;
  };
  let header = row(columns.map((column) => column.path));
  const takeHeader = (): string => {
    const text = header;
    header = '';
    return text;
  };
  return {
    page: (items) => {
      let text = takeHeader();
      for (const item of items) {
        text += row(columns.map((column) => cellText(find(item, column.path, aliases), column, style)));
      }
      return text;
    },
    end: takeHeader,
  };
};
