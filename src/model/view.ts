/** Views: how a reply is shown to a person. `-o json` is always the service's own document. */
import type { Fields, Tone } from './field.ts';

export type ColumnFormat =
  | 'text'
  | 'time' /** RFC 3339 text, or seconds since the epoch */
  | 'nanosecond-time' /** nanoseconds since the epoch */
  | 'seconds' /** an integer duration */
  | 'milliseconds'
  | 'nanoseconds'
  | 'yes-no'
  | 'count'
  | 'progress' /** groups of a deployment */
  | 'reason' /** why tasks failed */
  | 'children' /** of a parent, by state */
  | 'status'
  | 'json';

/** One column as the writers need it, made of a view and its fields (`render/columns.ts`). */
export interface Column {
  readonly header: string;
  /** Looked up in the item: exact key first, then dotted. */
  readonly path: string;
  readonly format?: ColumnFormat;
  /** Masked in table and tsv unless `--reveal`. */
  readonly sensitive?: true;
  /** Status words and the colour they take. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** 0 is never dropped from a narrow table, the highest first. */
  readonly rank?: number;
  /** Terminal columns that it needs; with fewer it is dropped. Default: 10. */
  readonly narrowest?: number | 'whole';
  /** Narrow tables drop less important columns before they cut this one to less. */
  readonly readable?: number;
}

/** A field, with a header where that is another word. The list of columns is frozen: scripts cut it. */
type ColumnKey<Key extends string = string> = Key | readonly [field: Key, header: string];

/** Where the rows of a table lie in the document. Absent: the service's own place (`data`, `data.keys`, top level). */
export interface Rows {
  readonly path: string;
  /** The rows are the entries of an object; its key becomes this field of the item. */
  readonly key?: string;
  /** Rows that are plain strings become `{ [field]: text }`. */
  readonly scalar?: string;
}

interface FileOf<Key extends string = string> {
  /** File name below the directory of `--out`. */
  readonly file: string;
  /** Field of the item that holds the text; a list is joined by newlines. */
  readonly path: Key;
  /** 0600 instead of 0644. */
  readonly secret?: true;
}

interface Described<Fs extends Fields> {
  /** Everything that an item of the reply holds. */
  readonly fields: Fs;
  readonly columns: readonly ColumnKey<keyof NoInfer<Fs> & string>[];
  /** What `-o name` prints: a field of the item. */
  readonly name: string;
  /** The input that holds the name where the reply lacks it; default: the input with the name of the field. */
  readonly nameInput?: string;
  /** Fields without which a success is not the reply of the operation. */
  readonly essential?: readonly (keyof NoInfer<Fs> & string)[];
  /** Undeclared fields can be selected too: the reply is not known beforehand. */
  readonly open?: true;
}

interface TableView<Fs extends Fields = Fields> extends Described<Fs> {
  readonly kind: 'table';
  readonly rows?: Rows;
  /** The field by which the rows are sorted, downwards after a leading `-`; absent: as the server sent them. */
  readonly order?: string;
  readonly empty: string;
}

interface RecordView<Fs extends Fields = Fields> extends Described<Fs> {
  readonly kind: 'record';
  readonly files?: readonly FileOf<keyof NoInfer<Fs> & string>[];
}

/** A record that `-o env|export|credential-process` can render: variable or property name -> field. */
interface CredentialsView<Fs extends Fields = Fields> extends Described<Fs> {
  readonly kind: 'credentials';
  readonly env: Readonly<Record<string, keyof NoInfer<Fs> & string>>;
  readonly process?: Readonly<Record<string, keyof NoInfer<Fs> & string>>;
}

/** One text of the item at `path`. */
interface TextView<Fs extends Fields = Fields> {
  readonly kind: 'text';
  readonly fields: Fs;
  readonly name: string;
  readonly path: keyof NoInfer<Fs> & string;
}

export type View =
  | TableView
  | RecordView
  | CredentialsView
  | TextView
  /** Raw bytes: `media` says what they are (`pem`, `der`, `crl-pem`, `crl-der`). */
  | { readonly kind: 'bytes'; readonly media: 'certificate' | 'crl' }
  /** Success without a body worth a table: `text` with `{field}` from the input goes to stderr on a terminal. */
  | {
      readonly kind: 'message';
      readonly text: string;
      readonly fields?: Fields;
      readonly essential?: readonly string[];
    };

type Without<V> = Omit<V, 'kind'>;

/** A list; a column that is not a field does not compile. */
export const tableView = <const Fs extends Fields>(view: Without<TableView<Fs>>): TableView<Fs> => ({
  kind: 'table',
  ...view,
});

/** One object; a column that is not a field does not compile. */
export const recordView = <const Fs extends Fields>(view: Without<RecordView<Fs>>): RecordView<Fs> => ({
  kind: 'record',
  ...view,
});

/** One object with credentials; a column or variable that is not a field does not compile. */
export const credentialsView = <const Fs extends Fields>(
  view: Without<CredentialsView<Fs>>,
): CredentialsView<Fs> => ({ kind: 'credentials', ...view });

const bytesFields: Fields = {
  pem: { type: 'text', summary: 'The PEM text' },
  base64: { type: 'text', summary: 'The bytes in base64, where they are not PEM' },
};

/** Every field that an item of a reply with this view may have. */
export const fieldsOf = (view: View): Fields => (view.kind === 'bytes' ? bytesFields : (view.fields ?? {}));
