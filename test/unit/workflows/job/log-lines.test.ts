/** Tests what of a log is shown: without secrets, without effects on a terminal, unchanged in a pipe. */
import { describe, expect, test } from 'vitest';
import { Frames } from '../../../../src/commands/job/workflows/logs/frames.ts';
import { LogLines } from '../../../../src/commands/job/workflows/logs/lines.ts';
import { lastLines } from '../../../../src/commands/job/workflows/logs/tail.ts';

const secrets = [{ name: 'token', value: '11111111-2222-3333-4444-555555555555' }];

const shown = async (
  chunks: readonly (string | Uint8Array)[],
  { terminal = false, reveal = false, prefix = '' } = {},
): Promise<Buffer> => {
  const parts: Buffer[] = [];
  const lines = new LogLines({
    prefix,
    terminal,
    secrets: reveal ? undefined : secrets,
    write: (text) => Promise.resolve(void parts.push(Buffer.from(text))),
  });
  for (const chunk of chunks) await lines.write(Buffer.from(chunk));
  await lines.flush();
  return Buffer.concat(parts);
};

const text = async (...args: Parameters<typeof shown>): Promise<string> =>
  (await shown(...args)).toString('utf8');

describe('a log', () => {
  test('has no known token, and no value beside the name of a secret', async () => {
    const log = 'token 11111111-2222-3333-4444-555555555555\n{"password":"hunter2"}\nGET /?token=abc\n';
    expect(await text([log])).toBe('token [hidden]\n{"password":"[hidden]"}\nGET /?token=[hidden]\n');
    expect(await text([log], { reveal: true })).toBe(log);
  });

  test('has no value beside the name of a secret, however programs print their settings', async () => {
    const log = 'password=hunter2 user=ada\nDB_PASSWORD: "a b" port=1\napi.secret=x,next=y\ntokens=3\n';
    expect(await text([log])).toBe(
      'password=[hidden] user=ada\nDB_PASSWORD: [hidden] port=1\napi.secret=[hidden],next=y\ntokens=3\n',
    );
  });

  test('hides a token that comes in two chunks', async () => {
    expect(await text(['a 11111111-2222-3333', '-4444-555555555555 b\n'])).toBe('a [hidden] b\n');
  });

  test.each([
    [
      'over lines',
      'x\n-----BEGIN RSA PRIVATE KEY-----\nabc\ndef\n-----END RSA PRIVATE KEY-----\ny\n',
      'x\n[hidden]\ny\n',
    ],
    ['in one line', 'k=-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----;\n', 'k=[hidden];\n'],
    ['without an end', 'x\n-----BEGIN EC PRIVATE KEY-----\nabc\n', 'x\n[hidden]\n'],
  ])('hides a private key %s', async (_, log, expected) => {
    expect(await text([log])).toBe(expected);
    expect(await text([log], { terminal: true })).toBe(expected);
  });

  test('keeps a certificate', async () => {
    const log = '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n';
    expect(await text([log])).toBe(log);
  });

  test('keeps every byte in a pipe', async () => {
    const log = Buffer.from([0x1b, 0x5b, 0x33, 0x31, 0x6d, 0xff, 0x00, 0xc3, 0x0a, 0xe2, 0x82, 0xac, 0x0a]);
    expect(await shown([log.subarray(0, 7), log.subarray(7)])).toEqual(log);
  });

  test.each([
    ['colours', '\u{1b}[31mred\u{1b}[0m\n', 'red\n'],
    ['the title of a window', '\u{1b}]0;title\u{7}text\n', 'text\n'],
    ['what a progress bar drew before', '10%\r50%\r100%\r\n', '100%\n'],
  ])('leaves out %s on a terminal', async (_, log, expected) => {
    expect(await text([log], { terminal: true })).toBe(expected);
  });

  test('shows other control characters on a terminal, and counts the bytes of what is not text', async () => {
    expect(await text(['bell \u{7}\n'], { terminal: true })).toBe('bell \\u{7}\n');
    expect(await text([Buffer.alloc(40, 1), '\n'], { terminal: true })).toBe(
      '(40 bytes that are not text)\n',
    );
  });

  test('has its source before each line, and ends an incomplete one', async () => {
    expect(await text(['a\nb'], { prefix: '1234 ' })).toBe('1234 a\n1234 b\n');
  });
});

describe('frames', () => {
  const first = `{"Data":"${Buffer.from('a}b"').toString('base64')}","File":"alloc/logs/}\\"{.stdout.3","Offset":14}`;

  test.each([1, 2, 7, 1000])('are cut out of chunks of %d bytes', (size) => {
    const frames = new Frames();
    const all = Buffer.from(`${first}{}${first}`);
    const found: unknown[] = [];
    for (let at = 0; at < all.length; at += size) found.push(...frames.add(all.subarray(at, at + size)));
    const frame = { bytes: Buffer.from('a}b"'), file: 3, begin: 10 };
    expect(found).toEqual([frame, 'quiet', frame]);
  });

  test('that are not JSON are refused', () => {
    expect(() => new Frames().add(Buffer.from('{nonsense}'))).toThrow('not JSON');
  });
});

describe('the last lines', () => {
  const log = Array.from({ length: 1000 }, (_, at) => `line ${at} ${'x'.repeat(500)}\n`).join('');
  const read = async function* (bytes: number): AsyncGenerator<Uint8Array> {
    yield Buffer.from(log.slice(-bytes));
  };

  test.each([1, 3, 999, 1000, 2000])('are whole: %d of a thousand', async (count) => {
    const expected = log.split('\n').slice(0, -1).slice(-count);
    expect(
      Buffer.from(await lastLines(count, read))
        .toString()
        .split('\n')
        .slice(0, -1),
    ).toEqual(expected);
  });

  test('may be one without an end', async () => {
    expect(
      Buffer.from(
        await lastLines(1, async function* () {
          yield Buffer.from('a\nb');
        }),
      ).toString(),
    ).toBe('b');
  });
});
