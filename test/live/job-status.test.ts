/**
 * Tests the status of a job, and going back to an earlier version, on a real Nomad: TRIVET_LIVE_NOMAD_URL,
 * TRIVET_LIVE_NOMAD_TOKEN (may be empty), raw_exec enabled. `npm run test:live`
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
const id = `status-${process.pid}-${Date.now()}`;

const trivet = (line: string, options: CliOptions = {}) => runCli(words(line), { ...options, env });
const done = async (line: string): Promise<string> => {
  const { code, stdout, stderr } = await trivet(line);
  expect({ line, code, stderr }).toMatchObject({ line, code: 0 });
  return stdout;
};
const field = (name: string): Promise<string> => done(`job show ${id} --field ${name}`);

/** Two allocations, which the server does not restart if only the color changes. */
const text = (color: string, command = '/bin/sleep'): string => `job "${id}" {
  type = "service"
  group "app" {
    count = 2
    update {
      min_healthy_time  = "1s"
      healthy_deadline  = "4s"
      progress_deadline = "6s"
    }
    restart {
      attempts = 0
      mode     = "fail"
    }
    reschedule {
      attempts  = 0
      unlimited = false
    }
    task "server" {
      driver       = "raw_exec"
      kill_timeout = "1s"
      config {
        command = "${command}"
        args    = ["600"]
      }
      env {
        COLOR = "${color}"
      }
      resources {
        cpu    = 20
        memory = 20
      }
      action "color" {
        command = "/bin/sh"
        args    = ["-c", "echo $COLOR; exit 3"]
      }
    }
  }
}
`;

describe.skipIf(url === '')('Nomad', () => {
  const file = useFolder();
  const register = (color: string): Promise<string> =>
    done(`job register ${file(`${color}.hcl`, text(color))} --wait`);

  beforeAll(() => register('blue'), 120_000);
  afterAll(() => trivet(`job stop ${id} --purge --confirm ${id}`));

  test('job status shows a job, its deployment and its allocations on one screen', async () => {
    const { stdout } = await trivet(`job status ${id} -o json`);
    expect(JSON.parse(stdout)).toMatchObject({ job: id, status: 'running', version: 0 });
    const screen = await trivet(`job status ${id}`, { tty: true });
    expect(screen.code, screen.stderr).toBe(0);
    for (const part of [id, 'running', 'successful', 'app', '2/2']) expect(screen.stdout).toContain(part);
  });

  test('job revert --to previous does what job diff shows, after a question', async () => {
    await register('red');
    expect(await done(`job diff ${id} --reveal`)).toContain('Env[COLOR]: "blue" => "red"');
    const nobody = await trivet(`job revert ${id} --to previous --reveal`);
    expect([nobody.code, await field('Version')]).toEqual([2, '1']);
    expect(nobody.stderr).toContain('Env[COLOR]: "red" => "blue"');
    const { code, stdout } = await trivet(`job revert ${id} --to previous --wait -o json`, { typed: 'y' });
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ version: 2, result: 'healthy' }),
    ]);
    expect(await done(`job diff ${id} 0 2 --detailed-exitcode`)).toContain('do not differ');
  });

  test('job revert --to stable skips a version that failed, and does nothing if nothing differs', async () => {
    const bad = await trivet(`job register ${file('bad.hcl', text('green', '/bin/false'))} --wait`);
    expect(bad.code).toBe(12);
    expect(await done(`job revert ${id} --to stable --yes --wait --field result`)).toBe('healthy');
    const version = await field('Version');
    await done(`job stable ${id} ${version} --no-stable`);
    const idle = await trivet(`job revert ${id} --to stable`);
    expect([idle.code, idle.stderr]).toEqual([0, expect.stringContaining('nothing differs')]);
    expect(await field('Version')).toBe(version);
  });

  test('job action --every-allocation prefixes each line and exits with the worst code', async () => {
    const { code, stdout } = await trivet(`job action ${id} color --every-allocation`);
    const lines = stdout.trim().split('\n');
    expect([code, lines.length]).toEqual([3, 2]);
    for (const line of lines) expect(line).toMatch(/^\S+.*blue$/);
  });

  test('job start registers what ran before the stop', async () => {
    await done(`job stop ${id} --yes --wait`);
    const { code, stdout, stderr } = await trivet(`job start ${id} --wait -o json`);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ result: 'healthy' })]);
    expect(stderr).toContain('started again from version');
    const idle = await trivet(`job start ${id}`);
    expect([idle.code, idle.stderr]).toEqual([0, `${id} is not stopped. Nothing was changed.\n`]);
    await eventually(
      () => field('Status'),
      (status) => status === 'running',
    );
  });
});
