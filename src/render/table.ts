/** Rows for a person: a bold header, two spaces between the columns, no rules, one line for each item. */
import type { JsonObject } from '../model/json.ts';
import type { Column } from '../model/view.ts';
import type { Painter } from './color.ts';
import { noColor, toned } from './color.ts';
import type { Aliases } from './item.ts';
import { find } from './item.ts';
import { safe } from './safe.ts';
import { hasPrivateKey } from './secret.ts';
import type { Tone, ValueStyle } from './value.ts';
import { cellText, toneOf } from './value.ts';
import { displayWidth, isNarrow, isPlain, truncate } from './width.ts';
import type { PageWriter } from './writer.ts';

/** As many rows are measured; with more, the later ones take the widths of these. */
const measured = 100;
/** More rows are drawn here: cli-table3 takes half a millisecond for each, and ever more. */
const screenful = 24;
const gap = '  ';
/** A column is not made narrower than this as long as another can be. */
const least = 6;

/** What a column shows of an item: safe text, and its colour. */
interface Drawer {
  readonly path: string;
  /** A text is shown as it stands where it is plain and no private key: no formatting, nothing to hide. */
  readonly asIs: boolean;
  readonly text: (item: JsonObject) => string;
  /** Undefined for a column without colours. */
  readonly tone: ((item: JsonObject) => Tone | undefined) | undefined;
}

/** Colours the text of the column at `index`. */
type Brush = (text: string, index: number) => string;

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

/**
 * Widths that together with the gaps fit into `width` columns, where that can be. The first column tells the rows apart:
 * it is whole as long as it leaves a third of the room and the others have their least.
 */
export const fitted = (widths: readonly number[], width: number | undefined): readonly number[] => {
  if (width === undefined) return widths;
  const room = width - gap.length * (widths.length - 1);
  const total = (some: readonly number[]): number => some.reduce((sum, one) => sum + one, 0);
  if (total(widths) <= room) return widths;
  const [first = 0, ...others] = widths;
  if (first <= (room * 2) / 3) {
    const beside = shrunk(others, room - first, least);
    if (total(beside) <= room - first) return [first, ...beside];
  }
  const result = shrunk(widths, room, least);
  return total(result) <= room ? result : shrunk(widths, room, 1);
};

const drawerOf = (column: Column, style: ValueStyle, aliases: Aliases | undefined): Drawer => {
  const { path } = column;
  return {
    path,
    asIs: column.sensitive !== true && (column.format === undefined || column.format === 'text'),
    text: (item) => safe(cellText(find(item, path, aliases), column, style)),
    tone:
      column.tones === undefined && column.format !== 'status'
        ? undefined
        : (item) => toneOf(find(item, path, aliases), column),
  };
};

const blank = ' '.repeat(256);
const spaces = (count: number): string => (count <= 256 ? blank.slice(0, count) : ' '.repeat(count));

/** How wide the columns are, and whether a longer text is cut: what goes into a file or a pipe is whole. */
interface Layout {
  readonly widths: readonly number[];
  readonly cuts: boolean;
}

/** One line: the texts in their widths; the last has no spaces after it. */
const lineOf = (texts: readonly string[], { widths, cuts }: Layout, painted: Brush): string => {
  let line = '';
  for (const [index, text] of texts.entries()) {
    const width = widths[index] ?? 0;
    const shown = cuts ? truncate(text, width) : text;
    line += painted(shown, index) + spaces(Math.max(0, width - displayWidth(shown)) + gap.length);
  }
  return `${line.trimEnd()}\n`;
};

const ruleNames = [
  'top top-mid top-left top-right mid left-mid mid-mid right-mid',
  'bottom bottom-mid bottom-left bottom-right left right',
].flatMap((names) => names.split(' '));
const noRules = { ...Object.fromEntries(ruleNames.map((name) => [name, ''])), middle: gap };

