/** An operation as data: flags, help, request, retries and output derive from it. */
import type { Json, JsonObject } from '../documents/json/json.ts';
import type {
  GivenInput,
  InputBesideBody,
  InputRecord,
  Input,
  KnownParameters,
  Parameter,
  Parameters,
} from './parameter.ts';
import type { Pointer } from '../documents/json/pointer.ts';
import type { Beyond, ServiceName } from './product.ts';
import type { FoundRisk, Gravity, RiskName } from './risk.ts';
import type { InputCondition, Rule } from './rule.ts';
import type { View } from './view.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'LIST';

/**
 * The consequence of a retry. `harmless`: cannot be taken back, and its object is never used again. `keyed`: the
 * server recognizes a repeat by its token. `idempotent`: a repeat gives the same state, and overwrites what others
 * did in between. `unsafe`: a repeat may make the change twice.
 */
export type Effect = 'read' | 'harmless' | 'keyed' | 'idempotent' | 'unsafe';

/** Whether to send again although an earlier request may have been carried out. */
export const mayRepeat = (effect: Effect): boolean =>
  effect === 'read' || effect === 'harmless' || effect === 'keyed';

export interface Risk {
  readonly risk: RiskName;
  readonly gravity: Exclude<Gravity, 'none'>;
  readonly question: string;
  readonly name?: string;
  readonly when?: InputCondition;
  readonly look?: (...given: never) => FoundRisk | undefined | Promise<FoundRisk | undefined>;
  /** Words for the input itself, such as a certificate, for which nothing is read. */
  readonly words?: (input: InputRecord) => FoundRisk | undefined;
  readonly among?: (...given: never) => Promise<string | undefined>;
  /** Whether the look decides that the risk exists at all. */
  readonly uncertain?: true;
}

export interface Example {
  readonly summary: string;
  readonly argv: string;
  readonly exit?: number;
}

export interface Operation<
  Ps extends Parameters = Parameters,
  Path extends string = string,
  E extends Effect = Effect,
  V extends View = View,
> {
  /** An ID of operations.tsv: `pki.crl.rotate`. */
  readonly id: string;
  /** Imperative, at most 72 characters, no full stop. */
  readonly summary: string;
  readonly description?: string;
  /**
   * Document and section (`1 §4.2`), or the vendor's page and servers of an operation beyond the documents
   * (docs/adr/0020-beyond-the-documents.md). `raw`: the user's own request.
   */
  readonly source: `${number} §${string}` | Beyond | 'raw';
  readonly service: ServiceName;
  readonly method: Method;
  /** Relative to the base URL. `{name}` is a path parameter, `{/name}` an optional last segment. */
  readonly path: Path;
  readonly parameters: Ps;
  /**
   * Values that the body always has; with `{}` a body is sent even if it is empty. If they make it a JSON:API
   * resource (`/data/type`), its parameters are attributes.
   */
  readonly body?: Readonly<Record<Pointer, Json>>;
  readonly rules?: readonly Rule[];
  readonly effect: E;
  /** The server can refuse a later step, so a 4xx does not prove that nothing was changed. */
  readonly steps?: 'several';
  /**
   * How a successful reply differs from that of its service. Numbers are its statuses, for a reply of the usual form.
   * A word is its form, with the usual statuses. `bytes`: raw bytes; `any`: whatever it is, `any-page`: even a web
   * page. The others mean that there is nothing, shown as null: a body of `null`, no data and a warning with the
   * reason (`warned`), or a 404 without text (`missing`).
   */
  readonly reply?: readonly number[] | 'bytes' | 'any' | 'any-page' | 'null' | 'warned' | 'missing';
  readonly view: V;
  /**
   * Said after the change: `{key}` from the reply, else the input, `{key:8}` (first characters); `[…]` is left out if
   * a key in it is empty.
   */
  readonly doneText?: string;
  readonly risks?: readonly Risk[];
  /** The command that shows whether the change happened, with `{key}` from the input. Required for a change. */
  readonly lookUp?: string;
  /** Reads its object, by the input that both take. An object that does not exist yet is read after the change. */
  readonly objectRead?: Read;
  /**
   * Whether a removal reads its object first. `always`: before each request, since the server reports success for a
   * missing one; `asked`: only before a person is asked.
   */
  readonly looksFirst?: 'always' | 'asked';
  readonly undo?: Undo | Final;
  /** The part of the object that may be missing, as messages name it: `submission of job`. */
  readonly part?: string;
  /** The conditions of documented statuses. */
  readonly errors?: Readonly<Record<number, string>>;
  /**
   * The documented permission, for a 403 or 404; `none`: no token is needed. Where policies name paths: a text that
   * follows the path, or the capabilities that the method does not show.
   */
  readonly permission?: string | readonly string[];
  /** Set if the reply is returned only once, so that it must be shown or saved completely. */
  readonly returnedOnce?: true | InputCondition;
  readonly slow?: true;
  /** What a write over an existing object does to settings that the user omits. */
  readonly omitted?: Omitted;
  readonly wait?: Waits;
  readonly examples: readonly Example[];
}

