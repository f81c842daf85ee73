/**
 * Writes YAML 1.2 that readers of YAML 1.1 understand in the same way (`"no"` is quoted), and reads it with the places
 * of values.
 */
import { invisible } from '../model/invisible.ts';
import type { Json } from '../model/json.ts';
import { isArray, isObject } from '../model/json.ts';
import type { Fault, Located, Place } from '../model/located.ts';

const options = { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 } as const;

/** Items of a list that become one text: the library needs a kilobyte for each value while it writes. */
const atOnce = 200;
/** The depth of the long lists of a reply: `data.keys`. */
const deepest = 2;

const indented = (text: string, margin: string): string =>
  margin === '' ? text : text.replaceAll(/^(?=.)/gm, margin);

/**
 * The library writes such texts of several lines as blocks with too little indentation, which are read as another text.
 */
const wrongAsBlock = /^(?:\n|[ \t][^]*\n)|\n[ \t]+(?:\n|$)/;

/** One small document, ending in a newline. */
type Write = (value: Json) => string;

function* pieces(value: Json, write: Write, margin: string, depth: number): Generator<string> {
  if (isArray(value) && value.length > atOnce) {
    for (let from = 0; from < value.length; from += atOnce) {
      yield indented(write(value.slice(from, from + atOnce)), margin);
    }
    return;
  }
  if (!isObject(value) || depth === deepest || Object.keys(value).length === 0) {
    yield indented(write(value), margin);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    const line = write({ [key]: null });
    const long = isArray(inner) ? inner.length > atOnce : isObject(inner) && Object.keys(inner).length > 0;
    // A key of several lines is written with `?`, and only together with its value.
    if (!long || !/^[^?\n].*: null\n$/.test(line)) {
      yield indented(write({ [key]: inner }), margin);
      continue;
    }
    yield indented(line.replace(/ null\n$/, '\n'), margin);
    yield* pieces(inner, write, `${margin}  `, depth + 1);
  }
}

const load = () => import('yaml');
let library: ReturnType<typeof load> | undefined;

/** The library. In the built program every import makes another namespace of all its exports, so one is kept. */
const yaml = (): ReturnType<typeof load> => (library ??= load());

/**
 * Writes one YAML document in chunks, of which the last ends in a newline; long lists are written some items at a time.
 * Integers are exact; text with control, direction or zero-width characters is double-quoted with escapes.
 */
export const writeYaml = async (value: Json): Promise<Iterable<string>> => {
  const { Document, isScalar, visit } = await yaml();
  const hostile = invisible();
  const write: Write = (part) => {
    const document = new Document(part, options);
    visit(document, (_, node) => {
      if (!isScalar(node) || typeof node.value !== 'string') return;
      if (node.value.search(hostile) !== -1 || wrongAsBlock.test(node.value)) node.type = 'QUOTE_DOUBLE';
    });
    return document.toString(options).replace(hostile, (found) => {
      let escaped = '';
      for (let index = 0; index < found.length; index += 1) {
        escaped += String.raw`\u` + found.charCodeAt(index).toString(16).padStart(4, '0');
      }
      return escaped;
    });
  };
  return pieces(value, write, '', 0);
};

/** Values of all documents, with aliases expanded: more is an attack or a mistake. */
const mostValues = 200_000;

const plainNumber = (value: number | bigint): number | bigint =>
  typeof value === 'bigint' && value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : value;

class TooMuch extends Error {}

interface Lines {
  linePos(offset: number): { readonly line: number; readonly col: number };
}

/** A place that is computed when a message names it: a file without faults names none. */
class Spot implements Place {
  readonly #lines: Lines;
  readonly #offset: number;

  constructor(lines: Lines, offset: number) {
    this.#lines = lines;
    this.#offset = offset;
  }

