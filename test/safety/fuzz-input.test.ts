/** Tests arbitrary input: it is parsed or refused with a message; no crash, no other resource, no prototype. */
import * as fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readValue } from '../../src/cli/values.ts';
import { pathExpander } from '../../src/http/path.ts';
import { requestBuilder } from '../../src/http/request.ts';
import { spellingOf } from '../../src/catalogue/kind-name.ts';
import { secondsOf } from '../../src/catalogue/text/duration.ts';
import { TrivetError } from '../../src/system/error.ts';
import type { Parameter, ParameterType } from '../../src/catalogue/parameter.ts';
import { readProfiles } from '../../src/config/file/profile-file.ts';
import { readTls } from '../../src/config/tls-files.ts';
import type { Io } from '../../src/system/io.ts';
import { allOperations, operationNamed } from '../support/catalogue.ts';
import { triesOf } from '../support/part.ts';
import { fixed, nasty } from './nasty-text.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-fuzz-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `work`, which may throw only a TrivetError with one of the given exit codes. */
const orRefused = async (work: () => unknown, exits: readonly number[]): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    expect(exits).toContain(error.exit);
    return false;
  }
};

describe('in paths', () => {
  const withPath = allOperations.filter(({ path }) => path.includes('{'));

  test('a value stays in its own segment of every path template', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...withPath),
        fc.array(nasty, { minLength: 5, maxLength: 5 }),
        (operation, values) => {
          let next = 0;
          const given: string[] = [];
          let path: string;
          try {
            path = pathExpander(
              operation.path,
              operation.parameters,
            )(() => {
              const value = values[next % values.length] ?? '';
              next += 1;
              given.push(value);
              return value;
            });
          } catch (error) {
            expect(error).toBeInstanceOf(TrivetError);
            return;
          }
          // A URL parser, the strictest reader of a path, leaves it unchanged.
          expect(new URL(`http://host${path}`).pathname).toBe(path);
          expect(path).toMatch(/^\/[\x21-\x7e]*$/);
          expect(path).not.toMatch(/[?#\\]/);
          // Split into segments it is the template with exactly these values.
          let used = 0;
          const expected = operation.path
            .replaceAll(/\{(\/?)([^}]+)\}/g, (_, slash: string, key: string) => {
              const value = given[used] ?? '';
              used += 1;
              const { slashes, complete = '' } = operation.parameters[key] ?? {};
              const plain = slashes === 'folder' ? value.replace(/\/$/, '') : value;
              const whole = spellingOf(complete) === 'lower case' ? plain.toLowerCase() : plain;
              const parts = slashes === 'path' || slashes === 'folder' ? whole.split('/') : [whole];
              return slash + parts.map(encodeURIComponent).join('/');
            })
            .split('/')
            .map(decodeURIComponent);
          expect(path.split('/').map(decodeURIComponent)).toEqual(expected);
        },
      ),
      { ...fixed, numRuns: triesOf(30_000) },
    );
  });
});

test('durations have only digits and units, no sign, no digits of other scripts', () => {
  fc.assert(
    fc.property(
      fc.oneof(nasty, fc.string({ unit: fc.constantFrom(...Array.from('0123456789.nsuµmhd -+e０')) })),
      (text) => {
        const seconds = secondsOf(text);
        if (seconds === undefined) return;
        expect(text).toMatch(/^[0-9.nsuµmhd]+$/);
        expect(seconds).toBeGreaterThanOrEqual(0);
        expect(Number.isNaN(seconds)).toBe(false);
      },
    ),
    { ...fixed, numRuns: triesOf(20_000) },
  );
});

const fuzzIo = (): Io => ({
  env: {},
  home: folder,
  platform: 'linux',
  cwd: folder,
  uid: 0,
  stdin: new PassThrough().end('standard input'),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  now: () => 0,
  monotonic: () => 0,
  onSignal: () => () => undefined,
});

test('values of every type are parsed or refused, and never reach a prototype', async () => {
  const types: readonly ParameterType[] = [
    'string',
    'text',
    'secret',
    'bytes',
    'integer',
    'boolean',
    'duration',
    'time',
    'strings',
    'map',
    'json-map',
    'pairs',
    'json',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...types),
      fc.array(nasty, { minLength: 1, maxLength: 3 }),
      async (type, words) => {
        // Other tests cover file names, which cannot hold NUL.
        fc.pre(words.every((word) => !word.startsWith('@') && !word.startsWith('env:') && word !== '?'));
        const parameter: Parameter = { in: 'body', type, summary: 'fuzz' };
        const context = { io: fuzzIo(), mayAsk: false };
        await orRefused(() => readValue('--fuzz', parameter, words, context), [2, 3]);
        expect(Reflect.get({}, 'polluted')).toBeUndefined();
      },
    ),
    { ...fixed, numRuns: triesOf(8_000) },
  );
});

