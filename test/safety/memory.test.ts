/** Tests that the program stays small whatever a server sends: a reply over its limit is refused while it arrives. */
import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { limit, measured, row } from '../support/measured.ts';
import { partOf } from '../support/part.ts';

const megabyte = Buffer.alloc(1 << 20, 0x20);

/** Sends up to `count` megabytes, as fast as they are read. */
const flood = (response: ServerResponse, count: number): void => {
  let sent = 0;
  const more = (): void => {
    while (sent < count && !response.destroyed) {
      sent += 1;
      if (!response.write(megabyte)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
};

/** Sends a list of white space in that many chunks of one byte. */
const drip = (response: ServerResponse, count: number): void => {
  const chunks = Buffer.from('1\r\n \r\n'.repeat(4096));
  let sent = 0;
  response.write('[');
  const more = (): void => {
    while (sent < count && !response.destroyed) {
      sent += 4096;
      // Written to the socket, since the response would frame everything as one chunk.
      if (response.socket?.write(chunks) === false) {
        response.socket.once('drain', more);
        return;
      }
    }
    response.end(']');
  };
  response.socket?.uncork();
  setImmediate(more);
};

/** The length of a body that is just within the limit. */
const full = (32 << 20) - 1000;

/** A list of different items, of about `size` characters. */
const filled = (item: (index: number) => string, size = full): string => {
  const items: string[] = [];
  for (let length = 0, index = 0; length < size - 100; index += 1) {
    const one = item(index);
    length += one.length + 1;
    items.push(one);
  }
  return `[${items.join(',')}]`;
};

/** A list that repeats one item. */
const repeated = (item: string, size = full): string =>
  `[${`${item},`.repeat(Math.floor(size / (item.length + 1)) - 1)}${item}]`;

/** A list of 30 MB that is within every limit. */
let jobs = Buffer.alloc(0);
beforeAll(() => {
  jobs = Buffer.from(filled(row, 30_000_000));
});

describe.skipIf(process.platform !== 'linux')('memory stays within its limit', () => {
  test('as a gigabyte without a length is refused at 32 MiB', async () => {
    const { code, stderr, peak } = await measured('job list --timeout 600s', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      flood(response, 1024);
    });
    expect(code, stderr).toBe(8);
    expect(stderr).toContain('more than 32 MiB');
    expect(peak).toBeGreaterThan(20);
    expect(peak).toBeLessThan(limit);
  });

  test('as a gigabyte with a length is refused before it arrives', async () => {
    const { code, stderr, peak } = await measured('job show api', (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(2 ** 33) });
      flood(response, 64);
    });
    expect({ code, peak: peak < limit }).toEqual({ code: 8, peak: true });
    expect(stderr).toContain('more than 32 MiB');
  });

  test('for a query of a list of 30 MB', async () => {
    const { code, stderr, bytes, peak } = await measured('job list --query length(@)', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(jobs);
    });
    expect(code, stderr).toBe(0);
    expect(bytes).toBeGreaterThan(2);
    expect(peak).toBeLessThan(limit);
  });

  test.each(partOf(['-o tsv', '-o json', '-o jsonl'], 3))('for a list of 30 MB with %s', async (format) => {
    const { code, stderr, bytes, peak } = await measured(`job list ${format} --timeout 600s`, (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(jobs);
    });
    expect(code, stderr).toBe(0);
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(peak).toBeLessThan(limit);
  });

  const refused: readonly (readonly [string, string, () => string])[] = [
    ['tsv', 'empty lists', () => repeated('[]')],
    ['json', 'empty objects', () => repeated('{}')],
    ['jsonl', 'objects of ever new keys', () => filled((index) => `{"${index.toString(36)}":1}`)],
    ['yaml', 'ever new keys', () => `{${filled((index) => `"${index.toString(36)}":1`).slice(1, -1)}}`],
    ['csv', 'integers beyond 2^53', () => repeated('9007199254740993')],
    ['table', 'lists in lists', () => '['.repeat(full)],
    ['name', 'one text', () => `[{"Status":"","ID":"${'x'.repeat(full)}"}]`],
    ['tsv', 'one text of escapes', () => `[{"Status":"","ID":"${String.raw`\n`.repeat(full / 2)}"}]`],
  ];
  test.each(partOf(refused, 3))('as -o %s of 32 MB of %s is refused', async (format, _, body) => {
    const { code, stderr, peak } = await measured(`job list -o ${format} --timeout 600s`, (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body());
    });
    expect(code, stderr).toBe(8);
    expect(peak).toBeGreaterThan(20);
    expect(peak).toBeLessThan(limit);
  });

  test.each(partOf(['tsv', 'table', 'csv', 'json', 'jsonl', 'name'], 6, 2))(
    'for -o %s of texts full of control characters',
    async (format) => {
      const text = String.raw`\u001b`.repeat(300_000);
      const { code, stderr, peak } = await measured(`job list -o ${format} --timeout 600s`, (response) => {
        const body = repeated(`{"ID":"${text}","Status":"","Name":"x"}`, 16 << 20);
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      });
      expect(code, stderr).toBe(0);
      expect(peak).toBeLessThan(limit);
    },
  );

  test('for a reply in chunks of one byte', async () => {
    const { code, stderr, peak } = await measured('job list --timeout 600s', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      drip(response, 3 << 18);
    });
    expect(code, stderr).toBe(0);
    expect(peak).toBeLessThan(limit / 2);
  });

  test('for an endless chain of pages', async () => {
    let page = 0;
    /** Sends ever new rows: only their IDs differ from page to page. */
    const pagesOf = (rows: string) => (response: ServerResponse) => {
      page += 1;
      response.writeHead(200, { 'content-type': 'application/json', 'x-nomad-nexttoken': `t${page}` });
      response.end(rows.replaceAll('"job-', `"job-${page}-`));
    };
    const long = `"Description":"${'x'.repeat(8_000)}","Name":`;
    const rows = Array.from({ length: 80 }, (_, index) => row(index).replace('"Name":', long));
    const { code, stderr, peak } = await measured(
      'job list -o jsonl --limit 16000',
      pagesOf(`[${rows.join(',')}]`),
    );
    expect(code, stderr).toBe(0);
    // Together they are 128 MB, of which V8 keeps a little more since it decides by itself (docs/adr/0019-v8-decides.md).
    expect(peak).toBeLessThan(limit * 0.6);
    const short = Array.from({ length: 20_000 }, (_, index) => row(index));
    const merged = await measured('job list -o json --timeout 600s', pagesOf(`[${short.join(',')}]`));
    expect({ code: merged.code, small: merged.peak < limit }, `${merged.peak}`).toEqual({
      code: 8,
      small: true,
    });
    expect(merged.stderr).toContain('larger than 48 MiB');
  });
});
