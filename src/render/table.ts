/** Rows for a person: a bold header, two spaces between the columns, no rules, one line for each item. */
import type { JsonObject } from '../model/json.ts';
import type { Column } from '../model/view.ts';
import type { Painter } from './color.ts';
import { toned } from './color.ts';
import type { Aliases } from './item.ts';
import { find } from './item.ts';
import { safe } from './safe.ts';
import type { Tone, ValueStyle } from './value.ts';
import { cellText, toneOf } from './value.ts';
import { displayWidth, isNarrow, truncate } from './width.ts';
import type { PageWriter } from './writer.ts';

/** As many rows are measured; with more, the later ones take the widths of these. */
const measured = 100;
const gap = '  ';
/** A column is not made narrower than this as long as another can be. */
const least = 6;

interface Cell {
  readonly text: string;
  readonly tone: Tone | undefined;
}

export interface TableOptions {
  readonly columns: readonly Column[];
  readonly style: ValueStyle;
  readonly paint: Painter;
  /** Columns of the terminal; undefined where nothing is to be cut. */
  readonly width: number | undefined;
  readonly aliases?: Aliases | undefined;
}

/** The widest columns give way, down to `floor`, until the row fits. */
const shrunk = (widths: readonly number[], room: number, floor: number): readonly number[] => {
  const fits = (cap: number): boolean => widths.reduce((sum, width) => sum + Math.min(width, cap), 0) <= room;
  let cap = Math.max(floor, ...widths);
  while (cap > floor && !fits(cap)) cap -= 1;
  const result = widths.map((width) => Math.min(width, cap));
  // What the last step took too much goes back to the first columns that were cut.
  let spare = room - result.reduce((sum, width) => sum + width, 0);
  return result.map((width, index) => {
    if (spare <= 0 || width >= (widths[index] ?? 0)) return width;
    spare -= 1;
    return width + 1;
  });
};

/** Widths that together with the gaps fit into `width` columns, where that can be. */
export const fitted = (widths: readonly number[], width: number | undefined): readonly number[] => {
  if (width === undefined) return widths;
  const room = width - gap.length * (widths.length - 1);
  const total = (some: readonly number[]): number => some.reduce((sum, one) => sum + one, 0);
  if (total(widths) <= room) return widths;
  const result = shrunk(widths, room, least);
  return total(result) <= room ? result : shrunk(widths, room, 1);
};

const cutLine = (
  cells: readonly Cell[],
  widths: readonly number[],
  paint: Painter,
  head: boolean,
): string => {
  let line = '';
  let pending = '';
  for (const [index, { text, tone }] of cells.entries()) {
    const width = widths[index] ?? 0;
    const cut = truncate(text, width);
    if (cut !== '') {
      const painted = head ? paint.bold(cut) : tone === undefined ? cut : toned(paint, tone)(cut);
      line += pending + painted;
      pending = '';
    }
    pending += ' '.repeat(Math.max(0, width - displayWidth(cut))) + gap;
  }
  return `${line}\n`;
};

const ruleNames = [
  'top top-mid top-left top-right mid left-mid mid-mid right-mid',
  'bottom bottom-mid bottom-left bottom-right left right',
].flatMap((names) => names.split(' '));
const noRules = { ...Object.fromEntries(ruleNames.map((name) => [name, ''])), middle: gap };

/** The same look by cli-table3, whose time grows with the square of the rows. */
const smallTable = async (
  rows: readonly (readonly Cell[])[],
  widths: readonly number[],
  paint: Painter,
): Promise<string> => {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    chars: noRules,
    colWidths: [...widths],
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  for (const [row, cells] of rows.entries()) {
    table.push(
      cells.map(({ text, tone }, index) => {
        const cut = truncate(text, widths[index] ?? 0);
        if (cut === '') return cut;
        return row === 0 ? paint.bold(cut) : tone === undefined ? cut : toned(paint, tone)(cut);
      }),
    );
  }
  return table
    .toString()
    .split('\n')
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
};

/**
 * A table that is written page by page. Up to 100 rows are measured and, on a terminal, drawn by cli-table3; a
 * longer table goes on with the widths of its first 100 rows, in linear time. Without rows there is no output.
 */
export const tableRows = (options: TableOptions): PageWriter => {
  const { columns, style, paint, aliases } = options;
  const head = columns.map(({ header }): Cell => ({ text: header.toUpperCase(), tone: undefined }));
  let waiting: (readonly Cell[])[] = [];
  let widths: readonly number[] | undefined;

  const cellsOf = (item: JsonObject): readonly Cell[] =>
    columns.map((column) => {
      const value = find(item, column.path, aliases);
      return { text: safe(cellText(value, column, style)), tone: toneOf(value, column) };
    });
  const measure = (): readonly number[] =>
    fitted(
      head.map(({ text }, index) =>
        waiting.reduce(
          (most, row) => Math.max(most, displayWidth(row[index]?.text ?? '')),
          displayWidth(text),
        ),
      ),
      options.width,
    );
  const lines = (rows: readonly (readonly Cell[])[], fixed: readonly number[]): string => {
    let text = '';
    for (const row of rows) text += cutLine(row, fixed, paint, false);
    return text;
  };
  const begin = (): string => {
    widths = measure();
    const text = cutLine(head, widths, paint, true) + lines(waiting, widths);
    waiting = [];
    return text;
  };

  return {
    page: (items) => {
      const rows = items.map(cellsOf);
      if (widths !== undefined) return lines(rows, widths);
      const room = measured - waiting.length;
      waiting.push(...rows.slice(0, room));
      return rows.length <= room ? '' : begin() + lines(rows.slice(room), widths ?? []);
    },
    end: async () => {
      if (widths !== undefined || waiting.length === 0) return '';
      // cli-table3 counts wide characters in its own way, so such rows are drawn here.
      const plain =
        options.width !== undefined && waiting.every((row) => row.every(({ text }) => isNarrow(text)));
      return plain ? smallTable([head, ...waiting], measure(), paint) : begin();
    },
  };
};
