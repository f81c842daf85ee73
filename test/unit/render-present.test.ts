import { spawnSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TrivetError } from '../../src/system/error.ts';
import type { Json, JsonObject } from '../../src/documents/json/json.ts';
import { parseJson } from '../../src/documents/json/lossless.ts';
import type { Fields } from '../../src/catalogue/field.ts';
import { credentialsView, recordView, tableView } from '../../src/catalogue/view.ts';
import type { View } from '../../src/catalogue/view.ts';
import type { Presentation, RenderOptions } from '../../src/output/formats/options.ts';
import { canStream, checkOptions, present, presentStream } from '../../src/output/present.ts';
import { anyUnit } from '../support/any-unit.ts';
import { triesOf } from '../support/part.ts';

const list = tableView({
  fields: {
    ID: { type: 'text', summary: 'ID' },
    Status: { type: 'text', summary: 'Status', tones: 'status' },
    'JobSummary.Summary': { type: 'object', summary: 'Groups', format: 'count' },
    SubmitTime: { type: 'time', unit: 'ns', summary: 'Submitted' },
  },
  name: 'ID',
  columns: [['ID', 'Id'], 'Status', ['JobSummary.Summary', 'Groups'], ['SubmitTime', 'Submitted']],
  empty: 'No jobs.',
});
const creds = credentialsView({
  fields: {
    access_key: { type: 'text', summary: 'Access key' },
    secret_key: { type: 'text', summary: 'Secret key', sensitive: true },
    security_token: { type: 'text', summary: 'Security token', returnedOnce: true },
    lease_duration: { type: 'duration', unit: 's', summary: 'TTL' },
  },
  name: 'access_key',
  columns: [
    ['access_key', 'Access key'],
    ['secret_key', 'Secret key'],
    ['security_token', 'Security token'],
    ['lease_duration', 'TTL'],
  ],
  env: {
    AWS_ACCESS_KEY_ID: 'access_key',
    AWS_SECRET_ACCESS_KEY: 'secret_key',
    AWS_SESSION_TOKEN: 'security_token',
  },
  process: { AccessKeyId: 'access_key', SecretAccessKey: 'secret_key', Expiration: 'lease_duration' },
});
const plain = (key: string): Fields => ({ [key]: { type: 'text', summary: key } });
const now = Date.parse('2026-11-21T04:00:00Z');
const jobs = parseJson(
  `[{"ID":"a/plan","Status":"dead","JobSummary":{"Summary":{"work":{}}},"SubmitTime":1795231576286108908,"Stop":null},
    {"ID":"web\\u001b[2J","Status":"running","JobSummary":{"Summary":{"a":{},"b":{}}},"SubmitTime":1795231560479067889,"Stop":true}]`,
) as readonly JsonObject[];
const key: JsonObject = {
  access_key: 'AKIA1',
  secret_key: "it's\\secret",
  security_token: null,
  lease_duration: 1800,
};
const jobList: Presentation = { view: list, document: jobs, items: jobs };
const oneKey: Presentation = { view: creds, document: { data: key }, items: [key] };

const options = (some: Partial<RenderOptions>): RenderOptions => ({
  format: 'table',
  reveal: false,
  terminal: false,
  width: 80,
  colorLevel: 0,
  now,
  ...some,
});

const out = async (presentation: Presentation, some: Partial<RenderOptions>): Promise<string> => {
  let text = '';
  await present(presentation, options(some), (chunk) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
    return Promise.resolve();
  });
  return text;
};

