/** What a program loads that uses one group of the library, from the built module: by need, and undici late. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startFakeServer } from '../support/fake-server.ts';
import type { FakeServer } from '../support/fake-server.ts';

const built = inject('built');
const folder = mkdtempSync(join(tmpdir(), 'trivet-loaded-'));
let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer(() => ({ body: '[]', headers: { 'content-type': 'application/json' } }));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The files of the module that a program has loaded after this many lists of jobs. */
const loadedAfter = async (lists: number): Promise<readonly string[]> => {
  const program = join(folder, `program-${lists}.mjs`);
  writeFileSync(
    program,
    `import { createRequire } from 'node:module';
     import { connect } from ${JSON.stringify(join(built, 'dist', 'library.mjs'))};
     const { job } = await connect();
     for (let count = 0; count < ${lists}; count += 1) await job.list();
     console.log(JSON.stringify(Object.keys(createRequire(import.meta.url).cache)));`,
  );
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      TRIVET_CONFIG_DIR: join(folder, 'config'),
      TRIVET_JOBS_URL: server.origin,
      TRIVET_JOBS_TOKEN: 'a-token',
      TRIVET_JOBS_PRODUCT: 'generic',
    },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  // It ends by itself: idle connections keep no process running.
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return (JSON.parse(output) as readonly string[]).filter((file) => file.startsWith(built));
};

const named = (files: readonly string[], pattern: RegExp): readonly string[] =>
  files.flatMap((file) => pattern.exec(file)?.[0] ?? []);

test('a program that uses one group loads that group, and undici only for the fourth request', async () => {
  const three = await loadedAfter(3);
  expect(named(three, /operations-\w+/)).toEqual(['operations-job']);
  expect(named(three, /undici-transport/)).toEqual([]);
  // 177 KiB were measured, compressed, of which commander is 14.
  const bytes = gzipSync(three.map((file) => readFileSync(file, 'utf8')).join('')).length;
  expect(bytes).toBeLessThan(179 * 1024);
  const four = await loadedAfter(4);
  expect(named(four, /undici-transport/)).toEqual(['undici-transport']);
  expect(named(four, /operations-\w+/)).toEqual(['operations-job']);
});
