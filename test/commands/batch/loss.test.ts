/**
 * Tests that results of a batch survive a failed output, and that the journal records only results that were written.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { load } from 'js-yaml';
import type { CountingServer } from '../../support/counting-server.ts';
import { useServers } from '../../support/counting-server.ts';
import type { FakeRequest } from '../../support/fake-server.ts';
import type { CliOptions } from '../../support/run-cli.ts';
import { runCli, words } from '../../support/run-cli.ts';

const serve = useServers();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-batch-loss-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const journal = (): string => join(folder, 'journal');
const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `aws sts role-${index}\n`).join('');

const isForCredentials = ({ url }: { readonly url?: string | undefined }): boolean =>
  url?.startsWith('/v1/cloud/') === true;

const issued = ({ seen }: CountingServer): readonly FakeRequest[] => seen.filter(isForCredentials);

/** Each request for credentials makes others, which the server returns only once. */
const issuing = (): RequestListener => {
  let made = 0;
  return (request, response) => {
    if (!isForCredentials(request)) {
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"errors":["permission denied"]}');
      return;
    }
    made += 1;
    const data = { access_key: `AKIA${made}`, secret_key: `secret-number-${made}-`, security_token: null };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ lease_id: `cloud/creds/${made}`, lease_duration: 60, renewable: true, data }),
    );
  };
};

const run = (origin: string, line: string, options: CliOptions = {}) =>
  runCli(words(line), {
    ...options,
    env: {
      TRIVET_CONFIG_DIR: join(folder, 'config'),
      TRIVET_SECRETS_URL: `${origin}/v1`,
      TRIVET_SECRETS_TOKEN: 'a-token',
      TRIVET_SECRETS_PRODUCT: 'generic',
      ...options.env,
    },
  });

/** A stream that accepts what `takes` allows, and then fails with `code`. */
const failing = (code: string, takes: (written: number) => boolean = () => false) => {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (chunk.length === 0 || takes(written.length)) {
        if (chunk.length > 0) written.push(chunk.toString());
        done();
      } else done(Object.assign(new Error(code), { code }));
    },
  });
  return { stream, written };
};

const recovered = (): string => {
  const place = join(folder, 'config', 'recovery');
  const files = readdirSync(place);
  for (const file of files) expect(statSync(join(place, file)).mode & 0o777).toBe(0o600);
  return files.map((file) => readFileSync(join(place, file), 'utf8')).join('');
};

const secretsIn = (text: string): readonly number[] =>
  [...new Set([...text.matchAll(/secret-number-(\d+)-/g)].map(([, number]) => Number(number)))].toSorted(
    (a, b) => a - b,
  );

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('if the output fails', () => {
  test.each([1, 4])(
    'because of a full disk with --parallel %s, results are saved and nothing is done twice when resumed',
    async (parallel) => {
      const server = await serve(issuing());
      const full = failing('ENOSPC');
      const line = `batch run - --journal ${journal()} --parallel ${parallel}`;
      const first = await run(server.origin, line, { stdin: lines(9), io: { stdout: full.stream } });
      expect(first.code).toBe(74);
      expect(first.stderr).toMatch(/no space left on the device[^]*saved to .*recovery/);
      const made = issued(server).length;
      expect(made).toBeLessThanOrEqual(parallel);
      expect(secretsIn(recovered())).toEqual(upTo(made));
      const second = await run(server.origin, `${line} --resume`, { stdin: lines(9) });
      expect(second.code).toBe(0);
      expect(new Set(issued(server).map(({ url }) => url)).size).toBe(9);
      expect(issued(server)).toHaveLength(9);
      expect(secretsIn(recovered() + second.stdout)).toEqual(upTo(9));
    },
  );

  test('because the reader leaves, results that it might not have read are saved, and the batch exits 74', async () => {
    const server = await serve(issuing());
    const left = failing('EPIPE', (written) => written < 2);
    const line = `batch run - --journal ${journal()} --parallel 1`;
    const { code, stderr } = await run(server.origin, line, {
      stdin: lines(9),
      io: { stdout: left.stream },
    });
    expect(code).toBe(74);
    expect(stderr).toMatch(/its reader went away/);
    expect(issued(server)).toHaveLength(3);
    expect(secretsIn(recovered())).toEqual([1, 2, 3]);
  });

  test('without a journal, results are saved, too', async () => {
    const server = await serve(issuing());
    const full = failing('ENOSPC');
    const { code } = await run(server.origin, 'batch run - --parallel 2', {
      stdin: lines(9),
      io: { stdout: full.stream },
    });
    expect(code).toBe(74);
    expect(secretsIn(recovered())).toEqual(upTo(issued(server).length));
  });

  test('with nothing secret in it, the reader may leave', async () => {
    const server = await serve((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"data":{"key_type":"rsa","allow_any_name":true}}'),
    );
    const left = failing('EPIPE');
    const { code } = await run(server.origin, 'batch run - --parallel 1', {
      stdin: 'pki role show a\n'.repeat(3),
      io: { stdout: left.stream },
    });
    expect([code, server.seen.length]).toEqual([0, 3]);
  });
});

