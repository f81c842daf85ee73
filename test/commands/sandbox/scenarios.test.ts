/** Tests the scenarios of the sandbox: each shows what has gone wrong, and has the way out that docs/incident.md describes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/start.ts';
import { startSandbox } from '../../../src/sandbox/start.ts';
import type { CliResult } from '../../support/run-cli.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { environmentOf } from '../../support/sandbox.ts';

let sandbox: Sandbox | undefined;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-night-'));
});
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
  rmSync(folder, { recursive: true, force: true });
});

type Run = (line: string) => Promise<CliResult>;

const night = async (scenario: string): Promise<Run> => {
  const started = await startSandbox({ scenarios: [scenario] });
  sandbox = started;
  const env = { ...environmentOf(started), TRIVET_CONFIG_DIR: join(folder, 'config') };
  return (line) => runCli(words(line), { env });
};

test('crash-loop: the log names the cause, and the version before is healthy again', async () => {
  const trivet = await night('crash-loop');
  const failed = 'job allocations web --watch --until ClientStatus=failed --or-now --timeout 60s';
  expect((await trivet(failed)).code).toBe(0);
  expect((await trivet('status')).stdout).toMatch(/jobs\tjob\tweb\tdefault\t(?:failing|failed|restarting)/);
  expect((await trivet('job logs web --stderr --tail 1')).stdout).toBe('FATAL: DATABASE_URL is not set\n');
  const back = await trivet('job revert web --to previous --yes --wait --wait-timeout 60s --field result');
  expect([back.code, back.stdout]).toEqual([0, 'healthy']);
});

test('stuck-deployment: the canary waits for a person, and is promoted', async () => {
  const trivet = await night('stuck-deployment');
  expect((await trivet('job wait api --for promotable --wait-timeout 60s')).code).toBe(0);
  expect((await trivet('status')).stdout).toContain('awaits promotion');
  const done = await trivet('job promote api --yes --wait --wait-timeout 60s --field result');
  expect([done.code, done.stdout]).toEqual([0, 'healthy']);
});

test('forgotten-lock: status names holder and reason, and the lock can be removed', async () => {
  const trivet = await night('forgotten-lock');
  expect((await trivet('status')).stdout).toMatch(/billing-prod.*by user owner: Migration CHG-1882/);
  expect((await trivet('workspace unlock billing-prod')).code).toBe(0);
  expect((await trivet('workspace show billing-prod --field locked')).stdout).toBe('false');
});

test('expired-certificate: the inventory finds it', async () => {
  const trivet = await night('expired-certificate');
  await trivet('pki inventory');
  expect((await trivet('status')).stdout).toMatch(/shop\.example\.com\tpki\texpire[sd]/);
});

test('sealed-secrets: every read says so until it is unsealed', async () => {
  const trivet = await night('sealed-secrets');
  expect((await trivet('status --service secrets')).stdout).toContain('Vault is sealed');
  expect((await trivet('pki role list')).code).toBe(7);
  expect((await trivet('api secrets PUT /sys/unseal --data {} --yes')).code).toBe(0);
  expect((await trivet('pki role list')).code).toBe(0);
});

test('an unknown scenario is refused with those that there are', async () => {
  const { code, stderr } = await runCli(words('sandbox exec --scenario nope -- true'));
  expect([code, stderr]).toEqual([
    expect.any(Number),
    expect.stringContaining('crash-loop, stuck-deployment'),
  ]);
});
