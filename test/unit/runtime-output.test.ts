import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSink } from '../../src/system/output.ts';
import { bundle } from './bundled-script.ts';
import { errorOf } from './profiles-surroundings.ts';

/** A stream that accepts a chunk only on command, or fails with `code`. */
const slowStream = (code?: string) => {
  const written: string[] = [];
  const pending: (() => void)[] = [];
  const stream = new Writable({
    highWaterMark: 10,
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString());
      pending.push(() => done(code === undefined ? null : Object.assign(new Error(code), { code })));
    },
  });
  return { stream, written, next: () => pending.shift()?.() };
};

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  const other = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise.catch(() => undefined), Promise.resolve(other)])) !== other;
};

describe('a sink', () => {
  it('waits while the stream is full, and continues when it drains', async () => {
    const { stream, written, next } = slowStream();
    const sink = createSink(stream);
    await sink.write('small');
    const large = sink.write('larger than ten');
    expect(await settled(large)).toBe(false);
    next();
    await new Promise((resolve) => setImmediate(resolve));
    next();
    await large;
    expect(written).toEqual(['small', 'larger than ten']);
    const flushed = sink.flush();
    next();
    await flushed;
  });

  it('is not flushed before the last byte was accepted', async () => {
    const { stream, next } = slowStream();
    const sink = createSink(stream);
    await sink.write('x');
    const flushed = sink.flush();
    expect(await settled(flushed)).toBe(false);
    next();
    await new Promise((resolve) => setImmediate(resolve));
    next();
    await flushed;
  });

  it.each(['ENOSPC', 'EIO', 'EDQUOT', 'EBADF'])(
    'is exit 74 from then on if it fails with %s',
    async (code) => {
      const { stream, next } = slowStream(code);
      const sink = createSink(stream, 'standard output');
      const writing = sink.write('longer than ten bytes');
      next();
      const error = await errorOf(() => writing);
      expect([error.exit, error.code]).toEqual([74, 'output']);
      expect(error.message).toMatch(/^cannot write standard output: ./);
      expect((await errorOf(() => sink.write('more'))).exit).toBe(74);
      expect((await errorOf(() => sink.flush())).exit).toBe(74);
      expect(sink.readerGone()).toBe(false);
    },
  );

  it('reports in flush a failure after the last write', async () => {
    const { stream, next } = slowStream('ENOSPC');
    const sink = createSink(stream);
    await sink.write('x');
    const flushed = sink.flush();
    next();
    expect((await errorOf(() => flushed)).exit).toBe(74);
  });

  it.each(['EPIPE', 'ECONNRESET'])('ends quietly and says so if its reader left (%s)', async (code) => {
    const { stream, written, next } = slowStream(code);
    const sink = createSink(stream);
    const writing = sink.write('longer than ten bytes');
    next();
    await writing;
    expect(sink.readerGone()).toBe(true);
    await sink.write('more');
    await sink.flush();
    expect(written).toHaveLength(1);
  });

  it('writes every byte in order, whatever the chunks', async () => {
    const chunk = fc.oneof(fc.string(), fc.uint8Array({ maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(fc.array(chunk), fc.boolean(), async (chunks, concurrent) => {
        const taken: Buffer[] = [];
        const stream = new Writable({
          highWaterMark: 8,
          write(bytes: Buffer, _encoding, done) {
            taken.push(bytes);
            setImmediate(done);
          },
        });
        const sink = createSink(stream);
        if (concurrent) await Promise.all(chunks.map((each) => sink.write(each)));
        else for (const each of chunks) await sink.write(each);
        await sink.flush();
        const expected = Buffer.concat(chunks.map((each) => Buffer.from(each)));
        expect(Buffer.compare(Buffer.concat(taken), expected)).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the real streams', () => {
  let program = '';
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trivet-test-'));
    program = await bundle(
      `import { nodeIo } from 'ROOT/src/system/node-io.ts';
       import { createSink } from 'ROOT/src/system/output.ts';
       const io = nodeIo(process);
       const sink = createSink(io.stdout);
       try {
         for (let index = 0; index < Number(process.argv[2]); index += 1) await sink.write('x'.repeat(999) + '\\n');
         await sink.flush();
         io.stderr.write(sink.readerGone() ? 'gone' : 'done');
       } catch (error) {
         io.stderr.write(error.message);
         process.exitCode = error.exit;
       }`,
      folder,
    );
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const shell = (script: string) => {
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-c', script, process.execPath, program, join(folder, 'out')],
      {
        maxBuffer: 100_000_000,
      },
    );
    return { status, stdout: stdout.toString(), stderr: stderr.toString() };
  };

  it('include a slow pipe, which gets everything', () => {
    const { status, stdout, stderr } = shell('"$0" "$1" 2000 | (sleep 0.2; cat)');
    expect([status, stdout.length, stderr]).toEqual([0, 2_000_000, 'done']);
  });

  it('include a file, which gets everything', () => {
    expect(shell('"$0" "$1" 2000 > "$2"')).toEqual({ status: 0, stdout: '', stderr: 'done' });
    expect(readFileSync(join(folder, 'out'))).toHaveLength(2_000_000);
    expect(shell('echo first > "$2"; "$0" "$1" 1 >> "$2"').status).toBe(0);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe(`first\n${'x'.repeat(999)}\n`);
  });

  it('include a pipe whose reader leaves, which is not an error', () => {
    const { status, stdout, stderr } = shell('set -o pipefail; "$0" "$1" 2000 | head -1');
    expect([status, stdout.length, stderr]).toEqual([0, 1000, 'gone']);
  });

  it('include a full disk, which is exit 74', () => {
    const { status, stderr } = shell('"$0" "$1" 10 > /dev/full');
    expect([status, stderr]).toEqual([74, 'cannot write standard output: no space left on the device']);
  });

  it('include a file that cannot grow, which is exit 74 and not silently truncated', () => {
    const { status, stderr } = shell('ulimit -f 100; trap "" XFSZ; "$0" "$1" 1000 > "$2"');
    expect([status, stderr]).toEqual([74, 'cannot write standard output: the file would be too large']);
  });

  it('include closed descriptors, which cause no crash', () => {
    expect(shell('"$0" "$1" 10 >&-')).toMatchObject({ status: 0, stderr: 'done' });
    expect(shell('"$0" "$1" 10 2>&-').stdout).toHaveLength(10_000);
    expect(shell('"$0" "$1" 10 <&-').status).toBe(0);
  });

  it('include a file that is open only for reading, which is exit 74', async () => {
    const file = openSync(program, 'r');
    const child = spawn(process.execPath, [program, '10'], { stdio: ['ignore', file, 'pipe'] });
    closeSync(file);
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(74);
  });
});
