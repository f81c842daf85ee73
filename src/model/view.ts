/** What a person sees of a reply. `-o json` is always the service's own document. */

export type Format =
  | 'text'
  | 'time' /** RFC 3339 text, or seconds since the epoch */
  | 'nanosecond-time' /** nanoseconds since the epoch */
  | 'seconds' /** an integer duration */
  | 'milliseconds'
  | 'nanoseconds'
  | 'yes-no'
  | 'count'
  | 'status'
  | 'json';

/** `path` is looked up in the item: exact key first, then dotted. The list of columns is frozen: scripts cut it. */
export interface Column {
  readonly header: string;
  readonly path: string;
  readonly format?: Format;
  /** Masked in table and tsv unless `--reveal`. */
  readonly sensitive?: true;
  /** Status words and the colour they take. */
  readonly tones?: Readonly<Record<string, 'good' | 'warn' | 'bad' | 'dim'>>;
}

/** Where the rows of a table lie in the document. Absent: the service's own place (`data`, `data.keys`, top level). */
export interface Rows {
  readonly path: string;
  /** The rows are the entries of an object; its key becomes this field of the item. */
  readonly key?: string;
  /** Rows that are plain strings become `{ [field]: text }`. */
  readonly scalar?: string;
}

export interface FileOf {
  /** File name below the directory of `--out`. */
  readonly file: string;
  /** Field of the item that holds the text; a list is joined by newlines. */
  readonly path: string;
  /** 0600 instead of 0644. */
  readonly secret?: true;
}

interface Named {
  /** What `-o name` prints: a field of the item. */
  readonly name: string;
}

export type View =
  | (Named & {
      readonly kind: 'table';
      readonly rows?: Rows;
      readonly columns: readonly Column[];
      readonly empty: string;
    })
  | (Named & {
      readonly kind: 'record';
      readonly columns: readonly Column[];
      readonly files?: readonly FileOf[];
    })
  /** A record that `-o env|export|credential-process` can render: variable or property name -> field. */
  | (Named & {
      readonly kind: 'credentials';
      readonly columns: readonly Column[];
      readonly env: Readonly<Record<string, string>>;
      readonly process?: Readonly<Record<string, string>>;
    })
  | (Named & { readonly kind: 'text'; readonly path: string })
  /** Raw bytes: `media` says what they are (`pem`, `der`, `crl-pem`, `crl-der`). */
  | { readonly kind: 'bytes'; readonly media: 'certificate' | 'crl' }
  /** Success without a body worth a table: `text` with `{field}` from the input goes to stderr on a terminal. */
  | { readonly kind: 'message'; readonly text: string };
