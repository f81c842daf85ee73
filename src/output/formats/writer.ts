import type { Term } from '../../catalogue/term.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import type { Column, View } from '../../catalogue/view.ts';
import type { ColorLevel } from '../color.ts';
import type { Aliases } from '../text/item.ts';
import type { ValueStyle } from '../text/value.ts';

/** Keeps only what the format needs to continue. */
export interface PageWriter {
  page(items: readonly JsonObject[]): string | Promise<string>;
  end?(): string | Promise<string>;
  /** After the end: columns without room. */
  leftOut?(): string;
}

/** Cells are formatted, and masked if the format masks. */
export interface CellWriter {
  /** The field's path or the view's header. */
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
  /** @param json one line */
  element(value: Json, json: string, first: boolean): string | Promise<string>;
  /** Without elements: the whole list. */
  end(empty: boolean): string;
}

export type DocumentChoice = 'field' | 'fields' | 'query';

export interface ViewNeed {
  readonly met: (view: View) => boolean;
  readonly words: string;
}

/** Has a `document` or `credentials` writer, or writes items by `rows`, and by `record` for a single one. */
export interface Format {
  readonly summary: string;
  readonly secrets?: 'shown';
  readonly takes: readonly DocumentChoice[];
  /** The default without `-o`; `document`: for `--query` and `trivet api`. */
  readonly usual?: 'terminal' | 'pipe' | 'document';
  /** On a terminal: values in words, certificates described, plans drawn. */
  readonly forPeople?: true;
  readonly verbatim?: true;
  /** trivet's own messages are JSON, too: standard error, `--dry-run`. */
  readonly messages?: 'json';
  readonly watch?: 'screen' | 'items';
  /** If a reply lacks its name, the typed one. */
  readonly names?: true;
  readonly needs?: ViewNeed;
  /** Lists are written page by page as they arrive. */
  readonly rows?: (options: RowOptions) => Promise<PageWriter>;
  /** Nothing can be appended. */
  readonly ends?: true;
  readonly record?: (item: JsonObject, options: RowOptions) => Promise<string>;
  /** Absent: results are lines or rows. */
  readonly sequence?: Sequence;
  readonly document?: (document: Json) => Promise<Iterable<string>>;
  /** `now` in milliseconds since the epoch. */
  readonly credentials?: (
    view: View,
    item: JsonObject,
    now: number,
    aliases: Aliases,
    term?: Pick<Term, 'life'>,
  ) => Promise<string>;
  readonly result?: (result: Json, terminal: boolean) => Promise<string>;
}
