/** Decides what may be printed, sent or kept. A secret is known by its declaration, its name, or its value. */
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

/** The text for a person, who can use --reveal. */
export const maskedText = '(hidden, use --reveal)';

/** The mark in texts. It is about as long as a secret, and never taken for one. */
export const redactedMark = '[hidden]';

/** The text for a model, which cannot ask for the secret. */
const hiddenText = '(hidden)';

export const isSensitive = (parameter: Parameter): boolean =>
  parameter.type === 'secret' || parameter.sensitive === true;

export const isSecretField = (fields: Fields, path: string): boolean => {
  const field = fieldAt(fields, path);
  return field?.sensitive === true || field?.returnedOnce === true;
};

/** Whether nothing is declared at, above and below the path, so that the value may be anything. */
const isUndeclared = (fields: Fields, path: string): boolean =>
  fieldAt(fields, path) === undefined && !hasFieldsBelow(fields, path);

const names =
  'password|passwd|passphrase|bindpass|secret|token|authorization|cookie|private_?key|secret_?key|pem_?bundle|secret_?id|credentials?';
const whole = new RegExp(`(?:^|_)(?:${names})$`);
/** Names that end like that of a secret but are not one. */
const harmless = new Set(['idempotency_token', 'next_token', 'continuation_token']);

export const isSecretName = (name: string): boolean => {
  const plain = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.\s]+/g, '_')
    .toLowerCase();
  return whole.test(plain) && !harmless.has(plain);
};

/** An allow list, since any other header may hold a secret. */
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

/** False only for headers that are known to hold no secret. */
export const mayBeSecret = (name: string): boolean => !harmlessHeaders.has(name.toLowerCase());

/** Finds PEM of any kind, also with escaped line feeds. */
export const hasPrivateKey = (text: string): boolean =>
  // A shorter text cannot hold a key.
  text.length > 26 && text.includes('PRIVATE KEY-----') && /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text);

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

const closingQuote = (text: string, from: number): number => {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
};

const jsonKey = /"([A-Za-z][\w.-]{0,63})"\s{0,8}:\s{0,8}"/g;
/** Matches not every `token: …`, since messages about tokens must stay readable. */
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
 * @param foreign the parts that trivet did not write (a server's words, values of a request); default: all. Short
 * secrets, and beginnings of long ones, are hidden only there: the token `root` must not be found in `trivet pki
 * root generate`.
 */
type Redact = (text: string, foreign?: readonly string[]) => string;

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
 * Hides secret values (also in JSON, URLs, HTML, hex, base64, and by line), and values beside names such as
 * `token`. A mark is not looked at again.
 */
export const redactor = (secrets: readonly Secret[]): Redact => {
  const find = secretFinder(secrets.map(({ value }) => value));
  return (text, foreign) => byName(cover(text, find(text, rangesOf(text, foreign))));
};

export class HiddenSecrets {
  #secrets: readonly Secret[] = [];
  #redacting: Redact | undefined;

  add(secrets: readonly Secret[]): void {
    const fresh = secrets.filter((one) => !this.#secrets.some((known) => known.value === one.value));
    if (fresh.length === 0) return;
    this.#secrets = [...this.#secrets, ...fresh];
    this.#redacting = undefined;
  }

  /** The first call computes all encodings, which costs more than a request. */
  redact(text: string, foreign: readonly string[]): string {
    if (this.#secrets.length === 0) return text;
    this.#redacting ??= redactor(this.#secrets);
    return this.#redacting(text, foreign);
  }
}

interface Content {
  readonly source: string;
  readonly text: string;
}

/** Shorter pieces would match trivet's own words. */
const shortestPiece = 6;

const mostLines = 2000;

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
    // A shared word is not a quote.
    if (found.length < Math.min(piece.length, 2 * shortestPiece)) continue;
    clear = clear
      .replaceAll(`"${found}"`, `the content of ${source}`)
      .replaceAll(found, `(content of ${source})`);
  }
  return clear;
};

export const withoutContents = (message: string, contents: readonly Content[]): string =>
  contents.reduce(cleared, message);

const quotes = /"([^"\n]+)"|“([^”\n]+)”|'([^'\n]+)'|`([^`\n]+)`|[^\s"'`(){}[\],;=<>]+/g;

/** Leaves out case and separators, as between the octets of a serial number. */
const compared = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const textsIn = (content: string): readonly string[] | undefined => {
  const value = /^\s*[[{"]/.test(content) ? jsonIn(content) : undefined;
  const texts: string[] = [];
  if (value === undefined) return undefined;
  withoutSecrets(value, { text: (text) => `${texts.push(text)}` });
  return texts;
};

/**
 * Hides in messages what they repeat of files, which a model must not read through an error. Ordinary words are
 * hidden only where they are quoted, or are a whole line or JSON text.
 * @param given words of the call and of commands, which its caller knows
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

export const hideAll = (value: Json, mark: string): Json => {
  if (value === null || value === '') return value;
  if (isArray(value)) return value.map((one) => hideAll(one, mark));
  if (!isObject(value)) return mark;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hideAll(one ?? null, mark)]));
};

interface Hiding {
  readonly isSecret?: (path: string, key: string, parent: JsonObject) => boolean;
  readonly hide?: (value: Json) => Json;
  readonly text?: (text: string) => string;
}

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

export const secretVariable = (name: string): string =>
  `TRIVET_SECRET_${name.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase()}`;

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

const isDifferenceOf = (keys: readonly string[], value: JsonObject): boolean =>
  ('Old' in value || 'New' in value) &&
  (textAt(value, 'Name') ?? '').split(/[[\].]+/).some((part) => keys.includes(part));

const isInDifference = (keys: readonly string[], key: string, parent: JsonObject): boolean =>
  (key === 'Old' || key === 'New') && isDifferenceOf(keys, parent);

const saysOnly = (value: Json | undefined): boolean => value === 'true' || value === 'false';

export const hideDifferences = (value: Json, keys: readonly string[]): Json =>
  withoutSecrets(value, {
    isSecret: (_, key, parent) => isInDifference(keys, key, parent) && !saysOnly(parent[key]),
  });

interface Secrets {
  readonly fields: Fields;
  readonly also: ReadonlySet<string>;
  /** Keys that are hidden at any depth; the names in an object below them stay. */
  readonly usual: readonly string[];
}

/** Undeclared values are hidden, too. Members of a declared object, and raw replies, are judged by their names. */
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
