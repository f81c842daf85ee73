import type { Term } from '../../catalogue/term.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import type { Column, View } from '../../catalogue/view.ts';
import type { ColorLevel } from '../color.ts';
import type { Aliases } from '../text/item.ts';
import type { ValueStyle } from '../text/value.ts';

/** Writes pages; it keeps only what the format needs to continue. */
export interface PageWriter {
  page(items: readonly JsonObject[]): string | Promise<string>;
  end?(): string | Promise<string>;
  /** Columns without room, known after the end. */
  leftOut?(): string;
}

/** Formats cells, and masks them if the format does. */
export interface CellWriter {
  /** Whether a column is named by its field's path or by the view's header. */
  readonly label: 'path' | 'header';
  readonly head?: (labels: readonly string[]) => string;
  readonly row: (cells: readonly string[]) => string;
  readonly foot?: string;
}

export interface RowOptions {
  readonly view: View;
  readonly columns: readonly Column[];
  readonly fields: readonly string[] | undefined;
  readonly style: ValueStyle;
  readonly terminal: boolean;
  readonly width: number | undefined;
  readonly colorLevel: ColorLevel;
  readonly aliases: Aliases;
  readonly continued: boolean;
}

interface Sequence {
  /** @param json the element in one line */
  element(value: Json, json: string, first: boolean): string | Promise<string>;
  /** The end of the list, or the whole list if it is empty. */
  end(empty: boolean): string;
}

export type DocumentChoice = 'field' | 'fields' | 'query';

export interface ViewNeed {
  readonly met: (view: View) => boolean;
  readonly words: string;
}

/** A format has a `document` or `credentials` writer, or writes items by `rows`, and a single one by `record`. */
export interface Format {
  readonly summary: string;
  readonly secrets?: 'shown';
  readonly takes: readonly DocumentChoice[];
  /** Where it is the default without `-o`; `document`: for `--query` and `trivet api`. */
  readonly usual?: 'terminal' | 'pipe' | 'document';
  /** Whether values are in words on a terminal, certificates described, and plans drawn. */
  readonly forPeople?: true;
  readonly verbatim?: true;
  /** Whether trivet's own messages are JSON too: standard error, `--dry-run`. */
  readonly messages?: 'json';
  readonly watch?: 'screen' | 'items';
  /** Whether a reply without its name gets the typed one. */
  readonly names?: true;
  readonly needs?: ViewNeed;
  readonly rows?: (options: RowOptions) => Promise<PageWriter>;
  /** Whether nothing can be appended. */
  readonly ends?: true;
  readonly record?: (item: JsonObject, options: RowOptions) => Promise<string>;
  /** If absent, results are lines or rows. */
  readonly sequence?: Sequence;
  readonly document?: (document: Json) => Promise<Iterable<string>>;
  /** @param now in milliseconds since the epoch */
  readonly credentials?: (
    view: View,
    item: JsonObject,
    now: number,
    aliases: Aliases,
    term?: Pick<Term, 'life'>,
  ) => Promise<string>;
  readonly result?: (result: Json, terminal: boolean) => Promise<string>;
}
