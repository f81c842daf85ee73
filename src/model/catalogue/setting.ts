/** Compares settings of existing objects, and turns defaults into values. */
import { secondsOf } from '../text/duration.ts';
import type { Field } from './field.ts';
import type { Json } from '../json/json.ts';
import { isArray, isObject, withSortedKeys } from '../json/json.ts';
import { jsonIn, writeJson } from '../json/lossless.ts';
import type { Parameter } from './parameter.ts';

/** Whether it is what servers report for a setting that was never made. */
export const isUnset = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  value === 0 ||
  (isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** The words of a list that may be one text: `a, b`. */
const listOf = (value: Json): readonly string[] => {
  if (isArray(value)) return value.map(textOf).sort();
  if (isObject(value))
    return Object.entries(value)
      .map(([key, one]) => `${key}=${textOf(one ?? null)}`)
      .sort();
  return textOf(value)
    .split(/\s*,\s*/)
    .sort();
};

const textOf = (value: Json): string =>
  typeof value === 'object' && value !== null ? writeJson(withSortedKeys(value)) : String(value);

const asJson = (text: string): string => {
  const value = jsonIn(text);
  return value === undefined ? text : textOf(value);
};

/** Whether settings are equivalent: durations by their length, lists as sets, JSON texts by their content. */
export const sameSetting = (type: (Parameter | Field)['type'], one: Json, other: Json): boolean => {
  if (isUnset(one) || isUnset(other)) return isUnset(one) && isUnset(other);
  if (type === 'duration') {
    const [first, second] = [secondsOf(textOf(one)), secondsOf(textOf(other))];
    return first === second && (first !== undefined || one === other);
  }
  if (isArray(one) || isArray(other) || isObject(one) || isObject(other)) {
    const [first, second] = [listOf(one), listOf(other)];
    return first.length === second.length && first.every((word, index) => word === second[index]);
  }
  const [first, second] = [textOf(one), textOf(other)];
  return first === second || (type === 'text' && asJson(first) === asJson(second));
};

const emptyWords: ReadonlySet<string> = new Set(['[]', 'empty', 'none', 'nil']);

/** The documented default as a value; undefined if the prose does not state one exactly. */
export const documentedDefault = ({ type, default: prose = '' }: Parameter): Json | undefined => {
  const [word = ''] = /^[^\s(,;]+/.exec(prose) ?? [];
  if (type === 'boolean') return word === 'true' || (word === 'false' ? false : undefined);
  if (type === 'integer') return /^-?\d+$/.test(word) ? Number(word) : undefined;
  if (type === 'duration') return secondsOf(prose) === undefined ? undefined : prose;
  if (prose === '' || (type !== 'strings' && type !== 'string')) return undefined;
  if (type === 'strings') return emptyWords.has(prose) ? [] : prose.split(', ');
  if (emptyWords.has(prose)) return '';
  return prose.includes(' ') ? undefined : prose;
};

/** The documented default for a comparison: what servers report for no value, where the prose states none. */
export const defaultSetting = (parameter: Parameter): Json => {
  const value = documentedDefault(parameter);
  if (typeof value === 'string' && parameter.type === 'duration') return secondsOf(value) ?? null;
  if (value !== undefined) return value === '' ? null : value;
  if (parameter.type === 'boolean') return false;
  return parameter.type === 'strings' ? [] : null;
};
