import type { Field, Fields, Tone } from './field.ts';

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

export interface Column extends Pick<
  Field,
  'sensitive' | 'toneWhen' | 'rank' | 'narrowest' | 'readable' | 'lines'
> {
  readonly header: string;
  readonly path: string;
  readonly format?: ColumnFormat;
  readonly tones?: Readonly<Record<string, Tone>>;
}

/** A field, with its header if that differs. Columns are frozen, because scripts depend on them. */
type ColumnKey<Key extends string = string> = Key | readonly [field: Key, header: string];

/** The path of the rows in the document. Default: the service's own (`data`, `data.keys`, top level). */
export interface Rows {
  readonly path: string;
  readonly key?: string;
  readonly scalar?: string;
}

interface Described<Fs extends Fields> {
  readonly fields: Fs;
  readonly columns: readonly ColumnKey<keyof NoInfer<Fs> & string>[];
  readonly name: string;
  /** The input with the name, for a reply that lacks it; default: the input named like the field. */
  readonly nameInput?: string;
  /** The fields without which a reply is not that of the operation. */
  readonly essential?: readonly (keyof NoInfer<Fs> & string)[];
  readonly open?: true;
}

interface TableView<Fs extends Fields = Fields> extends Described<Fs> {
  readonly kind: 'table';
  readonly rows?: Rows;
  /** Sorts the rows, descending after a leading `-`. Default: the order of the server. */
  readonly order?: string;
  /** The boolean field that says whether a row needs a person. */
  readonly urgent?: keyof NoInfer<Fs> & string;
  readonly about?: keyof NoInfer<Fs> & string;
  readonly empty: string;
  /** Its rows have too few fields for conditions. */
  readonly unconditional?: true;
  /** Names a filter that would match, if this one matched nothing. */
  readonly suggestFilter?: (input: Readonly<Record<string, unknown>>) => string | undefined;
}

interface RecordView<Fs extends Fields = Fields> extends Described<Fs> {
  readonly kind: 'record';
  /** Set if `--out` is a directory for the parts of the reply. */
  readonly files?: true;
}

/** The fields by variable or property, for `-o env|export|credential-process`. */
interface CredentialsView<Fs extends Fields = Fields> extends Described<Fs> {
  readonly kind: 'credentials';
  readonly env: Readonly<Record<string, keyof NoInfer<Fs> & string>>;
  readonly process?: Readonly<Record<string, keyof NoInfer<Fs> & string>>;
  /** Seconds after which `-o credential-process` is run again, if the reply has no end. */
  readonly rerunSeconds?: number;
  /** The variable with the end of a loan. */
  readonly endsIn?: string;
}

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
  | { readonly kind: 'bytes'; readonly media: 'certificate' | 'crl' }
  /** A success without a record: on a terminal, stderr gets `text` with `{field}` from the input. */
  | {
      readonly kind: 'message';
      readonly text: string;
      readonly fields?: Fields;
      readonly essential?: readonly string[];
    };

type Without<V> = Omit<V, 'kind'>;

export const tableView = <const Fs extends Fields>(view: Without<TableView<Fs>>): TableView<Fs> => ({
  kind: 'table',
  ...view,
});

export const recordView = <const Fs extends Fields>(view: Without<RecordView<Fs>>): RecordView<Fs> => ({
  kind: 'record',
  ...view,
});

/** A column or variable that is not a field does not compile. */
export const credentialsView = <const Fs extends Fields>(
  view: Without<CredentialsView<Fs>>,
): CredentialsView<Fs> => ({ kind: 'credentials', ...view });

export const writesFiles = (view: View | undefined): boolean =>
  view?.kind === 'record' && view.files === true;

const bytesFields: Fields = {
  pem: { type: 'text', summary: 'The PEM text' },
  base64: { type: 'text', summary: 'The bytes in base64, where they are not PEM' },
};

export const fieldsOf = (view: View): Fields => (view.kind === 'bytes' ? bytesFields : (view.fields ?? {}));
