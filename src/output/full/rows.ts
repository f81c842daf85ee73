/** Rows on the full screen: aligned columns, a cursor that stays on its object, marks for urgent rows. */
import type { Tone } from '../../catalogue/field.ts';
import type { Column } from '../../catalogue/view.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import type { Painter } from '../color.ts';
import { toned } from '../color.ts';
import { fitted } from '../formats/table.ts';
import type { Aliases } from '../text/item.ts';
import { find } from '../text/item.ts';
import { safe } from '../text/safe.ts';
import type { ValueStyle } from '../text/value.ts';
import { cellText, plainText, toneOf } from '../text/value.ts';
import { displayWidth, truncate } from '../text/width.ts';
import { wrappedCell } from '../text/wrap.ts';

export interface ScreenRow {
  readonly item: JsonObject;
  readonly identity: string;
  readonly urgent: boolean;
  /** Whether the row belongs to the person who looks. */
  readonly mine?: boolean;
  readonly gone?: boolean;
}

export interface RowsLook {
  readonly columns: readonly Column[];
  readonly aliases: Aliases;
  readonly style: ValueStyle;
  readonly paint: Painter;
}

export interface RowPlace {
  readonly cursor: number;
  readonly top: number;
}

const marginWidth = 4;
const measured = 100;

export const worstTone = (
  item: JsonObject,
  { columns, aliases }: Pick<RowsLook, 'columns' | 'aliases'>,
): Tone | undefined => {
  const tones = columns.map((column) => toneOf(find(item, column.path, aliases), column, item));
  return tones.includes('bad') ? 'bad' : tones.find((tone) => tone === 'warn');
};

/** Rows of a lower rank come first, then those that began last. */
export interface Urgency {
  readonly urgent: boolean;
  readonly rank: number;
  readonly began: string;
}

interface UrgencyLook extends Pick<RowsLook, 'columns' | 'aliases'> {
  /** The field that says whether a row is urgent; without it the colours decide. */
  readonly urgent: string | undefined;
  readonly isMarked?: boolean;
}

export const urgencyOf = (item: JsonObject, look: UrgencyLook): Urgency => {
  const { columns, aliases, urgent: field, isMarked = false } = look;
  const tone = worstTone(item, look);
  const urgent = field === undefined ? tone === 'bad' || isMarked : item[field] === true;
  const time = field === undefined ? undefined : columns.find(({ format }) => format === 'time')?.path;
  const began = time === undefined ? '' : plainText(find(item, time, aliases) ?? null);
  // A service that is down has no start time, and is why other things fail.
  const isCause = time !== undefined && began === '' && tone === 'bad';
  return { urgent, rank: urgent ? (isCause ? 0 : 1) : 2, began };
};

/** Sorts the worst first; equal rows keep the server's order. */
export const byUrgency = (one: Urgency, other: Urgency): number =>
  one.rank - other.rank || (other.began < one.began ? -1 : other.began > one.began ? 1 : 0);

export const placeWithin = ({ cursor, top }: RowPlace, count: number, height: number): RowPlace => {
  const now = Math.max(0, Math.min(cursor, count - 1));
  const least = Math.max(0, now - height + 1);
  return { cursor: now, top: Math.max(least, Math.min(top, now, Math.max(0, count - height))) };
};

/** Keeps the cursor's row on its line. A row that is gone stays until the cursor leaves it. */
export const refreshed = (
  before: readonly ScreenRow[],
  now: readonly ScreenRow[],
  { cursor, top }: RowPlace,
  height: number,
): { readonly rows: readonly ScreenRow[]; readonly place: RowPlace } => {
  const chosen = before[cursor];
  const kept = chosen === undefined ? -1 : now.findIndex(({ identity }) => identity === chosen.identity);
  if (chosen === undefined) return { rows: now, place: placeWithin({ cursor, top }, now.length, height) };
  const line = cursor - top;
  if (kept !== -1) return { rows: now, place: placeAtLine(kept, line, now.length, height) };
  const at = Math.min(cursor, now.length);
  const rows = [...now.slice(0, at), { ...chosen, urgent: false, gone: true }, ...now.slice(at)];
  return { rows, place: placeAtLine(at, line, rows.length, height) };
};

