/** Tests what the first and second signal report about a change without a reply, and about one that was made. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeServer } from '../support/fake-server.ts';
import { inFrontOf } from '../support/front.ts';
import { runBin } from '../support/run-bin.ts';
import { runCli, words } from '../support/run-cli.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const bench = useSandbox();

/** Accepts requests and never replies; `firstRequest` resolves with the first. */
const mute = async () => {
  let arrived: () => void = () => undefined;
  const firstRequest = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { origin } = await fakeServer(() => {
    arrived();
    return undefined;
  });
  const env = {
    TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
    TRIVET_WORKSPACES_TOKEN: 'a-token',
    TRIVET_ORGANIZATION: 'demo',
  };
  return { env, firstRequest };
};

test('after the grace period of a first signal, a change is not reported as not made', async () => {
  const { env, firstRequest } = await mute();
  let deliver: (signal: number) => void = () => undefined;
  const running = runCli(words('workspace create lost'), {
    env,
    onStart: (signal) => {
      deliver = signal;
    },
  });
  await firstRequest;
  deliver(15);
  const { code, stderr } = await running;
  expect(code).toBe(143);
  expect(stderr).toContain('To see whether it happened: trivet workspace show demo/lost');
  expect(stderr).toMatch(/\n {2}It is not known whether the change was made\.\n$/);
});

test('a read that is stopped is reported as such', async () => {
  const { env, firstRequest } = await mute();
  let deliver: (signal: number) => void = () => undefined;
  const running = runCli(words('workspace list'), {
    env,
    onStart: (signal) => {
      deliver = signal;
    },
  });
  await firstRequest;
  deliver(2);
  const { code, stderr } = await running;
  expect(code).toBe(130);
  expect(stderr).toBe('trivet: the request to list the workspaces of an organization was interrupted\n');
});

test('the second signal ends the program at once, and reports the unknown outcome', async () => {
  const { env, firstRequest } = await mute();
  const { code, stderr } = await runBin(words('workspace create lost'), {
    env,
    onStart: (child) => {
      void firstRequest.then(() => {
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGTERM'), 300);
      });
    },
  });
  expect(code).toBe(143);
  expect(stderr).toContain(
    'the request to create a workspace in an organization was sent and its outcome is unknown; to see whether it happened: trivet workspace show demo/lost',
  );
});

test.each([
  ['workspace tag add network-dev blue', 'POST'],
  ['job scale cache cache 2', 'POST'],
])('a change that was made when a signal came is done, also in its receipt: %s', async (line, method) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-signals-'));
  let deliver: (signal: number) => void = () => undefined;
  const signal = (request: { readonly method: string }): void => {
    if (request.method === method) deliver(2);
  };
  const env = {
    ...environmentOf(bench.sandbox()),
    TRIVET_CONFIG_DIR: folder,
    TRIVET_WORKSPACES_URL: await inFrontOf(bench.sandbox().urls.workspaces, signal),
    TRIVET_JOBS_URL: await inFrontOf(bench.sandbox().urls.jobs, signal),
  };
  const { code, stderr } = await bench.trivet(line, {
    env,
    onStart: (how) => {
      deliver = how;
    },
  });
  expect(code).toBe(130);
  expect(stderr).not.toContain('was interrupted');
  const [made] = JSON.parse((await bench.trivet('changes -o json', { env })).stdout) as [unknown];
  expect(made).toMatchObject({ done: 1, failed: 0, unknown: 0 });
  rmSync(folder, { recursive: true });
});
