/** What output formats have in common: the traits that others ask for, and the writers. */
import type { Json, JsonObject } from '../model/json.ts';
import type { Column, View } from '../model/view.ts';
import type { ColorLevel } from './color.ts';
import type { Aliases } from './item.ts';
import type { ValueStyle } from './value.ts';

/** Turns pages of items into text, in order. Nothing is kept but what the format needs to go on. */
export interface PageWriter {
  page(items: readonly JsonObject[]): string | Promise<string>;
  /** What is still to be written after the last page. */
  end?(): string | Promise<string>;
}

/** Writes rows whose cells are ready: formatted, and masked where the format masks. */
export interface CellWriter {
  /** What names a column, in a header or as the key of a record: the field's path or the view's header. */
  readonly label: 'path' | 'header';
  /** The lines before the first row. */
  readonly head?: (labels: readonly string[]) => string;
  /** One line, with its line feed. */
  readonly row: (cells: readonly string[]) => string;
}

export interface RowOptions {
  readonly view: View;
  /** Those of the view or those that `--fields` names. */
  readonly columns: readonly Column[];
  /** As `--fields` has them. */
  readonly fields: readonly string[] | undefined;
  readonly style: ValueStyle;
  readonly terminal: boolean;
  /** Columns of the terminal; undefined where nothing is to be cut. */
  readonly width: number | undefined;
  readonly colorLevel: ColorLevel;
  readonly aliases: Aliases;
}

/** Writes lines of JSON as the elements of one list. */
export interface Sequence {
  /** @param json one element, which may end in a newline */
  element(json: string, first: boolean): string | Promise<string>;
  /** What stands after the last element; of no element the whole list. */
  end(empty: boolean): string;
}

/** The flags that choose something of a document. */
export type DocumentChoice = 'field' | 'fields' | 'query';

/** What a view must have for a format. */
export interface ViewNeed {
  readonly met: (view: View) => boolean;
  /** Completes `-o FORMAT is for …`. */
  readonly words: string;
}

/**
 * An output format. It has a `document` writer, a `credentials` writer, or writes items by `rows` and, where one item
 * looks different, by `record`.
 */
export interface Format {
  /** One or two sentences for `trivet help output`. */
  readonly summary: string;
  /** Secrets are written as they are. Absent: they are masked unless `--reveal` or `--out` is given. */
  readonly secrets?: 'shown';
  /** The flags that may be given with it. */
  readonly takes: readonly DocumentChoice[];
  /** Used without `-o`: on a terminal, elsewhere, or where a whole document is wanted (`--query`, `trivet api`). */
  readonly usual?: 'terminal' | 'pipe' | 'document';
  /** On a terminal values are in words, certificates are described and plans are drawn. */
  readonly forPeople?: true;
  /** Texts and bytes are written without a layout, and an empty list is described on a terminal. */
  readonly verbatim?: true;
  /** What trivet itself says is JSON too: the lines of standard error and the requests of `--dry-run`. */
  readonly messages?: 'json';
  /** What `--watch` writes at a change: the whole again, or the items that changed. */
  readonly watch?: 'screen' | 'items';
  /** Writes only names: if a reply lacks its own, the one that was typed. */
  readonly names?: true;
  readonly needs?: ViewNeed;
  /** Item by item: lists are written page by page as they come. */
  readonly rows?: (options: RowOptions) => Promise<PageWriter>;
  readonly record?: (item: JsonObject, options: RowOptions) => Promise<string>;
  /** Results that come one by one, as one document. Absent: they are lines or rows. */
  readonly sequence?: () => Promise<Sequence>;
  /** The whole document, in chunks. */
  readonly document?: (document: Json) => Promise<Iterable<string>>;
  /** A credential in the form that another program reads; `now` is in milliseconds since the epoch. */
  readonly credentials?: (view: View, item: JsonObject, now: number, aliases: Aliases) => Promise<string>;
  /** The result of `--query`, where it is not written as a document. */
  readonly result?: (result: Json, terminal: boolean) => Promise<string>;
}
