/**
 * Weakly typed parameters (test/seeds/2-secrets.md, conventions): lists as text or JSON array, durations as seconds
 * or with a unit; booleans and integers may be text. Absent or null: the fallback; a wrong type: 400.
 */
import type { Json } from '../contract.ts';
import { EngineError } from './engine.ts';

export type Input = Readonly<Record<string, Json>>;

const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE = new Set(['', '0', 'f', 'F', 'FALSE', 'false', 'False']);
const MILLISECONDS: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

function refusal(name: string, reason: string): EngineError {
  return new EngineError(
    400,
    `Field validation failed: error converting input for field "${name}": ${reason}`,
  );
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'map' : typeof value;
}

/** Own properties only: no name reaches the prototype. */
function given(input: Input, name: string): Json | undefined {
  return Object.hasOwn(input, name) ? (input[name] ?? undefined) : undefined;
}

export function asBoolean(input: Input, name: string, fallback: boolean): boolean;
export function asBoolean(input: Input, name: string, fallback?: boolean): boolean | undefined;
export function asBoolean(input: Input, name: string, fallback?: boolean): boolean | undefined {
  const value = given(input, name);
  if (value === undefined) return fallback;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string' && TRUE.has(value)) return true;
  if (typeof value === 'string' && FALSE.has(value)) return false;
  throw refusal(
    name,
    `cannot parse ${typeof value === 'string' ? `"${value}"` : `a ${kindOf(value)}`} as bool`,
  );
}

export function asInteger(input: Input, name: string, fallback: number): number;
export function asInteger(input: Input, name: string, fallback?: number): number | undefined;
export function asInteger(input: Input, name: string, fallback?: number): number | undefined {
  const value = given(input, name);
  if (value === undefined || value === '') return fallback;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value)) return Number(value);
  throw refusal(
    name,
    `cannot parse ${typeof value === 'object' ? `a ${kindOf(value)}` : `"${String(value)}"`} as int`,
  );
}

/** Seconds of `1h30m`, `90`, `30d`; the error has only the reason. */
export function parseDuration(text: string): number {
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  const [, sign = '', body = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  let total = 0;
  let rest = body;
  while (rest !== '') {
    const amount = /^(?:\d+\.?\d*|\.\d+)/.exec(rest)?.[0];
    if (amount === undefined) throw new RangeError(`time: invalid duration "${text}"`);
    rest = rest.slice(amount.length);
    const unit = /^[^\d.]*/.exec(rest)?.[0] ?? '';
    if (unit === '') throw new RangeError(`time: missing unit in duration "${text}"`);
    const scale = MILLISECONDS.get(unit);
    if (scale === undefined) throw new RangeError(`time: unknown unit "${unit}" in duration "${text}"`);
    total += Number(amount) * scale;
    rest = rest.slice(unit.length);
  }
  if (body === '') throw new RangeError(`time: invalid duration "${text}"`);
  return Math.trunc(total / 1000) * (sign === '-' ? -1 : 1);
}

/** Empty is absent: the documents' default of most durations. */
export function asSeconds(input: Input, name: string, fallback: number): number;
export function asSeconds(input: Input, name: string, fallback?: number): number | undefined;
export function asSeconds(input: Input, name: string, fallback?: number): number | undefined {
  const value = given(input, name);
  if (value === undefined || value === '') return fallback;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (typeof value !== 'string') throw refusal(name, `cannot parse a ${kindOf(value)} as duration`);
  try {
    return parseDuration(value.trim());
  } catch (error) {
    throw refusal(name, error instanceof Error ? error.message : 'time: invalid duration');
  }
}

export function asText(input: Input, name: string, fallback: string): string;
export function asText(input: Input, name: string, fallback?: string): string | undefined;
export function asText(input: Input, name: string, fallback?: string): string | undefined {
  const value = given(input, name);
  if (value === undefined) return fallback;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  throw refusal(name, `expected type 'string', got a ${kindOf(value)}`);
}

/** `""` is the empty list. */
export function asList(input: Input, name: string, fallback: readonly string[]): readonly string[];
export function asList(
  input: Input,
  name: string,
  fallback?: readonly string[],
): readonly string[] | undefined;
export function asList(
  input: Input,
  name: string,
  fallback?: readonly string[],
): readonly string[] | undefined {
  const value = given(input, name);
  if (value === undefined) return fallback;
  const parts: readonly Json[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : [value];
  return parts
    .map((part) => {
      if (typeof part === 'string') return part.trim();
      if (typeof part === 'number') return String(part);
      throw refusal(name, `expected a list of strings, got a ${part === null ? 'null' : kindOf(part)}`);
    })
    .filter((part) => part !== '');
}

function pairOf(name: string, part: Json): readonly [string, Json] {
  const at = typeof part === 'string' ? part.indexOf('=') : -1;
  if (typeof part !== 'string' || at < 1) throw refusal(name, 'expected pairs written key=value');
  return [part.slice(0, at), part.slice(at + 1)];
}

export function asMap(input: Input, name: string, fallback: Input): Input;
export function asMap(input: Input, name: string, fallback?: Input): Input | undefined;
export function asMap(input: Input, name: string, fallback?: Input): Input | undefined {
  const value = given(input, name);
  if (value === undefined || value === '') return fallback;
  if (isList(value)) return Object.fromEntries(value.map((part) => pairOf(name, part)));
  if (typeof value === 'object' && value !== null) return value;
  throw refusal(name, `expected a map, got a ${kindOf(value)}`);
}
