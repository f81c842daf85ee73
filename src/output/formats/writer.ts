/** The interface of output formats: traits and writers. */
import type { Term } from '../../catalogue/term.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import type { Column, View } from '../../catalogue/view.ts';
import type { ColorLevel } from '../color.ts';
import type { Aliases } from '../text/item.ts';
import type { ValueStyle } from '../text/value.ts';

/** Turns pages of items into text, in order, keeping only what the format needs to continue. */
export interface PageWriter {
  page(items: readonly JsonObject[]): string | Promise<string>;
  /** The rest of the text after the last page. */
  end?(): string | Promise<string>;
  /** After the end: names the columns that had no room; empty where all had. */
  leftOut?(): string;
}

/** Writes rows with finished cells: formatted, and masked if the format masks. */
export interface CellWriter {
  /** The name of a column in a header, or as the key of a record: the field's path or the view's header. */
  readonly label: 'path' | 'header';
  readonly head?: (labels: readonly string[]) => string;
  /** One line, with its line feed. */
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
  /** The rows follow others, so that they get no head. */
  readonly continued: boolean;
}

/** Writes values as the elements of one list. */
export interface Sequence {
  /** @param json the value as a line of JSON */
  element(value: Json, json: string, first: boolean): string | Promise<string>;
  /** The text after the last element; without elements the whole list. */
  end(empty: boolean): string;
}

/** The flags that choose parts of a document. */
export type DocumentChoice = 'field' | 'fields' | 'query';

/** The requirements of a format on a view. */
export interface ViewNeed {
  readonly met: (view: View) => boolean;
  /** Completes `-o FORMAT is for …`. */
  readonly words: string;
}

/**
 * An output format. It has a `document` writer, a `credentials` writer, or writes items by `rows`, and by `record` if a
 * single item looks different.
 */
export interface Format {
  readonly summary: string;
  /** Whether secrets are shown. Absent: they are masked unless `--reveal` or `--out` is given. */
  readonly secrets?: 'shown';
  readonly takes: readonly DocumentChoice[];
  /**
   * Where it is the default without `-o`: on a terminal, elsewhere, or for a whole document (`--query`, `trivet api`).
   */
  readonly usual?: 'terminal' | 'pipe' | 'document';
  /** On a terminal values are shown in words, certificates are described and plans are drawn. */
  readonly forPeople?: true;
  /** Texts and bytes are written without a layout, and an empty list is described on a terminal. */
  readonly verbatim?: true;
  /** Whether trivet's own messages are JSON, too: the lines of standard error and the requests of `--dry-run`. */
  readonly messages?: 'json';
  /** The output of `--watch` at a change: everything again, or the items that changed. */
  readonly watch?: 'screen' | 'items';
  /** Writes only names: if a reply lacks its own, the one that was typed. */
  readonly names?: true;
  readonly needs?: ViewNeed;
  /** Item by item: lists are written page by page as they arrive. */
  readonly rows?: (options: RowOptions) => Promise<PageWriter>;
  /** Its rows have an end, so that nothing can be appended to them. */
  readonly ends?: true;
  readonly record?: (item: JsonObject, options: RowOptions) => Promise<string>;
  /** Results that arrive one by one, as one document. Absent: they are lines or rows. */
  readonly sequence?: () => Promise<Sequence>;
  readonly document?: (document: Json) => Promise<Iterable<string>>;
  /** Credentials in the form that another program reads; `now` is in milliseconds since the epoch. */
  readonly credentials?: (
    view: View,
    item: JsonObject,
    now: number,
    aliases: Aliases,
    term?: Pick<Term, 'life'>,
  ) => Promise<string>;
  /** The result of `--query`, if it is not written as a document. */
  readonly result?: (result: Json, terminal: boolean) => Promise<string>;
}
