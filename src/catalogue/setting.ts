import { secondsOf } from './text/duration.ts';
import type { Field } from './field.ts';
import type { Json } from '../documents/json/json.ts';
import { isArray, isObject, withSortedKeys } from '../documents/json/json.ts';
import { jsonIn, writeJson } from '../documents/json/lossless.ts';
import type { Parameter } from './parameter.ts';

export const isUnset = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  value === 0 ||
  (isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Accepts a text such as `a, b`. */
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

export const sameSetting = (type: (Parameter | Field)['type'], one: Json, other: Json): boolean => {
  if (type === 'duration') {
    const [first, second] = [one, other].map((value) => (isUnset(value) ? 0 : secondsOf(textOf(value))));
    return first === second && (first !== undefined || one === other);
  }
  if (isUnset(one) || isUnset(other)) return isUnset(one) && isUnset(other);
  if (isArray(one) || isArray(other) || isObject(one) || isObject(other)) {
    const [first, second] = [listOf(one), listOf(other)];
    return first.length === second.length && first.every((word, index) => word === second[index]);
  }
  const [first, second] = [textOf(one), textOf(other)];
  return first === second || (type === 'text' && asJson(first) === asJson(second));
};

export const defaultSetting = ({ type, default: prose = '' }: Parameter): Json => {
  if (type === 'boolean') return prose === 'true';
  if (type === 'integer') {
    const [digits] = /^-?\d+/.exec(prose) ?? [];
    return digits === undefined ? null : Number(digits);
  }
  if (type === 'duration') return secondsOf(prose) ?? null;
  const empty = prose === '' || prose === '[]' || prose === 'empty' || prose === 'none' || prose === 'nil';
  if (type === 'strings') return empty ? [] : prose.split(', ');
  return type !== 'string' || empty || prose.includes(' ') ? null : prose;
};
