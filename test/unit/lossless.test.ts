import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/documents/json/json.ts';
import { own } from '../../src/documents/json/json.ts';
import { parseJson, writeJson, writeJsonChunks } from '../../src/documents/json/lossless.ts';
import { anyUnit } from '../support/any-unit.ts';

/** Any JSON value with integers of any size; keys and texts with everything that is hard to write. */
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((number) => (Math.abs(number) < 2 ** 53 && number !== 0 ? number : 1e300)),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }),
    fc.bigInt({ min: -(2n ** 70n), max: -(2n ** 53n) }),
    fc.string({ unit: anyUnit }),
    fc.constantFrom('\u0001123', '\u0001', '-9007199254740993', '"9007199254740993"', '\\', '\u202e\u0085'),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 5 }),
  ),
})).value;

const plain = (value: Json): unknown => JSON.parse(writeJson(value));

describe('parseJson', () => {
  test('keeps every integer, whatever its size', () => {
    const literals = [
      '0',
      '-1',
      '9007199254740991',
      '9007199254740993',
      '18446744073709551615',
      '-9007199254740993',
    ];
    for (const literal of literals) expect(writeJson(parseJson(literal))).toBe(literal);
    expect(parseJson('[1, 9007199254740992, "9007199254740993"]')).toEqual([
      1,
      9007199254740992n,
      '9007199254740993',
    ]);
    expect(typeof parseJson('9007199254740991')).toBe('number');
  });

  test('reads fractions and exponents as doubles, even next to a big integer', () => {
    const text =
      '{"a":0.12345678901234567890,"b":1e21,"c":1E-0000000000000000005,"d":9007199254740993.5,"e":12345678901234567890,"f":1e-1234567890123456789,"g":1e1234567890123456789}';
    expect(parseJson(text)).toEqual({
      a: 0.12345678901234568,
      b: 1e21,
      c: 1e-5,
      d: 9007199254740994,
      e: 12345678901234567890n,
      f: 0,
      g: Infinity,
    });
    expect(parseJson('[1e400, 9007199254740993]')).toEqual([Infinity, 9007199254740993n]);
  });

  test('reads digits in text as text, even after escaped quotes and beside forged marks', () => {
    const text = String.raw`{"a\"":"x\\","b":"\",9007199254740993,","c":"\u00019007199254740993","d":9007199254740993}`;
    expect(parseJson(text)).toEqual({
      'a"': 'x\\',
      b: '",9007199254740993,',
      c: '\u00019007199254740993',
      d: 9007199254740993n,
    });
  });

  test('reads text that was made to be slow quickly', () => {
    // Quadratic time would take minutes.
    const digits = '1'.repeat(1_000_000);
    expect(parseJson(`[${digits}.5, 9007199254740993]`)).toEqual([Infinity, 9007199254740993n]);
    const marks = String.raw`\u0001`.repeat(200_000);
    expect(parseJson(`["${marks}", 9007199254740993]`)).toEqual([
      '\u0001'.repeat(200_000),
      9007199254740993n,
    ]);
    const quotes = String.raw`\"`.repeat(200_000);
    expect(parseJson(`["${quotes}", 9007199254740993]`)).toEqual(['"'.repeat(200_000), 9007199254740993n]);
  });

  test('cannot change a prototype by a key __proto__', () => {
    const value = parseJson('{"__proto__":{"admin":9007199254740993},"__proto__x":1,"big":9007199254740993}');
    expect(own(value, '__proto__')).toEqual({ admin: 9007199254740993n });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(own({}, 'admin')).toBeUndefined();
    expect(writeJson(value)).toContain('"__proto__":{"admin":9007199254740993}');
  });

  test('refuses more than 200 levels of nesting', () => {
    expect(() => parseJson('['.repeat(201) + ']'.repeat(201))).toThrow(/deeper than 200/);
    expect(() => parseJson('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(SyntaxError);
    expect(parseJson('['.repeat(200) + ']'.repeat(200))).toBeInstanceOf(Array);
  });

  test('says that text is not JSON without quoting it', () => {
    for (const text of ['', '{', 'hvs.secret', '{"token":"hvs.secret"} hvs.secret', '<html>hvs.secret']) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
      expect(() => parseJson(text)).toThrow(/^(?!.*hvs).*not JSON/s);
    }
    expect(parseJson('\ufeff{}')).toEqual({});
  });

  test('agrees with JSON.parse except for the big integers', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: anyUnit }), (text) => {
        expect(writeJson(parseJson(text))).toBe(writeJson(JSON.parse(text) as Json));
      }),
    );
  });
});

describe('writeJson', () => {
  test('restores what parseJson read', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        expect(parseJson(writeJson(value, indent))).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  test('equals JSON.stringify if nothing needs escaping and there is no bigint, compact and indented', () => {
    const value = { a: [], b: {}, c: [1, 'x', { d: null, e: undefined, f: true }], '9': 'é"\\\n' };
    for (const indent of [0, 2]) {
      expect(writeJson(value, indent)).toBe(JSON.stringify(value, undefined, indent));
      const withBig = writeJson({ ...value, big: 9007199254740993n }, indent);
      expect(withBig.replace('9007199254740993', '7')).toBe(
        JSON.stringify({ ...value, big: 7 }, undefined, indent),
      );
    }
  });

  test('escapes control characters without changing the text for a reader', () => {
    const hostile =
      '\u001b[31m\u009b31m\u007f\u0085\u202e\u2066\u200b\u200d\u2028\u2029\ufeff\u{e0041}\ud800';
    const text = writeJson({ [hostile]: hostile, big: 9007199254740993n });
    expect(text).toMatch(/^[ -~]*$/);
    expect(own(parseJson(text), hostile)).toBe(hostile);
    expect(writeJson('grüße 日本 👍')).toBe('"grüße 日本 👍"');
  });

  test('writes the same text in chunks', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        expect([...writeJsonChunks(value, indent)].join('')).toBe(writeJson(value, indent));
      }),
    );
    const list = {
      data: { keys: Array.from({ length: 20_000 }, (_, index) => `key-${index}`) },
      big: 2n ** 64n,
    };
    const chunks = [...writeJsonChunks(list, 2)];
    expect(chunks.join('')).toBe(writeJson(list, 2));
    expect(chunks.length).toBeGreaterThan(3);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(70_000);
    const objects = Array.from({ length: 40 }, (_, index) => ({
      index,
      list: [[], {}, [index]],
      big: 2n ** 64n,
    }));
    for (const indent of [0, 2]) {
      for (const value of [objects, { a: { b: objects } }, objects.slice(0, 16), objects.slice(0, 17)]) {
        expect([...writeJsonChunks(value, indent)].join('')).toBe(writeJson(value, indent));
      }
    }
  });

  test('writes every recorded reply as it was read', () => {
    const folder = new URL('../recordings/jobs/', import.meta.url);
    const names = readdirSync(folder).filter((name) => name.startsWith('job.list'));
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const text = readFileSync(new URL(name, folder), 'utf8');
      const value = parseJson(text);
      expect(writeJson(value, 2)).toBe(text.trimEnd());
      expect(plain(value)).toEqual(JSON.parse(text));
    }
  });
});
