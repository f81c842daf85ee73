/** Tests that many calls of `aws creds … -o credential-process --cache` at once use one credential. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox();
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trivet: typeof bench.trivet = (line) => bench.trivet(line, { env: { TRIVET_CONFIG_DIR: folder } });
const line = 'aws creds ci -o credential-process --cache';
const files = (): readonly string[] =>
  readdirSync(join(folder, 'cache', 'credentials'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, 'cache', 'credentials', name));
const made = (): number => bench.requests().filter(({ path }) => path.includes('/creds/')).length;

test('ten calls, even at once, make one credential in a file that only its owner can read', async () => {
  const results = await Promise.all(Array.from({ length: 10 }, () => trivet(line)));
  expect(results.map(({ code }) => code)).toEqual(Array(10).fill(0));
  expect(new Set(results.map(({ stdout }) => stdout)).size).toBe(1);
  expect(made()).toBe(1);
  expect(JSON.parse(results[0]?.stdout ?? '')).toMatchObject({ Version: 1, Expiration: expect.any(String) });
  expect(files().map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
  expect(statSync(join(folder, 'cache', 'credentials')).mode & 0o777).toBe(0o700);
  bench.clear();
  expect((await trivet(line)).stdout).toBe(results[0]?.stdout);
  expect(bench.requests()).toEqual([]);
});