test('lists written as CSV are read unchanged', async () => {
  const parameter: Parameter = { in: 'body', type: 'strings', summary: 'fuzz' };
  const context = { io: fuzzIo(), mayAsk: false };
  const read = async (word: string) => readValue('--fuzz', parameter, [word], context);
  await fc.assert(
    fc.asyncProperty(fc.array(nasty, { minLength: 1, maxLength: 5 }), async (values) => {
      const csv = values.map((value) => `"${value.replaceAll('"', '""')}"`).join(' , ');
      expect(await read(csv)).toEqual(values);
    }),
    fixed,
  );
  expect(await read('"Acme, Inc.",Other, x y ,')).toEqual(['Acme, Inc.', 'Other', 'x y', '']);
  expect(await read('["a,b", "c"]')).toEqual(['a,b', 'c']);
  expect(await read('[]')).toEqual([]);
  expect(await read('[a-z],["b')).toEqual(['[a-z]', '["b']);
  expect(await read('[1]')).toEqual(['[1]']);
  expect(await read('a"b, c"')).toEqual(['a"b', 'c"']);
  for (const word of ['"Acme', '"Acme" Inc.', 'a,"b', '"a"b"'])
    await expect(read(word)).rejects.toMatchObject({ exit: 2 });
});

test('a value for a list that is sent with commas must not contain one', () => {
  const request = requestBuilder(operationNamed('pki.issue'));
  const input = { mount: 'pki', name: 'web', common_name: 'a.example.com' };
  expect(request({ ...input, alt_names: ['a', 'b'] }).body).toMatchObject({ value: { alt_names: 'a,b' } });
  expect(() => request({ ...input, alt_names: ['a,b'] })).toThrow('--alt-names: "a,b" contains a ","');
});

test('key=value keeps everything after the first equals sign', async () => {
  const parameter: Parameter = { in: 'body', type: 'map', summary: 'fuzz' };
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1 }), nasty, async (key, value) => {
      fc.pre(!key.includes('=') && key !== '__proto__');
      const read = await readValue('--fuzz', parameter, [`${key}=${value}`], {
        io: fuzzIo(),
        mayAsk: false,
      });
      expect(read).toEqual({ [key]: value });
    }),
    { ...fixed, numRuns: triesOf(5_000) },
  );
});

test('a secret flag never takes a literal, and errors do not repeat it', async () => {
  const parameter: Parameter = { in: 'body', type: 'secret', summary: 'fuzz' };
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 6 }), async (word) => {
      fc.pre(!/^(?:@|env:|-$|\?$)/.test(word) || word.startsWith('@@'));
      try {
        await readValue('--fuzz', parameter, [word], { io: fuzzIo(), mayAsk: false });
        throw new Error('it was taken');
      } catch (error) {
        if (!(error instanceof TrivetError)) throw error;
        fc.pre(
          !'--fuzz takes no literal value, which others could read from the process list'.includes(word),
        );
        expect(error.message).not.toContain(word);
      }
    }),
    { ...fixed, numRuns: triesOf(3_000) },
  );
});

test('PEM files are read, or refused with a reason', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '-----BEGIN CERTIFICATE-----\n',
      '-----END CERTIFICATE-----\n',
      '-----BEGIN PRIVATE KEY-----\n',
      '-----END PRIVATE KEY-----\n',
      '-----BEGIN ENCRYPTED PRIVATE KEY-----\n',
      'MIIB',
      '====',
      '\r\n',
      '\0',
      '-----',
    ),
    fc.base64String({ maxLength: 80 }),
    nasty,
  );
  const file = join(folder, 'fuzz.pem');
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 10 }), async (parts) => {
      writeFileSync(file, parts.join(''));
      const plan = { kind: 'file', path: file, source: '--ca-file' } as const;
      // None of these is a certificate. Node would ignore them silently; trivet reports them.
      expect(await orRefused(() => readTls({ ca: plan }), [3])).toBe(false);
      expect(await orRefused(() => readTls({ cert: plan, key: plan }), [3])).toBe(false);
    }),
    { ...fixed, numRuns: triesOf(800) },
  );
});

test('the profiles file is read or refused, without a crash and without quoting it', async () => {
  const file = join(folder, 'profiles.json');
  const content = fc.oneof(
    fc.json(),
    nasty,
    fc.json().map((text) => `{"version":1,"profiles":{"a":${text}}}`),
    fc
      .tuple(nasty, fc.json())
      .map(([name, text]) => `{"version":1,"profiles":{${JSON.stringify(name)}:${text}}}`),
    fc.json().chain((text) => fc.nat(text.length).map((length) => text.slice(0, length))),
  );
  const surroundings = { ...fuzzIo(), env: { TRIVET_CONFIG_DIR: folder }, uid: process.getuid?.() };
  await fc.assert(
    fc.asyncProperty(content, async (text) => {
      writeFileSync(file, text, { mode: 0o600 });
      await orRefused(() => readProfiles(surroundings), [3]);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    }),
    { ...fixed, numRuns: triesOf(3_000) },
  );
  rmSync(file);
});
