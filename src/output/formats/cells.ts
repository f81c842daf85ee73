/** Turns items into rows for formats that only lay out cells; secrets are removed before. */
import type { JsonObject } from '../../documents/json/json.ts';
import { find } from '../text/item.ts';
import { cellText } from '../text/value.ts';
import type { CellWriter, PageWriter, RowOptions } from './writer.ts';

type CellOptions = Pick<RowOptions, 'columns' | 'style' | 'aliases'> & Partial<Pick<RowOptions, 'continued'>>;

const cellsOf = (item: JsonObject, { columns, style, aliases }: CellOptions): readonly string[] =>
  columns.map((column) => cellText(find(item, column.path, aliases), column, style));

export const cellRows = (writer: CellWriter, options: CellOptions): PageWriter => {
  const labels = options.columns.map((column) => column[writer.label]);
  let head = options.continued === true ? '' : (writer.head?.(labels) ?? '');
  const takeHead = (): string => {
    const text = head;
    head = '';
    return text;
  };
  return {
    page: (items) => {
      let text = takeHead();
      for (const item of items) text += writer.row(cellsOf(item, options));
      return text;
    },
    end: () => takeHead() + (writer.foot ?? ''),
  };
};

export const cellRecord = (writer: CellWriter, item: JsonObject, options: CellOptions): string => {
  const cells = cellsOf(item, options);
  const rows = options.columns.map((column, index) => writer.row([column[writer.label], cells[index] ?? '']));
  return (writer.head?.(['field', 'value']) ?? '') + rows.join('') + (writer.foot ?? '');
};
