/** Rows for a person: a bold header, two spaces between columns, no rules, one line for each item. */
import type { JsonObject } from '../../documents/json/json.ts';
import type { Column } from '../../catalogue/view.ts';
import type { Painter } from '../color.ts';
import { noColor, toned } from '../color.ts';
import type { Aliases } from '../text/item.ts';
import { find } from '../text/item.ts';
import { safe } from '../text/safe.ts';
import { hasPrivateKey } from '../text/secret.ts';
import type { Tone } from '../../catalogue/field.ts';
import type { ValueStyle } from '../text/value.ts';
import { cellText, toneOf } from '../text/value.ts';
import { displayWidth, isNarrow, isPlain, truncate } from '../text/width.ts';
import { wrappedCell, wrapWords } from '../text/wrap.ts';
import type { PageWriter, RowOptions } from './writer.ts';

/** The number of rows that are measured; later rows use their widths. */
const measured = 100;
/** Longer tables are drawn by trivet itself, because the time of cli-table3 grows with the square of the rows. */
const screenful = 24;
const gap = '  ';
/** Columns are not cut below this width: a few letters of a value are useless. */
const least = 10;

/** The content of a column for an item: safe text, and its colour. */
interface Drawer {
  readonly path: string;
  /** Whether it can be cut on a narrow terminal; names, IDs and times cannot. */
  readonly cuts: boolean;
  /** Whether it goes on in further lines instead: reasons are read to their end. */
  readonly wraps: boolean;
  /** Whether plain text that is not a private key is shown unchanged, with nothing to format or hide. */
  readonly asIs: boolean;
  readonly text: (item: JsonObject) => string;
  /** Undefined for a column without colours. */
  readonly tone: ((item: JsonObject) => Tone | undefined) | undefined;
}

/** Colours the text of the column at `index`. */
type Brush = (text: string, index: number) => string;

export interface TableOptions extends Partial<Pick<RowOptions, 'continued'>> {
  readonly columns: readonly Column[];
  readonly style: ValueStyle;
  readonly paint: Painter;
  /** Columns of the terminal; undefined if nothing is cut. */
  readonly width: number | undefined;
  readonly aliases?: Aliases | undefined;
}

/** A column before fitting: the width of its texts, its importance, and how far it can be cut. */
interface Wanted {
  readonly width: number;
  readonly rank: number;
  readonly narrowest?: Column['narrowest'];
  readonly readable?: Column['readable'];
}

/** The least width of a column; those of rank 0 are never cut. */
const leastOf = ({ width, rank, narrowest = least }: Wanted): number =>
  rank === 0 || narrowest === 'whole' ? width : Math.min(width, narrowest);

/** The columns to which it is cut only after less important columns are dropped. */
const readableOf = (column: Wanted): number =>
  Math.max(leastOf(column), Math.min(column.width, column.readable ?? 0));

const total = (some: readonly number[]): number => some.reduce((sum, one) => sum + one, 0);

/** Cuts the widest of the columns that can be cut until the row fits. */
const shrunk = (columns: readonly Wanted[], room: number): readonly number[] => {
  const floor = total(columns.map(readableOf)) <= room ? readableOf : leastOf;
  const cut = (cap: number): readonly number[] =>
    columns.map((one) => Math.max(floor(one), Math.min(one.width, cap)));
  let cap = Math.max(least, ...columns.map(({ width }) => width));
  while (cap > least && total(cut(cap)) > room) cap -= 1;
  const result = cut(cap);
  // The last step may have taken too much: return it to the first columns that were cut.
  let spare = room - total(result);
  return result.map((width, index) => {
    if (spare <= 0 || width >= (columns[index]?.width ?? 0)) return width;
    spare -= 1;
    return width + 1;
  });
};

/** A column that is shown, and its width. */
interface Fitted {
  readonly index: number;
  readonly width: number;
}

/**
 * Returns the columns that fit into `width`: those of rank 0 whole, whatever the width, then the others by their rank,
 * if there is room for their minimum.
 */
