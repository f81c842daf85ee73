import type { Json } from '../../contract.ts';
import { compilePattern } from '../regexp/match.ts';
import { Refusal } from '../wire/failure.ts';
import { isList, isObject, type JsonObject } from '../wire/json.ts';
import { parseFilter, type Expression } from './parse.ts';

function unknownField(selector: readonly string[], at: number): Refusal {
  return new Refusal(
    400,
    `failed to read result page: error finding value in datum: /${selector.join('/')} at part ${at}: couldn't find key: ` +
      `struct field with name "${selector[at] ?? ''}"`,
  );
}

/** A key that users choose may be missing: absent, not an error. */
const OPEN_MAPS: ReadonlySet<string> = new Set(['Meta', 'Env', 'Config', 'Volumes', 'Header', 'Policy']);

function select(job: JsonObject, selector: readonly string[]): Json | undefined {
  let value: Json = job;
  for (const [at, step] of selector.entries()) {
    if (isList(value)) {
      const item: Json | undefined = value[Number(step)];
      if (item === undefined) throw unknownField(selector, at);
      value = item;
      continue;
    }
    if (!isObject(value)) return undefined;
    const found: Json | undefined = value[step];
    if (found === undefined) {
      if (at > 0 && OPEN_MAPS.has(selector[at - 1] ?? '')) return undefined;
      throw unknownField(selector, at);
    }
    value = found;
  }
  return value;
}

function asText(value: Json | undefined): string {
  if (value === undefined || value === null || isList(value) || isObject(value)) return '';
  return String(value);
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

function holds(value: Json | undefined, wanted: string): boolean {
  if (isList(value)) return value.some((item) => asText(item) === wanted);
  if (isObject(value)) return wanted in value;
  return asText(value).includes(wanted);
}

function pattern(source: string): (text: string) => boolean {
  const matches = compilePattern(source);
  if (matches !== undefined) return matches;
  throw new Refusal(
    400,
    `failed to create result paginator: failed to read filter expression: bad regular expression: ${source}`,
  );
}

function compile(expression: Expression): (job: JsonObject) => boolean {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const left = compile(expression.left);
      const right = compile(expression.right);
      return expression.kind === 'and' ? (job) => left(job) && right(job) : (job) => left(job) || right(job);
    }
    case 'not': {
      const inner = compile(expression.inner);
      return (job) => !inner(job);
    }
    case 'test': {
      const { operator, selector, value: wanted } = expression;
      if (operator === 'equal') return (job) => asText(select(job, selector)) === wanted;
      if (operator === 'empty') return (job) => isEmpty(select(job, selector));
      if (operator === 'matches') {
        const matches = pattern(wanted);
        return (job) => matches(asText(select(job, selector)));
      }
      return (job) => holds(select(job, selector), wanted);
    }
  }
}

/** Section 4.1; an empty expression matches every job. */
export function compileFilter(source: string): (job: JsonObject) => boolean {
  return source.trim() === '' ? () => true : compile(parseFilter(source));
}
