import type { JsonObject } from '../../documents/json/json.ts';
import type { Painter } from '../color.ts';
import { toned } from '../color.ts';
import { find } from '../text/item.ts';
import { safe } from '../text/safe.ts';
import type { Tone } from '../../catalogue/field.ts';
import { cellText, toneOf } from '../text/value.ts';
import type { Column } from '../../catalogue/view.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import { meantWord } from '../../catalogue/aliases.ts';
import { leastWidth, wrapWords } from '../text/wrap.ts';
import { displayWidth } from '../text/width.ts';
import { restOf } from './rest.ts';
import type { RowOptions } from './writer.ts';

export interface Entry {
  readonly key: string;
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/**
 * `Key  value` lines; values keep their own lines. Where the keys leave too little room, a long value is below its key.
 * @param columns at which values wrap; undefined: never
 */
export const alignedText = (entries: readonly Entry[], paint: Painter, columns?: number): string => {
  const width = Math.max(0, ...entries.map(({ key }) => displayWidth(key)));
  const room = columns === undefined ? Number.POSITIVE_INFINITY : columns - width - 2;
  let text = '';
  for (const { key, text: value, tone } of entries) {
    const whole = safe(value, { multiline: true });
    const isBelow = columns !== undefined && room < leastWidth && displayWidth(whole) > room;
    const indent = isBelow ? 2 : width + 2;
    const shown = columns === undefined ? whole : wrapWords(whole, columns - indent, 0);
    const painted = tone === undefined ? shown : toned(paint, tone)(shown);
    const start = isBelow ? '\n  ' : `${' '.repeat(width - displayWidth(key))}  `;
    const lines = painted.replace(/\n$/, '').replaceAll('\n', `\n${' '.repeat(indent)}`);
    text += `${(paint.bold(key) + start + lines).trimEnd()}\n`;
  }
  return text;
};

/**
 * Names of the objects of IDs: the declared field, else the included attributes.
 * @returns names by the path of the ID, and the paths shown with it
 */
const namesIn = (
  item: JsonObject,
  { view, columns, style, aliases, fields: chosen }: RowOptions,
  others: readonly Column[],
): { readonly names: ReadonlyMap<string, string>; readonly taken: ReadonlySet<string> } => {
  const fields = fieldsOf(view);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  if (chosen !== undefined) return { names, taken };
  const all = [...columns, ...others];
  const hasId = (path: string): boolean => typeof find(item, path, aliases) === 'string';
  const textOf = (column: Column): string => cellText(find(item, column.path, aliases), column, style);
  for (const column of all) {
    const id = fields[column.path]?.namesObjectOf;
    const text = id === undefined ? '' : textOf(column);
    if (id === undefined || text === '' || !hasId(id)) continue;
    names.set(id, text);
    taken.add(column.path);
  }
  for (const column of all) {
    const [id = '', ...below] = column.path.split('.');
    if (below.length === 0 || fields[id]?.refers === undefined || !hasId(id)) continue;
    const named = names.get(id);
    const text = textOf(column);
    if (text === '') continue;
    taken.add(column.path);
    if (named === undefined) names.set(id, text);
    else if (!named.split(/[ ,]+/).includes(text)) names.set(id, `${named}, ${text}`);
  }
  return { names, taken };
};

/** The columns come first; missing and empty fields are left out. */
export const recordText = (item: JsonObject, options: RowOptions, paint: Painter): string => {
  const { columns, style, aliases } = options;
  const rest = restOf(item, options);
  const entries: Entry[] = [];
  const shown = new Set(columns.map(({ path }) => path));
  // A server may report a field under both of its words.
  const others = rest.columns.filter(({ path }) => !shown.has(meantWord('fields', path)));
  const { names, taken } = namesIn(item, options, others);
  const fields = fieldsOf(options.view);
  for (const column of [...columns, ...others]) {
    const value = find(item, column.path, aliases);
    const isSaid =
      taken.has(column.path) || (options.fields === undefined && fields[column.path]?.repeats === true);
    if (value === undefined || isSaid) continue;
    const own = cellText(value, column, { ...style, exactTime: true });
    if (own === '') continue;
    const name = names.get(column.path);
    const text = name === undefined ? own : `${name} (${own})`;
    // A label below a field is a path, which may hold names of people, so its dashes stay.
    entries.push({
      key: column.header.includes('.') ? column.header : column.header.replaceAll('-', ' '),
      text,
      tone: toneOf(value, column, item),
    });
  }
  if (rest.deep.length > 0)
    entries.push({ key: 'more', text: `${rest.deep.join(', ')} (-o json)`, tone: 'dim' });
  return alignedText(entries, paint, options.width);
};
