/** One item for a person: a line for each column, keys aligned. */
import type { JsonObject } from '../model/json.ts';
import type { Column } from '../model/view.ts';
import type { Painter } from './color.ts';
import { toned } from './color.ts';
import type { Aliases } from './item.ts';
import { find } from './item.ts';
import { safe } from './safe.ts';
import type { ValueStyle } from './value.ts';
import { cellText, toneOf } from './value.ts';
import { displayWidth } from './width.ts';

/** Lines of `Key  value`; a value of several lines keeps them, indented. Fields that the item lacks are left out. */
export const recordText = (
  item: JsonObject,
  columns: readonly Column[],
  style: ValueStyle,
  paint: Painter,
  aliases?: Aliases,
): string => {
  const shown = columns
    .map((column) => ({ column, value: find(item, column.path, aliases) }))
    .filter(({ value }) => value !== undefined);
  const width = Math.max(0, ...shown.map(({ column }) => displayWidth(column.header)));
  const margin = `\n${' '.repeat(width + 2)}`;
  let text = '';
  for (const { column, value } of shown) {
    const cell = safe(cellText(value, column, { ...style, exactTime: true }), { multiline: true });
    const tone = toneOf(value, column);
    const key = paint.bold(column.header) + ' '.repeat(width - displayWidth(column.header));
    const painted = tone === undefined ? cell : toned(paint, tone)(cell);
    text += `${`${key}  ${painted.replace(/\n$/, '').replaceAll('\n', margin)}`.trimEnd()}\n`;
  }
  return text;
};
