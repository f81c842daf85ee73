import { control } from '../../documents/invisible.ts';
import { find } from '../text/item.ts';
import { safe, visible } from '../text/safe.ts';
import { cellText } from '../text/value.ts';
import type { PageWriter, RowOptions } from './writer.ts';

const controls = control();

/** Unambiguous: `\u{a}` is a line feed, and `\u{5c}u{a}` the name `\u{a}`. */
const writtenName = (name: string): string =>
  name.replaceAll(/\\(?=u\{)/g, visible).replace(controls, visible);

/**
 * An item without a name has no line. Control characters could make two names of one: they become `\u{..}`, which is
 * never valid in a name.
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
