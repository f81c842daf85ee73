/** `-o name`: prints what the next command takes as its argument, one per line. */
import { find } from '../text/item.ts';
import { safe } from '../text/safe.ts';
import { cellText } from '../text/value.ts';
import { writtenName } from './written-name.ts';
import type { PageWriter, RowOptions } from './writer.ts';

/**
 * Returns the name of each item; an item without one has no line. A control character in a name, which could make two
 * names of one, is written as `\u{..}`, which is never a valid name.
 */
export const nameRows = ({ view, columns, style, terminal, aliases }: RowOptions): PageWriter => {
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