const failure = async (presentation: Presentation, some: Partial<RenderOptions>): Promise<TrivetError> => {
  try {
    await out(presentation, some);
  } catch (error) {
    if (error instanceof TrivetError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

test('a small document is written in one piece with its line break, so that stderr cannot interrupt it', async () => {
  const chunks: (string | Uint8Array)[] = [];
  await present(oneKey, options({ format: 'json' }), (chunk) => {
    chunks.push(chunk);
    return Promise.resolve();
  });
  expect(chunks).toHaveLength(1);
  expect(String(chunks[0])).toMatch(/\}\n$/);
});

describe('a list', () => {
  test('is a table on a terminal', async () => {
    expect(await out(jobList, { terminal: true })).toBe(
      'ID            STATUS   GROUPS  SUBMITTED\n' +
        'a/plan        dead     1       33 minutes ago\n' +
        'web\\u{1b}[2J  running  2       33 minutes ago\n',
    );
  });

  test('as tsv has the exact columns', async () => {
    expect(await out(jobList, { format: 'tsv' })).toBe(
      'a/plan\tdead\t1\t2026-11-21T03:26:16.286108908Z\n' +
        'web\\u{1b}[2J\trunning\t2\t2026-11-21T03:26:00.479067889Z\n',
    );
  });

  test('as csv has a header of paths', async () => {
    expect((await out(jobList, { format: 'csv', fields: ['ID', 'Stop'] })).replace('\u001b', '^')).toBe(
      'ID,Stop\na/plan,\nweb^[2J,true\n',
    );
    expect(await out({ view: list, document: [], items: [] }, { format: 'csv' })).toBe(
      'ID,Status,JobSummary.Summary,SubmitTime\n',
    );
  });

  test('as json is the document with exact integers', async () => {
    const text = await out(jobList, { format: 'json' });
    expect(parseJson(text)).toEqual(jobs);
    expect(text).toContain('1795231576286108908');
    expect(text.endsWith(']\n')).toBe(true);
  });

  test('as jsonl has one item per line, or its named fields', async () => {
    const lines = (await out(jobList, { format: 'jsonl' })).trimEnd().split('\n');
    expect(lines.map((line) => parseJson(line))).toEqual(jobs);
    expect(await out(jobList, { format: 'jsonl', fields: ['Stop', 'SubmitTime'] })).toBe(
      '{"Stop":null,"SubmitTime":1795231576286108908}\n{"Stop":true,"SubmitTime":1795231560479067889}\n',
    );
    expect(await out(jobList, { format: 'json', fields: ['ID'] })).toBe(
      '[\n  {\n    "ID": "a/plan"\n  },\n  {\n    "ID": "web\\u001b[2J"\n  }\n]\n',
    );
  });

  test('as name or --field has one line per item', async () => {
    expect(await out(jobList, { format: 'name', terminal: true })).toBe('a/plan\nweb\\u{1b}[2J\n');
    expect(await out(jobList, { field: 'SubmitTime' })).toBe('1795231576286108908\n1795231560479067889\n');
    expect(await out(jobList, { field: 'Stop' })).toBe('\ntrue\n');
  });

  test('that is empty returns its text and prints nothing, or an empty document', async () => {
    const none: Presentation = { view: list, document: [], items: [] };
    for (const format of ['table', 'tsv'] as const) {
      let printed = 0;
      const shown = await present(none, options({ format, terminal: true }), () => {
        printed += 1;
        return Promise.resolve();
      });
      expect(shown).toEqual({ empty: 'No jobs.' });
      expect(printed).toBe(0);
    }
    expect(await out(none, { format: 'json' })).toBe('[]\n');
    expect(await out(none, { format: 'jsonl' })).toBe('');
    expect(await out(none, { format: 'json', fields: ['ID'] })).toBe('[]\n');
  });

  test('is the same when streamed, whatever the pages', async () => {
    const many = Array.from({ length: 250 }, (_, index) => ({ ...jobs[index % 2], ID: `job-${index}` }));
    const pages = async function* (): AsyncGenerator<readonly JsonObject[]> {
      for (let from = 0; from < many.length; from += 60) {
        yield await Promise.resolve(many.slice(from, from + 60));
      }
    };
    for (const format of ['table', 'tsv', 'csv', 'jsonl', 'name'] as const) {
      for (const terminal of [true, false]) {
        let text = '';
        const wanted = options({ format, terminal });
        expect(canStream(list, wanted)).toBe(true);
        await presentStream(list, pages(), wanted, (chunk) => {
          text += String(chunk);
          return Promise.resolve();
        });
        expect(text).toBe(await out({ view: list, document: many, items: many }, { format, terminal }));
        expect(text.split('\n').length).toBeGreaterThanOrEqual(250);
      }
    }
    expect(canStream(list, options({ format: 'json' }))).toBe(false);
    expect(canStream(list, options({ format: 'tsv', query: '[]' }))).toBe(false);
  });

  test('has an empty field if an item lacks it', async () => {
    const items = [{ ID: 'a' }, { ID: 'b', Stop: true }];
    const some = { view: list, document: items, items };
    expect(await out(some, { field: 'Stop' })).toBe('\ntrue\n');
    expect(await out(some, { field: 'Status' })).toBe('\n\n');
    expect(await out(some, { format: 'tsv', fields: ['ID', 'Status'] })).toBe('a\t\nb\t\n');
    expect(await out(some, { format: 'jsonl', fields: ['Status'] })).toBe(
      '{"Status":null}\n{"Status":null}\n',
    );
  });

  test("finds a column by the product's name for it", async () => {
    const items = [{ job: 'x' }];
    expect(
      await out({ view: list, document: items, items, aliases: { ID: 'job' } }, { format: 'name' }),
    ).toBe('x\n');
  });
});

describe('a record with secrets', () => {
  test('is masked for people and scripts unless revealed', async () => {
    expect(await out(oneKey, { terminal: true })).toBe(
      'Access key  AKIA1\nSecret key  (hidden, use --reveal)\nTTL         30m\n',
    );
    expect(await out(oneKey, { format: 'tsv' })).toBe(
      'access_key\tAKIA1\nsecret_key\t(hidden, use --reveal)\nsecurity_token\t\nlease_duration\t1800\n',
    );
    expect(await out(oneKey, { format: 'tsv', reveal: true })).toContain("secret_key\tit's\\\\secret\n");
    expect(await out(oneKey, { format: 'tsv', fields: ['secret_key'] })).toBe(
      'secret_key\t(hidden, use --reveal)\n',
    );
  });

  test('is shown exactly by data formats and --field', async () => {
    expect(await out(oneKey, { field: 'secret_key' })).toBe("it's\\secret");
    expect(await out(oneKey, { field: 'secret_key', terminal: true })).toBe("it's\\secret\n");
    expect(await out(oneKey, { field: 'security_token' })).toBe('');
    expect(parseJson(await out(oneKey, { format: 'json' }))).toEqual({ data: key });
    expect(parseJson(await out(oneKey, { format: 'jsonl' }))).toEqual(key);
    expect(await out(oneKey, { format: 'json', fields: ['access_key'] })).toBe(
      '{\n  "access_key": "AKIA1"\n}\n',
    );
  });

  test('hides a private key in any field', async () => {
    const pem = '-----BEGIN EC PRIVATE KEY-----\nMHc=\n-----END EC PRIVATE KEY-----';
    const view = recordView({ fields: plain('a'), name: 'a', columns: [['a', 'A']] });
    for (const a of [pem, [pem, 'x'], { bundle: { pem } }] as const) {
      const presentation: Presentation = { view, document: { a }, items: [{ a }] };
      for (const format of ['table', 'tsv'] as const) {
        for (const terminal of [true, false]) {
          const text = await out(presentation, { format, terminal });
          expect(text).not.toContain('MHc=');
          expect(text).toContain('--reveal');
        }
      }
    }
    const text: Presentation = {
      view: { kind: 'text', fields: plain('a'), name: 'a', path: 'a' },
      document: {},
      items: [{ a: pem }],
    };
    expect(await out(text, {})).toBe('(hidden, use --reveal)\n');
    expect(await out(text, { reveal: true })).toBe(`${pem}\n`);
    expect(await out(text, { field: 'a' })).toBe(pem);
  });

  test('has formats for other programs', async () => {
    const quoted: JsonObject = { ...key, secret_key: 'a#b $c' };
    expect(await out({ ...oneKey, items: [quoted] }, { format: 'env' })).toBe(
      "AWS_ACCESS_KEY_ID=AKIA1\nAWS_SECRET_ACCESS_KEY='a#b $c'\n",
    );
    expect(await out(oneKey, { format: 'export' })).toBe(
      String.raw`export AWS_ACCESS_KEY_ID='AKIA1'
export AWS_SECRET_ACCESS_KEY='it'\''s\secret'
unset AWS_SESSION_TOKEN
`,
    );
    expect(parseJson(await out(oneKey, { format: 'credential-process' }))).toEqual({
      Version: 1,
      AccessKeyId: 'AKIA1',
      SecretAccessKey: "it's\\secret",
      Expiration: '2026-11-21T04:30:00.000Z',
    });
    expect((await failure(jobList, { format: 'env' })).exit).toBe(2);
    for (const value of ['A\nPATH=/tmp', "it's\\secret", `'"`, 'a\\\\b', 'a\\']) {
      const forged: JsonObject = { ...key, access_key: value };
      expect((await failure({ ...oneKey, items: [forged] }, { format: 'env' })).exit).toBe(2);
    }
  });

  test('as -o env is read unchanged by a shell and by a reader of .env files', async () => {
    const texts = fc.sample(
      fc.string({
        minLength: 1,
        unit: fc.constantFrom(
          'a',
          ' ',
          '#',
          '$',
          '"',
          "'",
          '`',
          '!',
          '~',
          '&',
          ';',
          '\\',
          '=',
          '\u0085',
          '\u2028',
          'é',
        ),
      }),
      500,
    );
    let file = '';
    const values: string[] = [];
    for (const secret_key of texts) {
      const items = [{ secret_key }];
      const line = await out({ ...oneKey, items }, { format: 'env' }).catch(() => undefined);
      if (line === undefined) continue;
      file += line.replace('AWS_SECRET_ACCESS_KEY', `V${values.length}`);
      values.push(secret_key);
    }
    expect(values.length).toBeGreaterThan(100);
    const names = values.map((_, index) => `"$V${index}"`).join(' ');
    const shell = spawnSync('sh', ['-c', `${file}printf '%s\\0' ${names}`], { encoding: 'utf8' });
    expect(shell.stdout.split('\0').slice(0, -1)).toEqual(values);
    expect(parseEnv(file)).toEqual(Object.fromEntries(values.map((value, index) => [`V${index}`, value])));
  });

  test('omits an expiry that no date can hold', async () => {
    for (const lease_duration of [1e17, 10n ** 30n]) {
      const text = await out(
        { ...oneKey, items: [{ ...key, lease_duration }] },
        { format: 'credential-process' },
      );
      expect(Object.keys(JSON.parse(text) as object)).toEqual(['Version', 'AccessKeyId', 'SecretAccessKey']);
    }
  });
});

describe('--query', () => {
  test.each(['', 'a.', 'a['])('reports that %j ends too early', async (expression) => {
    await expect(checkOptions(options({ format: 'json', query: expression }))).rejects.toThrow(
      '--query: the expression ends too early',
    );
  });

  test('reports what is wrong with an expression, and where the language is described', async () => {
    await expect(checkOptions(options({ format: 'json', query: 'a b' }))).rejects.toMatchObject({
      message: '--query: unexpected token type: UnquotedIdentifier, value: b',
      details: { hint: 'The language is JMESPath: https://jmespath.site' },
    });
  });

  test('prints JSON, or raw text as tsv, with big integers as strings', async () => {
    expect(await out(jobList, { format: 'json', query: '[].SubmitTime' })).toBe(
      '[\n  "1795231576286108908",\n  "1795231560479067889"\n]\n',
    );
    expect(await out(jobList, { format: 'tsv', query: '[].ID' })).toBe('a/plan\nweb\\u{1b}[2J\n');
    expect(await out(jobList, { format: 'tsv', query: '[].[ID, Stop]' })).toBe(
      'a/plan\t\nweb\\u{1b}[2J\ttrue\n',
    );
    expect(await out(jobList, { format: 'tsv', query: 'length(@)' })).toBe('2\n');
    expect(await out(jobList, { format: 'json', query: 'nothing' })).toBe('null\n');
    expect(await out(oneKey, { format: 'yaml', query: 'data.lease_duration' })).toBe('1800\n');
  });

  test("finds only an object's own keys", async () => {
    const document = parseJson('{"__proto__":{"x":1},"a":2}');
    expect(await out({ ...oneKey, document }, { format: 'json', query: '"__proto__".x' })).toBe('1\n');
    expect(await out({ ...oneKey, document }, { format: 'json', query: 'constructor' })).toBe('null\n');
  });

  test('treats a hyphen without quotes, a broken expression and jsonl as usage errors', async () => {
    const error = await failure(oneKey, { format: 'json', query: 'data.attributes.auto-apply' });
    expect(error.exit).toBe(2);
    expect(error.details.hint).toContain('"auto-apply"');
    expect((await failure(oneKey, { format: 'json', query: 'data.[' })).exit).toBe(2);
    expect((await failure(oneKey, { format: 'jsonl', query: 'data' })).exit).toBe(2);
    expect((await failure(oneKey, { format: 'json', query: 'data', field: 'x' })).exit).toBe(2);
    // Only the reply shows it: by then the request may have changed something.
    expect(await failure(oneKey, { format: 'json', query: 'abs(data)' })).toMatchObject({
      exit: 1,
      code: 'query',
    });
    const document: Json = { 'auto-apply': true };
    for (const query of ['"auto-apply"', '[`"a-b"`, \'c-d\', "auto-apply"][2]']) {
      expect(await out({ ...oneKey, document }, { format: 'json', query })).toBe('true\n');
    }
  });
});

describe('other views', () => {
  test('cannot show a message except as a document', async () => {
    const presentation: Presentation = {
      view: { kind: 'message', text: 'Done.' },
      document: null,
      items: [],
    };
    for (const format of ['table', 'tsv', 'csv', 'jsonl', 'name'] as const) {
      expect(await out(presentation, { format })).toBe('');
    }
    expect(await out(presentation, { format: 'json' })).toBe('null\n');
    expect(await out(presentation, { format: 'yaml' })).toBe('null\n');
  });

  test('end text with a newline, and make it safe on a terminal', async () => {
    const view: View = { kind: 'text', fields: plain('source'), name: 'id', path: 'source' };
    const presentation: Presentation = {
      view,
      document: {},
      items: [{ id: 'x', source: 'job "a" {\n\t\u001b[2J}' }],
    };
    expect(await out(presentation, {})).toBe('job "a" {\n\t\u001b[2J}\n');
    expect(await out(presentation, { terminal: true })).toBe('job "a" {\n\t\\u{1b}[2J}\n');
    expect(await out(presentation, { field: 'source' })).toBe('job "a" {\n\t\u001b[2J}');
  });

  test('write bytes unchanged', async () => {
    const view: View = { kind: 'bytes', media: 'crl' };
    expect(await out({ view, document: { base64: '/wA=' }, items: [] }, {})).toBe('\u00ff\u0000');
    expect(await out({ view, document: { pem: 'P\n' }, items: [] }, {})).toBe('P\n');
  });

  test('as yaml keep integers, and quote what other readers would misread', async () => {
    const document: Json = { big: 18446744073709551615n, no: 'no', list: ['a: b', '\u202ex'], empty: null };
    expect(await out({ ...oneKey, document }, { format: 'yaml' })).toBe(
      'big: 18446744073709551615\n"no": "no"\nlist:\n  - "a: b"\n  - "\\u202ex"\nempty: null\n',
    );
  });
});

describe('hostile text on a terminal', () => {
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '\u001b[2J',
          '\u001b]52;c;eA==\u0007',
          '\u009b31m',
          '\r',
          '\b',
          '\u007f',
          '\u202e',
          '\u200b',
        ),
        fc.constantFrom('\u2028', '\u2066', '\ud800', '\ufeff', '\u0000', '\u001bP1$r\u001b\\\\'),
        fc.string({ unit: anyUnit, maxLength: 3 }),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join(''));
  const clean = new RegExp(
    String.raw`^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]*$`,
    'u',
  );
  const views: readonly View[] = [
    list,
    creds,
    recordView({ fields: list.fields, name: 'ID', columns: list.columns }),
    { kind: 'text', fields: list.fields, name: 'ID', path: 'ID' },
  ];
  const ways: readonly Partial<RenderOptions>[] = [
    ...(['table', 'json', 'jsonl', 'yaml', 'csv', 'tsv', 'name'] as const).map((format) => ({ format })),
    { field: 'ID' },
    { field: 'deep' },
    { format: 'tsv', fields: ['ID', 'deep'] },
    { format: 'yaml', fields: ['deep'] },
    { format: 'tsv', query: '[].ID' },
    { format: 'tsv', query: '[0].deep' },
    { format: 'yaml', query: '[0].deep' },
  ];

  test('is escaped in every format, view and place of an item', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.boolean(), async (text, reveal) => {
        const item: JsonObject = {
          ID: text,
          Status: text,
          SubmitTime: text,
          JobSummary: { Summary: text },
          access_key: text,
          secret_key: text,
          deep: { [text]: [text, { [text]: text }] },
        };
        for (const view of views) {
          for (const way of ways) {
            const shown = await out(
              { view, document: [item], items: [item] },
              { ...way, terminal: true, reveal },
            );
            expect(shown).toMatch(clean);
          }
        }
        const shown = await out(oneKeyOf(text), { format: 'export', terminal: true });
        expect(shown).toMatch(clean);
      }),
      { numRuns: triesOf(100) },
    );
  });
  const oneKeyOf = (text: string): Presentation => ({
    view: creds,
    document: null,
    items: [{ access_key: text }],
  });

  test('never makes two lines of a name', async () => {
    const items = [{ ID: 'a\nb' }];
    expect(await out({ view: list, document: items, items }, { format: 'name' })).toBe('a\\u{a}b\n');
  });
});

