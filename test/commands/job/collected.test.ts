/** Tests what commands say of jobs whose evaluations and allocations the server has collected, by recorded lives. */
import { expect, test } from 'vitest';
import type { Moment } from '../../support/lives.ts';
import { moments } from '../../support/lives.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { smallServer } from '../../support/small-server.ts';

const life = (name: string): Moment => {
  const found = moments.findLast((one) => one.life === `collected-${name}` && one.what !== 'the parent');
  if (found === undefined) throw new Error(`no life of ${name}`);
  return found;
};

const run = async (moment: Moment, line: string) => {
  const { job, replies } = moment;
  const path = `/v1/job/${encodeURIComponent(job)}`;
  const { job: shown, summary, allocations, evaluations, deployments } = replies;
  const bodies: Readonly<Record<string, unknown>> = {
    [path]: shown,
    [`${path}/summary`]: summary,
    [`${path}/allocations`]: allocations,
    [`${path}/evaluations`]: evaluations,
    [`${path}/deployments`]: deployments,
  };
  const headers = { date: new Date(moment.at).toUTCString(), 'x-nomad-index': '7' };
  const { env } = await smallServer(({ path: asked }) => ({ body: bodies[asked], headers }));
  return runCli(words(line.replace('JOB', job)), { env });
};

const ask = (name: string): string => `trivet job show lives-collected-${name} -o json | trivet job plan -`;

test.each([
  'system-unplaced',
  'system-failed',
  'sysbatch-unplaced',
  'sysbatch-failed',
  'sysbatch-complete',
  'child',
])('a wait for a job of which nothing is kept ends as unknown, and says what to ask: %s', async (name) => {
  const { code, stdout, stderr } = await run(life(name), 'job wait JOB -o json --wait-timeout 60s');
  expect(code, stderr).toBe(12);
  expect(JSON.parse(stdout)).toMatchObject({ result: 'unknown' });
  expect(stderr).toContain('is in an unknown state: app: ');
  expect(stderr).toContain('| trivet job plan -');
});

test.each(['service-failed', 'service-undeployed', 'unplaced-beside-failed', 'one-of-two'])(
  'a wait for a service of which nothing is kept has failed at once: %s',
  async (name) => {
    const { code, stdout, stderr } = await run(life(name), 'job wait JOB -o json --wait-timeout 60s');
    expect(code, stderr).toBe(12);
    expect(JSON.parse(stdout)).toMatchObject({
      result: 'failed',
      reason: expect.stringContaining('1 missing, and nothing starts them'),
    });
  },
);

test.each(['service-empty', 'system-empty'])(
  'a wait for a job of which nothing is wanted succeeds: %s',
  async (name) => {
    const { code, stderr } = await run(life(name), 'job wait JOB -o json --wait-timeout 60s');
    expect(code, stderr).toBe(0);
  },
);

test.each(['system-unplaced', 'service-failed'])('job status says what to ask: %s', async (name) => {
  const { code, stdout } = await run(life(name), 'job status JOB');
  expect(code).toBe(0);
  expect(stdout).toContain(ask(name));
});

test('job status has nothing to ask where all is known', async () => {
  const { stdout } = await run(life('service-empty'), 'job status JOB');
  expect(stdout).not.toContain('trivet job plan');
});
