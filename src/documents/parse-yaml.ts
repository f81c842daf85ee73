import type { Event } from 'js-yaml';
import { EVENT_ID, parseEvents, YAMLException } from 'js-yaml';
import { maxDepth } from './json/json-weight.ts';
import type { Fault, Place } from './located.ts';
import { Lines } from './located.ts';

export class Broken extends Error {
  readonly fault: Fault;

  constructor(place: Place, text: string) {
    super(text);
    this.fault = { place, text };
  }
}

export interface Parsed {
  readonly text: string;
  readonly events: readonly Event[];
}

/** Characters that may be parsed again to correct a text or explain its fault. */
const mostReread = 20_000_000;
const mostClosers = 40;
/** The text goes to the right of any block, so that a closer never ends one. */
const margin = `\n${' '.repeat(1000)}`;

const closed = (text: string): { readonly closers: string; readonly events: readonly Event[] } => {
  let closers = '';
  const most = Math.min(mostClosers, mostReread / text.length);
  for (let tries = 0; tries < most; tries += 1) {
    try {
      return { closers, events: parseEvents(`${text}${margin}${closers}`, { maxDepth }) };
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      if (error.reason.endsWith('within a double quoted scalar')) closers += '"';
      else if (error.reason.endsWith('within a single quoted scalar')) closers += "'";
      else if (error.reason.endsWith('within a flow collection')) closers += ']';
      else if (closers.endsWith(']')) closers = `${closers.slice(0, -1)}}`;
      else break;
    }
  }
  return { closers: '', events: [] };
};

const openedAt = (text: string): number | undefined => {
  const { closers, events } = closed(text);
  if (closers === '') return undefined;
  const open: (number | undefined)[] = [];
  let quote: number | undefined;
  for (const event of events.slice(0, events.findLastIndex(({ type }) => type !== EVENT_ID.POP) + 1)) {
    if (event.type === EVENT_ID.POP) open.pop();
    else if (event.type === EVENT_ID.SCALAR) quote = event.valueStart - 1;
    else if (event.type !== EVENT_ID.ALIAS)
      open.push('start' in event && /[[{]/.test(text.charAt(event.start)) ? event.start : undefined);
  }
  return /["']/.test(closers) ? quote : open.filter((start) => start !== undefined)[closers.length - 1];
};

const tab = 'a tab in the indentation, where YAML allows only spaces';

/** Plain words for reasons that name parts of the parser. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^nesting exceeded/, `YAML is nested deeper than ${maxDepth} levels`],
  [/^null byte/, 'a NUL character, which no text file has'],
  [/non-printable|JSON character/, 'a control character: write it as an escape in double quotes'],
  [/^tab characters/, tab],
  [/^deficient indentation/, 'this line must be further to the right than its key'],
  [/^missed comma/, 'a comma is missing'],
  [/^expected the node content/, 'a value is missing before the comma'],
  [/^(?:expected ':'|can not read a block mapping)/, 'a colon is missing, here or in the line above'],
  [/^end of the stream or/, 'unexpected text after a value'],
];

const wordsFor = (reason: string, before: string, char: string): string => {
  if (/^ *\t/.test(before)) return tab;
  if (reason.startsWith('bad indentation of a mapping') && before.trim() !== '') {
    if (/[@`%]/.test(char)) return `text that begins with ${char} must be in quotes`;
    if (char !== ':') return 'unexpected text after a value';
    if (before.includes(': ')) return 'text with a colon and a space must be in quotes';
  }
  return words.find(([pattern]) => pattern.test(reason))?.[1] ?? reason;
};

const brokenBy = ({ reason, mark }: YAMLException, text: string): Broken => {
  const lines = new Lines(text);
  const at = mark?.position ?? 0;
  // A following bracket may close the one that lacks a comma.
  const isOpen =
    reason.startsWith('unexpected end of the') ||
    (reason === 'deficient indentation' && !/[\]}]/.test(text.charAt(at))) ||
    (reason.startsWith('missed comma') && !/[\]}]/.test(text.slice(at)));
  const opened = isOpen ? openedAt(text.slice(0, at)) : undefined;
  if (opened !== undefined)
    return new Broken(lines.placeOf(opened), `${text.charAt(opened)} is opened here and never closed`);
  const place = lines.placeOf(at);
  const before = text.slice(at - place.column + 1, at);
  return new Broken(place, wordsFor(reason, before, text.charAt(at)));
};

const separator = /^---(?=\s|$)/;

const withoutDocument = (text: string, line: number): string => {
  const lines = text.match(/[^\r\n]*(?:\r\n?|\n|$)/g) ?? [];
  let from = lines.slice(0, line).findLastIndex((one) => separator.test(one));
  while (lines[from - 1]?.startsWith('%') === true) from -= 1;
  const next = lines.slice(line).findIndex((one) => separator.test(one));
  const end = next === -1 ? lines.length : line + next;
  return lines
    .map((one, index) => (index >= from && index < end ? one.replaceAll(/[^\r\n]/g, ' ') : one))
    .join('');
};

export const parseDocuments = (text: string): Parsed & { readonly faults: readonly Fault[] } => {
  const faults: Fault[] = [];
  let rest = text;
  for (let reread = 0; ; reread += text.length) {
    try {
      return { ...parseYaml(rest), faults };
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      faults.push(error.fault);
      const others = withoutDocument(rest, error.fault.place.line);
      if (others === rest || reread > mostReread) return { text: rest, events: [], faults };
      rest = others;
    }
  }
};

/** Also accepts a bracket that closes in the column of its key, as most readers do. @throws Broken */
const parseYaml = (text: string): Parsed => {
  let moved = text;
  for (let reread = 0; ; reread += text.length) {
    try {
      return { text: moved, events: parseEvents(moved, { maxDepth }) };
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const at = error.mark?.position ?? 0;
      const isMovable = error.reason === 'deficient indentation' && /[\]}]/.test(moved.charAt(at));
      if (!isMovable || reread > mostReread) throw brokenBy(error, moved);
      moved = `${moved.slice(0, at)} ${moved.slice(at)}`;
    }
  }
};
