/** JSON in and out without losing a digit: integers beyond 2^53-1 are `bigint`. */
import type { Json } from './json.ts';
import { invisible } from '../invisible.ts';
import { endOfString } from './json-string.ts';
import { maxDepth, refuseHeavy, tooDeep } from './json-weight.ts';

const max = Number.MAX_SAFE_INTEGER;
/** JSON spells this character only as `\u0001`, so those six characters find every use. */
const mark = '\u0001';
const spelledMark = String.raw`\u0001`;
const spelledMarks = /(?:\\u0001)+/g;

type Mutable = { [key: string]: Json };

/** Whether a number lost digits; throws if the value is nested too deeply. */
const hasUnsafe = (value: Json | undefined, depth: number): boolean => {
  if (typeof value === 'number') return value > max || value < -max;
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= maxDepth) throw tooDeep();
  let found = false;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      if (typeof item === 'string') continue;
      if (hasUnsafe(item, depth + 1)) found = true;
    }
    return found;
  }
  const object = value as Mutable;
  for (const key in object) {
    const item = object[key];
    if (typeof item === 'string') continue;
    if (hasUnsafe(item, depth + 1)) found = true;
  }
  return found;
};

const isUnsafeInteger = (literal: string): boolean => {
  const value = Number(literal);
  return value > max || value < -max;
};

const quoteUnsafe = (text: string, spelled: string): string => {
  // Literals from sixteen digits on; the pattern never backtracks.
  const literals = /-?\d{16,}[\d.eE+-]*/g;
  let quoted = '';
  let copied = 0;
  let quote = text.indexOf('"');
  for (let match = literals.exec(text); match !== null; match = literals.exec(text)) {
    let inside = false;
    while (quote !== -1 && quote < match.index) {
      const end = endOfString(text, quote);
      inside = end > match.index;
      if (inside) literals.lastIndex = end;
      quote = text.indexOf('"', end);
    }
    // These are digits of a fraction or an exponent: `0.1234567890123456789`, `1e-1234567890123456789`.
    if (inside || /[.eE+]/.test(text[match.index - 1] ?? '')) continue;
    if (/[.eE]/.test(match[0]) || !isUnsafeInteger(match[0])) continue;
    quoted += `${text.slice(copied, match.index)}"${spelled}${match[0]}"`;
    copied = literals.lastIndex;
  }
  return quoted + text.slice(copied);
};

const revive = (value: Json, prefix: string): Json => {
  if (typeof value === 'string') {
    return value.charCodeAt(0) === 1 && value.startsWith(prefix) ? BigInt(value.slice(prefix.length)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const list = value as Json[];
    for (let index = 0; index < list.length; index += 1) list[index] = revive(list[index] ?? null, prefix);
    return list;
  }
  const object = value as Mutable;
  for (const key in object) {
    const item = object[key];
    // It is already an own property, so assigning to `__proto__` does not set the prototype.
    if (typeof item === 'object') revive(item, prefix);
    else if (typeof item === 'string' && item.charCodeAt(0) === 1) object[key] = revive(item, prefix);
  }
  return object;
};

const parse = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    // The engine's message quotes the text, which may contain a secret.
    const position = cause instanceof Error ? /position (\d+)/.exec(cause.message)?.[1] : undefined;
    throw new SyntaxError(position === undefined ? 'not JSON' : `not JSON, from character ${position} on`);
  }
};

/**
 * Reads integers that a double cannot hold as `bigint`. Numbers with a fraction or exponent are doubles, even if
 * digits are lost; `1e400` is Infinity, which is written as `null`. A `__proto__` key is an own property.
 * @throws SyntaxError (never quoting the text) for text that is not JSON, nested deeper than 200 levels, or too
 * large in memory
 */
export const parseJson = (text: string): Json => {
  const clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  refuseHeavy(clean);
  const value = parse(clean);
  if (!hasUnsafe(value, 0)) return value;
  // The mark is longer than any run of it in the text, so that no string of the server looks marked.
  let times = 1;
  for (const [run] of clean.matchAll(spelledMarks))
    times = Math.max(times, run.length / spelledMark.length + 1);
  return revive(parse(quoteUnsafe(clean, spelledMark.repeat(times))), mark.repeat(times));
};