test('the journal records the end of an item only after its result is written', async () => {
  const server = await serve(issuing());
  const waiting: (() => void)[] = [];
  let taken = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    taken = resolve;
  });
  const stdout = new Writable({
    write(_chunk, _encoding, done) {
      waiting.push(done);
      taken();
    },
  });
  const running = run(server.origin, `batch run - --journal ${journal()}`, {
    stdin: lines(1),
    io: { stdout },
  });
  await arrived;
  const entries = (): readonly string[] =>
    readFileSync(journal(), 'utf8')
      .split('\n')
      .filter((entry) => entry.startsWith('{"item"'));
  expect(entries()).toEqual(['{"item":1}']);
  const release = setInterval(() => waiting.shift()?.(), 1);
  expect((await running).code).toBe(0);
  clearInterval(release);
  expect(entries()).toEqual(['{"item":1}', '{"item":1,"exit":0}']);
});

describe('--out', () => {
  test('gets each result as it arrives, and --resume appends to it', async () => {
    const server = await serve(issuing());
    const out = join(folder, 'results');
    const line = `batch run - --journal ${journal()} --out ${out} --parallel 1`;
    await run(server.origin, line, { stdin: lines(2) });
    expect(secretsIn(readFileSync(out, 'utf8'))).toEqual([1, 2]);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    // As after a kill: the second item is not known to have begun.
    const kept = readFileSync(journal(), 'utf8').split('\n').slice(0, 3).join('\n');
    writeFileSync(journal(), `${kept}\n`);
    await run(server.origin, `${line} --resume`, { stdin: lines(2) });
    expect(secretsIn(readFileSync(out, 'utf8'))).toEqual([1, 2, 3]);
    await run(server.origin, `batch run - --out ${out}`, { stdin: lines(1) });
    expect(secretsIn(readFileSync(out, 'utf8'))).toEqual([4]);
  });
});

