/** YAML 1.2 that readers of YAML 1.1 take for the same (`"no"` is quoted). */
import { invisible } from '../model/invisible.ts';
import type { Json } from '../model/json.ts';
import { isArray, isObject } from '../model/json.ts';

const options = { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 } as const;

/** Items of a list that become one text: the library takes a kilobyte for each value while it writes. */
const atOnce = 200;
/** The long lists of a reply lie no deeper: `data.keys`. */
const deepest = 2;

const indented = (text: string, margin: string): string =>
  margin === '' ? text : text.replaceAll(/^(?=.)/gm, margin);

/** The library writes such texts of several lines as blocks that are read as another text: too little is indented. */
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
    // A key of several lines is written with `?`, and only with its value.
    if (!long || !/^[^?\n].*: null\n$/.test(line)) {
      yield indented(write({ [key]: inner }), margin);
      continue;
    }
    yield indented(line.replace(/ null\n$/, '\n'), margin);
    yield* pieces(inner, write, `${margin}  `, depth + 1);
  }
}

/**
 * One YAML document in chunks, of which the last ends in a newline; long lists are written some items at a time.
 * Integers are exact; text with control, direction or zero-width characters is double-quoted with them escaped.
 */
export const writeYaml = async (value: Json): Promise<Iterable<string>> => {
  const { Document, isScalar, visit } = await import('yaml');
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
