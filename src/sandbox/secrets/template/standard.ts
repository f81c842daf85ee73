/** Comparison, logic, length, printing. */
import { textOf } from './printf.ts';
import type { Value } from './syntax.ts';
import { TemplateError } from './syntax.ts';

type StandardFunction = (values: readonly Value[]) => Value;

export function isTrue(value: Value): boolean {
  if (Buffer.isBuffer(value)) return value.length > 0;
  return value !== '' && value !== 0 && value !== false;
}

function pair(name: string, values: readonly Value[]): readonly [Value, Value] {
  const [left, right] = values;
  if (left === undefined || right === undefined || values.length !== 2) {
    throw new TemplateError(`wrong number of args for ${name}: want 2 got ${values.length}`);
  }
  return [left, right];
}

function single(name: string, values: readonly Value[]): Value {
  const [value] = values;
  if (value === undefined || values.length !== 1) {
    throw new TemplateError(`wrong number of args for ${name}: want 1 got ${values.length}`);
  }
  return value;
}

function same(left: Value, right: Value): boolean {
  if (Buffer.isBuffer(left) || Buffer.isBuffer(right)) return textOf(left) === textOf(right);
  if (typeof left !== typeof right) throw new TemplateError('incompatible types for comparison');
  return left === right;
}

function compare(name: string, values: readonly Value[]): number {
  const [left, right] = pair(name, values);
  if (same(left, right)) return 0;
  if (typeof left === 'boolean') throw new TemplateError('invalid type for comparison');
  return left < right ? -1 : 1;
}

/** a equals any of the others. */
function equal(values: readonly Value[]): boolean {
  const [first, ...others] = values;
  if (first === undefined || others.length === 0) throw new TemplateError('missing argument for comparison');
  return others.some((other) => same(first, other));
}

function lengthOf(value: Value): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (Buffer.isBuffer(value)) return value.length;
  throw new TemplateError('len of a value that has no length');
}

function choose(name: string, values: readonly Value[], stopsAt: boolean): Value {
  const found = values.find((value) => isTrue(value) === stopsAt) ?? values.at(-1);
  if (found === undefined) throw new TemplateError(`wrong number of args for ${name}: want at least 1 got 0`);
  return found;
}

function slice(values: readonly Value[]): string {
  const [value, from = 0, to] = values;
  if (typeof value !== 'string' || typeof from !== 'number' || (to !== undefined && typeof to !== 'number')) {
    throw new TemplateError('slice: expected a text and indexes');
  }
  const end = to ?? value.length;
  if (from < 0 || end > value.length || from > end) throw new TemplateError('slice: index out of range');
  return value.slice(from, end);
}

export const standardFunctions: readonly (readonly [string, StandardFunction])[] = [
  ['eq', equal],
  ['ne', (values) => !same(...pair('ne', values))],
  ['lt', (values) => compare('lt', values) < 0],
  ['le', (values) => compare('le', values) <= 0],
  ['gt', (values) => compare('gt', values) > 0],
  ['ge', (values) => compare('ge', values) >= 0],
  ['and', (values) => choose('and', values, false)],
  ['or', (values) => choose('or', values, true)],
  ['not', (values) => !isTrue(single('not', values))],
  ['len', (values) => lengthOf(single('len', values))],
  ['slice', slice],
  ['print', (values) => values.map(textOf).join('')],
  ['println', (values) => `${values.map(textOf).join(' ')}\n`],
  ['urlquery', (values) => encodeURIComponent(values.map(textOf).join(''))],
];
