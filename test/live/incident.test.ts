/**
 * Tests what a person decides while a job is broken, on a real Nomad: TRIVET_LIVE_NOMAD_URL, TRIVET_LIVE_NOMAD_TOKEN
 * (may be empty), raw_exec enabled. `npm run test:live`
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, useFolder } from '../support/job-files.ts';
import type { CliOptions } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';

const url = process.env['TRIVET_LIVE_NOMAD_URL'] ?? '';
const token = process.env['TRIVET_LIVE_NOMAD_TOKEN'] ?? '';
const env: Readonly<Record<string, string>> = {
  TRIVET_JOBS_URL: url,
  TRIVET_JOBS_PRODUCT: 'nomad',
  ...(token === '' ? {} : { TRIVET_JOBS_TOKEN: token }),
};
const id = `incident-${process.pid}-${Date.now()}`;
const file = useFolder();

const trivet = (line: string, options: CliOptions = {}) =>
  runCli(words(line), { ...options, env: { ...env, ...options.env } });
const json = async (line: string): Promise<readonly Record<string, unknown>[]> => {
  const { code, stdout, stderr } = await trivet(`${line} -o json`);
  expect({ line, code, stderr }).toMatchObject({ line, code: 0 });
  return JSON.parse(stdout) as readonly Record<string, unknown>[];
};

/** @param restarts how often a task that ends is started again */
const text = (name: string, script: string, restarts: number): string => `job "${name}" {
  type = "service"
  group "app" {
    update {
      canary            = 1
      min_healthy_time  = "1s"
      healthy_deadline  = "20s"
      progress_deadline = "30s"
    }
    restart {
      attempts = ${restarts}
      interval = "30m"
      delay    = "5m"
      mode     = "fail"
    }
    reschedule {
      attempts  = 0
      unlimited = false
    }
    task "main" {
      driver       = "raw_exec"
      kill_timeout = "1s"
      config {
        command = "/bin/sh"
        args    = ["-c", "${script}"]
      }
      resources {
        cpu    = 20
        memory = 20
      }
    }
  }
}
`;

/** A job whose canary was healthy, and crashed then. */
const crashed = async (name: string, restarts: number): Promise<void> => {
  const first = await trivet(
    `job register ${file(`${name}-1.hcl`, text(name, 'sleep 6000', restarts))} --wait`,
  );
  expect(first.code, first.stderr).toBe(0);
  const next = text(name, 'sleep 8; echo boom >&2; exit 3', restarts);
  const second = await trivet(`job register ${file(`${name}-2.hcl`, next)} --wait --for promotable`);
  expect(second.code, second.stderr).toBe(0);
  await eventually(
    () => trivet(`job status ${name}`),
    ({ stdout }) => stdout.includes('exit code 3'),
  );
};

const names = ['ended', 'again', 'raw'].map((one) => `${id}-${one}`);
const [ended = '', again = '', raw = ''] = names;
const purge = async (): Promise<void> => {
  for (const name of names) {
    const { code, stderr } = await trivet(`job stop ${name} --purge --confirm ${name}`);
    expect(code, stderr).toBe(0);
  }
};

describe.skipIf(url === '')('on a real Nomad', () => {
  beforeAll(async () => {
    await Promise.all([crashed(ended, 0), crashed(again, 3)]);
    await trivet(
      `job register ${file('raw.hcl', text(raw, 'sleep 6000', 3).replace(/canary +=.*\n/, ''))} --wait`,
    );
  }, 120_000);
  afterAll(purge, 120_000);

  test('a canary that ended after it was healthy is named first, and the refusal is one that changed nothing', async () => {
    const asked = await trivet(`job promote ${ended}`);
    expect([asked.code, asked.stderr.startsWith('warning: canary ')]).toEqual([2, true]);
    const { code, stderr } = await trivet(`job promote ${ended} --yes`);
    expect(stderr).toMatch(/^warning: canary \w+ of group "app" is failed: main: exit code 3/);
    expect([code, stderr.includes('has 0/1 healthy allocations'), stderr.includes('retrying')]).toEqual([
      6,
      true,
      false,
    ]);
    expect(stderr).toContain('Nothing was changed.');
    const waited = await trivet(`job wait ${ended}`);
    expect([waited.code, waited.stderr.includes('exit code 3')]).toEqual([12, true]);
  });

  test('a canary that is started again after its crash can be promoted: named first, and --wait ends with 12', async () => {
    expect((await trivet(`job promote ${again}`)).code).toBe(2);
    const { code, stderr } = await trivet(`job promote ${again} --yes --wait --wait-timeout 10s`);
    expect(stderr).toMatch(/^warning: canary \w+ of group "app" is pending: main: 1 restart/);
    expect(code).toBe(12);
    const { stdout } = await trivet(`job deployment ${again} -o json`);
    expect(JSON.parse(stdout)).toMatchObject({ TaskGroups: { app: { Promoted: true } } });
  });

  test('a GET of a restart restarts, and trivet does not send it in a read-only run', async () => {
    const restarts = async (): Promise<readonly [id: string, restarts: unknown]> => {
      const [one] = await json(`job allocations ${raw}`);
      const states = one?.['TaskStates'] as Record<string, { readonly Restarts: number }> | undefined;
      return [String(one?.['ID']), states?.['main']?.Restarts];
    };
    const [allocation] = await restarts();
    const path = `/v1/client/allocation/${allocation}/restart`;
    for (const one of [
      path,
      `${path}/`,
      path.replace('/client/', '//client/'),
      path.replace('restart', '%72estart'),
    ]) {
      const { code } = await trivet(`api jobs GET ${one}`, { env: { TRIVET_READ_ONLY: '1' } });
      expect([one, code]).toEqual([one, 4]);
    }
    expect(await restarts()).toEqual([allocation, 0]);
    expect((await trivet(`api jobs GET ${path} --yes`)).code).toBe(0);
    await eventually(restarts, ([, count]) => count === 1);
  });
});