/** The same look by cli-table3, whose time grows with the square of the rows. */
const smallTable = async (
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  brushes: readonly Brush[],
): Promise<string> => {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    chars: noRules,
    colWidths: [...widths],
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  for (const [row, texts] of rows.entries()) {
    table.push(texts.map((text, index) => brushes[row]?.(truncate(text, widths[index] ?? 0), index) ?? text));
  }
  const lines = table.toString().split('\n');
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
};

/**
 * A table that is written page by page. Up to 100 rows are measured; a longer table goes on with the widths of these,
 * in linear time. A screenful on a terminal is drawn by cli-table3. Without rows there is no output.
 */
export const tableRows = (options: TableOptions): PageWriter => {
  const { columns, style, paint, aliases } = options;
  const drawers = columns.map((column) => drawerOf(column, style, aliases));
  const head = columns.map(({ header }) => header.toUpperCase());
  let waiting: JsonObject[] = [];
  let layout: Layout | undefined;

  const textsOf = (item: JsonObject): readonly string[] => drawers.map((drawer) => drawer.text(item));
  const headBrush: Brush = (text) => paint.bold(text);
  const brushOf =
    (item: JsonObject): Brush =>
    (text, index) => {
      const tone = text === '' ? undefined : drawers[index]?.tone?.(item);
      return tone === undefined ? text : toned(paint, tone)(text);
    };
  const measure = (rows: readonly (readonly string[])[]): readonly number[] =>
    fitted(
      head.map((text, index) =>
        rows.reduce((most, row) => Math.max(most, displayWidth(row[index] ?? '')), displayWidth(text)),
      ),
      options.width,
    );
  /** Then a line of nothing but plain text is right as it stands. */
  const colourless = paint === noColor || drawers.every(({ tone }) => tone === undefined);
  /** The line where all of it is plain text, as most are: looked at once and not cell by cell. Undefined for any other. */
  const plainLine = (item: JsonObject, { widths, cuts }: Layout): string | undefined => {
    let line = '';
    for (let index = 0; index < drawers.length; index += 1) {
      const drawer = drawers[index];
      if (drawer === undefined) continue;
      // No prototype has a property that is a string, so this is the item's own.
      const value = drawer.asIs ? item[drawer.path] : undefined;
      const text = typeof value === 'string' ? value : drawer.text(item);
      const width = widths[index] ?? 0;
      if (text.length <= width) line += text.padEnd(width + gap.length);
      else if (cuts) return undefined;
      else line += text + gap;
    }
    return isPlain(line) && (style.reveal || !hasPrivateKey(line)) ? line : undefined;
  };
  const lines = (items: readonly JsonObject[], fixed: Layout): string => {
    let text = '';
    for (const item of items) {
      const line = colourless ? plainLine(item, fixed) : undefined;
      text += line === undefined ? lineOf(textsOf(item), fixed, brushOf(item)) : `${line.trimEnd()}\n`;
    }
    return text;
  };
  /** The head, the rows that waited, and those that come after them. */
  const begin = (after: readonly JsonObject[] = []): string => {
    const fixed = { widths: measure(waiting.map(textsOf)), cuts: options.width !== undefined };
    const text = lineOf(head, fixed, headBrush) + lines(waiting, fixed) + lines(after, fixed);
    layout = fixed;
    waiting = [];
    return text;
  };

  return {
    page: (items) => {
      if (layout !== undefined) return lines(items, layout);
      const room = measured - waiting.length;
      waiting.push(...items.slice(0, room));
      return items.length <= room ? '' : begin(items.slice(room));
    },
    end: async () => {
      if (layout !== undefined || waiting.length === 0) return '';
      if (options.width === undefined || waiting.length > screenful) return begin();
      const rows = waiting.map(textsOf);
      // cli-table3 counts wide characters in its own way, so such rows are drawn here.
      if (!rows.every((texts) => texts.every(isNarrow))) return begin();
      return smallTable([head, ...rows], measure(rows), [headBrush, ...waiting.map(brushOf)]);
    },
  };
};
