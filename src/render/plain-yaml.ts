/**
 * Reads the YAML that exports are made of: maps and lists as blocks, values on one line, comments on lines of their
 * own. A folder holds thousands of such files, and the YAML library spends more on each than its request costs.
 */
import type { Located, LocatedEntry, Place } from '../model/located.ts';

interface Line {
  readonly number: number;
  readonly indent: number;
  /** Without its indent. */
  readonly text: string;
}

/** Larger texts are left to the library, which bounds the number of values. */
const longest = 100_000;

/** Printable ASCII: no tab, no carriage return, nothing that readers of YAML take for a line break. */
const asciiLines = /^[\n -~]*$/;

const keyPattern = /^([A-Za-z_][\w.-]*):(?: (?=[^ ])|$)/;

/** Words that YAML takes for something else than text, in any spelling. */
const words = /^(?:true|false|null)$/i;
const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/;
const plainText = /^[A-Za-z/](?:[\w ./@=+(),*-]|:(?=[\w/]))*$/;
const quotedText = /^"(?:[^"\\]|\\(?:["\\/bnrt]|u[\dA-Fa-f]{4}))*"$/;

/** The scalar, or the empty list or map, that a line ends in; undefined for anything that needs more of YAML. */
const valueOf = (text: string, place: Place): Located | undefined => {
  if (text === '[]') return { kind: 'list', place, items: [] };
  if (text === '{}') return { kind: 'map', place, entries: [] };
  if (quotedText.test(text)) {
    const value = String(JSON.parse(text));
    return { kind: 'scalar', place, value, source: value };
  }
  if (wholeNumber.test(text)) return { kind: 'scalar', place, value: Number(text), source: text };
  const constant = constants.get(text);
  if (constant !== undefined) return { kind: 'scalar', place, value: constant, source: text };
  if (!plainText.test(text) || words.test(text)) return undefined;
  return { kind: 'scalar', place, value: text, source: text };
};

/** Undefined where a line is anything but plain. */
const linesOf = (text: string): readonly Line[] | undefined => {
  const lines: Line[] = [];
  for (const [index, whole] of text.split('\n').entries()) {
    const indent = whole.search(/[^ ]/);
    if (indent === -1 || whole[indent] === '#') continue;
    if (whole.endsWith(' ')) return undefined;
    lines.push({ number: index + 1, indent, text: whole.slice(indent) });
  }
  return lines;
};

/** Every method returns undefined for what is left to the library. */
class PlainReader {
  readonly #lines: readonly Line[];
  #next = 0;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  document(): Located | undefined {
    const first = this.#lines[0];
    if (first === undefined || first.indent !== 0) return undefined;
    const found = this.#block(first);
    return this.#next === this.#lines.length ? found : undefined;
  }

  /** A map or a list that begins with this line. */
  #block(first: Line): Located | undefined {
    return first.text.startsWith('- ') ? this.#list(first) : this.#map(first);
  }

  /** @param first the line of its first key; in a list, what follows the dash */
  #map(first: Line): Located | undefined {
    const { indent } = first;
    const entries: LocatedEntry[] = [];
    const keys = new Set<string>();
    let line: Line | undefined = first;
    while (line !== undefined && line.indent === indent) {
      const [head = '', key = ''] = keyPattern.exec(line.text) ?? [];
      if (head === '' || keys.has(key) || words.test(key)) return undefined;
      keys.add(key);
      const { number } = line;
      const rest = line.text.slice(head.length);
      this.#next += 1;
      const node =
        rest === '' ? this.#below(indent) : valueOf(rest, { line: number, column: indent + head.length + 1 });
      if (node === undefined) return undefined;
      entries.push({ key, place: { line: number, column: indent + 1 }, node });
      line = this.#lines[this.#next];
    }
    // What stands deeper would go on with a value.
    if (line !== undefined && line.indent > indent) return undefined;
    return { kind: 'map', place: { line: first.number, column: indent + 1 }, entries };
  }

  #list(first: Line): Located | undefined {
    const { indent } = first;
    const items: Located[] = [];
    let line: Line | undefined = first;
    while (line !== undefined && line.indent === indent) {
      if (!line.text.startsWith('- ')) return undefined;
      const rest: Line = { number: line.number, indent: indent + 2, text: line.text.slice(2) };
      const item = keyPattern.test(rest.text) ? this.#map(rest) : this.#value(rest);
      if (item === undefined) return undefined;
      items.push(item);
      line = this.#lines[this.#next];
    }
    if (line !== undefined && line.indent > indent) return undefined;
    return { kind: 'list', place: { line: first.number, column: indent + 1 }, items };
  }

  #value({ number, indent, text }: Line): Located | undefined {
    this.#next += 1;
    return valueOf(text, { line: number, column: indent + 1 });
  }

  /** The block below a key; a key without a value is left to the library. */
  #below(indent: number): Located | undefined {
    const line = this.#lines[this.#next];
    return line === undefined || line.indent <= indent ? undefined : this.#block(line);
  }
}

/**
 * Returns the one document of a text of plain blocks with the places of its values; undefined for any other text,
 * among them every text that is not valid YAML.
 */
export const readPlainYaml = (text: string): Located | undefined => {
  if (text.length > longest || !asciiLines.test(text)) return undefined;
  const lines = linesOf(text);
  return lines === undefined ? undefined : new PlainReader(lines).document();
};
