/** Turns words of a flag or positional into a typed value; reads files, stdin and the environment. */
import { meantWord } from '../catalogue/aliases.ts';
import type { Json } from '../documents/json/json.ts';
import { isArray } from '../documents/json/json.ts';
import { secondsOf } from '../catalogue/text/duration.ts';
import { usageError } from '../system/error.ts';
import { isDer, pemOf } from '../documents/pem.ts';
import { jsonIn, parseJson } from '../documents/json/lossless.ts';
import type { InputValue, Pair, Parameter } from '../catalogue/parameter.ts';
import { storageText } from '../catalogue/storage-path.ts';
import { isoTime } from '../output/text/time.ts';
import { decodeText, readFileOrInput, readText } from '../system/read-file.ts';
import type { ValueContext } from './secret-values.ts';

const textOf = async (word: string, context: ValueContext, label?: string): Promise<string> => {
  if (word.startsWith('@@')) return word.slice(1);
  if (word !== '-' && !word.startsWith('@')) return word;
  const path = word === '-' ? word : word.slice(1);
  if (label === undefined) return readText(path, context.io);
  const bytes = await readFileOrInput(path, context.io);
  // Serial numbers begin with a 0, too.
  if (bytes[0] === 0x30 && isDer(bytes)) return pemOf(label, bytes);
  return decodeText(bytes, path === '-' ? 'standard input' : `the file ${path}`);
};

const secretValues = () => import('./secret-values.ts');

const integerOf = (spoken: string, word: string): number | bigint => {
  if (!/^-?\d{1,20}$/.test(word)) throw usageError(`${spoken} must be an integer, not "${word}"`);
  const small = Number(word);
  return Number.isSafeInteger(small) ? small : BigInt(word);
};

/** The hint: a file, one of the allowed values, or text. */
const jsonHint = (spoken: string, { limits }: Parameter, text: string, before: string): string => {
  if (before === '' && /^[^\s{}[\]"]+\.\w+$/.test(text)) return `To give a file: ${spoken} @${text}`;
  if (limits?.values !== undefined && limits.meaning !== undefined) return `It must be ${limits.meaning}.`;
  return `Text needs its own quotes: ${spoken} '${before}"text"'`;
};

const jsonOf = (spoken: string, parameter: Parameter, text: string, before = ''): Json => {
  try {
    return parseJson(text);
  } catch (error) {
    const why = error instanceof Error && error.message !== 'not JSON' ? `: ${error.message}` : '';
    throw usageError(
      `${spoken}${before === '' ? '' : ` ${before}`} is not JSON${why}`,
      jsonHint(spoken, parameter, text, before),
    );
  }
};

const entry = (spoken: string, word: string): readonly [string, string] => {
  const equals = word.indexOf('=');
  if (equals < 1) throw usageError(`${spoken} must be key=value, not "${word}"`);
  return [word.slice(0, equals), word.slice(equals + 1)];
};

const chosenWord = ({ enum: allowed }: Parameter, word: string): string => {
  const meant = meantWord('products', word);
  return allowed?.includes(word) === false && allowed.includes(meant) ? meant : word;
};

const pairOf = (spoken: string, word: string): Pair => {
  const equals = word.indexOf('=');
  if (word === '' || equals === 0) throw usageError(`${spoken}: a value needs its key: key=value`);
  return equals === -1
    ? { key: word, value: undefined }
    : { key: word.slice(0, equals), value: word.slice(equals + 1) };
};

const timeOf = (spoken: string, word: string, now: number): string => {
  const relative = /^([+-])(.+)$/.exec(word);
  const seconds = relative === null ? undefined : secondsOf(relative[2] ?? '');
  if (relative !== null && seconds !== undefined) {
    const sign = relative[1] === '-' ? -1 : 1;
    const time = isoTime(now + sign * seconds * 1000);
    if (time !== undefined) return time.replace(/\.\d{3}Z$/, 'Z');
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(word) && !Number.isNaN(Date.parse(word))) return `${word}T00:00:00Z`;
  const wellFormed = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/.test(word);
  // Some servers accept only UTC, which the documents' examples use.
  if (wellFormed && /[+-]\d{2}:\d{2}$/.test(word))
    return isoTime(Date.parse(word))?.replace(/\.000Z$/, 'Z') ?? word;
  if (wellFormed && !Number.isNaN(Date.parse(word))) return word;
  throw usageError(`${spoken} must be a time: 2026-12-31T18:00:00Z, 2026-12-31, or +2h; not "${word}"`);
};

const repeatable: ReadonlySet<Parameter['type']> = new Set([
  'strings',
  'map',
  'json-map',
  'pairs',
  'secret-pairs',
  'conditions',
]);

const truthOf = (word: string): boolean => word === 'true';

/** Matches where the last match ended: a quoted or bare value, then a comma or the end. */
const part = /\s*(?:"((?:[^"]|"")*)"\s*|([^",][^,]*|))(,|$)/y;