export const jsonIn = (text: string): Json | undefined => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

const escapeInvisible = (json: string): string => {
  if (!/[^\n -~]/.test(json)) return json;
  return json.replace(invisible(), (found) => {
    let escaped = '';
    for (let index = 0; index < found.length; index += 1) {
      escaped += String.raw`\u` + found.charCodeAt(index).toString(16).padStart(4, '0');
    }
    return escaped;
  });
};

const writtenText = (text: string): string =>
  /^[ !#-[\]-~]*$/.test(text) ? `"${text}"` : JSON.stringify(text);

/** Like `JSON.stringify`, with bigints; `margin` is the indentation of the value. */
const written = (value: Json, indent: string, margin: string): string => {
  if (typeof value === 'string') return writtenText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = margin + indent;
  const line = indent === '' ? '' : `\n${inner}`;
  const end = indent === '' ? '' : `\n${margin}`;
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly (Json | undefined)[]) {
      text += (text === '' ? line : `,${line}`) + written(item ?? null, indent, inner);
    }
    return text === '' ? '[]' : `[${text}${end}]`;
  }
  const object = value as Mutable;
  const colon = indent === '' ? ':' : ': ';
  for (const key of Object.keys(object)) {
    const item = object[key];
    if (item === undefined) continue;
    text += `${text === '' ? line : `,${line}`}${writtenText(key)}${colon}${written(item, indent, inner)}`;
  }
  return text === '' ? '{}' : `{${text}${end}}`;
};

const stringify = (value: Json, indent: number): string => {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (cause) {
    // `JSON.stringify` is several times as fast, but refuses a bigint.
    if (cause instanceof TypeError) return written(value, ' '.repeat(indent), '');
    throw cause;
  }
};

/**
 * Writes JSON without a final newline; undefined properties are left out. Control characters, direction marks and
 * zero-width characters are `\uXXXX`, so the text is safe on a terminal.
 * @param indent spaces a level; 0 writes one line
 */
export const writeJson = (value: Json, indent = 0): string => escapeInvisible(stringify(value, indent));

/** Characters: few chunks, each small enough for the collector's young generation. */
const chunkSize = 65_536;

/** Items written at once, twice as fast as one at a time. */
const atOnce = 16;

function* pieces(value: Json, indent: string, margin: string, depth: number): Generator<string> {
  const inner = margin + indent;
  const line = indent === '' ? '' : '\n';
  const shifted = (text: string): string => (margin === '' ? text : text.replaceAll('\n', `\n${margin}`));
  if (Array.isArray(value) && value.length > 0) {
    const list = value as readonly Json[];
    const brackets = indent === '' ? 1 : 2;
    for (let start = 0; start < list.length; start += atOnce) {
      const text = writeJson(list.slice(start, start + atOnce), indent.length);
      // The last bracket is left out, and the first one is written only at the beginning.
      const items = text.slice(start === 0 ? 0 : 1, text.length - brackets);
      yield `${start === 0 ? '' : ','}${shifted(items)}`;
    }
    yield `${line}${margin}]`;
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) {
    yield shifted(writeJson(value, indent.length));
    return;
  }
  let before = `{${line}${inner}`;
  for (const [key, item] of Object.entries(value as Mutable)) {
    if (item === undefined) continue;
    yield `${before}${writeJson(key)}:${indent === '' ? '' : ' '}`;
    yield* pieces(item, indent, inner, depth - 1);
    before = `,${line}${inner}`;
  }
  yield before.startsWith('{') ? '{}' : `${line}${margin}}`;
}

/** Writes JSON in chunks of some 64 KiB, for documents that do not fit into one string. */
export function* writeJsonChunks(value: Json, indent = 0): Generator<string> {
  let chunk = '';
  for (const piece of pieces(value, ' '.repeat(indent), '', 3)) {
    chunk += piece;
    if (chunk.length < chunkSize) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