describe('formats of the results', () => {
  const roles: RequestListener = (request, response) => {
    const there = request.url?.endsWith('/b') === false;
    response.writeHead(there ? 200 : 404, { 'content-type': 'application/json' });
    response.end(there ? '{"data":{"key_type":"rsa","allow_any_name":true}}' : '{"errors":[]}');
  };
  const stdin = '# two\npki role show a\npki role show b\n';

  test.each([
    ['csv', /^item,result,exit,command,reason\n2,done,0,pki role show a,\n3,failed,5,pki role show b,\S/],
    ['tsv', /^2\tdone\t0\tpki role show a\t\n3\tfailed\t5\t/],
    ['md', /^\| item \| result \| exit \| command \| reason \|\n/],
    ['table', /^ITEM +RESULT +EXIT +COMMAND +REASON\n2 +done +0 +pki role show a/],
  ])('-o %s prints its own form', async (format, shape) => {
    const server = await serve(roles);
    const { code, stdout } = await run(server.origin, `batch run - --parallel 1 -o ${format}`, { stdin });
    expect(code).toBe(10);
    expect(stdout).toMatch(shape);
  });

  const linesOf = (text: string): readonly unknown[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  test.each([
    ['no format', '', linesOf],
    ['jsonl', '-o jsonl', linesOf],
    ['json', '-o json', (text: string): readonly unknown[] => JSON.parse(text)],
    ['yaml', '-o yaml', (text: string) => load(text) as readonly unknown[]],
  ])('%s holds everything of each item', async (_, format, read) => {
    const server = await serve(roles);
    const { code, stdout } = await run(server.origin, `batch run - --parallel 1 ${format}`, { stdin });
    expect(code).toBe(10);
    expect(read(stdout)).toMatchObject([
      {
        item: 2,
        result: 'done',
        exit: 0,
        output: { data: { key_type: 'rsa', allow_any_name: true } },
        error: null,
        reason: null,
      },
      { item: 3, result: 'failed', exit: 5, error: { exit: 5 }, reason: expect.stringContaining('b') },
    ]);
  });

  test('a document of an earlier run is neither continued nor lost', async () => {
    const server = await serve(roles);
    const out = join(folder, 'results');
    const line = `batch run - --journal ${journal()} --out ${out} -o json`;
    expect((await run(server.origin, line, { stdin })).code).toBe(10);
    const before = readFileSync(out, 'utf8');
    const sent = server.seen.length;
    const { code, stderr } = await run(server.origin, `${line} --resume`, { stdin });
    expect([code, server.seen.length]).toEqual([74, sent]);
    expect(stderr).toContain('it contains the results of an earlier run');
    expect(readFileSync(out, 'utf8')).toBe(before);
    const other = `${line.replace(out, `${out}-2`)} --resume`;
    expect((await run(server.origin, other, { stdin })).code).toBe(10);
    expect(JSON.parse(readFileSync(`${out}-2`, 'utf8'))).toMatchObject([{ item: 3 }]);
  });

  test.each(['table', 'csv', 'md'])(
    '-o %s: rows that go on after those of an earlier run get no head',
    async (format) => {
      const server = await serve(roles);
      const out = join(folder, 'rows');
      const line = `batch run - --journal ${journal()} --out ${out} -o ${format}`;
      expect((await run(server.origin, line, { stdin })).code).toBe(10);
      const before = readFileSync(out, 'utf8');
      expect((await run(server.origin, `${line} --resume`, { stdin })).code).toBe(10);
      const after = readFileSync(out, 'utf8');
      expect(after.startsWith(before)).toBe(true);
      expect(after.slice(before.length).trim().split('\n')).toEqual([
        expect.stringContaining('pki role show b'),
      ]);
    },
  );

  test.each([
    ['env', 'pki role show a\n', /-o env is for commands that return credentials/],
    ['csv', 'pki role show a\ncloud creds a\n', /line 2: .*gives its reply only once/],
  ])('-o %s of %j is refused', async (format, given, message) => {
    const server = await serve(roles);
    const { code, stderr } = await run(server.origin, `batch run - -o ${format}`, { stdin: given });
    expect([code, server.seen]).toEqual([2, []]);
    expect(stderr).toMatch(message);
  });
});

test('progress is shown on a terminal even if results go elsewhere', async () => {
  const server = await serve((_, response) => {
    // Longer than the delay before a spinner is drawn.
    setTimeout(
      () =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"data":{"key_type":"rsa","allow_any_name":true}}'),
      250,
    );
  });
  const { code, stderr } = await run(
    server.origin,
    `batch run - --parallel 1 --out ${join(folder, 'results')} -o csv`,
    {
      stdin: 'pki role show a\n'.repeat(3),
      tty: true,
      cwd: folder,
    },
  );
  expect(code).toBe(0);
  expect(stderr).toMatch(/trivet batch run \[#+-+\] +\d+% [12]\/3/);
});
