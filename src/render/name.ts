/** `-o name`: what the next command takes as its argument, one a line. */
import type { Aliases } from './item.ts';
import { find } from './item.ts';
import { safe } from './safe.ts';
import { plainText } from './value.ts';
import type { PageWriter } from './writer.ts';

/** The field `path` of each item; an item without it gives no line. */
export const nameRows = (path: string, terminal: boolean, aliases?: Aliases): PageWriter => ({
  page: (items) => {
    let text = '';
    for (const item of items) {
      const name = plainText(find(item, path, aliases));
      if (name !== '') text += `${terminal ? safe(name) : name}\n`;
    }
    return text;
  },
});
