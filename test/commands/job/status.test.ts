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
      /Deployment\n {2}[0-9a-f]{8} {2}version \d+ {2}successful: .*\n {2}app 1\/1 healthy/,
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
