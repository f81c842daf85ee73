/** Changes values in a YAML text, and keeps every other line: comments, order, quotes, indentation. */
import type { Json, JsonObject } from './json/json.ts';
import { isArray, isObject, textAt, withSortedKeys } from './json/json.ts';
import { jsonIn, writeJson } from './json/lossless.ts';
import type { Located, LocatedEntry, NodeText } from './located.ts';
import { entryAt, plainOf } from './located.ts';
import { readYaml } from './read-yaml.ts';
import { writeYaml } from './yaml.ts';

/** The text cannot be changed without a loss: anchors, tags, or comments in the replaced part. */
class Unclear extends Error {}

interface Splice extends NodeText {
  readonly text: string;
}

export const sameJson = (one: Json, other: Json): boolean =>
  writeJson(withSortedKeys(one)) === writeJson(withSortedKeys(other));

const lineOf = (value: Json): string | undefined =>
  /^k: (.*)\n$/.exec([...writeYaml({ k: value })].join(''))?.[1];

const flowText = (value: Json): string => {
  if (isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, one]) => `${flowText(key)}: ${flowText(one ?? null)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  const plain = lineOf(value);
  return plain === undefined || (typeof value === 'string' && /[,[\]{}]/.test(plain))
    ? JSON.stringify(value)
    : plain;
};

const quoted = (value: Json, quote: string): string | undefined => {
  if (typeof value !== 'string' || /[^\P{C}]|[\u2028\u2029]/u.test(value)) return undefined;
  if (quote === "'") return `'${value.replaceAll("'", "''")}'`;
  return quote === '"' ? JSON.stringify(value) : undefined;
};

const nameOf = (value: Json): string | undefined => textAt(value, 'Name');

class Edit {
  readonly splices: Splice[] = [];
  readonly #text: string;
  readonly #spans: ReadonlyMap<Located, NodeText>;

  constructor(text: string, spans: ReadonlyMap<Located, NodeText>) {
    this.#text = text;
    this.#spans = spans;
  }

  #span(node: Located): NodeText {
    const span = this.#spans.get(node);
    if (span === undefined) throw new Unclear();
    return span;
  }

  #put(start: number, end: number, text: string): void {
    if (/(?:^|\s)#/.test(this.#text.slice(start, end))) throw new Unclear();
    this.splices.push({ start, end, text });
  }

  #lineStart(at: number): number {
    return this.#text.lastIndexOf('\n', at - 1) + 1;
  }

  #lineEnd(at: number): number {
    const end = this.#text.indexOf('\n', at);
    return end === -1 ? this.#text.length : end + 1;
  }

  #isFlow(node: Located): boolean {
    return /[[{]/.test(this.#text.charAt(this.#span(node).start));
  }

  change(node: Located, value: Json, margin: string | undefined): void {
    if (sameJson(plainOf(node), value)) return;
    const isFlow = node.kind !== 'scalar' && this.#isFlow(node);
    if (node.kind === 'map' && isObject(value) && !isFlow) this.#map(node, value, margin);
    else if (node.kind === 'list' && isArray(value) && !isFlow) this.#list(node, value, margin);
    else if (node.kind === 'map' && isObject(value) && hasSameKeys(node.entries, value))
      for (const { key, node: inner } of node.entries) this.change(inner, value[key] ?? null, undefined);
    else this.#replace(node, value, margin);
  }

  #replace(node: Located, value: Json, margin: string | undefined): void {
    const { start, end } = this.#span(node);
    const space = start === end ? ' ' : '';
    const wasFlow = node.kind !== 'scalar' && this.#isFlow(node);
    if (margin === undefined || wasFlow) {
      const text = node.kind === 'scalar' ? quoted(value, this.#text.charAt(start)) : undefined;
      this.#put(start, end, space + (text ?? flowText(value)));
      return;
    }
    const line = quoted(value, this.#text.charAt(start)) ?? lineOf(value);
    // A block has lines of its own, so one line after the key replaces it.
    const from = node.kind === 'scalar' ? start : this.#text.slice(0, start).trimEnd().length;
    if (line !== undefined) {
      this.#put(from, end, (from === start ? space : ' ') + line);
      return;
    }
    const [, ...below] = [...writeYaml({ k: value })].join('').replace(/\n$/, '').split('\n');
    const [first = ''] = [...writeYaml({ k: value })].join('').split('\n', 1);
    const lines = below.map((one) => (one === '' ? '' : `${margin}${one}`));
    const key = this.#text.slice(0, from).trimEnd().length;
    this.#put(key, end, [first.slice('k:'.length), ...lines].join('\n'));
  }

  #map(node: Extract<Located, { kind: 'map' }>, value: JsonObject, outer: string | undefined): void {
    const { entries } = node;
    const [first] = entries;
    const last = entries.at(-1);
    const kept = entries.filter(({ key }) => value[key] !== undefined);
    if (first === undefined || last === undefined || kept.length === 0) {
      this.#replace(node, value, outer);
      return;
    }
    const margin = ' '.repeat(first.place.column - 1);
    for (const { key, node: inner, place } of entries) {
      const to = value[key];
      if (to !== undefined) this.change(inner, to, margin);
      else {
        // The first entry may be in the line of a dash.
        if (this.#lineText(place.line).slice(0, margin.length).trim() !== '') throw new Unclear();
        this.#removeLines(this.#offsetOf(inner, place.line), this.#span(inner).end);
      }
    }
    const known = new Set(entries.map(({ key }) => key));
    const added = Object.entries(value).filter(([key]) => !known.has(key));
    if (added.length > 0)
      this.#insert(this.#span(last.node).end, [...writeYaml(Object.fromEntries(added))].join(''), margin);
  }

  #lineText(line: number): string {
    return this.#text.split('\n')[line - 1] ?? '';
  }

  #offsetOf(node: Located, line: number): number {
    let at = this.#lineStart(this.#span(node).start);
    for (let now = this.#text.slice(0, at).split('\n').length; now > line; now -= 1)
      at = this.#lineStart(at - 1);
    return at;
  }

  #removeLines(from: number, end: number): void {
    this.splices.push({ start: from, end: this.#lineEnd(end), text: '' });
  }

  #insert(after: number, text: string, margin: string): void {
    const at = this.#lineEnd(after);
    const lines = text.replace(/\n$/, '').split('\n');
    const block = lines.map((one) => (one === '' ? '' : `${margin}${one}`)).join('\n');
    const isOpen = this.#text.charAt(at - 1) !== '\n';
    this.splices.push({ start: at, end: at, text: isOpen ? `\n${block}` : `${block}\n` });
  }

  #list(node: Extract<Located, { kind: 'list' }>, value: readonly Json[], margin: string | undefined): void {
    const { items } = node;
    const last = items.at(-1);
    const rest = [...value];
    const to = items.map((item) => {
      const plain = plainOf(item);
      const at = rest.findIndex((one) =>
        nameOf(plain) === undefined ? sameJson(plain, one) : nameOf(plain) === nameOf(one),
      );
      return at === -1 ? undefined : rest.splice(at, 1)[0];
    });
    const kept = to.filter((one) => one !== undefined);
    if (last === undefined || kept.length === 0) {
      this.#replace(node, value, margin);
      return;
    }
    const dash = this.#dashOf(last);
    for (const [index, item] of items.entries()) {
      const now = to[index];
      if (now !== undefined) this.change(item, now, undefined);
      else {
        const { start, end } = this.#span(item);
        this.#dashOf(item);
        this.#removeLines(this.#lineStart(start), end);
      }
    }
    if (rest.length > 0) this.#insert(this.#span(last).end, [...writeYaml(rest)].join(''), dash);
  }

  #dashOf(item: Located): string {
    const { start } = this.#span(item);
    const [, margin] = /^( *)- +$/.exec(this.#text.slice(this.#lineStart(start), start)) ?? [];
    if (margin === undefined) throw new Unclear();
    return margin;
  }
}

