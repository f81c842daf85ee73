/** `-o name`: what the next command takes as its argument, one a line. */
import { control } from '../model/invisible.ts';
import type { Aliases } from './item.ts';
import { find } from './item.ts';
import { safe, visible } from './safe.ts';
import { plainText } from './value.ts';
import type { PageWriter } from './writer.ts';

const controls = control();

/**
 * The field `path` of each item; an item without it gives no line. A control in a name, which could make two names
 * of one, is shown as `\u{..}`: such a line is no name at all, and no other item's.
 */
export const nameRows = (path: string, terminal: boolean, aliases?: Aliases): PageWriter => ({
  page: (items) => {
    let text = '';
    for (const item of items) {
      const name = plainText(find(item, path, aliases));
      if (name !== '') text += `${terminal ? safe(name) : name.replace(controls, visible)}\n`;
    }
    return text;
  },
});
