/** Views: how a reply is shown to a person. `-o json` is always the service's own document. */
import type { Fields, Tone, ToneWhen } from './field.ts';

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
  | 'scaling' /** counts over time, as a line */
  | 'bar' /** a bar of `#` */
  | 'marked' /** text that can end with a mark of trivet */
  | 'status'
  | 'json';

/** A column as the writers need it, made of a view and its fields (`output/formats/columns.ts`). */
export interface Column {
  readonly header: string;
  /** Found in the item by exact key first, then dotted. */
  readonly path: string;
  readonly format?: ColumnFormat;
  /** Masked in table and tsv unless `--reveal`. */
  readonly sensitive?: true;
  /** Status words and their colours. */
  readonly tones?: Readonly<Record<string, Tone>>;
  readonly toneWhen?: ToneWhen;
  /** 0 is never dropped from a narrow table, the highest first. */
  readonly rank?: number;
  /** The terminal columns that it needs, or it is dropped. Default: 10. */
  readonly narrowest?: number | 'whole';
  /** Prose: narrow tables drop less important columns before it gets less, and wrap it. */
  readonly readable?: number;
  /** Of prose: the most lines in a narrow table; the rest is cut. */
  readonly lines?: number;
}

/** A field, with a header if that differs. The list of columns is frozen, because scripts depend on it. */
type ColumnKey<Key extends string = string> = Key | readonly [field: Key, header: string];

/** The place of the rows in the document. Absent: the service's own place (`data`, `data.keys`, top level). */
export interface Rows {
  readonly path: string;
  /** The rows are the entries of an object; its key becomes this field of the item. */
  readonly key?: string;
  /** Rows that are plain strings become `{ [field]: text }`. */
  readonly scalar?: string;
}

interface Described<Fs extends Fields> {
  /** Everything that an item of the reply contains. */
  readonly fields: Fs;
  readonly columns: readonly ColumnKey<keyof NoInfer<Fs> & string>[];
  /** The field of the item that `-o name` prints. */
  readonly name: string;
  /** The input with the name, for a reply that lacks it; default: the input named like the field. */
  readonly nameInput?: string;
  /** Fields without which a success is not the reply of the operation. */
  readonly essential?: readonly (keyof NoInfer<Fs> & string)[];
  /** Undeclared fields can be selected, too: the reply is not known beforehand. */
  readonly open?: true;
}

interface TableView<Fs extends Fields = Fields> extends Described<Fs> {
  readonly kind: 'table';
  readonly rows?: Rows;
  /** The field for the order of the rows, descending after a leading `-`; absent: the order of the server. */
  readonly order?: string;
  /** The boolean field of rows that need a person. */
  readonly urgent?: keyof NoInfer<Fs> & string;
  /** The field with the object that a row is about: `{ kind, name, flags }`. */
  readonly about?: keyof NoInfer<Fs> & string;
  readonly empty: string;
  /** Where nothing matches: another filter that takes what one of these was given. */
  readonly instead?: (input: Readonly<Record<string, unknown>>) => string | undefined;
}

interface RecordView<Fs extends Fields = Fields> extends Described<Fs> {
  readonly kind: 'record';
  /** `--out` is a directory, into which the command writes the parts of the reply as files. */
  readonly files?: true;
}

/** A record that `-o env|export|credential-process` can render: variable or property name -> field. */
interface CredentialsView<Fs extends Fields = Fields> extends Described<Fs> {
  readonly kind: 'credentials';
  readonly env: Readonly<Record<string, keyof NoInfer<Fs> & string>>;
  readonly process?: Readonly<Record<string, keyof NoInfer<Fs> & string>>;
  /** Seconds after which `-o credential-process` has itself run again, where the reply has no end. */
  readonly again?: number;
  /** The variable with the end of what is lent to a command. */
  readonly endsIn?: string;
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
  /** Raw bytes in the format `media` (`pem`, `der`, `crl-pem`, `crl-der`). */
  | { readonly kind: 'bytes'; readonly media: 'certificate' | 'crl' }
  /** Success without a record: `text` with `{field}` from the input goes to stderr on a terminal. */
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

/** Whether `--out` is a directory. */
export const writesFiles = (view: View | undefined): boolean =>
  view?.kind === 'record' && view.files === true;

const bytesFields: Fields = {
  pem: { type: 'text', summary: 'The PEM text' },
  base64: { type: 'text', summary: 'The bytes in base64, where they are not PEM' },
};

/** Every field that an item of a reply with this view can have. */
export const fieldsOf = (view: View): Fields => (view.kind === 'bytes' ? bytesFields : (view.fields ?? {}));
