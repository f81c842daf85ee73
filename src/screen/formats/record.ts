/** Shows one item to a person: a line for each column, keys aligned. */
import type { JsonObject } from '../../model/json/json.ts';
import type { Column } from '../../model/catalogue/view.ts';
import type { Painter } from '../color.ts';
import { toned } from '../color.ts';
import type { Aliases } from '../text/item.ts';
import { find } from '../text/item.ts';
import { safe } from '../text/safe.ts';
import type { Tone } from '../../model/catalogue/field.ts';
import type { ValueStyle } from '../text/value.ts';
import { cellText, toneOf } from '../text/value.ts';
import { displayWidth } from '../text/width.ts';

/** A line of a record, with text that need not be safe yet. */
export interface Entry {
  readonly key: string;
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/** Returns lines of `Key  value`, with bold keys and aligned values; a value of several lines keeps them. */
export const alignedText = (entries: readonly Entry[], paint: Painter): string => {
  const width = Math.max(0, ...entries.map(({ key }) => displayWidth(key)));
  const margin = `\n${' '.repeat(width + 2)}`;
  let text = '';
  for (const { key, text: value, tone } of entries) {
    const shown = safe(value, { multiline: true });
    const painted = tone === undefined ? shown : toned(paint, tone)(shown);
    const start = `${paint.bold(key)}${' '.repeat(width - displayWidth(key))}  `;
    text += `${(start + painted.replace(/\n$/, '').replaceAll('\n', margin)).trimEnd()}\n`;
  }
  return text;
};

/** Writes a record without fields that are missing or empty. */
export const recordText = (
  item: JsonObject,
  columns: readonly Column[],
  style: ValueStyle,
  paint: Painter,
  aliases?: Aliases,
): string => {
  const entries: Entry[] = [];
  for (const column of columns) {
    const value = find(item, column.path, aliases);
    if (value === undefined) continue;
    const text = cellText(value, column, { ...style, exactTime: true });
    if (text === '') continue;
    entries.push({ key: column.header, text, tone: toneOf(value, column) });
  }
  return alignedText(entries, paint);
};