const hasSameKeys = (entries: readonly LocatedEntry[], value: JsonObject): boolean =>
  entries.length === Object.keys(value).length && entries.every(({ key }) => value[key] !== undefined);

const applied = (text: string, splices: readonly Splice[]): string =>
  splices
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((now, { start, end, text: put }) => now.slice(0, start) + put + now.slice(end), text);

const withValue = (value: Json, [key, ...rest]: readonly string[], to: Json): Json => {
  if (key === undefined) return to;
  const before = isObject(value) ? value : {};
  return { ...before, [key]: withValue(before[key] ?? null, rest, to) };
};

/** Sorts lists, since they are sets or their items have names. */
const unordered = (value: Json): Json => {
  if (isArray(value)) return value.map((one) => writeJson(withSortedKeys(unordered(one)))).sort();
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unordered(one ?? null)]));
};

/**
 * Replaces the value at a path of one document.
 * @param index of the document, without empty ones
 * @returns undefined if more than the value would change
 */
export const editYaml = (
  text: string,
  index: number,
  path: readonly string[],
  value: Json,
): string | undefined => {
  const spans = new Map<Located, NodeText>();
  const { documents } = readYaml(text, undefined, spans);
  const document = documents[index];
  if (document === undefined) return undefined;
  const wanted = withValue(plainOf(document), path, value);
  // JSON written by trivet has no comments.
  const json = documents.length === 1 ? jsonIn(text) : undefined;
  if (json !== undefined && writeJson(json, 2) === text.trimEnd()) return `${writeJson(wanted, 2)}\n`;
  const edit = new Edit(text, spans);
  try {
    edit.change(document, wanted, '');
  } catch (error) {
    if (error instanceof Unclear) return undefined;
    throw error;
  }
  const edited = applied(text, edit.splices);
  // An edit that cannot be read back is wrong.
  const after = readYaml(edited);
  const isMeant =
    after.faults.length === 0 &&
    after.documents.length === documents.length &&
    after.documents.every((one, at) => {
      const before = documents[at];
      return (
        before !== undefined &&
        sameJson(unordered(plainOf(one)), unordered(at === index ? wanted : plainOf(before)))
      );
    });
  return isMeant ? edited : undefined;
};

export const nodeAt = (node: Located, path: readonly string[]): Located | undefined => {
  const [key, ...rest] = path;
  if (key === undefined) return node;
  const inner = entryAt(node, key)?.node;
  return inner === undefined ? undefined : nodeAt(inner, rest);
};
