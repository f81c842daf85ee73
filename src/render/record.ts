/** One item for a person: a line for each column, keys aligned. */
import type { JsonObject } from '../model/json.ts';
import type { Column } from '../model/view.ts';
import type { Painter } from './color.ts';
import { toned } from './color.ts';
import type { Aliases } from './item.ts';
import { find } from './item.ts';
import { safe } from './safe.ts';
import type { Tone } from '../model/field.ts';
import type { ValueStyle } from './value.ts';
import { cellText, toneOf } from './value.ts';
import { displayWidth } from './width.ts';

/** A line of a record: text that need not be safe yet. */
export interface Entry {
  readonly key: string;
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/** Lines of `Key  value`, the keys bold and the values below one another; a value of several lines keeps them. */
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

/** A record; fields that the item lacks, or that hold nothing, are left out. */
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
