/** Writes YAML 1.2 that readers of YAML 1.1 understand alike (`"no"` is quoted). */
import type { ScalarLayout } from 'js-yaml';
import {
  DEFAULT_SCALAR_STYLE_RULES,
  DUMP_SCHEMA,
  intCoreTag,
  jsToAst,
  present,
  SCALAR_STYLE,
  strTag,
} from 'js-yaml';
import { invisible } from './invisible.ts';
import type { Json } from './json/json.ts';
import { isArray, isObject } from './json/json.ts';

/** Items written at once, since the library needs a kilobyte for each value. */
const atOnce = 200;
/** The depth of lists at `data.keys`. */
const deepest = 2;

const schema = DUMP_SCHEMA.withTags(
  DUMP_SCHEMA.tags
    .filter(({ tagName }) => tagName === intCoreTag.tagName)
    .map((tag) => ({
      ...tag,
      identify: (value: unknown) => typeof value === 'bigint' || intCoreTag.identify(value),
    })),
);

const hostile = invisible();

/** Readers disagree about blocks that begin with white space or have lines of only that. */
const unclearAsBlock = /^(?:\n|[ \t][^]*\n)|\n[ \t]+(?:\n|$)/;

/** The library does not quote infinite numbers, the number `.` of YAML 1.1, and keys like ends of documents. */
const unclearAsPlain = ({ isKey, node: { tag, value } }: ScalarLayout): boolean =>
  tag === strTag.tagName &&
  ((/^[-+.\d]/.test(value) && Math.abs(Number(value)) === Infinity) ||
    /^[-+]?\._*$/.test(value) ||
    (isKey && /^(?:---|\.\.\.)(?:\s|$)/.test(value)));

const quoteUnclear = (layout: ScalarLayout): void => {
  const { value } = layout.node;
  if (value.search(hostile) !== -1 || unclearAsBlock.test(value) || unclearAsPlain(layout))
    layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};

/** Text with double quotes, like JSON or a template, is readable in single quotes. */
const quoteQuotes = (layout: ScalarLayout): void => {
  const { value } = layout.node;
  const isAllowed = (layout.allowedStylesMask & (1 << SCALAR_STYLE.SINGLE_QUOTED)) !== 0;
  if (isAllowed && layout.style === SCALAR_STYLE.DOUBLE_QUOTED && /^[^'\n]*"[^'\n]*$/.test(value))
    layout.style = SCALAR_STYLE.SINGLE_QUOTED;
};

const { tryLongOrMultilineAsBlock, quoteInvalidPlain, fallbackToDoubleQuoted } = DEFAULT_SCALAR_STYLE_RULES;

const options = {
  schema,
  lineWidth: -1,
  quoteStyle: 'double',
  scalarStyleRules: [
    tryLongOrMultilineAsBlock,
    quoteInvalidPlain,
    fallbackToDoubleQuoted,
    quoteQuotes,
    quoteUnclear,
  ],
} as const;

const escaped = (text: string): string => {
  let escapes = '';
  for (let index = 0; index < text.length; index += 1)
    escapes += String.raw`\u` + text.charCodeAt(index).toString(16).padStart(4, '0');
  return escapes;
};

const write = (value: Json): string => {
  const text = present(jsToAst(value, schema, { noRefs: true }), options).replace(hostile, escaped);
  // The library ends the document after a block with trailing newlines, but more may follow.
  return text.endsWith('\n...\n') ? text.slice(0, -4) : text;
};

const indented = (text: string, margin: string): string =>
  margin === '' ? text : text.replaceAll(/^(?=.)/gm, margin);

function* pieces(value: Json, margin: string, depth: number): Generator<string> {
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
    // A key of several lines is written with `?`, together with its value.
    if (!long || !/^[^?\n].*: null\n$/.test(line)) {
      yield indented(write({ [key]: inner }), margin);
      continue;
    }
    yield indented(line.replace(/ null\n$/, '\n'), margin);
    yield* pieces(inner, `${margin}  `, depth + 1);
  }
}

/** Writes YAML in chunks. Integers are exact; control, direction and zero-width characters are escaped. */
export const writeYaml = (value: Json): Iterable<string> => pieces(value, '', 0);