describe('yaml in pieces', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({
      unit: fc.constantFrom('a', ':', ' ', '\n', '-', '?', '#', '|', '%', "'", '"', '\t', '\u0085'),
    }),
  );
  const scalar = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
  const inner = fc.oneof(
    scalar,
    fc.dictionary(text, scalar, { maxKeys: 3 }),
    fc.array(scalar, { maxLength: 3 }),
  );
  const many = fc
    .tuple(fc.integer({ min: 201, max: 450 }), fc.array(inner, { minLength: 1, maxLength: 4 }))
    .map(([length, some]) => Array.from({ length }, (_, index) => some[index % some.length] ?? null));
  const document = fc.oneof(
    many,
    fc.dictionary(text, fc.oneof(inner, many, fc.dictionary(text, fc.oneof(inner, many), { maxKeys: 3 })), {
      maxKeys: 3,
    }),
    inner,
  );

  test('equals the document', async () => {
    const { load } = await import('js-yaml');
    await fc.assert(
      fc.asyncProperty(document, async (value) => {
        const whole = await out({ ...oneKey, document: value }, { format: 'yaml' });
        expect(whole.endsWith('\n')).toBe(true);
        expect(JSON.stringify(load(whole))).toBe(JSON.stringify(value));
      }),
      { numRuns: triesOf(40) },
    );
  });

  test('is written in pieces if a list is long', async () => {
    const chunks: unknown[] = [];
    const data = Array.from({ length: 1000 }, (_, id) => ({ id }));
    await present({ ...oneKey, document: { data } }, options({ format: 'yaml' }), (chunk) => {
      chunks.push(chunk);
      return Promise.resolve();
    });
    expect(chunks.length).toBeGreaterThan(4);
  });
});