/** The place of body parameters; empty for the top level. */
export const bodyPlace = ({ body }: Pick<Operation, 'body'>): Pointer | '' =>
  body !== undefined && '/data/type' in body ? '/data/attributes' : '';

export const needsToken = ({ permission }: Pick<Operation, 'permission'>): boolean => permission !== 'none';

export const sentBy = (operation: Operation): Operation =>
  typeof operation.omitted === 'object' && 'id' in operation.omitted ? operation.omitted : operation;

export const resetsOf = ({ omitted }: Pick<Operation, 'omitted'>): Resets | undefined =>
  typeof omitted === 'object' && 'resets' in omitted ? omitted : undefined;

/** The parameters that are sent with their present value, because the server would reset them. */
export const carriedOf = ({ omitted }: Pick<Operation, 'omitted'>): readonly string[] =>
  typeof omitted === 'object' && 'carried' in omitted ? omitted.carried : [];

/** Whether only what is given is changed, so that at least one setting must be. */
export const isPartial = (operation: Pick<Operation, 'omitted'>): boolean =>
  operation.omitted !== undefined && resetsOf(operation) === undefined;

/** The parameter that names a page of a list; undefined if the list has no pages. */
export const paginationOf = ({ parameters }: Pick<Operation, 'parameters'>) => {
  if ('page[number]' in parameters) return 'page-number';
  return 'next_token' in parameters ? 'next-token' : undefined;
};

export const askedRisks = ({ risks = [] }: Pick<Operation, 'risks'>): readonly Risk[] =>
  risks.filter(({ gravity }) => gravity !== 'grave');

export type Read<Ps extends Parameters = Parameters> = Operation<Ps, string, 'read'>;

/** A read of one object, and not of a list. */
export type ReadOne<Ps extends Parameters = Parameters> = Operation<
  Ps,
  string,
  'read',
  Exclude<View, { readonly kind: 'table' }>
>;

const isRead = (operation: Operation): operation is Read => operation.effect === 'read';

/** @throws Error for a change: a defect of the catalogue */
export const asRead = (operation: Operation): Read => {
  if (isRead(operation)) return operation;
  throw new Error(`${operation.id} changes something and is not a look-up`);
};

const isReadOne = (operation: Operation): operation is ReadOne =>
  isRead(operation) && operation.view.kind !== 'table';

/**
 * Narrows an operation that is chosen at run time.
 * @throws Error for a change or a list: a defect of the catalogue
 */
export const asReadOne = (operation: Operation): ReadOne => {
  if (isReadOne(operation)) return operation;
  throw new Error(`${operation.id} does not read one object`);
};

const wholePage = { 'page[size]': 100 };

export const inputOfRead = (read: Read, input: InputRecord): InputRecord => {
  const taken: Record<string, InputRecord[string]> = {};
  for (const key in input) {
    const parameter = read.parameters[key];
    if (input[key] === undefined || parameter === undefined) continue;
    if (parameter.in !== 'body' || parameter.required !== undefined) taken[key] = input[key];
  }
  return paginationOf(read) === 'page-number' ? { ...taken, ...wholePage } : taken;
};

/** The settings that this operation can change; null if the object does not exist. */
export type State = JsonObject | null;

export interface Changed {
  readonly before: State;
  readonly now: State;
  readonly input: InputRecord;
}

export interface Reverse {
  readonly command: string;
  /** Documented names, with values as a server reports them. */
  readonly input: JsonObject;
  readonly note?: string | undefined;
  /** The new passwords or keys that it gives, in words: `gives svc-1 a new password`. */
  readonly rotates?: string | undefined;
}

export interface NoReverse {
  /** A clause with the reason. */
  readonly because: string;
}

export interface ClaimFields {
  /** Whether anyone holds it. */
  readonly held: string;
  /** The field that identifies the claim, together with the holder. */
  readonly reason: string;
  readonly holder: string;
  /**
   * The parameter for the reason, of an operation that takes the claim; others release it. A change of many ends
   * the reason with a mark, by which it recognizes its own claim.
   */
  readonly takenWith?: string;
}

