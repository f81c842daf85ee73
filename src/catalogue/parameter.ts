import type { Json } from '../documents/json/json.ts';
import type { KindName } from './kind-name.ts';
import type { Pointer } from '../documents/json/pointer.ts';
import { matchesServer } from './product.ts';
import type { Beyond, Family, ServerCondition, ServiceName, ServerProduct } from './product.ts';

export interface Pair {
  readonly key: string;
  readonly value: string | undefined;
}

/** The value of `--header X-Gateway=env:KEY` may be a secret, so its source is kept and shown instead. */
export interface SecretPair extends Pair {
  readonly value: string;
  /** The source `env:NAME` or `@file` as typed; undefined for a literal. */
  readonly source: string | undefined;
}

interface ValueTypes {
  /** An identifier or a short value, which is used as typed and never read from a file. */
  readonly string: string;
  /** Prose, PEM, HCL, LDIF or a policy: supports `@file`, `-` and `@@`. */
  readonly text: string;
  /** Never a literal, but `@file`, `-`, `env:NAME` or a hidden prompt. */
  readonly secret: string;
  /** The content of `@file` or `-`, or the text itself, as bytes (base64 on the wire). */
  readonly bytes: Uint8Array;
  readonly integer: number | bigint;
  readonly boolean: boolean;
  /** `30s`, `5m`, `1h30m`, `7d`, or seconds: sent as typed, checked here. */
  readonly duration: string;
  /** RFC 3339, a date, or `+2h`; sent as RFC 3339. */
  readonly time: string;
  /** Repeated flags or values between commas; `''` is the empty list. */
  readonly strings: readonly string[];
  readonly map: Readonly<Record<string, string>>;
  readonly 'json-map': Readonly<Record<string, Json>>;
  readonly pairs: readonly Pair[];
  /** `key=value`, `key=@file` or `key=env:NAME`, repeated, in order; `@@` is a literal `@`. */
  readonly 'secret-pairs': readonly SecretPair[];
  /** Conditions on fields (`where.ts`), repeated; each is one text, whatever it contains. */
  readonly conditions: readonly string[];
  readonly json: Json;
}

export type ParameterType = keyof ValueTypes;

/**
 * Names that a shell can complete: of objects, profiles and files; scopes, of one service or engine if one is
 * named; versions of a job, borrowed accounts of a set; objects in files as `KIND` and `KIND:NAME`, also together
 * with files; their settings and parts, of all kinds or as `KIND:FIELD`.
 */
export type CompletionName =
  | KindName
  | 'profile'
  | 'file'
  | 'receipt'
  | 'environment'
  | 'job-version'
  | 'borrowed-account'
  | ScopeName
  | SelectorName;

type ScopeName =
  | 'organization'
  | 'namespace'
  | `${ServiceName}-namespace`
  | 'mount'
  | `${'pki' | 'cloud' | 'ldap'}-mount`;

export type SelectorName = 'object' | 'file-or-object' | 'field' | 'kind-field';

export interface Limits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minimumSeconds?: number;
  readonly maxBytes?: number;
  readonly maxItems?: number;
  /** The allowed values of a map; `meaning` describes them in words. */
  readonly values?: readonly Json[];
  /** A source for `new RegExp(`^(?:…)$`)`, with `meaning` to describe it in words. */
  readonly pattern?: string;
  readonly meaning?: string;
}

