/**
 * What may be shown of a document, a text or a request, in whatever it is printed, sent or kept. A secret is known by its
 * declaration, by the name beside it, or by its value: only this file decides which of them something is.
 */
import type { Json, JsonObject } from '../documents/json/json.ts';
import { isArray, isObject, textAt } from '../documents/json/json.ts';
import { jsonIn } from '../documents/json/lossless.ts';
import { quoted } from './text/server-text.ts';
import type { Fields } from './field.ts';
import { fieldAt, hasFieldsBelow } from './field.ts';
import type { Secret } from './http.ts';
import type { Parameter } from './parameter.ts';
import type { Span } from './secret-forms.ts';
import { secretFinder } from './secret-forms.ts';

/** Replaces a secret of a reply, for a person who can ask for it. */
export const maskedText = '(hidden, use --reveal)';

/** Replaces a secret in a text. Not much longer than what it hides, and never taken for a secret itself. */
export const redactedMark = '[hidden]';

/** Replaces a secret in what a model reads, which cannot ask for it. */
const hiddenText = '(hidden)';

// By declaration.

/** Whether a value that is sent is a secret. */
export const isSensitive = (parameter: Parameter): boolean =>
  parameter.type === 'secret' || parameter.sensitive === true;

/** Whether a field of a reply is a secret, or in one. */
export const isSecretField = (fields: Fields, path: string): boolean => {
  const field = fieldAt(fields, path);
  return field?.sensitive === true || field?.once === true;
};

/** Whether no field is declared at a path, above it or below it: nobody knows what the value is. */
const isUndeclared = (fields: Fields, path: string): boolean =>
  fieldAt(fields, path) === undefined && !hasFieldsBelow(fields, path);

// By the name beside it.

const names =
  'password|passwd|passphrase|bindpass|secret|token|authorization|cookie|private_?key|secret_?key|pem_?bundle|secret_?id|credentials?';
const whole = new RegExp(`(?:^|_)(?:${names})$`);
/** Names that end like a secret but are not one. */
const harmless = new Set(['idempotency_token', 'next_token', 'continuation_token']);

/** True for `X-Vault-Token`, `bindpass`, `privateKey`, `SecretID`: in headers, queries and JSON alike. */
export const isSecretName = (name: string): boolean => {
  const plain = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.\s]+/g, '_')
    .toLowerCase();
  return whole.test(plain) && !harmless.has(plain);
};

/** Headers that are known to hold no secret: a list of those, not of the others. */
const harmlessHeaders = new Set([
  'accept',
  'accept-encoding',
  'age',
  'allow',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'host',
  'keep-alive',
  'last-modified',
  'retry-after',
  'server',
  'strict-transport-security',
  'transfer-encoding',
  'user-agent',
  'vary',
  'via',
  'tfp-api-version',
  'tfp-appname',
  'x-cache',
  'x-nomad-index',
  'x-nomad-knownleader',
  'x-nomad-lastcontact',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'x-tfe-current-tags',
  'x-tfe-version',
  'x-trivet-request-id',
  'x-vault-namespace',
  'x-vault-request',
  'x-vault-wrap-ttl',
  'x-vault-index',
]);

/** False where a header is known to hold no secret. */
export const mayBeSecret = (name: string): boolean => !harmlessHeaders.has(name.toLowerCase());

// By value.

/** Whether the text contains a PEM private key of any kind, even with its line feeds escaped. */
export const hasPrivateKey = (text: string): boolean =>
  // Most texts are shorter than any key.
  text.length > 26 && text.includes('PRIVATE KEY-----') && /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text);

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
type Redact = (text: string, foreign?: readonly string[]) => string;

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

/** The secrets of a run, which no message may contain. */
export class HiddenSecrets {
  #secrets: readonly Secret[] = [];
  #redacting: Redact | undefined;