describe('--query in rows', () => {
  const document = parseJson(
    '[{"id":"a|b","n":9007199254740993,"tags":["x","y"]},{"id":"c\\nd","open":true,"n":9007199254740995}]',
  );
  const asked = (query: string, format: RenderOptions['format'], terminal = false): Promise<string> =>
    out({ ...jobList, document }, { query, format, terminal });

  test('prints a list of objects as a table, csv or Markdown with all keys', async () => {
    expect(await asked('[].{id: id, open: open}', 'csv')).toBe('id,open\na|b,\n"c\nd",true\n');
    expect(await asked('[].{id: id, open: open}', 'table')).toBe('ID    OPEN\na|b\nc\\nd  true\n');
    expect(await asked('[].{id: id}', 'md')).toBe('| id |\n| --- |\n| `a\\|b` |\n| c<br>d |\n');
    expect(await asked('@', 'csv')).toContain('id,n,tags,open\n');
  });

  test('prints an object as a record', async () => {
    expect(await asked('[0].{id: id, tags: tags}', 'md')).toBe(
      '| field | value |\n| --- | --- |\n| id | `a\\|b` |\n| tags | x,y |\n',
    );
    expect(await asked('[0].{id: id}', 'table')).toBe('id  a|b\n');
  });

  test('prints what is not an object in columns of csv and Markdown, and as JSON in a table', async () => {
    expect(await asked('[].[id, n]', 'csv')).toBe('1,2\na|b,9007199254740993\n"c\nd",9007199254740995\n');
    expect(await asked('length(@)', 'csv')).toBe('value\n2\n');
    expect(await asked('length(@)', 'table')).toBe('2\n');
    expect(await asked("[?id=='none']", 'table')).toBe('[]\n');
    expect(await asked('nothing', 'md')).toBe('');
  });

  test('compares integers beyond 2^53 exactly', async () => {
    expect(await asked('[?n > `9007199254740993`].id', 'tsv')).toBe('c\\nd\n');
    expect(await asked('[?n >= `9007199254740993`] | length(@)', 'tsv')).toBe('2\n');
    expect(await asked('[?n == `9007199254740993`].id', 'tsv')).toBe('a|b\n');
    expect(await asked('[?n > `1000`] | length(@)', 'tsv')).toBe('2\n');
    expect(await asked('[?n < `1.5`] | length(@)', 'tsv')).toBe('0\n');
  });

  test.each([
    ["[?id > 'a']", /puts only numbers in order/],
    ['[?!a.open]', /Write !\(a\.b\)/],
  ])('warns about %s', async (query, doubt) => {
    const shown = await present({ ...jobList, document }, options({ query, format: 'json' }), () =>
      Promise.resolve(),
    );
    expect(shown.doubts).toEqual([expect.stringMatching(doubt)]);
  });

  test.each(['[?n > `5`]', '[?missing > `5`]', '[?!open]', '[?!(open)]'])(
    'does not warn about %s',
    async (query) => {
      const shown = await present({ ...jobList, document }, options({ query, format: 'json' }), () =>
        Promise.resolve(),
      );
      expect(shown.doubts).toEqual([]);
    },
  );
});
