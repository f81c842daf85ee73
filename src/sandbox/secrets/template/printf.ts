/** Verbs for text, numbers and booleans. */
import type { Value } from './syntax.ts';
import { TemplateError } from './syntax.ts';

const DIRECTIVE = /%([-+ 0#]*)(\d*)(?:\.(\d*))?([%a-zA-Z])/g;
/** Wider fields are mistakes. */
const WIDEST = 4096;

export function textOf(value: Value): string {
  return Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
}

function typeOf(value: Value): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

function bytesOf(value: Value): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(String(value), 'utf8');
}

function quote(text: string): string {
  const escaped = text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `"${escaped.replaceAll('\t', '\\t')}"`;
}

function whole(value: Value, radix: number): string | undefined {
  return typeof value === 'number' && Number.isInteger(value) ? value.toString(radix) : undefined;
}

function format(verb: string, value: Value, precision: number | undefined): string | undefined {
  const isText = typeof value === 'string' || Buffer.isBuffer(value);
  switch (verb) {
    case 'v':
      return textOf(value);
    case 's':
      return isText ? Array.from(textOf(value)).slice(0, precision).join('') : undefined;
    case 'q':
      return isText ? quote(textOf(value)) : undefined;
    case 'd':
      return whole(value, 10);
    case 'x':
      return isText ? bytesOf(value).toString('hex') : whole(value, 16);
    case 'X':
      return (isText ? bytesOf(value).toString('hex') : whole(value, 16))?.toUpperCase();
    case 'o':
      return whole(value, 8);
    case 'b':
      return whole(value, 2);
    case 'c':
      return typeof value === 'number' ? String.fromCodePoint(value) : undefined;
    case 'f':
      return typeof value === 'number' ? value.toFixed(precision ?? 6) : undefined;
    case 't':
      return typeof value === 'boolean' ? String(value) : undefined;
    default:
      return undefined;
  }
}

function pad(text: string, flags: string, width: number): string {
  if (flags.includes('-')) return text.padEnd(width, ' ');
  if (!flags.includes('0')) return text.padStart(width, ' ');
  return text.startsWith('-') ? `-${text.slice(1).padStart(width - 1, '0')}` : text.padStart(width, '0');
}

export function printf(layout: string, values: readonly Value[]): string {
  let used = 0;
  const text = layout.replace(
    DIRECTIVE,
    (_, flags: string, width: string, precision: string | undefined, verb: string) => {
      if (verb === '%') return '%';
      if (Number(width) > WIDEST || Number(precision ?? 0) > 100) throw new TemplateError('printf: too wide');
      const value = values[used];
      used += 1;
      if (value === undefined) return `%!${verb}(MISSING)`;
      const formatted = format(verb, value, precision === undefined ? undefined : Number(precision));
      if (formatted === undefined) return `%!${verb}(${typeOf(value)}=${textOf(value)})`;
      return pad(formatted, flags, Number(width));
    },
  );
  const extra = values.slice(used).map((value) => `${typeOf(value)}=${textOf(value)}`);
  return extra.length === 0 ? text : `${text}%!(EXTRA ${extra.join(', ')})`;
}