/** Reads a JSON array, which test/seeds/2-secrets.md also uses for lists; undefined for other text. */
const jsonTexts = (word: string): readonly string[] | undefined => {
  if (!/^\s*\[\s*["\]]/.test(word)) return undefined;
  const value = jsonIn(word);
  const texts = isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
  return isArray(value) && texts?.length === value.length ? texts : undefined;
};

/** As in CSV, a value with a comma is in double quotes. */
const partsOf = (spoken: string, word: string): readonly string[] => {
  const texts = jsonTexts(word);
  if (texts !== undefined) return texts;
  if (!word.includes('"')) return word.split(',').map((one) => one.trim());
  const parts: string[] = [];
  part.lastIndex = 0;
  for (let end = false; !end;) {
    const [, quoted, bare = '', separator] = part.exec(word) ?? [];
    if (separator === undefined) {
      throw usageError(
        `${spoken}: a double quote is not closed, or text follows the closing one`,
        `A value with a comma: ${spoken} '"Acme, Inc."'\nA value that begins with a quote: ${spoken} '"""so"" it says"'`,
      );
    }
    parts.push(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"'));
    end = separator === '';
  }
  return parts;
};

const listOf = (spoken: string, words: readonly string[]): readonly string[] =>
  words.flatMap((word) => (word === '' ? [] : partsOf(spoken, word)));

/**
 * Reads a value, without a promise if nothing is read, since a batch has thousands of lines.
 * @param spoken its name in messages: `--reason`, `<job>`
 * @param words every occurrence, in order; at least one
 * @throws TrivetError usage, if a word does not fit the type; local, if a file cannot be read
 */
export const readValue = (
  spoken: string,
  parameter: Parameter,
  words: readonly string[],
  context: ValueContext,
): InputValue | Promise<InputValue> => {
  const last = words.at(-1) ?? '';
  // A repeated switch counts once, unless it is given both ways.
  const times = parameter.type === 'boolean' ? new Set(words).size : words.length;
  if (times > 1 && !repeatable.has(parameter.type)) {
    throw usageError(
      parameter.type === 'boolean'
        ? `${spoken} was given as both true and false`
        : `${spoken} was given ${words.length} times`,
    );
  }
  switch (parameter.type) {
    case 'string':
      return storageText(parameter, chosenWord(parameter, last));
    case 'text':
      return textOf(last, context, parameter.pem);
    case 'secret':
      return secretValues().then(({ secretOf }) => secretOf(spoken, last, context));
    case 'bytes':
      if (last === '-') return readFileOrInput('-', context.io);
      if (last.startsWith('@') && !last.startsWith('@@')) return readFileOrInput(last.slice(1), context.io);
      return Buffer.from(last.startsWith('@@') ? last.slice(1) : last);
    case 'integer':
      return integerOf(spoken, last);
    case 'boolean':
      return truthOf(last);
    case 'duration':
      if (secondsOf(last) === undefined && !/^-1$/.test(last)) {
        const wanted = parameter.limits?.meaning ?? 'a duration such as 90s, 15m, 24h, 7d or seconds';
        throw usageError(`${spoken} must be ${wanted}, not "${last}"`);
      }
      return last;
    case 'time':
      return timeOf(spoken, last, context.io.now());
    case 'strings':
      return listOf(spoken, words).map((one) => storageText(parameter, one));
    case 'map':
      return Object.fromEntries(words.filter(Boolean).map((word) => entry(spoken, word)));
    case 'json-map':
      return Object.fromEntries(
        words.filter(Boolean).map((word) => {
          const [key, value] = entry(spoken, word);
          return [key, jsonOf(spoken, parameter, value, `${key}=`)] as const;
        }),
      );
    case 'pairs':
      return words.filter(Boolean).map((word) => pairOf(spoken, word));
    case 'conditions':
      return words;
    case 'secret-pairs':
      return secretValues().then(({ secretPairOf }) =>
        Promise.all(words.map((word) => secretPairOf(spoken, word, context))),
      );
    case 'json':
      return last === '-' || last.startsWith('@')
        ? textOf(last, context).then((text) => jsonOf(spoken, parameter, text))
        : jsonOf(spoken, parameter, last);
  }
};
