/** Removes secrets from what the control endpoints show of requests and effects. */
import type { Json } from './contract.ts';

const SECRET = '<secret>';

/** Names of fields and query parameters whose values are secrets. */
const SECRET_NAME =
  /(?:^|[_-])(?:bindpass|password|passwd|passphrase|secret|secret[_-]?key|secret[_-]?access[_-]?key|secret[_-]?id|token|jwt|private[_-]?key|pem[_-]?(?:bundle|keys)|mfa[_-]?code|credential|credentials)$/i;

/** A member of JSON whose text may be cut off. */
const MEMBER = /"([\w-]+)"\s*:\s*"(?:[^"\\]|\\.)*(?:"|$)/g;

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Tokens and cookies, and whatever a gateway in front of a server may want. */
const SECRET_HEADER = /cookie|token|secret|key|^proxy-authorization$/i;

/** Camel case is compared as words: `SecretID` is `secret-id`. */
const asWords = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, '$1-$2');

export interface Redactor {
  text(value: string): string;
  query(search: string): string;
  headers(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Returns JSON as a value, other text as text, and other bytes as their number. */
  body(bytes: Buffer): Json;
}

/** `tokens` are hidden wherever they appear. */
export function createRedactor(tokens: () => readonly string[]): Redactor {
  const text = (value: string): string => {
    let result = PRIVATE_KEY.test(value) ? SECRET : value;
    // The longest first: one token can be the beginning of another.
    for (const token of [...tokens()].sort((left, right) => right.length - left.length)) {
      result = result.replaceAll(token, '<token>');
    }
    return result;
  };
  const clean = (value: Json): Json => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map((item: Json) => clean(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]): [string, Json] => {
        const hidden = SECRET_NAME.test(asWords(name)) && inner !== null && inner !== '';
        return [name, hidden ? SECRET : clean(inner)];
      }),
    );
  };
  const pairs = (joined: string): string => {
    const parts = joined.split('&').map((part) => {
      const [name = ''] = part.split('=', 1);
      return SECRET_NAME.test(name) && part !== name ? `${name}=${SECRET}` : text(part);
    });
    return parts.join('&');
  };
  /** What is not whole JSON: a form, or the beginning of a long body. */
  const fragment = (content: string): string =>
    pairs(
      content.replaceAll(MEMBER, (whole, name: string) =>
        SECRET_NAME.test(asWords(name)) ? `"${name}": "${SECRET}"` : whole,
      ),
    );
  return {
    text,
    query: pairs,
    headers(headers) {
      return Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          SECRET_HEADER.test(name) && !value.includes('<token>') ? SECRET : text(value),
        ]),
      );
    },
    body(bytes) {
      // The last character of a body that was cut off can be a part of one.
      const content = bytes.toString().replace(/\u{fffd}$/u, '');
      if (content.includes('\u{fffd}')) return `<${bytes.length} bytes>`;
      try {
        return clean(JSON.parse(content) as Json);
      } catch {
        return fragment(content);
      }
    },
  };
}
