import type { Json, JsonObject } from '../documents/json/json.ts';
import { keyOfWord } from './aliases.ts';
import type { Parameters, ParameterType } from './parameter.ts';
import { serversOf } from './parameter.ts';
import { memoize } from '../system/values/memoize.ts';
import type { ServerCondition } from './product.ts';
import type { TrivetError } from '../system/error.ts';
import { usageError } from '../system/error.ts';
import { closest } from './text/suggest.ts';

/**
 * `time`: RFC 3339 text, or a number since the epoch in `unit`. `duration`: a number in `unit`, or text such as
 * `768h`. `version`: compared part by part.
 */
type FieldType =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'time'
  | 'duration'
  | 'version'
  | 'list'
  | 'object';

export type Tone = 'good' | 'warn' | 'bad' | 'dim';

type ToneWhen = (word: string, item: JsonObject) => Tone | undefined;

interface FieldNeed {
  readonly input: string;
  readonly value: string | true;
}

export interface Field {
  readonly type: FieldType;
  readonly summary: string;
  /** The unit of a numeric time or duration; default: seconds. */
  readonly unit?: 's' | 'ms' | 'ns';
  /** Narrow tables drop the highest rank first, and never 0. Default: its position in the view. */
  readonly rank?: number;
  /** Least columns in a narrow table; `whole`: never cut. Default: 10, times and IDs `whole`. */
  readonly narrowest?: number | 'whole';
  /**
   * Shown as a column if rows differ in it. `comparedWithin`: only rows with an equal value of that field are
   * compared; `optional`: rows without a value are not compared. `foundByName`: commands find it by the name.
   */
  readonly scope?: {
    readonly comparedWithin?: string;
    readonly optional?: true;
    readonly foundByName?: true;
  };
  /** Columns of prose: narrow tables drop less important columns before it gets less, and wrap it. */
  readonly readable?: number;
  /** Lines of prose in a narrow table; the rest is cut. */
  readonly lines?: number;
  /** A secret, which every format masks except those that print exactly what was requested. */
  readonly sensitive?: true;
  readonly returnedOnce?: true;
  /** Set if only replies of real servers have it. */
  readonly source?: 'recorded';
  /** The value of a setting without a parameter after a write that omits it. Default: empty. */
  readonly default?: Json;
  readonly readOnly?: true;
  /** Whether servers leave it out if it has no value. */
  readonly omitted?: true;
  /** The servers that report it, if not all do. */
  readonly servers?: readonly ServerCondition[];
  /** The kind of an ID's object. `--include` adds attributes of the object below the ID (`current-run.status`). */
  readonly refers?: string;
  /** The input without which it is not in the reply: selecting the field adds that input. */
  readonly requestedBy?: FieldNeed;
  /** The input without which its members are not in the reply. */
  readonly membersRequestedBy?: FieldNeed;
  /** How a table shows a list or an object. `marked`: tables and conditions leave out trivet's mark at the end. */
  readonly format?: 'count' | 'json' | 'progress' | 'reason' | 'children' | 'scaling' | 'bar' | 'marked';
  /** The colours of its words; `status`: those for common states. */
  readonly tones?: 'status' | Readonly<Record<string, Tone>>;
  readonly toneWhen?: ToneWhen;
  readonly holder?: true;
  readonly namesObjectOf?: string;
  /** Whether it repeats another field, so that records for people leave it out. */
  readonly repeats?: true;
  /** The field that it explains, and beside which it is shown (`holder` explains `locked`). */
  readonly explains?: string;
}

export type Fields = Readonly<Record<string, Field>>;

const parentsOf = memoize((fields: Fields): ReadonlySet<string> => {
  const parents = new Set<string>();
  for (const key of Object.keys(fields)) {
    for (let dot = key.indexOf('.'); dot !== -1; dot = key.indexOf('.', dot + 1))
      parents.add(key.slice(0, dot));
  }
  return parents;
});

export const hasFieldsBelow = (fields: Fields, path: string): boolean => parentsOf(fields).has(path);

const isOpen = (field: Field): boolean =>
  field.type === 'object' || field.type === 'list' || field.refers !== undefined;

/** The field declared at `path`, or the one that contains it: `Meta.owner` is in `Meta`. */
export const fieldAt = (fields: Fields, path: string): Field | undefined => {
  const key = keyOfWord('fields', path, fields);
  if (key !== undefined) return fields[key];
  for (let dot = path.lastIndexOf('.'); dot !== -1; dot = path.lastIndexOf('.', dot - 1)) {
    const above = path.slice(0, dot);
    const field = Object.hasOwn(fields, above) ? fields[above] : undefined;
    if (field !== undefined) return isOpen(field) && !parentsOf(fields).has(above) ? field : undefined;
    if (dot === 0) break;
  }
  return undefined;
};

export const needOf = (fields: Fields, path: string): FieldNeed | undefined => {
  const field = fieldAt(fields, path);
  const isDeclared = keyOfWord('fields', path, fields) !== undefined;
  return isDeclared ? field?.requestedBy : (field?.membersRequestedBy ?? field?.requestedBy);
};

const replyTypes: Readonly<Record<ParameterType, Pick<Field, 'type' | 'unit'>>> = {
  string: { type: 'text' },
  text: { type: 'text' },
  secret: { type: 'text' },
  bytes: { type: 'text' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  duration: { type: 'duration', unit: 's' },
  time: { type: 'time' },
  strings: { type: 'list' },
  map: { type: 'object' },
  'json-map': { type: 'object' },
  pairs: { type: 'list' },
  'secret-pairs': { type: 'list' },
  conditions: { type: 'list' },
  json: { type: 'object' },
};

export const fieldsOfParameters = <Ps extends Parameters>(
  parameters: Ps,
): { readonly [Key in keyof Ps]: Field } =>
  Object.fromEntries(
    Object.entries(parameters).map(([key, parameter]): [string, Field] => {
      const { type, summary, sensitive } = parameter;
      const servers = serversOf(parameter);
      return [
        key,
        {
          ...replyTypes[type],
          summary,
          ...(sensitive === true ? { sensitive } : {}),
          ...(servers === undefined ? {} : { servers }),
        },
      ];
    }),
  ) as { readonly [Key in keyof Ps]: Field };

const mostNamed = 40;

export const unknownField = (flag: string, word: string, fields: Fields): TrivetError => {
  const near = closest(word, Object.keys(fields));
  const all = Object.keys(fields);
  const listed = `${all.slice(0, mostNamed).join(', ')}${all.length > mostNamed ? ', …' : ''}`;
  return usageError(
    `${flag}: the reply has no field "${word}"`,
    near.length > 0
      ? `Did you mean ${near.join(' or ')}?`
      : all.length === 0
        ? 'This command has no fields to choose from.'
        : `Its fields are ${listed}.`,
  );
};
