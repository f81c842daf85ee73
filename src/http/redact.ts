/** Takes secrets out of what is shown: by value in any of the forms in which it travels, and by the name beside it. */
import type { Json } from '../model/json.ts';
import { isArray, isObject } from '../model/json.ts';
import type { Secret } from './http.ts';

/** What stands for a secret. Never longer than what it hides by much, and never taken for one itself. */
export const hidden = '[hidden]';

/** Shorter values would turn half of any text into `[hidden]` and thereby tell what they are. */
const shortest = 4;

const names =
  'password|passwd|passphrase|bindpass|secret|token|authorization|cookie|private_?key|secret_?key|pem_?bundle|secret_?id|credentials?';
const whole = new RegExp(`(?:^|_)(?:${names})$`);
/** Names that end like a secret and are none. */
const harmless = new Set(['idempotency_token', 'next_token', 'continuation_token']);

/** True for `X-Vault-Token`, `bindpass`, `privateKey`, `SecretID`: in headers, queries and JSON alike. */
export const isSecretName = (name: string): boolean => {
  const plain = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.\s]+/g, '_')
    .toLowerCase();
  return whole.test(plain) && !harmless.has(plain);
};

/** Characters of base64 that depend on the secret alone, for each position of it in a group of three bytes. */
const base64Forms = (value: string): readonly string[] =>
  [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const text = bytes.toString('base64').replaceAll('=', '');
    const start = [0, 2, 3][offset] ?? 0;
    // The last character holds bits of what follows unless the bytes fill their group.
    return text.slice(start, bytes.length % 3 === 0 ? undefined : -1);
  });

const escaped = (value: string): string => JSON.stringify(value).slice(1, -1);

/** Lines of a key or a bundle: servers quote the line that they dislike. */
const linesOf = (value: string): readonly string[] =>
  value.includes('\n')
    ? value.split(/\r?\n/).filter((line) => line.length >= 16 && !line.startsWith('-----'))
    : [];

const formsOf = (value: string): ReadonlySet<string> => {
  const forms = new Set<string>();
  const add = (form: string): void => {
    if (form.length >= shortest) forms.add(form);
  };
  const texts = [value, value.trim(), ...linesOf(value)];
  for (const text of texts) {
    if (text.length < shortest) continue;
    const once = escaped(text);
    const url = text.isWellFormed() ? encodeURIComponent(text) : text;
    for (const form of [text, once, escaped(once), once.replaceAll('/', String.raw`\/`), url]) add(form);
    // A server that quotes the query of its request in a URL of its own.
    add(encodeURIComponent(url));
    add(url.replaceAll('%20', '+'));
    add(url.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
    add(Buffer.from(text).toString('hex'));
    add(Buffer.from(text).toString('base64'));
    add(Buffer.from(text).toString('base64url'));
    const encoded = base64Forms(text);
    for (const form of encoded) {
      // Short pieces of base64 occur by chance.
      if (form.length < 6) continue;
      add(form);
      add(form.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return forms;
};

type Span = [start: number, end: number];

const spansOf = (text: string, forms: Iterable<string>): Span[] => {
  const spans: Span[] = [];
  for (const form of forms) {
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) {
      const last = spans.at(-1);
      // Runs of a repeated character overlap themselves at every place.
      if (last !== undefined && at >= last[0] && at <= last[1]) last[1] = Math.max(last[1], at + form.length);
      else spans.push([at, at + form.length]);
    }
  }
  return spans.sort(([a], [b]) => a - b);
};

/** Replaces the union of the spans: what two secrets share is no remainder of either. */
const cover = (text: string, spans: readonly Span[]): string => {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let from = 0;
  let end = -1;
  for (const [start, stop] of spans) {
    if (start > end) {
      if (end >= 0) from = end;
      pieces.push(text.slice(from, start), hidden);
    }
    end = Math.max(end, stop);
  }
  pieces.push(text.slice(end));
  return pieces.join('');
};

/** From after its opening quote to its closing one. */
const endOfString = (text: string, from: number): number => {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
};

const jsonKey = /"([A-Za-z][\w.-]{0,63})"\s{0,8}:\s{0,8}"/g;
/** Not every `token: …`: a server's message about a token is to be read. */
const secretHeader = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]*(?:token|secret|key))$/i;
const headerLine = /^([<>*]? ?)([A-Za-z][\w-]{0,63}):[ \t]*([^\r\n]+)/gm;
const queryPair = /([?&])([A-Za-z][\w.[\]%-]{0,63})=([^&\s#"'<>]+)/g;

const namedJson = (text: string): Span[] => {
  const spans: Span[] = [];
  for (const match of text.matchAll(jsonKey)) {
    if (!isSecretName(match[1] ?? '')) continue;
    const start = match.index + match[0].length;
    const end = endOfString(text, start);
    if (end > start) spans.push([start, end]);
  }
  return spans;
};

const byName = (text: string): string =>
  cover(text, namedJson(text))
    .replaceAll(headerLine, (all: string, before: string, name: string) =>
      secretHeader.test(name) ? `${before}${name}: ${hidden}` : all,
    )
    .replaceAll(queryPair, (all: string, mark: string, name: string) =>
      isSecretName(name) ? `${mark}${name}=${hidden}` : all,
    );

/**
 * A function that hides the secrets in any text: their values raw, JSON-escaped, URL-encoded, as hex, base64 and
 * base64url at any offset, single lines of longer ones; and the values beside names such as `token`. One pass each:
 * what stands for a secret is not looked at again.
 */
export const redactor = (secrets: readonly Secret[]): ((text: string) => string) => {
  const forms = new Set(secrets.flatMap(({ value }) => [...formsOf(value)]));
  return (text) => byName(cover(text, spansOf(text, forms)));
};

/** A copy of a document with the values of secret names hidden, whatever they hold. */
export const redactJson = (value: Json): Json => {
  if (isArray(value)) return value.map(redactJson);
  if (!isObject(value)) return value;
  const copy: Record<string, Json | undefined> = Object.create(null);
  for (const [key, inner] of Object.entries(value)) {
    const secret = isSecretName(key) && inner !== null && inner !== '';
    copy[key] = secret ? hidden : inner === undefined ? undefined : redactJson(inner);
  }
  return copy;
};
