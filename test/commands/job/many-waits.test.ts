/** Tests changes of many jobs, and batches, whose wait failed or was cut off: the change was made, and a later run only waits. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inFrontOf } from '../../support/front.ts';
import { serviceFile } from '../../support/job-files.ts';
import type { CliOptions, CliResult } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });

let folder = '';
/** The address in front of the sandbox, once there is one. */
let jobs = '';
beforeEach(async () => {
  jobs = '';
  folder = mkdtempSync(join(tmpdir(), 'trivet-many-waits-'));
  for (const name of ['many-a', 'many-b']) {
    const path = join(folder, `${name}.hcl`);
    // Not many of them have room.
    writeFileSync(path, serviceFile(name).replace('memory = 20', 'memory = 2000'));
    await trivet(`job register ${path} --wait`);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

const trivet = (line: string, more: CliOptions = {}): Promise<CliResult> =>
  bench.trivet(line, {
    cwd: folder,
    ...more,
    env: { TRIVET_CONFIG_DIR: join(folder, 'config'), ...(jobs === '' ? {} : { TRIVET_JOBS_URL: jobs }) },
  });

/** Runs it, and gets SIGINT with the first request of a wait; later runs use the same address. */
const cutOff = async (line: string): Promise<CliResult> => {
  let deliver: (signal: number) => void = () => undefined;
  jobs = await inFrontOf(bench.sandbox().urls.jobs, ({ path }) => {
    if (path.endsWith('/deployments')) deliver(2);
  });
  const result = await trivet(line, {
    onStart: (signal) => {
      deliver = signal;
    },
  });
  deliver = () => undefined;
  return result;
};

const scales = (): number =>
  bench.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/scale')).length;
const rowsOf = (stdout: string): unknown => JSON.parse(`[${stdout.trim().split('\n').join(',')}]`);
const receiptId = async (of = 'job scale'): Promise<string> => {
  const { stdout } = await trivet('changes -o json');
  const all = JSON.parse(stdout) as readonly { readonly id: string; readonly command: string }[];
  return all.find(({ command }) => command === of)?.id ?? '';
};

const line = "job scale --where 'ID~many-*' app 2 --wait --parallel 1 --yes -o jsonl";

test('a wait that Ctrl-C cut off is not done, and the continued run waits before it goes on', async () => {
  bench.clear();
  const stopped = await cutOff(`${line} --waves 1`);
  expect(stopped.code, stopped.stderr).toBe(130);
  expect(rowsOf(stopped.stdout)).toMatchObject([
    {
      name: 'many-a',
      result: 'unknown',
      reason: 'the change was made, but the wait for many-a was interrupted',
    },
  ]);
  expect(stopped.stderr).toContain('0 done, 0 failed, 1 unknown, 1 not started');
  expect(stopped.stderr).toContain('To take back what was done: trivet undo');
  expect(scales()).toBe(1);
  const { code, stdout, stderr } = await trivet(`changes continue ${await receiptId()} -o jsonl`);
  expect(code, stderr).toBe(0);
  expect(rowsOf(stdout)).toMatchObject([
    { name: 'many-a', result: 'done', output: { result: 'healthy' } },
    { name: 'many-b', result: 'done' },
  ]);
  expect(scales()).toBe(2);
});

test('a change whose wait failed is not sent again, but waited for', async () => {
  bench.clear();
  const failed = await trivet("job scale --where 'ID~many-*' app 40 --wait --wait-timeout 3s --yes -o jsonl");
  expect(failed.code).toBe(10);
  expect(rowsOf(failed.stdout)).toMatchObject([
    {
      name: 'many-a',
      result: 'failed',
      reason: expect.stringMatching(/^the change was made, but .*many-a/),
    },
    { name: 'many-b', result: 'failed' },
  ]);
  expect(failed.stderr).toContain('To take back what was done: trivet undo');
  const again = await trivet(`changes continue ${await receiptId()} -o jsonl`);
  expect(again.code).toBe(10);
  expect(again.stdout).toContain('"exit":12');
  expect(scales()).toBe(2);
});

test('a line of a batch whose wait was cut off is waited for when it is resumed', async () => {
  const file = join(folder, 'lines.txt');
  writeFileSync(file, 'job scale many-a app 2 --wait\njob show many-b\n');
  bench.clear();
  const run = `batch run ${file} --journal ${join(folder, 'lines.journal')} --parallel 1 --yes -o jsonl`;
  const stopped = await cutOff(run);
  expect(stopped.code, stopped.stderr).toBe(130);
  expect(rowsOf(stopped.stdout)).toMatchObject([{ item: 1, result: 'unknown', exit: 9 }]);
  const { code, stdout, stderr } = await trivet(`${run} --resume`);
  expect(code, stderr).toBe(0);
  expect(rowsOf(stdout)).toMatchObject([
    { item: 1, result: 'done', output: { result: 'healthy' } },
    { item: 2, result: 'done' },
  ]);
  expect(scales()).toBe(1);
});

test('a change that nothing takes back does not point to an undo', async () => {
  await trivet('job stop many-b --yes --wait');
  const { code, stderr } = await trivet("job restart --where 'ID~many-*' --yes");
  expect([code, stderr]).toEqual([10, expect.stringContaining('1 done, 1 failed')]);
  expect(stderr).not.toContain('trivet undo');
});

const purges = (): number =>
  bench.requests().filter(({ method, query }) => method === 'DELETE' && query.includes('purge=true')).length;

/** Removes the end of an item, which a killed run does not write, from the newest journal. */
const asKilled = (): void => {
  const receipts = join(folder, 'config', 'receipts');
  const [newest = ''] = readdirSync(receipts)
    .filter((name) => name.endsWith('.journal'))
    .toSorted((one, other) => (one < other ? 1 : -1));
  const path = join(receipts, newest);
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, lines.filter((one) => !/^{"item":\d+,"exit"/.test(one)).join('\n'));
};

const purgeLine = "job stop --where 'ID~many-*' --purge --wait --parallel 1 --confirm 2 -o jsonl";
const both = [
  { name: 'many-a', result: 'done' },
  { name: 'many-b', result: 'done' },
];

test('a purge of many whose wait was cut off is not done, and the continued run purges', async () => {
  bench.clear();
  const stopped = await cutOff(purgeLine);
  expect(stopped.code, stopped.stderr).toBe(130);
  expect(rowsOf(stopped.stdout)).toMatchObject([
    {
      name: 'many-a',
      result: 'unknown',
      reason:
        'the change was made, but many-a is stopped and not purged: the wait for many-a was interrupted',
    },
  ]);
  expect(purges()).toBe(0);
  const { code, stdout, stderr } = await trivet(`changes continue ${await receiptId('job stop')} -o jsonl`);
  expect(code, stderr).toBe(0);
  expect([rowsOf(stdout), purges()]).toMatchObject([both, 2]);
  expect((await trivet('job show many-a')).code).toBe(5);
});

test('a purge of many that was killed in its wait is continued', async () => {
  await cutOff(purgeLine);
  asKilled();
  const { code, stdout, stderr } = await trivet(`changes continue ${await receiptId('job stop')} -o jsonl`);
  expect(code, stderr).toBe(0);
  expect([rowsOf(stdout), purges()]).toMatchObject([both, 2]);
});

test('a job that was started again meanwhile is not purged, however often the run is continued', async () => {
  await cutOff(purgeLine);
  await trivet('job start many-a --yes --wait');
  const id = await receiptId('job stop');
  for (const found of [both, both.slice(0, 1)]) {
    const { code, stdout } = await trivet(`changes continue ${id} -o jsonl`);
    const [first, ...others] = found;
    const reason = 'an earlier run made only its first part, and somebody has changed the object since';
    expect([code, rowsOf(stdout)]).toMatchObject([10, [{ ...first, result: 'unknown', reason }, ...others]]);
  }
  expect((await trivet('job show many-a --field Status')).stdout).toBe('running');
});

test('a change that was killed in its wait is waited for', async () => {
  bench.clear();
  await cutOff(`${line} --waves 1`);
  asKilled();
  const { code, stdout, stderr } = await trivet(`changes continue ${await receiptId()} -o jsonl`);
  expect(code, stderr).toBe(0);
  expect(rowsOf(stdout)).toMatchObject([
    { name: 'many-a', result: 'done', output: { result: 'healthy' } },
    { name: 'many-b', result: 'done' },
  ]);
  expect(scales()).toBe(2);
});
