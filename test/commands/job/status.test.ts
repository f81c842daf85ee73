/** Tests the screen about a job: what works, what does not, and why. */
import { describe, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox();

describe('job status', () => {
  test('shows a service: groups, deployment, allocations with their last events', async () => {
    const { code, stdout } = await bench.trivet('job status web');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^web {2}service {2}running {2}version \d+, stable {2}namespace default\n/);
    expect(stdout).toMatch(/Groups\n {2}app {2}running {2}count 1 {2}1 running/);
    expect(stdout).toMatch(
      /Deployment\n {2}[0-9a-f]{8} {2}version \d+ {2}successful, .*\n {6}Deployment completed successfully\n {2}app {2}1\/1 healthy/,
    );
    expect(stdout).toMatch(
      /Allocations\n {2}[0-9a-f]{8} {2}app {2}version \d+ {2}run\/running {2,}\d{4}-\d\d-\d\dT[\d:.]+Z\n/,
    );
    expect(stdout).not.toContain('Cannot be placed');
  });

  test('shows why groups are not placed, failures with their cause, and children of a parent', async () => {
    const huge = (await bench.trivet('job status huge')).stdout;
    expect(huge).toContain('Cannot be placed now\n  Task group "app": 1 allocation\n');
    expect(huge).toContain('memory is exhausted on 1 node');
    expect((await bench.trivet('job status broken')).stdout).toContain('run: exit code 2');
    expect((await bench.trivet('job status nightly')).stdout).toMatch(/Children: \d+ (?:dead|running)/);
  });

  test('fits a narrow terminal', async () => {
    const { stdout } = await bench.trivet('job status broken', { tty: true, env: { NO_COLOR: '1' } });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  test('wraps the reason of a failure on a terminal, and says since when', async () => {
    const { stdout } = await bench.trivet('job status broken', { tty: true, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/run\/failed {2}\d+ \w+ ago\n {6}run: exit code 2, restarted 3 times/);
    expect(stdout.replaceAll(/\n +/g, ' ')).toContain(
      'Exceeded allowed attempts 3 in interval 24h0m0s and mode is "fail"',
    );
    expect(await bench.json('job status broken')).toMatchObject({
      allocations: expect.arrayContaining([
        expect.objectContaining({ restarts: 3, since: expect.stringMatching(/^\d{4}-.*Z$/) }),
      ]),
    });
  });

  test('judges each group, and shows the last lines of the log of what failed only on a screen', async () => {
    const { stdout } = await bench.trivet('job status broken');
    expect(stdout).toMatch(/ {2}work {2}failed {2}count 1/);
    expect(stdout).toMatch(
      /Log of task run \(stderr\) in allocation [0-9a-f]{8}\n {6}cannot open input\.csv/,
    );
    const document = await bench.json('job status broken');
    expect(document).toMatchObject({
      groups: [{ name: 'work', state: 'failed', attention: true, since: expect.stringMatching(/Z$/) }],
    });
    expect(JSON.stringify(document)).not.toContain('input.csv');
    expect((await bench.trivet('job status web')).stdout).not.toContain('Log of');
  });

  test('draws a bar of allocations for each group on a terminal, in ASCII where the locale is not UTF-8', async () => {
    const drawn = async (job: string, env: Readonly<Record<string, string>>): Promise<string> =>
      (await bench.trivet(`job status ${job} --no-pager`, { tty: true, env: { NO_COLOR: '1', ...env } }))
        .stdout;
    expect(await drawn('web', { LANG: 'C' })).toMatch(/ {2}app {2}running {2}\[#\] {2}count 1/);
    const both = await drawn('web', { LANG: 'C.UTF-8' });
    expect(both).toMatch(/ {2}app {2}running {2}\[█\] {2}count 1/);
    expect(both).toMatch(/ {2}app {2}\[█\] {2}1\/1 healthy/);
    expect(await drawn('web', { LC_ALL: 'POSIX', LANG: 'de_DE.UTF-8' })).toContain('[#]');
    expect(await drawn('broken', { LANG: 'C' })).toMatch(/ {2}work {2}failed {2}\[x\] {2}count 1/);
    expect(await drawn('huge', { LANG: 'C' })).toMatch(/ {2}app {2}pending {2}\[\.\] {2}count 1/);
    // Nothing is wanted of a parent, and of a job that was stopped.
    expect(await drawn('nightly', { LANG: 'C' })).not.toContain('[');
    // A pipe gets words.
    expect((await bench.trivet('job status web', { env: { LANG: 'C.UTF-8' } })).stdout).not.toMatch(/[█[]/);
  });

  test('--watch shows each change, as text or as a line of JSON, until --timeout', async () => {
    const documents = bench.trivet('job status cache --watch --timeout 6s -o jsonl');
    const texts = await bench.trivet('job status broken --watch --timeout 2s');
    expect([texts.code, texts.stdout.match(/^broken {2}batch/gm)]).toEqual([0, ['broken  batch']]);
    expect((await bench.trivet('job stop cache --yes')).code).toBe(0);
    const { code, stdout } = await documents;
    const seen = stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(code).toBe(0);
    expect(seen[0]).toMatchObject({ job: 'cache', status: 'running' });
    expect(seen.at(-1)).toMatchObject({ job: 'cache', stopped: true });
    expect((await bench.trivet('job start cache --yes')).code).toBe(0);
    expect((await bench.trivet('job status web --watch -o json')).code).toBe(2);
    expect((await bench.trivet('job status nosuch --watch')).code).toBe(5);
  });

  test('prints every part under its own name in data formats', async () => {
    expect(await bench.json('job status web')).toMatchObject({
      job: 'web',
      type: 'service',
      stopped: false,
      groups: [{ name: 'app', count: 1, running: 1 }],
      deployment: { status: 'successful' },
      unplaced: [],
    });
    expect((await bench.trivet('job status web --field status')).stdout).toBe('running');
    expect((await bench.trivet('job status web --field nothing')).code).toBe(2);
  });

  test('fails for an unknown job', async () => {
    expect((await bench.trivet('job status nosuch')).code).toBe(5);
  });
});

test('stop --purge --wait waits for the stop, then purges', async () => {
  bench.clear();
  const { code, stdout, stderr } = await bench.trivet(
    'job stop cache --purge --confirm cache --wait --field result',
  );
  expect([code, stdout, stderr]).toEqual([0, 'dead', expect.stringContaining('purged cache')]);
  const deletes = bench.requests().filter(({ method }) => method === 'DELETE');
  expect(deletes.map(({ query }) => query.includes('purge=true'))).toEqual([false, true]);
  expect((await bench.trivet('job show cache')).code).toBe(5);
});
