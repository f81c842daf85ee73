/** Parses and evaluates `--where`, without requests: `engine-version<1.6`, `latest-change-at<-90d`, `ID~fleet-*`. */
import { comparisonOf, isBlank, isNothing, operators } from './condition-operators.ts';
import type { Compare, Operator } from './condition-operators.ts';
import { usageError } from '../../system/error.ts';
import type { TrivetError } from '../../system/error.ts';
import type { Field, Fields } from '../field.ts';
import { fieldAt, hasFieldsBelow } from '../field.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray, isObject, valueAtPath } from '../../documents/json/json.ts';
import { unmarked } from '../text/mark.ts';
import { keyOfWord, fieldLabel } from '../aliases.ts';
import { closest } from '../text/suggest.ts';
import { isSecretField } from '../shown.ts';

export interface Condition {
  readonly text: string;
  readonly path: string;
  readonly field: Field;
  readonly operator: Operator;
  /** An empty value tests whether the field has one. */
  readonly value: string;
  readonly compare: Compare;
  readonly fields: Fields;
}

/** `unknown`: the object does not report the field, or not with its declared type. */
type Match = boolean | 'unknown';

type WireNames = Readonly<Record<string, string>>;

interface Reading {
  /** Milliseconds since the epoch; default: the present. */
  readonly now?: number;
  readonly wire?: WireNames;
}

const words: Readonly<Record<string, Operator>> = { lt: '<', le: '<=', gt: '>', ge: '>=' };

const quoting =
  `A condition is FIELD OPERATOR VALUE, with one of ${operators.join(' ')}, in quotes: --where 'terraform-version<1.6'. ` +
  `Without quotes a shell takes < and > for files. FIELD='' is true of a field without a value.`;

/** Operators of other languages, with a hint for each. */
const foreign: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [/^==/, 'Equality is one =.'],
  [/^(?:=~(?!>)|~=)/, 'The operator of a glob is ~.'],
  [/^!~/, 'There is no operator for "does not match".'],
  [/^<>/, 'Inequality is !=.'],
];

const malformed = (text: string, what: string, hint = quoting): TrivetError =>
  usageError(`--where "${text}": ${what}`, hint);

interface Parts {
  readonly path: string;
  readonly operator: Operator;
  readonly value: string;
}

const unquoted = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text;

const partsOf = (text: string): Parts => {
  const [, path = '', rest = ''] = /^\s*([^\s=!~<>]+)\s*([\s\S]*)/.exec(text) ?? [];
  if (path === '') throw malformed(text, 'a field is expected first');
  for (const [pattern, hint] of foreign) {
    if (pattern.test(rest)) throw malformed(text, `unknown operator ${rest.slice(0, 2)}`, hint);
  }
  const word = /^(lt|le|gt|ge)(?:\s+([\s\S]*))?$/.exec(rest);
  const symbol = /^(!=|<=|>=|=|~|<|>)\s*([\s\S]*)/.exec(rest);
  const [, found = '', value = ''] = word ?? symbol ?? [];
  const operator = words[found] ?? operators.find((one) => one === found);
  if (operator === undefined) throw malformed(text, 'there is no operator');
  const plain = unquoted(value.trim());
  if (plain === '' && operator !== '=' && operator !== '!=') throw malformed(text, 'there is no value');
  return { path, operator, value: plain };
};

const pathOf = (word: string, fields: Fields, wire: WireNames): string | undefined => {
  if (fieldAt(fields, word) !== undefined) return keyOfWord('fields', word, fields) ?? word;
  return Object.entries(wire).find(([name, wired]) => wired === word && name in fields)?.[0];
};

const most = 40;

const unknownField = (text: string, word: string, fields: Fields): TrivetError => {
  const near = closest(word, Object.keys(fields));
  const all = Object.keys(fields);
  const hint =
    near.length > 0
      ? `Did you mean ${near.join(' or ')}?`
      : `Fields are ${all.slice(0, most).join(', ')}${all.length > most ? ', …' : ''}.`;
  return malformed(text, `there is no field "${word}"`, hint);
};

/** @throws TrivetError usage: unknown field, no operator or value, or one that does not suit the field's type */
export const parseCondition = (text: string, fields: Fields, reading: Reading = {}): Condition => {
  const { path: word, operator, value } = partsOf(text);
  const path = pathOf(word, fields, reading.wire ?? {});
  const field = path === undefined ? undefined : fieldAt(fields, path);
  if (path === undefined || field === undefined) throw unknownField(text, word, fields);
  if (isSecretField(fields, path)) {
    throw malformed(
      text,
      `${fieldLabel(path)} is a secret`,
      'Conditions are shown and kept, so they cannot hold secrets.',
    );
  }
  const { now = Date.now() } = reading;
  const open = !Object.hasOwn(fields, path);
  const compare: Compare | string =
    value === '' ? () => true : comparisonOf({ operator, value, now }, field, open);
  if (typeof compare === 'string') throw malformed(text, `${fieldLabel(path)} ${compare}`, undefined);
  return { text, path, field, operator, value, compare, fields };
};

/** Null if the object has no value, undefined if it does not report the field. */
const reported = (
  { path, field, fields }: Condition,
  item: JsonObject,
  wire: WireNames,
): Json | undefined => {
  const at = (one: string): Json | undefined => {
    const found = valueAtPath(item, one);
    const wired = Object.hasOwn(wire, one) ? wire[one] : undefined;
    return found === undefined && wired !== undefined ? valueAtPath(item, wired) : found;
  };
  const found = at(path);
  if (found !== undefined) return found;
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const above = path.slice(0, dot);
    const holder = at(above);
    if (holder === undefined) continue;
    if (holder === null) return null;
    const open = (isObject(holder) || isArray(holder)) && !hasFieldsBelow(fields, above);
    return open || field.omitted === true ? null : undefined;
  }
  return field.omitted === true ? null : undefined;
};

const judged = (condition: Condition, item: JsonObject, wire: WireNames): Match | 'left-out' => {
  const value = reported(condition, item, wire);
  if (value === undefined) return 'unknown';
  const nothing = isNothing(value, condition.field);
  if (condition.value === '') return (nothing || isBlank(value)) === (condition.operator === '=');
  if (nothing) return false;
  const bare = condition.field.format === 'marked' && typeof value === 'string';
  return condition.compare(bare ? unmarked(value) : value);
};

export const matches = (condition: Condition, item: JsonObject, wire: WireNames = {}): Match => {
  const found = judged(condition, item, wire);
  return found === 'left-out' ? false : found;
};

export const isLeftOut = (condition: Condition, item: JsonObject, wire: WireNames = {}): boolean =>
  judged(condition, item, wire) === 'left-out';
