/** Rows for a person: a bold header, two spaces between columns, no rules, one line for each item. */
import type CliTable from 'cli-table3';
import type { JsonObject } from '../../documents/json/json.ts';
import type { Column } from '../../catalogue/view.ts';
import type { Painter } from '../color.ts';
import { toned } from '../color.ts';
import type { Aliases } from '../text/item.ts';
import { find } from '../text/item.ts';
import { safe } from '../text/safe.ts';
import type { Tone } from '../../catalogue/field.ts';
import type { ValueStyle } from '../text/value.ts';
import { cellText, toneOf } from '../text/value.ts';
import { displayWidth, isNarrow, truncate } from '../text/width.ts';
import { wrappedCell } from '../text/wrap.ts';
import type { PageWriter, RowOptions } from './writer.ts';

/** The number of rows that are measured; later rows use their widths. */
const measured = 100;
/** The rows of one table of cli-table3, whose time grows with their square. */
const blockSize = 50;
const gap = '  ';
/** Columns are not cut below this width: a few letters of a value are useless. */
const least = 10;

/** The content of a column for an item: safe text, and its colour. */
interface Drawer {
  readonly path: string;
  /** Whether it can be cut on a narrow terminal; names, IDs and times cannot. */
  readonly cuts: boolean;
  /** The lines in which it goes on instead; 0 if it is cut. Most reasons are read to their end. */
  readonly lines: number;
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
    lines: column.readable === undefined ? 0 : (column.lines ?? Number.POSITIVE_INFINITY),
    text: (item) => safe(cellText(find(item, path, aliases), column, style)),
    tone:
      column.tones === undefined && column.format !== 'status'
        ? undefined
        : (item) => toneOf(find(item, path, aliases), column, item),
  };
};

/** A column that is shown: its width, and whether a longer text is cut or wrapped. In a pipe neither is done. */
interface Slot {
  readonly index: number;
  readonly drawer: Drawer;
  readonly width: number;
  readonly cuts: boolean;
  readonly lines: number;
  /** Called where lines of a text are left out. */
  readonly onCut: () => void;
}

type Layout = readonly Slot[];

const ruleNames = [
  'top top-mid top-left top-right mid left-mid mid-mid right-mid',
  'bottom bottom-mid bottom-left bottom-right left right',
].flatMap((names) => names.split(' '));
const noRules = { ...Object.fromEntries(ruleNames.map((name) => [name, ''])), middle: gap };

/** The lines of a text in its column. */
const linesIn = ({ width, cuts, lines, onCut }: Slot, text: string): readonly string[] => {
  if (text.length <= width / 2 || displayWidth(text) <= width) return [text];
  if (lines === 0) return [cuts ? truncate(text, width) : text];
  const all = wrappedCell(text, width);
  if (all.length <= lines) return all;
  onCut();
  return [...all.slice(0, lines - 1), truncate(`${all[lines - 1] ?? ''} …`, width)];
};

/** A row to draw: a text for each column, and their colours. */
interface DrawnRow {
  readonly texts: readonly string[];
  readonly brush: Brush;
}

/** Takes one column for every way of counting; two spaces separate it from that of the next cell. */
const standIn = '\ue000';

/**
 * Draws rows with cli-table3, which counts some characters differently and cuts what is too long: it gets as many
 * stand-ins as such a text may take columns, and the text takes their place.
 */
const drawBlock = (Table: typeof CliTable, rows: readonly DrawnRow[], layout: Layout): string => {
  const table = new Table({
    chars: noRules,
    colWidths: layout.map(({ width }) => width),
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  const held: string[] = [];
  for (const { texts, brush } of rows) {
    const cells = layout.map((slot) => ({
      slot,
      lines: linesIn(slot, texts[slot.index] ?? ''),
      drawn: new Array<string>(),
    }));
    const height = Math.max(...cells.map(({ lines }) => lines.length));
    for (let line = 0; line < height; line += 1) {
      for (const { slot, lines, drawn } of cells) {
        const text = lines[line] ?? '';
        const exact = text.length <= slot.width && isNarrow(text);
        if (!exact) held.push(text);
        const columns = exact ? 0 : Math.max(1, Math.min(displayWidth(text), slot.width));
        drawn.push(brush(exact ? text : standIn.repeat(columns), slot.index));
      }
    }
    table.push(cells.map(({ drawn }) => drawn.join('\n')));
  }
  let next = 0;
  const text = table.toString().replace(/\ue000+/g, () => {
    next += 1;
    return held[next - 1] ?? '';
  });
  return text
    .split('\n')
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
};

/**
 * Writes a table page by page, in blocks that share the widths of the first 100 rows. Without rows there is no output.
 */
export const tableRows = (options: TableOptions): PageWriter => {
  const { columns, style, paint, aliases, continued = false } = options;
  const drawers = columns.map((column) => drawerOf(column, style, aliases));
  const head = columns.map(({ header }) => header.toUpperCase());
  let waiting: JsonObject[] = [];
  let layout: Layout | undefined;
  /** Columns of which lines were left out. */
  const cut = new Set<string>();

  const textsOf = (item: JsonObject): readonly string[] => drawers.map((drawer) => drawer.text(item));
  const headBrush: Brush = (text) => paint.bold(text);
  const brushOf =
    (item: JsonObject): Brush =>
    (text, index) => {
      const tone = text === '' ? undefined : drawers[index]?.tone?.(item);
      return tone === undefined ? text : toned(paint, tone)(text);
    };
  const measure = (rows: readonly DrawnRow[]): Layout =>
    fitted(
      columns.map(({ rank, narrowest, readable }, index) => ({
        width: rows.reduce(
          (most, { texts }) => Math.max(most, displayWidth(texts[index] ?? '')),
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
              lines: options.width === undefined ? 0 : drawer.lines,
              onCut: () => cut.add(head[index] ?? ''),
            },
          ];
    });
  const leftOut = (fixed: Layout): string => {
    const shown = new Set(fixed.map(({ index }) => index));
    const names = [
      ...head.filter((_, index) => !shown.has(index)),
      ...[...cut].map((name) => `the rest of ${name}`),
    ];
    return names.length === 0 || continued ? '' : `not shown: ${names.join(', ')}; -o wide`;
  };
  const rowOf = (item: JsonObject): DrawnRow => ({ texts: textsOf(item), brush: brushOf(item) });
  const drawn = async (rows: readonly DrawnRow[], fixed: Layout): Promise<string> => {
    const { default: Table } = await import('cli-table3');
    let text = '';
    for (let from = 0; from < rows.length; from += blockSize)
      text += drawBlock(Table, rows.slice(from, from + blockSize), fixed);
    return text;
  };
  /** The head and the rows that waited, whose widths those of `after` and all later ones get. */
  const begin = (after: readonly JsonObject[] = []): Promise<string> => {
    const rows = waiting.map(rowOf);
    layout = measure(rows);
    waiting = [];
    const top = continued ? [] : [{ texts: head, brush: headBrush }];
    return drawn([...top, ...rows, ...after.map(rowOf)], layout);
  };

  return {
    page: async (items) => {
      if (layout !== undefined) return drawn(items.map(rowOf), layout);
      const room = measured - waiting.length;
      waiting.push(...items.slice(0, room));
      if (items.length <= room) return '';
      return begin(items.slice(room));
    },
    end: () => {
      return layout === undefined && waiting.length > 0 ? begin() : '';
    },
    leftOut: () => (layout === undefined ? '' : leftOut(layout)),
  };
};