  add(secrets: readonly Secret[]): void {
    const fresh = secrets.filter((one) => !this.#secrets.some((known) => known.value === one.value));
    if (fresh.length === 0) return;
    this.#secrets = [...this.#secrets, ...fresh];
    this.#redacting = undefined;
  }

  /** The text without them. The first call computes their encodings, which costs more than a request. */
  redact(text: string, foreign: readonly string[]): string {
    if (this.#secrets.length === 0) return text;
    this.#redacting ??= redactor(this.#secrets);
    return this.#redacting(text, foreign);
  }
}

/** A text from a file, a variable or standard input, which it names. */
interface Content {
  readonly source: string;
  readonly text: string;
}

/** Shorter pieces say nothing, and would be found in trivet's own words. */
const shortestPiece = 6;

/** Lines that are looked for: messages quote the beginning, or the line of a fault. */
const mostLines = 2000;

/** The longest beginning of `piece` that `text` contains. */
const beginningIn = (text: string, piece: string): string => {
  if (!text.includes(piece.slice(0, shortestPiece))) return '';
  let [held, lacking] = [shortestPiece, piece.length + 1];
  while (lacking - held > 1) {
    const middle = Math.floor((held + lacking) / 2);
    if (text.includes(piece.slice(0, middle))) held = middle;
    else lacking = middle;
  }
  return piece.slice(0, held);
};

/** The lines of a text: as they are, as a server quotes them, escaped, and as trivet quotes the server. */
const piecesOf = (text: string): readonly string[] => {
  const pieces = text.split('\n', mostLines).map((line) => line.trim());
  const escaped = pieces.flatMap((piece) => [piece, JSON.stringify(piece).slice(1, -1)]);
  return [...new Set(escaped.flatMap((piece) => [piece, quoted(piece).slice(1, -1)]))];
};

const cleared = (message: string, { source, text }: Content): string => {
  let clear = message;
  for (const piece of piecesOf(text)) {
    if (piece.length < shortestPiece) continue;
    const found = beginningIn(clear, piece);
    // A word that the file and the message share is not a quote of it.
    if (found.length < Math.min(piece.length, 2 * shortestPiece)) continue;
    clear = clear
      .replaceAll(`"${found}"`, `the content of ${source}`)
      .replaceAll(found, `(content of ${source})`);
  }
  return clear;
};

/** A message without these contents, also where the server's text quotes them: their sources are named instead. */
export const withoutContents = (message: string, contents: readonly Content[]): string =>
  contents.reduce(cleared, message);

/** Quoted texts, and words: what a message can repeat of a file. */
const quotes = /"([^"\n]+)"|“([^”\n]+)”|'([^'\n]+)'|`([^`\n]+)`|[^\s"'`(){}[\],;=<>]+/g;

/** A text as it is compared: without letter case and separators, as the octets of a serial number. */
const compared = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Texts of a JSON document; undefined for anything else. */
const textsIn = (content: string): readonly string[] | undefined => {
  const value = /^\s*[[{"]/.test(content) ? jsonIn(content) : undefined;
  const texts: string[] = [];
  if (value === undefined) return undefined;
  withoutSecrets(value, { text: (text) => `${texts.push(text)}` });
  return texts;
};

/**
 * Hides in messages what they repeat of files: a model must not read one through an error. Ordinary words are hidden where
 * they are quoted, or are all of a line or of a JSON text.
 * @param contents the files that a call read
 * @param given words of the call itself, which are no secret to its caller
 */
export const fileHider = (
  contents: readonly string[],
  given: readonly string[],
): ((text: string) => string) => {
  if (contents.length === 0) return (text) => text;
  const known = new Set(given.map(compared));
  const lines = new Set<string>();
  const words = new Set<string>();
  for (const content of contents) {
    for (const line of [...content.split(/\r?\n/), ...(textsIn(content) ?? [])]) lines.add(compared(line));
    for (const [word, ...insides] of content.matchAll(quotes)) {
      const inside = insides.find((one) => one !== undefined) ?? word;
      for (const one of [inside, ...inside.split(/[\s:]+/)]) words.add(compared(one));
    }
  }
  lines.delete('');
  const isOfFile = (word: string, isQuoted: boolean): boolean => {
    const plain = compared(word);
    if (known.has(plain)) return false;
    if (lines.has(plain)) return true;
    return (
      words.has(plain) && plain !== '' && (isQuoted || (plain.length >= 4 && !/^[A-Za-z]+[:.]*$/.test(word)))
    );
  };
  return (text) =>
    text.replaceAll(quotes, (all: string, ...parts: (string | number | undefined)[]) => {
      const inside = parts.slice(0, 4).find((one) => typeof one === 'string');
      const within = inside === undefined ? [] : inside.split(/[\s:=]+/);
      return isOfFile(inside ?? all, inside !== undefined) || within.some((one) => isOfFile(one, true))
        ? redactedMark
        : all;
    });
};

// In documents.

/** The document with `mark` in place of each value; names, and what is empty, stay. */
export const hideAll = (value: Json, mark: string): Json => {
  if (value === null || value === '') return value;
  if (isArray(value)) return value.map((one) => hideAll(one, mark));
  if (!isObject(value)) return mark;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hideAll(one ?? null, mark)]));
};