export interface ObjectAddress {
  readonly id: string;
  readonly name: string;
  /**
   * Returns the inputs of the ID, or those of the name.
   * @param by the value of `--names-are`, when given
   * @throws TrivetError usage for anything that cannot be either
   */
  parse(text: string, by?: 'id' | 'name'): Readonly<Record<string, string | undefined>>;
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header' | 'body' | 'local';
  readonly type: ParameterType;
  readonly summary: string;
  /** The documented name, verbatim, if it differs from the key. */
  readonly name?: string;
  /** The name without dashes, where the kebab form collides or misleads (docs/adr lists them). */
  readonly flag?: string;
  /** `exceptOn`: servers that do not require it although the document does, since they keep what a write omits. */
  readonly required?: true | { readonly exceptOn: readonly ServerCondition[] };
  readonly enum?: readonly string[];
  /** Returns the likely meaning of the value for a warning, or for the hint if it is not allowed. */
  readonly guessMeaning?: (value: NonNullable<InputValue>, input: InputRecord) => string | undefined;
  /** The server's documented default, as prose for help; it is never sent. */
  readonly default?: string;
  readonly limits?: Limits;
  /** The value that the server uses in place of 0, by the value of another parameter. */
  readonly zero?: { readonly parameter: string; readonly values: Readonly<Record<string, number>> };
  /** The place in the body, if it is not the operation's place for the name. */
  readonly pointer?: Pointer;
  readonly nullable?: true;
  readonly sensitive?: true;
  /**
   * The meaning of slashes in the value. `path`: each part is a segment; `folder`: a path without the trailing
   * slash of lists; `kept`: they stay in a single segment (`%2F`), as in IDs of jobs.
   */
  readonly slashes?: 'path' | 'folder' | 'kept';
  readonly complete?: CompletionName;
  /** The label of PEM: a file in DER is accepted too, and on standard input any other text is names, one a line. */
  readonly pem?: string;
  readonly suggests?: readonly string[];
  /** The path input that a body field repeats (`JobID` from `job_id`): no flag. */
  readonly repeatsInput?: string;
  /** The source of the value without a flag: TRIVET_* or the profile. */
  readonly context?: 'organization' | 'namespace' | 'region' | 'mount';
  /** The value if neither flag nor context gives one. `{}`: the workflow finds it, or refuses. */
  readonly fallback?: string | Readonly<Partial<Record<Family | 'generic', string>>>;
  /** Typed as an address: a local one stands for other inputs, and any other takes an ID, which one show finds. */
  readonly address?: ObjectAddress;
  /**
   * Returns the text to send in place of the value: in a query, its names and values; in a body, lists of several
   * parameters at one pointer become one.
   * @param spoken the name in messages: `--tag`
   * @throws TrivetError usage for a value that cannot be sent
   */
  readonly sentAs?: (value: NonNullable<InputValue>, spoken: string) => Json;
  /** Further body values that are sent if this parameter is given and not false. */
  readonly implies?: Readonly<Record<Pointer, Json>>;
  readonly deprecated?: string;
  /** Set if no API document has it. */
  readonly source?: Beyond;
  /** The servers that have it, if it is documented and not all do. */
  readonly servers?: readonly ServerCondition[];
  /**
   * Never an argument of an agent's tool. `person`: it starts a program, or allows what files must not choose;
   * `endless`: the command goes on until interrupted, so a batch does not take it either.
   */
  readonly keptFor?: 'person' | 'endless';
  readonly metavar?: string;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** Parameters whose members all are those of a parameter: an inferred literal may have more. */
export type KnownParameters<Ps extends Parameters> = {
  readonly [Name in keyof Ps]: { readonly [Key in Exclude<keyof Ps[Name], keyof Parameter>]: never };
};

export type InputValue = ValueTypes[ParameterType] | null;
export type InputRecord = Readonly<Record<string, InputValue | undefined>>;

/** A flag without a value, for trivet alone. */
export const toggle = (summary: string) =>
  ({ in: 'local', type: 'boolean', summary }) as const satisfies Parameter;

export const inputText = (input: InputRecord, key: string): string | undefined => {
  const value = input[key];
  return typeof value === 'string' ? value : undefined;
};

export const inputTexts = (input: InputRecord, key: string): readonly string[] => textsOfValue(input[key]);

export type ValueOf<P extends Parameter> =
  | (P extends { readonly enum: readonly (infer E)[] }
      ? P['type'] extends 'strings'
        ? readonly E[]
        : E
      : ValueTypes[P['type']])
  | (P extends { readonly nullable: true } ? null : never);

/** Parameters that the context, a fallback or the workflow can supply. */
type Required<P extends Parameter> = P extends { readonly context: string } | { readonly fallback: unknown }
  ? false
  : P extends { readonly required: unknown }
    ? true
    : false;
type Typed<P extends Parameter> = P extends { readonly repeatsInput: string } ? false : true;

type Names<Ps extends Parameters, Wanted extends boolean> = {
  [N in keyof Ps]: Typed<Ps[N]> extends true ? (Required<Ps[N]> extends Wanted ? N : never) : never;
}[keyof Ps];

/** `null` also keeps the value of the context from being sent. */
type Sent<P extends Parameter> = ValueOf<P> | (P extends { readonly context: string } ? null : never);

export type Input<Ps extends Parameters> = string extends keyof Ps
  ? InputRecord
  : { readonly [N in Names<Ps, true>]: Sent<Ps[N]> } & {
      readonly [N in Names<Ps, false>]?: Sent<Ps[N]> | undefined;
    };

type Sure<P extends Parameter> = P['in'] extends 'body' ? false : Required<P>;
type Given<Ps extends Parameters, Wanted extends boolean> = {
  [N in keyof Ps]: Typed<Ps[N]> extends true ? (Sure<Ps[N]> extends Wanted ? N : never) : never;
}[keyof Ps];

/** The body may contain what the input lacks. */
export type InputBesideBody<Ps extends Parameters> = string extends keyof Ps
  ? InputRecord
  : { readonly [N in Given<Ps, true>]: Sent<Ps[N]> } & {
      readonly [N in Given<Ps, false>]?: Sent<Ps[N]> | undefined;
    };

export type GivenInput<Ps extends Parameters> = string extends keyof Ps
  ? InputRecord
  : { readonly [N in Given<Ps, true>]: ValueOf<Ps[N]> } & {
      readonly [N in Given<Ps, false>]?: ValueOf<Ps[N]> | undefined;
    };

export const serversOf = ({ source, servers }: Parameter): readonly ServerCondition[] | undefined =>
  source?.servers ?? servers;

/** Whether it needs a value from any source: a flag, the context, a fallback. */
export const isRequired = ({ required, repeatsInput }: Parameter, server: ServerProduct): boolean => {
  if (required === undefined || repeatsInput !== undefined) return false;
  return required === true || !matchesServer(required.exceptOn, server);
};

/** Whether only a flag or the context gives a value. */
export const isToBeGiven = ({ required, fallback }: Parameter): boolean =>
  required !== undefined && fallback === undefined;

/** Whether its words are paths; other files are read by the type of their parameter. */
export const isPath = ({ type, complete, metavar }: Parameter): boolean =>
  (type === 'string' || type === 'strings') &&
  (complete === 'file' || complete === 'file-or-object' || metavar === 'file');

export const documentedName = (key: string, parameter: Parameter): string => parameter.name ?? key;

/** `_`, brackets and dots become `-`; acronyms stay whole (`EnforceIndex` enforce-index, `JobHCL` job-hcl). */
export const kebab = (name: string): string =>
  // Most names are one word.
  /^[a-z]+$/.test(name)
    ? name
    : name
        .replaceAll(/[_.[\]]+/g, '-')
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
        .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
        .toLowerCase()
        .replaceAll(/-+/g, '-')
        .replaceAll(/^-|-$/g, '');

export const textsOfValue = (value: InputValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export const pairsOf = (value: InputValue): readonly Pair[] =>
  Array.isArray(value)
    ? value.flatMap((pair) => (typeof pair === 'object' && pair !== null && 'key' in pair ? [pair] : []))
    : [];

export const flagName = (key: string, parameter: Parameter): string =>
  parameter.flag ?? kebab(documentedName(key, parameter));
