import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { decodeText, maxInputBytes, readFileOrInput, readText } from '../../src/system/read-file.ts';
import { errorOf, temporaryFolder } from './profiles-surroundings.ts';

const io = (...chunks: readonly (string | Uint8Array)[]) => ({
  cwd: process.cwd(),
  stdin: Readable.from(chunks, { objectMode: false }),
});

describe('input', () => {
  it('from a file is complete', async () => {
    const path = join(temporaryFolder(), 'bytes');
    const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 256);
    writeFileSync(path, bytes);
    expect(Buffer.compare(await readFileOrInput(path, io()), bytes)).toBe(0);
  });

  it('from a relative path is of the working directory of the caller', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'here'), 'there');
    expect(await readText('here', { ...io(), cwd })).toBe('there');
  });

  it('from standard input is complete, and read once', async () => {
    const one = io('a\n', Buffer.from([0, 255, 10]));
    expect(Buffer.from(await readFileOrInput('-', one)).toString('latin1')).toBe('a\n\0\u00ff\n');
    const error = await errorOf(() => readFileOrInput('-', one));
    expect([error.exit, error.message]).toEqual([2, 'standard input (-) can be read only once']);
    expect(await readText('-', io('other io'))).toBe('other io');
  });

  it('is exit 3 if it is missing, a folder, endless, a pipe or too large', async () => {
    const folder = temporaryFolder();
    const [pipe, large, edge] = [join(folder, 'pipe'), join(folder, 'large'), join(folder, 'edge')];
    execFileSync('mkfifo', [pipe]);
    writeFileSync(large, '');
    truncateSync(large, maxInputBytes + 1);
    writeFileSync(edge, '');
    truncateSync(edge, maxInputBytes);
    for (const [path, why] of [
      [join(folder, 'missing'), 'does not exist'],
      [folder, 'is a directory'],
      [pipe, 'is a named pipe'],
      ['/dev/zero', 'is larger than'],
      [large, 'is larger than'],
      ['a\0b', 'NUL byte'],
      ['', 'does not exist'],
      ['x'.repeat(5000), 'name that is too long'],
    ] as const) {
      const error = await errorOf(() => readFileOrInput(path, io()));
      expect([error.exit, error.message.includes(why)], path).toEqual([3, true]);
    }
    expect(await readFileOrInput(edge, io())).toHaveLength(maxInputBytes);
    expect(await readFileOrInput('/dev/null', io())).toHaveLength(0);
  });

  it('from endless standard input ends, too', async () => {
    const chunk = Buffer.alloc(1024 * 1024);
    const stdin = new Readable({
      read() {
        this.push(chunk);
      },
    });
    expect((await errorOf(() => readFileOrInput('-', { ...io(), stdin }))).message).toContain(
      'standard input is larger',
    );
    expect(stdin.destroyed).toBe(true);
  });
});

describe('text', () => {
  it('is UTF-8, or exit 3', async () => {
    expect(decodeText(Buffer.from('grün \u{1f511}'), 'x')).toBe('grün \u{1f511}');
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0x61, 0x80]]) {
      const error = await errorOf(() => decodeText(Uint8Array.from(bytes), 'the file a.pem'));
      expect([error.exit, error.message]).toEqual([3, 'the file a.pem is not UTF-8 text']);
    }
  });

  it('keeps every newline, without a byte order mark', () => {
    expect(decodeText(Buffer.from('\ufeffa\r\n\n'), 'x')).toBe('a\r\n\n');
  });
});