export const fitted = (columns: readonly Wanted[], width: number | undefined): readonly Fitted[] => {
  if (width === undefined) return columns.map((one, index) => ({ index, width: one.width }));
  const shown = new Set<Wanted>();
  let needed = -gap.length;
  for (const column of [...columns].sort((one, other) => one.rank - other.rank)) {
    if (column.rank !== 0 && needed + leastOf(column) + gap.length > width) continue;
    needed += readableOf(column) + gap.length;
    shown.add(column);
  }
  const kept = columns.flatMap((column, index) => (shown.has(column) ? [{ index, column }] : []));
  const room = width - gap.length * (kept.length - 1);
  const widths = shrunk(
    kept.map(({ column }) => column),
    room,
  );
  return kept.map(({ index }, place) => ({ index, width: widths[place] ?? 0 }));
};

const drawerOf = (column: Column, style: ValueStyle, aliases: Aliases | undefined): Drawer => {
  const { path } = column;
  return {
    path,
    cuts: column.rank !== 0 && column.narrowest !== 'whole',
    wraps: column.readable !== undefined,
    asIs: column.sensitive !== true && (column.format === undefined || column.format === 'text'),
    text: (item) => safe(cellText(find(item, path, aliases), column, style)),
    tone:
      column.tones === undefined && column.format !== 'status'
        ? undefined
        : (item) => toneOf(find(item, path, aliases), column, item),
  };
};

const blank = ' '.repeat(256);
const spaces = (count: number): string => (count <= 256 ? blank.slice(0, count) : ' '.repeat(count));

/** A column that is shown: its width, and whether a longer text is cut or wrapped. In a pipe neither is done. */
interface Slot {
  readonly index: number;
  readonly drawer: Drawer;
  readonly width: number;
  readonly cuts: boolean;
  readonly wraps: boolean;
}

type Layout = readonly Slot[];

const isWrapped = ({ wraps, width }: Slot, text: string): boolean => wraps && displayWidth(text) > width;

/** One line of texts in their widths, without spaces after the last one; texts that wrap go on below it. */
const lineOf = (texts: readonly string[], layout: Layout, painted: Brush): string => {
  let line = '';
  let below: string[] | undefined;
  for (const slot of layout) {
    const { index, width, cuts } = slot;
    const text = texts[index] ?? '';
    let shown: string;
    if (isWrapped(slot, text)) {
      const [first = '', ...more] = wrappedCell(text, width);
      shown = first;
      below ??= texts.map(() => '');
      below[index] = more.join(' ');
    } else shown = cuts ? truncate(text, width) : text;
    line += painted(shown, index) + spaces(Math.max(0, width - displayWidth(shown)) + gap.length);
  }
  return `${line.trimEnd()}\n${below === undefined ? '' : lineOf(below, layout, painted)}`;
};

const ruleNames = [
  'top top-mid top-left top-right mid left-mid mid-mid right-mid',
  'bottom bottom-mid bottom-left bottom-right left right',
].flatMap((names) => names.split(' '));
const noRules = { ...Object.fromEntries(ruleNames.map((name) => [name, ''])), middle: gap };

/** Draws it with cli-table3, whose time grows with the square of the rows. */
const smallTable = async (
  rows: readonly (readonly string[])[],
  layout: Layout,
  brushes: readonly Brush[],
): Promise<string> => {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    chars: noRules,
    colWidths: layout.map(({ width }) => width),
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  for (const [row, texts] of rows.entries()) {
    table.push(
      layout.map(({ index, width }) => {
        const text = truncate(texts[index] ?? '', width);
        return brushes[row]?.(text, index) ?? text;
      }),
    );
  }
  const lines = table.toString().split('\n');
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
};

/** What the cells of a row show, a text for each column. */
type Texts = readonly string[];

/**
 * Writes a table page by page. Measures up to 100 rows; a longer table continues with their widths, in linear time.
 * cli-table3 draws a screenful on a terminal. Without rows there is no output.
 */
