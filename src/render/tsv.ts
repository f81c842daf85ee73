/** Tab-separated values for scripts: the frozen columns, no header, nothing cut. */
import { control, unsafe } from '../model/invisible.ts';
import type { JsonObject } from '../model/json.ts';
import type { Column } from '../model/view.ts';
import type { Aliases } from './item.ts';
import { find } from './item.ts';
import { visible } from './safe.ts';
import type { ValueStyle } from './value.ts';
import { cellText } from './value.ts';
import type { PageWriter } from './writer.ts';

const escapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};
const controls = control();
const everything = unsafe();

/**
 * One field: backslash, tab, line feed and carriage return are escaped by a backslash, other controls (and on a
 * terminal all that deceives) are `\u{..}`. Since every backslash is escaped, nothing is ambiguous.
 */
export const escapeTsv = (text: string, terminal = false): string => {
  // Printable ASCII but the backslash, which most fields are: told several times as fast.
  if (/^[ -[\]-~]*$/.test(text)) return text;
  return text
    .replaceAll('\\', String.raw`\\`)
    .replace(terminal ? everything : controls, (found) => escapes[found] ?? visible(found));
};

/** One line for each item: its columns, separated by tabs. */
export const tsvRows = (
  columns: readonly Column[],
  style: ValueStyle,
  terminal: boolean,
  aliases?: Aliases,
): PageWriter => ({
  page: (items) => {
    let text = '';
    for (const item of items) {
      const cells = columns.map((column) =>
        escapeTsv(cellText(find(item, column.path, aliases), column, style), terminal),
      );
      text += `${cells.join('\t')}\n`;
    }
    return text;
  },
});

/** A record: one line for each column, `key<TAB>value`; the key is the path that `--field` takes. */
export const tsvRecord = (
  item: JsonObject,
  columns: readonly Column[],
  style: ValueStyle,
  terminal: boolean,
  aliases?: Aliases,
): string =>
  columns
    .map((column) => {
      const text = cellText(find(item, column.path, aliases), column, style);
      return `${escapeTsv(column.path)}\t${escapeTsv(text, terminal)}\n`;
    })
    .join('');
