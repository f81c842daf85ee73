import type { Json } from './contract.ts';

const SECRET = '<secret>';

const SECRET_NAME =
  /(?:^|[_-])(?:bindpass|password|passwd|passphrase|secret|secret[_-]?key|secret[_-]?access[_-]?key|secret[_-]?id|token|jwt|private[_-]?key|pem[_-]?(?:bundle|keys)|mfa[_-]?code|credential|credentials)$/i;

const MEMBER = /"([\w-]+)"\s*:\s*"(?:[^"\\]|\\.)*(?:"|$)/g;

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Tokens, cookies, and whatever a gateway may want. */
const SECRET_HEADER = /cookie|token|secret|key|^proxy-authorization$/i;

/** `SecretID` is `secret-id`. */
const asWords = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, '$1-$2');

export interface Redactor {
  text(value: string): string;
  query(search: string): string;
  headers(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  body(bytes: Buffer): Json;
}

export function createRedactor(tokens: () => readonly string[]): Redactor {
  const text = (value: string): string => {
    let result = PRIVATE_KEY.test(value) ? SECRET : value;
    // Longest first: a token may begin another.
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
      // A body cut off may end within a character.
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
