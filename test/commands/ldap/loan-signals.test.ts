/** Tests a signal in each phase of a loan: during the check-out, and during the check-in. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/start.ts';
import { startSandbox } from '../../../src/sandbox/start.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { environmentOf } from '../../support/sandbox.ts';

let folder = '';
let sandbox: Sandbox | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-loan-'));
});
afterEach(async () => {
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

const started = async (fault: string): Promise<Sandbox> => {
  sandbox = await startSandbox({ faults: [fault] });
  return sandbox;
};

const received = (server: Sandbox, end: string): boolean =>
  server.requests.list().some(({ path }) => path.endsWith(end));

const status = async (server: Sandbox): Promise<string> =>
  (
    await runCli(words('ldap library status team/ops --fields account,available'), {
      env: environmentOf(server),
    })
  ).stdout;

/** Lends, and sends signal 15 as soon as the server has received a request whose path ends like this. */
const lendWithSignal = (server: Sandbox, end: string, command: string) =>
  runCli(words(`ldap library check-out team/ops -- ${command}`), {
    env: {
      ...environmentOf(server),
      TRIVET_CONFIG_DIR: join(folder, 'config'),
      PATH: process.env['PATH'] ?? '',
    },
    onStart: (signal) => {
      const timer = setInterval(() => {
        if (!received(server, end)) return;
        clearInterval(timer);
        signal(15);
      }, 5);
    },
  });

test.each([
  ['during the check-out: the command is not started', '/check-out', 143],
  ['during the check-in: it completes, and no signal ended the command', '/leases/revoke', 0],
])('a signal is handled %s', async (_, end, code) => {
  const server = await started(`slow:400ms@${end}`);
  const marker = join(folder, 'started');
  const result = await lendWithSignal(server, end, `touch ${marker}`);
  expect(result.code).toBe(code);
  expect(existsSync(marker)).toBe(end !== '/check-out');
  expect(await status(server)).toBe('svc-ops-1\ttrue\nsvc-ops-2\ttrue\n');
  expect(readdirSync(join(folder, 'config', 'lends'))).toEqual([]);
});

test('a check-out whose reply is lost stays in the ledger and is reported', async () => {
  const server = await started('lost:1@/check-out');
  const result = await runCli(words('ldap library check-out team/ops -- true'), {
    env: {
      ...environmentOf(server),
      TRIVET_CONFIG_DIR: join(folder, 'config'),
      PATH: process.env['PATH'] ?? '',
    },
  });
  expect(result.code).toBe(125);
  expect(result.stderr).toContain('trivet ldap library status team/ops');
  expect(readdirSync(join(folder, 'config', 'lends'))).toHaveLength(1);
});