export const tableRows = (options: TableOptions): PageWriter => {
  const { columns, style, paint, aliases, continued = false } = options;
  const drawers = columns.map((column) => drawerOf(column, style, aliases));
  const head = columns.map(({ header }) => header.toUpperCase());
  let waiting: JsonObject[] = [];
  let layout: Layout | undefined;

  const textsOf = (item: JsonObject): Texts => drawers.map((drawer) => drawer.text(item));
  const headBrush: Brush = (text) => paint.bold(text);
  const brushOf =
    (item: JsonObject): Brush =>
    (text, index) => {
      const tone = text === '' ? undefined : drawers[index]?.tone?.(item);
      return tone === undefined ? text : toned(paint, tone)(text);
    };
  const measure = (rows: readonly Texts[]): Layout =>
    fitted(
      columns.map(({ rank, narrowest, readable }, index) => ({
        width: rows.reduce(
          (most, row) => Math.max(most, displayWidth(row[index] ?? '')),
          displayWidth(head[index] ?? ''),
        ),
        rank: rank ?? index,
        narrowest,
        readable,
      })),
      options.width,
    ).flatMap(({ index, width }) => {
      const drawer = drawers[index];
      return drawer === undefined
        ? []
        : [
            {
              index,
              drawer,
              width,
              cuts: options.width !== undefined && drawer.cuts,
              wraps: options.width !== undefined && drawer.wraps,
            },
          ];
    });
  /** Whether a line of only plain text needs no further treatment. */
  const colourless = paint === noColor || drawers.every(({ tone }) => tone === undefined);
  /**
   * Returns the line if all of it is plain text, as most are, tested at once and not cell by cell. Undefined for any
   * other.
   */
  const plainLine = (item: JsonObject, slots: Layout, texts?: Texts): string | undefined => {
    let line = '';
    for (const { index, drawer, width, cuts, wraps } of slots) {
      // No prototype has a string property, so this is the item's own.
      const value = texts?.[index] ?? (drawer.asIs ? item[drawer.path] : undefined);
      const text = typeof value === 'string' ? value : drawer.text(item);
      if (text.length <= width) line += text.padEnd(width + gap.length);
      else if (cuts || wraps) return undefined;
      else line += text + gap;
    }
    return isPlain(line) && (style.reveal || !hasPrivateKey(line)) ? line : undefined;
  };
  /** States that are left out are named: a table without them looks as if all were well. Empty where there are none. */
  const leftOut = (fixed: Layout): string => {
    const names = drawers.flatMap(({ tone }, index) =>
      tone === undefined || fixed.some((slot) => slot.index === index) ? [] : [head[index] ?? ''],
    );
    if (names.length === 0 || options.width === undefined || continued) return '';
    return `${names.join(', ')} ${names.length === 1 ? 'does' : 'do'} not fit: widen the terminal, or see all fields with -o jsonl.`;
  };
  const foot = (fixed: Layout): string => {
    const text = leftOut(fixed);
    if (text === '' || options.width === undefined) return '';
    return `${wrapWords(text, options.width, 0).split('\n').map(paint.dim).join('\n')}\n`;
  };
  /** @param rows the texts of the first items, if they are known */
  const lines = (items: readonly JsonObject[], fixed: Layout, rows: readonly Texts[] = []): string => {
    let text = '';
    for (const [number, item] of items.entries()) {
      const texts = rows[number];
      const line = colourless ? plainLine(item, fixed, texts) : undefined;
      text +=
        line === undefined ? lineOf(texts ?? textsOf(item), fixed, brushOf(item)) : `${line.trimEnd()}\n`;
    }
    return text;
  };
  /** The head, the rows that waited, and the rows after them. */
  const begin = (rows: readonly Texts[], fixed: Layout, after: readonly JsonObject[] = []): string => {
    const top = continued ? '' : lineOf(head, fixed, headBrush);
    const text = top + lines(waiting, fixed, rows) + lines(after, fixed);
    layout = fixed;
    waiting = [];
    return text;
  };

  return {
    page: (items) => {
      if (layout !== undefined) return lines(items, layout);
      const room = measured - waiting.length;
      waiting.push(...items.slice(0, room));
      if (items.length <= room) return '';
      const rows = waiting.map(textsOf);
      return begin(rows, measure(rows), items.slice(room));
    },
    end: async () => {
      if (layout !== undefined) return foot(layout);
      if (waiting.length === 0) return '';
      const rows = waiting.map(textsOf);
      const fixed = measure(rows);
      const isSmall =
        !continued &&
        options.width !== undefined &&
        rows.length <= screenful &&
        // cli-table3 counts wide characters differently, so such rows are drawn here.
        rows.every((texts) => texts.every(isNarrow)) &&
        !rows.some((texts) => fixed.some((slot) => isWrapped(slot, texts[slot.index] ?? '')));
      const text = isSmall
        ? await smallTable([head, ...rows], fixed, [headBrush, ...waiting.map(brushOf)])
        : begin(rows, fixed);
      layout = fixed;
      return text + foot(fixed);
    },
    leftOut: () => (layout === undefined ? '' : leftOut(layout)),
  };
};
