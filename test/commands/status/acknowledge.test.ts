/** Tests `trivet status acknowledge`: a row that a person has seen needs nobody for a while, and stays visible. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CliResult } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-acknowledge-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (line: string, now?: () => number): Promise<CliResult> =>
  bench.trivet(line, {
    env: { TRIVET_STATE_DIR: join(folder, 'state'), TRIVET_CONFIG_DIR: join(folder, 'config') },
    ...(now === undefined ? {} : { now }),
  });
const rowOf = async (
  name: string,
  now?: () => number,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const { stdout } = await run('status -o json', now);
  return (JSON.parse(stdout) as { rows: Readonly<Record<string, unknown>>[] }).rows.find(
    (row) => row['kind'] === 'job' && row['name'] === name,
  );
};

test('a row that is acknowledged stays visible with its reason, and needs nobody until then', async () => {
  expect(await rowOf('broken')).toMatchObject({ state: 'failed', attention: true });
  const { code, stderr } = await run('status acknowledge job:broken --until +2h --why CHG-7');
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^job:broken \(failed\) is acknowledged until .*Z; another state, or another task group, shows it again/,
  );
  expect(await rowOf('broken')).toMatchObject({
    attention: false,
    state: 'failed',
    detail: expect.stringMatching(/^acknowledged until .*Z: CHG-7; work 0\/1 running/),
    acknowledged: { until: expect.stringMatching(/Z$/), why: 'CHG-7' },
  });
  expect(await rowOf('huge')).toMatchObject({ attention: true });
  expect(await rowOf('broken', () => Date.now() + 3 * 3_600_000)).toMatchObject({ attention: true });
  expect(statSync(join(folder, 'state/acknowledged.json')).mode & 0o777).toBe(0o600);
});

test('a row in another state than the acknowledged one needs a person again', async () => {
  await run('status acknowledge job:default/broken --until +2h --why CHG-7');
  const file = join(folder, 'state/acknowledged.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"failed"', '"restarting"'));
  expect(await rowOf('broken')).toMatchObject({ state: 'failed', attention: true });
});

test('a task group that failed since needs a person, whatever was acknowledged of another one', async () => {
  await run('status acknowledge job:broken --until +2h --why CHG-7');
  const file = join(folder, 'state/acknowledged.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"groups": \[[^\]]*\]/, '"groups": ["another"]'));
  expect(await rowOf('broken')).toMatchObject({ state: 'failed', attention: true });
});

test('--end ends it', async () => {
  await run('status acknowledge job:broken --until +2h --why CHG-7');
  expect((await run('status acknowledge job:broken --end')).stderr).toContain('no longer acknowledged');
  expect(await rowOf('broken')).toMatchObject({ attention: true });
});

test('refuses a row that is not there, a time that has passed, and a missing reason; sends no change', async () => {
  bench.clear();
  const absent = await run('status acknowledge job:brokn --until +2h --why x');
  expect([absent.code, absent.stderr]).toEqual([5, expect.stringContaining('Did you mean job:broken?')]);
  expect((await run('status acknowledge job:broken --until 2020-01-01 --why x')).code).toBe(2);
  expect((await run('status acknowledge job:broken --until +2h')).code).toBe(2);
  expect(bench.requests().filter(({ method }) => !['GET', 'LIST'].includes(method))).toEqual([]);
});

test('a damaged file is named, and never taken for silence', async () => {
  await run('status acknowledge job:broken --until +2h --why CHG-7');
  writeFileSync(join(folder, 'state/acknowledged.json'), '{');
  const { stdout } = await run('status -o json');
  expect(stdout).toContain('acknowledged.json is damaged');
});

test('a certificate is acknowledged by its serial number: another one of that name needs a person', async () => {
  // With other alternative names, the second does not replace the first.
  const issue = async (other: string): Promise<string> => {
    const line = `pki issue web --common-name dup.example.com --alt-names ${other} --ttl 1h -o json`;
    const { stdout } = await run(line);
    return (JSON.parse(stdout) as { data: { serial_number: string } }).data.serial_number;
  };
  const rows = async () => {
    await run('pki inventory');
    const { stdout } = await run('status -o json');
    const all = (JSON.parse(stdout) as { rows: Readonly<Record<string, unknown>>[] }).rows;
    return all
      .filter(({ name }) => name === 'dup.example.com')
      .map(({ about, attention }) => [(about as { name: string }).name, attention] as const);
  };
  const first = await issue('one.example.com');
  expect(await rows()).toEqual([[first, true]]);
  expect((await run('status acknowledge certificate:dup.example.com --until +2h --why x')).code).toBe(0);
  expect(await rows()).toEqual([[first, false]]);
  const second = await issue('two.example.com');
  expect(new Map(await rows())).toEqual(
    new Map([
      [first, false],
      [second, true],
    ]),
  );
  const both = await run('status acknowledge certificate:dup.example.com --until +2h --why x');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining(`certificate:${second}`)]);
  expect((await run(`status acknowledge certificate:${second} --until +2h --why x`)).code).toBe(0);
  expect((await rows()).map(([, attention]) => attention)).toEqual([false, false]);
});