const placeAtLine = (cursor: number, line: number, count: number, height: number): RowPlace => {
  const top = Math.max(0, Math.min(cursor - Math.min(line, height - 1), Math.max(0, count - height)));
  return { cursor, top: Math.max(top, cursor - height + 1) };
};

const textOf = (item: JsonObject, column: Column, { aliases, style }: RowsLook): string =>
  safe(cellText(find(item, column.path, aliases), column, style));

/** The cursor is an arrow, and urgent rows have an exclamation mark: colour only adds to them. */
export const screenRows = (
  rows: readonly ScreenRow[],
  { cursor, top }: RowPlace,
  look: RowsLook,
  { width, height }: { readonly width: number; readonly height: number },
): readonly string[] => {
  const { columns, paint } = look;
  const window = rows.slice(top, top + height);
  const sample = [...rows.slice(0, Math.min(measured, top)), ...window];
  const layout = fitted(
    columns.map((column, index) => ({
      width: sample.reduce(
        (most, { item }) => Math.max(most, displayWidth(textOf(item, column, look))),
        displayWidth(column.header),
      ),
      rank: column.rank ?? index,
      narrowest: column.narrowest,
      readable: column.readable,
    })),
    width - marginWidth,
  );
  const lineOf = (cells: readonly string[], brush: (text: string, at: number) => string): string => {
    let line = '';
    let left = width - marginWidth;
    for (const [at, { width: wanted }] of layout.entries()) {
      const room = Math.min(wanted, left);
      const text = truncate(cells[at] ?? '', room);
      line += brush(text, at) + ' '.repeat(Math.max(0, Math.min(left, wanted + 2) - displayWidth(text)));
      left = Math.max(0, left - wanted - 2);
    }
    return line;
  };
  const head = layout.map(({ index }) => (columns[index]?.header ?? '').toUpperCase());
  return [
    `${' '.repeat(marginWidth)}${lineOf(head, (text) => paint.bold(text))}`,
    ...window.map(({ item, urgent, gone, mine }, at) => {
      const isHere = top + at === cursor;
      const cells = layout.map(({ index }) => {
        const column = columns[index];
        return column === undefined ? '' : textOf(item, column, look);
      });
      const line = lineOf(cells, (text, place) => {
        const column = columns[layout[place]?.index ?? -1];
        const tone =
          column === undefined ? undefined : toneOf(find(item, column.path, look.aliases), column, item);
        const shown = gone === true ? paint.dim(text) : tone === undefined ? text : toned(paint, tone)(text);
        return isHere ? paint.bold(shown) : shown;
      });
      const calm = mine === true ? '*' : ' ';
      const mark = gone === true ? '-' : urgent ? paint.red('!') : calm;
      return `${isHere ? '>' : ' '}${mark}  ${line}`;
    }),
  ];
};

/** The cursor's row with its whole prose, and with columns without room. */
export const detailLines = (
  row: ScreenRow | undefined,
  look: RowsLook,
  { width, height }: { readonly width: number; readonly height: number },
): readonly string[] => {
  if (row === undefined || height <= 0) return [];
  const prose = look.columns.filter(({ readable }) => readable !== undefined);
  const parts = look.columns.flatMap((column) => {
    if (column.readable !== undefined) return [];
    const text = textOf(row.item, column, { ...look, style: { ...look.style, exactTime: true } });
    return text === '' ? [] : [`${column.header}: ${text}`];
  });
  const first = prose.flatMap((column) => textOf(row.item, column, look) || []);
  const lines = [...first, parts.join('  ')].flatMap((text) => wrappedCell(text, width));
  return [
    look.paint.dim('-'.repeat(width)),
    ...(row.gone === true ? ['(gone since the latest read)'] : []),
    ...lines,
  ].slice(0, height);
};
