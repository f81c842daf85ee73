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

const measured = 100;
/** Rows that cli-table3 draws at once, since its time is quadratic. */
const blockSize = 50;
const gap = '  ';
/** The least width: a few letters of a value are useless. */
const least = 10;

interface Drawer {
  readonly path: string;
  /** Whether values may be cut; names, IDs and times are not. */
  readonly cuts: boolean;
  /** The number of lines that a value may take; 0: it is cut instead of wrapped. */
  readonly lines: number;
  readonly text: (item: JsonObject) => string;
  readonly tone: ((item: JsonObject) => Tone | undefined) | undefined;
}

type Brush = (text: string, index: number) => string;

export interface TableOptions extends Partial<Pick<RowOptions, 'continued'>> {
  readonly columns: readonly Column[];
  readonly style: ValueStyle;
  readonly paint: Painter;
  readonly width: number | undefined;
  readonly aliases?: Aliases | undefined;
}

interface Wanted {
  readonly width: number;
  readonly rank: number;
  readonly narrowest?: Column['narrowest'];
  readonly readable?: Column['readable'];
}

const leastOf = ({ width, rank, narrowest = least }: Wanted): number =>
  rank === 0 || narrowest === 'whole' ? width : Math.min(width, narrowest);

/** Other columns are dropped before this one gets narrower. */
const readableOf = (column: Wanted): number =>
  Math.max(leastOf(column), Math.min(column.width, column.readable ?? 0));

const total = (some: readonly number[]): number => some.reduce((sum, one) => sum + one, 0);

const shrunk = (columns: readonly Wanted[], room: number): readonly number[] => {
  const floor = total(columns.map(readableOf)) <= room ? readableOf : leastOf;
  const cut = (cap: number): readonly number[] =>
    columns.map((one) => Math.max(floor(one), Math.min(one.width, cap)));
  let cap = Math.max(least, ...columns.map(({ width }) => width));
  while (cap > least && total(cut(cap)) > room) cap -= 1;
  const result = cut(cap);
  // The excess of the last step goes back to the columns that were cut first.
  let spare = room - total(result);
  return result.map((width, index) => {
    if (spare <= 0 || width >= (columns[index]?.width ?? 0)) return width;
    spare -= 1;
    return width + 1;
  });
};

interface Fitted {
  readonly index: number;
  readonly width: number;
}

/** Keeps rank 0 columns whole, then adds the others by rank if there is room for their least width. */
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

interface Slot {
  readonly index: number;
  readonly drawer: Drawer;
  readonly width: number;
  readonly cuts: boolean;
  readonly lines: number;
  readonly onCut: () => void;
}

type Layout = readonly Slot[];

const ruleNames = [
  'top top-mid top-left top-right mid left-mid mid-mid right-mid',
  'bottom bottom-mid bottom-left bottom-right left right',
].flatMap((names) => names.split(' '));
const noRules = { ...Object.fromEntries(ruleNames.map((name) => [name, ''])), middle: gap };

const linesIn = ({ width, cuts, lines, onCut }: Slot, text: string): readonly string[] => {
  if (text.length <= width / 2 || displayWidth(text) <= width) return [text];
  if (lines === 0) return [cuts ? truncate(text, width) : text];
  const all = wrappedCell(text, width);
  if (all.length <= lines) return all;
  onCut();
  return [...all.slice(0, lines - 1), truncate(`${all[lines - 1] ?? ''} …`, width)];
};

interface DrawnRow {
  readonly texts: readonly string[];
  readonly brush: Brush;
}

/** A character that is one column wide by any count. */
const standIn = '\ue000';

/** Draws stand-ins that the texts then replace: cli-table3 counts some characters differently and cuts long texts. */
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

/** Widths are those of the first 100 rows. Nothing is printed without rows. */
export const tableRows = (options: TableOptions): PageWriter => {
  const { columns, style, paint, aliases, continued = false } = options;
  const drawers = columns.map((column) => drawerOf(column, style, aliases));
  const head = columns.map(({ header }) => header.toUpperCase());
  let waiting: JsonObject[] = [];
  let layout: Layout | undefined;
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
  /** Fixes the widths by the waiting rows and `after`, for all later rows. */
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