export interface Undo {
  /** The object and its scope, if the input does not name it; undefined as long as no reply does. */
  readonly object?: (input: InputRecord, reply: JsonObject | undefined) => InputRecord | undefined;
  /** The operation for a receipt, if the operation's own input does not stay true. */
  readonly receiptOperation?: Operation;
  /** The fields of the state, without secrets. Default: what the operation writes and the read reports. */
  readonly fields?: readonly string[];
  /**
   * Fields in which the server counts changes. They alone prove whether the object is as the change left it, and no
   * undo restores them. Default: all of the state is compared.
   */
  readonly counters?: readonly string[];
  /** Returns the state from the items of the read, if it is not the fields of the only one. */
  readonly pick?: (items: readonly JsonObject[], input: InputRecord) => State;
  /** Returns the parameters that were left out, from the items of the read. */
  readonly inputFromItems?: (items: readonly JsonObject[]) => InputRecord;
  /** Parameters that the receipt keeps beside those of the path and the scope. */
  readonly keptParameters?: readonly string[];
  /** Parameters that no receipt keeps: if one was given, an object that existed cannot be restored. */
  readonly omittedParameters?: readonly string[];
  readonly claim?: ClaimFields;
  /** Returns the command that takes the change back; undefined if nothing is to be done. */
  readonly reverse: (change: Changed) => Reverse | NoReverse | undefined;
}

type Final = NoReverse & {
  /** Fields of the reply that a receipt keeps, since no read shows later that they belong together; no secret. */
  readonly keptOfReply?: readonly string[];
} & Readonly<Partial<Record<keyof Undo, undefined>>>;

export const undoOf = ({ undo }: Pick<Operation, 'undo'>): Undo | undefined =>
  undo === undefined || 'because' in undo ? undefined : undo;

export const releasedBy = ({ undo }: Operation): ClaimFields | undefined =>
  undo?.claim?.takenWith === undefined ? undo?.claim : undefined;

export const viewOf = ({ view, wait }: Operation, input: InputRecord): View =>
  wait !== undefined && input['wait'] === true ? wait.view : view;

/**
 * What becomes of settings that a user omits. `kept`: by the server, or by the command, which sends what it read.
 * `carried` ones are sent with their present values, and `resets` ones get their defaults. An operation: trivet sends
 * that write instead, with what a read shows.
 */
type Omitted<Key extends string = string> =
  | 'kept'
  | { readonly carried: readonly Key[] }
  | Resets<Key>
  | Operation;

interface Resets<Key extends string = string> {
  /** The parameters that are reset to their defaults. */
  readonly resets: 'all' | readonly Key[];
  /** The command that changes only what is given, with `{key}` from the input. */
  readonly partialCommand?: string;
}

export interface Waits {
  /** The view of the document at the end of the wait, in place of the reply. */
  readonly view: View;
  /** The goal of the wait; by default the type of the job decides. */
  readonly goal?: 'dead';
  /** Follows what the change started, and ends with its result. */
  readonly follow: () => Promise<{ readonly default: (...given: never) => Promise<number> }>;
  /** The beginning of the ID of a child that is followed, with `{key}` from the input, in place of the job itself. */
  readonly children?: string;
  /** The command that only waits, after a change that an earlier run made; not if the flag `unless` asks for more. */
  readonly alone?: { readonly command: string; readonly unless?: string };
}

/** The path `/a/{b}/c{/d}` gives `b | d`. */
type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `/${infer Plain}` ? Plain : Name) | PathNames<Rest>
  : never;

type InPath = Parameter & { readonly in: 'path' };

/** Unknown members and unknown names in `resets` do not compile, nor does a `{name}` without its path parameter. */
export const defineOperation = <
  const Ps extends Parameters,
  const Path extends string,
  const E extends Effect,
  const V extends View,
>(
  operation: Operation<Ps, Path, E, V> & {
    readonly parameters: Readonly<Record<PathNames<Path>, InPath>> & KnownParameters<Ps>;
    readonly omitted?: Omitted<keyof NoInfer<Ps> & string>;
  },
): Operation<Ps, Path, E, V> => operation;

declare const local: unique symbol;

export type WithLocal<O, Local> = O & { readonly [local]?: Local };

type Beside<O, In> = O extends { readonly [local]?: infer Local } ? Omit<Local, keyof In> : unknown;

export type InputOf<O> = O extends Operation<infer Ps> ? Input<Ps> & Beside<O, Input<Ps>> : never;

export type InputBesideBodyOf<O> =
  O extends Operation<infer Ps> ? InputBesideBody<Ps> & Beside<O, Input<Ps>> : never;

export type GivenOf<O> = O extends Operation<infer Ps> ? GivenInput<Ps> : never;

export type CommandInput<O, Local> =
  O extends Operation<infer Ps> ? Omit<GivenInput<Ps>, keyof Local> & Local : never;

export type KeysOf<T> = T extends unknown ? keyof T : never;

/** `In` without keys that `Wanted` lacks: they do not compile, not even beside a spread. */
export type Exact<In, Wanted> = In & {
  readonly [K in Exclude<Extract<KeysOf<In>, string>, KeysOf<Wanted>>]: never;
};
