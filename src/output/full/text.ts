import type { Tone } from '../../catalogue/field.ts';
import type { Column } from '../../catalogue/view.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import type { Painter } from '../color.ts';
import { toned } from '../color.ts';
import { find } from '../text/item.ts';
import { safe } from '../text/safe.ts';
import { cellText, toneOf } from '../text/value.ts';
import { displayWidth, truncate } from '../text/width.ts';
import { wrappedCell } from '../text/wrap.ts';
import type { RowsLook } from './rows.ts';

const entry = (
  key: string,
  text: string,
  tone: Tone | undefined,
  keys: number,
  width: number,
  paint: Painter,
): readonly string[] =>
  wrappedCell(text, Math.max(10, width - keys - 2)).map((line, at) => {
    const start = at === 0 ? key.padEnd(keys) : ' '.repeat(keys);
    return `${paint.bold(start)}  ${tone === undefined ? line : toned(paint, tone)(line)}`;
  });

/** Lines for columns with a value; long values wrap. */
export const recordLines = (
  item: JsonObject,
  { columns, aliases, style, paint }: RowsLook,
  width: number,
): readonly string[] => {
  const exact = { ...style, exactTime: true };
  const found = columns.flatMap((column: Column) => {
    const value = find(item, column.path, aliases);
    const text = safe(cellText(value, column, exact));
    return text === '' ? [] : [{ key: column.header, text, tone: toneOf(value, column, item) }];
  });
  const keys = Math.min(Math.max(0, ...found.map(({ key }) => displayWidth(key))), Math.floor(width / 3));
  return found.flatMap(({ key, text, tone }) => entry(truncate(key, keys), text, tone, keys, width, paint));
};

export const tabLine = (titles: readonly string[], chosen: number, width: number, paint: Painter): string => {
  const words = titles.map((title, at) => (at === chosen ? `[${at + 1} ${title}]` : ` ${at + 1} ${title} `));
  let from = 0;
  const lengthFrom = (start: number, end: number): number =>
    words.slice(start, end + 1).reduce((sum, word) => sum + displayWidth(word), 0);
  while (from < chosen && lengthFrom(from, chosen) > width) from += 1;
  let line = '';
  let left = width;
  for (const [at, word] of words.entries()) {
    if (at < from) continue;
    const text = truncate(word, left);
    line += at === chosen ? paint.bold(text) : text;
    left -= displayWidth(text);
    if (left <= 0) break;
  }
  return line;
};