  get line(): number {
    return Math.max(1, this.#lines.linePos(this.#offset).line);
  }

  get column(): number {
    return Math.max(1, this.#lines.linePos(this.#offset).col);
  }
}

/**
 * Returns every document of a YAML 1.2 text (or JSON) with the places of its values, and every syntax error: a key
 * given twice, a tab, an alias that grows without bound, a tag. Empty documents are skipped.
 */
export const readYaml = async (
  text: string,
): Promise<{ readonly documents: readonly Located[]; readonly faults: readonly Fault[] }> => {
  const { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseAllDocuments, visit } = await yaml();
  const nul = text.indexOf('\0');
  const counter = new LineCounter();
  const placeAt = (offset: number): Place => new Spot(counter, offset);
  if (nul !== -1) {
    const before = text.slice(0, nul).split('\n');
    const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
    return { documents: [], faults: [{ place, text: 'a NUL character, which no text file has' }] };
  }
  /** The start of the innermost quote or bracket that is not closed at the offset. */
  const openedAt = (contents: unknown, offset: number): number | undefined => {
    let found: number | undefined;
    if (!isNode(contents)) return undefined;
    visit(contents, (_, node) => {
      if (!isNode(node) || node.range?.[1] !== offset) return;
      const [start] = node.range;
      if (/["'[{]/.test(text[start] ?? '')) found = start;
    });
    return found;
  };
  const twice = (offset: number): string => {
    const key = /^[\w.-]+/.exec(text.slice(offset, offset + 100))?.[0] ?? 'a key';
    return `${key} is given twice${placeAt(offset).column === 1 ? '; a line of --- separates documents' : ''}`;
  };
  const faults: Fault[] = [];
  const documents: Located[] = [];
  let values = 0;
  const parsed = parseAllDocuments(text, {
    lineCounter: counter,
    intAsBigInt: true,
    prettyErrors: false,
    uniqueKeys: true,
    // `1.10` is a name as a key; and no key is tried as every other type first.
    stringKeys: true,
    version: '1.2',
  });
  for (const document of Array.isArray(parsed) ? parsed : []) {
    // After a key that is given twice the rest is readable; after any other fault it is not.
    const [broken] = document.errors.filter(({ code }) => code !== 'DUPLICATE_KEY');
    const reasons = broken === undefined ? [...document.errors, ...document.warnings] : [broken];
    for (const { code, message, pos } of reasons) {
      const opened =
        code === 'MISSING_CHAR' || code === 'BAD_INDENT' ? openedAt(document.contents, pos[0]) : undefined;
      const why =
        code === 'DUPLICATE_KEY'
          ? twice(pos[0])
          : code === 'NON_STRING_KEY'
            ? 'a key must be plain text'
            : message.replace(/\.?$/, '').replaceAll('\n', ' ');
      faults.push(
        opened === undefined
          ? { place: placeAt(pos[0]), text: why }
          : { place: placeAt(opened), text: `${text[opened] ?? ''} is opened here and never closed` },
      );
    }
    if (broken !== undefined) break;
    if (document.contents === null) continue;
    const located = (node: unknown, around: Place): Located => {
      values += 1;
      if (values > mostValues) throw new TooMuch();
      if (isAlias(node)) {
        const target = node.resolve(document);
        if (target !== undefined) return located(target, placeAt(node.range?.[0] ?? 0));
        return { kind: 'scalar', place: around, value: null, source: '' };
      }
      const range = isMap(node) || isSeq(node) || isScalar(node) ? node.range : undefined;
      const place = range === undefined || range === null ? around : placeAt(range[0]);
      if (isMap(node)) {
        return {
          kind: 'map',
          place,
          entries: node.items.map(({ key, value }) => {
            const at = isScalar(key) && key.range ? placeAt(key.range[0]) : place;
            return { key: isScalar(key) ? String(key.value) : '', place: at, node: located(value, at) };
          }),
        };
      }
      if (isSeq(node)) return { kind: 'list', place, items: node.items.map((one) => located(one, place)) };
      const value = isScalar(node) ? node.value : null;
      const source = isScalar(node) && typeof node.source === 'string' ? node.source : '';
      if (typeof value === 'number' || typeof value === 'bigint')
        return { kind: 'scalar', place, value: plainNumber(value), source };
      const plain = typeof value === 'string' || typeof value === 'boolean' ? value : null;
      return { kind: 'scalar', place, value: plain, source };
    };
    try {
      documents.push(located(document.contents, placeAt(document.range[0])));
    } catch (error) {
      // An alias of itself would not end.
      if (!(error instanceof TooMuch) && !(error instanceof RangeError)) throw error;
      faults.push({
        place: placeAt(document.range[0]),
        text: `more than ${mostValues} values: aliases are followed, and each counts`,
      });
    }
  }
  const empty = (node: Located): boolean => node.kind === 'scalar' && node.value === null;
  return { documents: documents.filter((node) => !empty(node)), faults };
};
