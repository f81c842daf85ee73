/** Tests changes of jobs at servers that the sandbox does not play. */
import { expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { smallServer } from '../../support/small-server.ts';

test('scale without a group is refused where the job has several, or one that is named like the count', async () => {
  const jobOf = (...names: readonly string[]) => ({ ID: 'x', TaskGroups: names.map((Name) => ({ Name })) });
  const scaling = async (job: object) => {
    const { env, received } = await smallServer(() => ({ body: job }));
    const result = await runCli(words('job scale x 3'), { env });
    return { ...result, changes: received.filter(({ method }) => method !== 'GET') };
  };
  const several = await scaling(jobOf('app', 'the db'));
  expect(several).toMatchObject({ code: 2, changes: [] });
  expect(several.stderr).toContain("job x has 2 task groups: give one of app, 'the db'");
  expect(await scaling(jobOf())).toMatchObject({ code: 2, changes: [] });
  const same = await scaling(jobOf('3'));
  expect(same).toMatchObject({ code: 2, changes: [] });
  expect(same.stderr).toContain('the task group of job x is named 3');
});

test('an error is sent to Nomad as true, with its text as the message', async () => {
  const { env, received } = await smallServer(() => ({ body: { EvalID: '', JobModifyIndex: 1 } }));
  expect((await runCli(['job', 'scale', 'web', 'app', '--error', 'no room'], { env })).code).toBe(0);
  expect(JSON.parse(received.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
    Target: { Group: 'app' },
    Error: true,
    Message: 'no room',
  });
});

test('an error about a soft-mandatory policy names the flag that bypasses it', async () => {
  const { env } = await smallServer(() => ({ status: 403, body: 'denied by soft-mandatory policy "cost"' }));
  for (const line of [
    ['job', 'register', '-'],
    ['job', 'scale', 'web', 'app', '3'],
  ]) {
    const result = await runCli(line, { env, stdin: '{"ID":"web"}' });
    expect(result.code).toBe(4);
    expect(result.stderr).toContain('--policy-override');
  }
});

test('a lost reply of a registration is an unknown outcome with its look-up command', async () => {
  const { env, received } = await smallServer(() => undefined);
  const result = await runCli(['job', 'register', '-', '--timeout', '300ms'], { env, stdin: '{"ID":"web"}' });
  expect(result.code).toBe(9);
  expect(result.stderr).toContain('trivet job show web');
  expect(received.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('too many connections are reported, with the reason', async () => {
  const { env } = await smallServer(() => ({
    status: 429,
    body: 'Your IP is issuing too many concurrent connections, please rate limit your calls',
  }));
  const result = await runCli(['job', 'show', 'web', '--timeout', '20s'], { env });
  expect(result.code).toBe(7);
  expect(result.stderr).toContain('100 connections');
});

test('a version counts as failed by its last deployment, as a wait for it does', async () => {
  const version = (Version: number) => ({ ID: 'j', Version, CreateIndex: 5, Meta: { v: `${Version}` } });
  const ended = (JobVersion: number, Status: string, CreateIndex: number, JobCreateIndex = 5) => ({
    ID: `d-${CreateIndex}`,
    JobVersion,
    Status,
    CreateIndex,
    JobCreateIndex,
  });
  const targetOf = async (...deployments: readonly object[]) => {
    const { env } = await smallServer(({ path }) => {
      if (path.endsWith('/versions')) return { body: { Versions: [version(2), version(1), version(0)] } };
      return { body: path.endsWith('/deployments') ? deployments : version(2) };
    });
    const { stderr } = await runCli(words('job revert j --to previous --yes --dry-run'), { env });
    return /j: from version 2 to (\d)/.exec(stderr)?.[1];
  };
  expect(await targetOf(ended(1, 'failed', 10))).toBe('0');
  expect(await targetOf(ended(1, 'failed', 10), ended(1, 'successful', 11))).toBe('1');
  expect(await targetOf(ended(1, 'failed', 11), ended(1, 'successful', 10))).toBe('0');
  expect(await targetOf(ended(1, 'failed', 10, 4))).toBe('1');
});
