import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { triesOf } from '../support/part.ts';
import {
  isSecretName,
  maskedText,
  mayBeSecret,
  redactedMark,
  redactor,
  withoutSecrets,
} from '../../src/catalogue/shown.ts';

const secret = (value: string) => ({ name: 'TRIVET_SECRET_X', value });

/** Every encoding in which a secret may be sent. */
const formsOf = (value: string): readonly string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  JSON.stringify(JSON.stringify(value)).slice(3, -3),
  encodeURIComponent(value),
  encodeURIComponent(value).replaceAll('%20', '+'),
  encodeURIComponent(value).replaceAll(/%../g, (code) => code.toLowerCase()),
  Buffer.from(value).toString('base64'),
  Buffer.from(value).toString('base64url'),
  Buffer.from(value).toString('hex'),
];

/** JSON as Go writes it for the web. */
const inGo = (value: string): string =>
  JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(/[<>&\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const wrapped = (text: string, end: string): string =>
  text.replaceAll(/.{16}(?=.)/g, (line) => `${line}${end}`);
const canary = 'hvs.CAESI/<&>+"q"\\x=\u2028ä😀-canary-canary';

const values = fc
  .string({ minLength: 8, maxLength: 60, unit: 'grapheme' })
  .filter((text) => text.trim() !== '');

describe('redaction by value', () => {
  test('removes every encoding of a secret from any text', () => {
    fc.assert(
      fc.property(values, fc.string(), fc.string(), (value, before, after) => {
        const redact = redactor([secret(value)]);
        for (const form of formsOf(value)) {
          const shown = redact(before + form + after);
          expect(shown).toContain(redactedMark);
          // The surrounding text may contain an encoding of its own, and so may `[hidden]`.
          if (!redactedMark.includes(form))
            expect(shown.split(redactedMark).some((part) => part.includes(form))).toBe(false);
        }
      }),
    );
  });

  test('removes base64 of a text that contains it, such as Basic credentials', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12, maxLength: 40 }), fc.string({ maxLength: 9 }), (value, user) => {
        if (value.trim() === '') return;
        const basic = Buffer.from(`${user}:${value}`).toString('base64');
        const shown = redactor([secret(value)])(basic);
        expect(shown).toContain(redactedMark);
        // At most one character of the secret stays decodable at either end.
        for (const part of shown.split(redactedMark)) {
          const clear = Buffer.from(part, 'base64').toString('latin1');
          expect(clear.includes(value.slice(0, 4)) || clear.includes(value.slice(-4))).toBe(false);
        }
      }),
      { numRuns: triesOf(300) },
    );
  });

  test.each([
    ['as Go writes it', inGo(canary)],
    ['as Go writes it, in JSON', JSON.stringify(inGo(canary))],
    [
      'with upper-case escapes',
      inGo(canary).replaceAll(/u00../g, (code) => `u${code.slice(1).toUpperCase()}`),
    ],
    ['percent-encoded, but for slashes', encodeURIComponent(canary).replaceAll('%2F', '/')],
    ['percent-encoded, but for what URLs allow', encodeURI(canary)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(canary))],
    [
      'in HTML',
      canary
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&#34;'),
    ],
    ['in hex of upper case', Buffer.from(canary).toString('hex').toUpperCase()],
    ['in base64 of what Go writes', base64(inGo(canary))],
    ['in base64 of JSON, somewhere', base64(`{"token":"${inGo(canary)}"}`)],
    ['in unpadded base64url', Buffer.from(`x${canary}`).toString('base64url')],
    ['in wrapped base64', wrapped(base64(canary), '\n')],
    ['in base64 wrapped as JSON has it', wrapped(base64(`ab${canary}`), String.raw`\r\n`)],
    ['in base64 in a URL', encodeURIComponent(base64(`a${canary}`))],
  ])('removes a secret %s', (_, form) => {
    const shown = redactor([secret(canary)])(`before ${form} after`);
    const kept = shown.replaceAll(redactedMark, '').replaceAll(/before|after|\s/g, '');
    // The surroundings of the secret in a larger text, and a character of base64 at either end.
    expect(kept.length, shown).toBeLessThanOrEqual(24);
    expect(shown).toContain(redactedMark);
    for (let at = 0; at + 8 <= form.length; at += 1) {
      const piece = form.slice(at, at + 8);
      if (at > 20 && at + 30 < form.length) expect(shown).not.toContain(piece);
    }
  });

  test.each([8, 12, 20])("removes the first %d characters of a token from a server's words", (length) => {
    const token = 'hvs.CAESIJ0123456789abcdef';
    const begun = token.slice(0, length);
    const redact = redactor([secret(token)]);
    expect(redact(`token ${begun}... is unknown`)).toBe(`token ${redactedMark}... is unknown`);
    expect(redact(`own ${begun}`, [])).toBe(`own ${begun}`);
  });

  test.each(['root', 'pki', 'admin1', 'generat'])(
    "removes a short secret (%s) only from a server's words",
    (value) => {
      const redact = redactor([secret(value)]);
      const own = `trivet ${value} generate; the ${value} of ${value}`;
      expect(redact(own, [])).toBe(own);
      if (value.length < 4) return;
      const server = `bad token ${value}, not x${value} or ${value}y`;
      expect(redact(`${own}: ${server}`, [server])).toBe(
        `${own}: bad token ${redactedMark}, not x${value} or ${value}y`,
      );
    },
  );

  test('removes a long secret from any words', () => {
    expect(redactor([secret('hvs.canary')])('own hvs.canary', [])).toBe(`own ${redactedMark}`);
  });

  test('leaves no part of overlapping secrets', () => {
    const redact = redactor([secret('abcdefgh'), secret('efghijkl')]);
    expect(redact('<abcdefghijkl>')).toBe(`<${redactedMark}>`);
    expect(redact('<abcdefghefghijkl>')).toBe(`<${redactedMark}>`);
    expect(redact('<efghijkl-abcdefgh>')).toBe(`<${redactedMark}-${redactedMark}>`);
  });

  test('keeps text without a secret', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(redactor([secret('zzzzzzzzzzzzzzzz')])(text)).toBe(text);
      }),
    );
  });

  test('removes a line of a key that a server quotes', () => {
    const pem =
      '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEG\nCCqGSM49AwEHBG0wawIBAQQg\n-----END PRIVATE KEY-----\n';
    const shown = redactor([secret(pem)])('cannot parse "CCqGSM49AwEHBG0wawIBAQQg"');
    expect(shown).toBe(`cannot parse "${redactedMark}"`);
    expect(redactor([secret(pem)])(JSON.stringify({ x: pem }))).not.toContain('MIGHAg');
  });

  test('keeps a value too short to be distinguished from other text, and ignores empty ones', () => {
    expect(redactor([secret('a'), secret(''), secret('   ')])('banana')).toBe('banana');
  });

  test('ends if a secret is part of its replacement', () => {
    expect(redactor([secret('hidden'), secret('[hidden]')])('the hidden [hidden]')).toBe(
      `the ${redactedMark} ${redactedMark}`,
    );
  });

  test('handles long texts and long runs in one pass', () => {
    const redact = redactor([secret('aaaaaaaa'), secret('hvs.CAESIJ-canary-canary')]);
    expect(redact('a'.repeat(400_000))).toBe(redactedMark);
    const text = `${'x "token" : '.repeat(40_000)}hvs.CAESIJ-canary-canary`;
    expect(redact(text).endsWith(redactedMark)).toBe(true);
    expect(redact('"'.repeat(200_000))).toHaveLength(200_000);
    expect(redact(`"token":"${'\\"'.repeat(100_000)}`)).toBe(`"token":"${redactedMark}`);
  });
});