interface Hiding {
  /** Whether the member `key` of `parent` is a secret; `path` leads to it, without the places in lists. */
  readonly isSecret?: (path: string, key: string, parent: JsonObject) => boolean;
  /** The text in place of a secret. */
  readonly hide?: (value: Json) => Json;
  /** A text that is no secret as a whole. */
  readonly text?: (text: string) => string;
}

/** The document without its secrets. */
export const withoutSecrets = (value: Json, hiding: Hiding, path = ''): Json => {
  if (typeof value === 'string') return hiding.text?.(value) ?? value;
  if (isArray(value)) return value.map((one) => withoutSecrets(one, hiding, path));
  if (!isObject(value)) return value;
  const { isSecret, hide = (one: Json) => hideAll(one, maskedText) } = hiding;
  return Object.fromEntries(
    Object.entries(value).map(([key, one = null]) => {
      const inner = path === '' ? key : `${path}.${key}`;
      return [key, isSecret?.(inner, key, value) === true ? hide(one) : withoutSecrets(one, hiding, inner)];
    }),
  );
};

/** The variable that stands for a secret in a request that is shown. */
export const secretVariable = (name: string): string =>
  `TRIVET_SECRET_${name.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase()}`;

/** The texts of a document beside names of secrets, or below them. */
export const namedSecrets = (document: Json): readonly Secret[] => {
  const found: Secret[] = [];
  let name = '';
  withoutSecrets(document, {
    isSecret: (_, key) => {
      name = secretVariable(key);
      return isSecretName(key);
    },
    hide: (secret) => withoutSecrets(secret, { text: (value) => (found.push({ name, value }), value) }),
  });
  return found;
};

/** Whether this is the row of a scheduler's difference about one of the keys: `Config[args]`, `Env[KEY]`. */
const isDifferenceOf = (keys: readonly string[], value: JsonObject): boolean =>
  ('Old' in value || 'New' in value) &&
  (textAt(value, 'Name') ?? '').split(/[[\].]+/).some((part) => keys.includes(part));

const isInDifference = (keys: readonly string[], key: string, parent: JsonObject): boolean =>
  (key === 'Old' || key === 'New') && isDifferenceOf(keys, parent);

/** `Env` is a field of an identity, too, which only says whether it becomes a variable. */
const saysOnly = (value: Json | undefined): boolean => value === 'true' || value === 'false';

/** The difference without the values of each row about one of these keys. */
export const hideDifferences = (value: Json, keys: readonly string[]): Json =>
  withoutSecrets(value, {
    isSecret: (_, key, parent) => isInDifference(keys, key, parent) && !saysOnly(parent[key]),
  });

interface Secrets {
  readonly fields: Fields;
  /** The products' names of documented names that are secrets. */
  readonly also: ReadonlySet<string>;
  /** Keys that usually hold secrets, at any depth; the names in an object below them stay. */
  readonly usual: readonly string[];
}

/**
 * An item for a model, which others keep: every value is hidden that is a secret, or that no field declares. A member of a
 * declared object, and a raw reply, have no fields of their own: their names decide.
 */
export const hiddenFromModel = (item: JsonObject, { fields, also, usual }: Secrets): JsonObject => {
  const isRaw = Object.keys(fields).length === 0;
  const hidden = withoutSecrets(item, {
    isSecret: (path, key, parent) =>
      isSecretField(fields, path) ||
      (!isRaw && isUndeclared(fields, path)) ||
      (!Object.hasOwn(fields, path) && isSecretName(key)) ||
      also.has(path) ||
      usual.includes(key) ||
      isInDifference(usual, key, parent),
    hide: (value) => hideAll(value, hiddenText),
    text: (text) => (hasPrivateKey(text) ? hiddenText : text),
  });
  return isObject(hidden) ? hidden : {};
};
