/** Takes secrets out of what is shown: by value in any of the forms in which it travels, and by the name beside it. */
import type { Json } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import { isSecretName } from '../../catalogue/secret-name.ts';
import type { Secret } from '../../catalogue/http.ts';
import type { Span } from './secret-forms.ts';
import { secretFinder } from './secret-forms.ts';

/** Replaces a secret. Not much longer than what it hides, and never taken for a secret itself. */
export const redactedMark = '[hidden]';

/** Replaces the union of the spans, so that overlapping secrets leave no remainder. */
const cover = (text: string, spans: readonly Span[]): string => {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let from = 0;
  let end = -1;
  for (const [start, stop] of spans) {
    if (start > end) {
      if (end >= 0) from = end;
      pieces.push(text.slice(from, start), redactedMark);
    }
    end = Math.max(end, stop);
  }
  pieces.push(text.slice(end));
  return pieces.join('');
};

/** The closing quote of a JSON string, from after its opening one; the end of a text that was cut. */
const closingQuote = (text: string, from: number): number => {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
};

const jsonKey = /"([A-Za-z][\w.-]{0,63})"\s{0,8}:\s{0,8}"/g;
/** Not every `token: …`: a server's message about a token must stay readable. */
const secretHeader = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]*(?:token|secret|key))$/i;
const headerLine = /^([<>*]? ?)([A-Za-z][\w-]{0,63}):[ \t]*([^\r\n]+)/gm;
const queryPair = /([?&])([A-Za-z][\w.[\]%-]{0,63})=([^&\s#"'<>]+)/g;

const namedJson = (text: string): Span[] => {
  const spans: Span[] = [];
  for (const match of text.matchAll(jsonKey)) {
    if (!isSecretName(match[1] ?? '')) continue;
    const start = match.index + match[0].length;
    const end = closingQuote(text, start);
    if (end > start) spans.push([start, end]);
  }
  return spans;
};

const byName = (text: string): string =>
  cover(text, namedJson(text))
    .replaceAll(headerLine, (all: string, before: string, name: string) =>
      secretHeader.test(name) ? `${before}${name}: ${redactedMark}` : all,
    )
    .replaceAll(queryPair, (all: string, mark: string, name: string) =>
      isSecretName(name) ? `${mark}${name}=${redactedMark}` : all,
    );

/**
 * Hides secrets in a text.
 * @param foreign the parts that trivet did not write itself (a server's words, values of a request); without it all of
 *   the text. A short secret, and the beginning of a long one, are hidden only there: the token `root` must not be
 *   found in `trivet pki root generate`.
 */
export type Redact = (text: string, foreign?: readonly string[]) => string;

/** Where the foreign parts stand in a text. */
const rangesOf = (text: string, foreign: readonly string[] | undefined): readonly Span[] => {
  if (foreign === undefined) return [[0, text.length]];
  const ranges: Span[] = [];
  for (const part of foreign) {
    if (part === '') continue;
    for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
      ranges.push([at, at + part.length]);
    }
  }
  return ranges;
};

/**
 * A function that hides the secrets in any text: their values in the spellings of JSON, URLs and HTML, as hex and
 * base64, single lines of longer ones; and the values beside names such as `token`. One pass each: what stands for a
 * secret is not looked at again.
 */
export const redactor = (secrets: readonly Secret[]): Redact => {
  const find = secretFinder(secrets.map(({ value }) => value));
  return (text, foreign) => byName(cover(text, find(text, rangesOf(text, foreign))));
};

/** A copy of a document with the values of secret names hidden, whatever they hold. */
export const redactJson = (value: Json): Json => {
  if (isArray(value)) return value.map(redactJson);
  if (!isObject(value)) return value;
  const copy: Record<string, Json | undefined> = Object.create(null);
  for (const [key, inner] of Object.entries(value)) {
    const secret = isSecretName(key) && inner !== null && inner !== '';
    copy[key] = secret ? redactedMark : inner === undefined ? undefined : redactJson(inner);
  }
  return copy;
};