describe('redaction by name', () => {
  test.each([
    ['Authorization: Bearer abc.def', `Authorization: ${redactedMark}`],
    ['> x-vault-token: s.1', `> x-vault-token: ${redactedMark}`],
    ['a\nX-Nomad-Token: 1234\nb', `a\nX-Nomad-Token: ${redactedMark}\nb`],
    ['Set-Cookie: a=b', `Set-Cookie: ${redactedMark}`],
    ['{"bindpass":"x\\"y","binddn":"cn"}', `{"bindpass":"${redactedMark}","binddn":"cn"}`],
    ['{"private_key" : "k", "b": 1}', `{"private_key" : "${redactedMark}", "b": 1}`],
    ['{"token":"unterminated', `{"token":"${redactedMark}`],
    ['GET /v1/x?token=abc&page=2', `GET /v1/x?token=${redactedMark}&page=2`],
    ['https://h/?a=1&secret_key=abc#f', `https://h/?a=1&secret_key=${redactedMark}#f`],
    ['{"SecretID":"1","AccessorID":"2"}', `{"SecretID":"${redactedMark}","AccessorID":"2"}`],
    ['token: permission denied', 'token: permission denied'],
    ['?next_token=abc', '?next_token=abc'],
    ['{"token_type":"service"}', '{"token_type":"service"}'],
  ])('works in %s', (text, shown) => {
    expect(redactor([])(text)).toBe(shown);
  });

  test.each([
    'password',
    'Password',
    'last_password',
    'X-Vault-Token',
    'clientSecret',
    'secret_key',
    'pem_bundle',
  ])('includes %s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  test.each(['name', 'token_ttl', 'idempotency_token', 'secretary', 'password_policy', 'key', 'tokens_used'])(
    'excludes %s',
    (name) => {
      expect(isSecretName(name)).toBe(false);
    },
  );

  test('covers any value in a document, and cannot reach a prototype', () => {
    const document = { data: [{ token: 'x', nested: { password: { a: 1 }, ok: 2n } }], secret: null };
    const isSecret = (_: string, key: string): boolean => isSecretName(key);
    expect(withoutSecrets(document, { isSecret })).toEqual({
      data: [{ token: maskedText, nested: { password: { a: maskedText }, ok: 2n } }],
      secret: null,
    });
    const copy = withoutSecrets(JSON.parse('{"__proto__":{"polluted":1}}'), { isSecret });
    expect(Reflect.get(Object(copy), 'polluted')).toBeUndefined();
  });
});

test('a header may be secret unless it is known not to be', () => {
  expect(['Content-Type', 'X-Vault-Token', 'X-Unknown', 'x-nomad-index'].filter(mayBeSecret)).toEqual([
    'X-Vault-Token',
    'X-Unknown',
  ]);
});
