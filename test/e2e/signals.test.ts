/** Tests signals to bin/trivet while a request is pending. */
import type { ChildProcess } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { useServers } from '../support/counting-server.ts';
import { words } from '../support/run-cli.ts';
import { runBin } from '../support/run-bin.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const serve = useServers();
const { sandbox } = useSandbox({ fresh: true });

const env = (origin: string) => ({
  TRIVET_JOBS_URL: origin,
  TRIVET_JOBS_TOKEN: 't',
  TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
  TRIVET_WORKSPACES_TOKEN: 't',
});

/** Runs against a server that never replies; `act` gets the process once the request has arrived. */
const duringRequest = async (argv: readonly string[], act: (child: ChildProcess) => void) => {
  let child: ChildProcess | undefined;
  const server = await serve(() => {
    if (child !== undefined) act(child);
  });
  const result = await runBin(argv, {
    env: env(server.origin),
    onStart: (started) => {
      child = started;
    },
  });
  return { ...result, seen: server.seen };
};

describe('the first signal', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ] as const)('%s ends a read at once with %i', async (signal, code) => {
    const result = await duringRequest(['job', 'list'], (child) => child.kill(signal));
    expect(result).toMatchObject({ code, signal: null, stdout: '' });
    expect(result.seen).toHaveLength(1);
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });

  test('lets a change get its reply for a while, and then reports its outcome', async () => {
    let child: ChildProcess | undefined;
    const server = await serve((_, response) => {
      child?.kill('SIGINT');
      setTimeout(
        () =>
          response
            .writeHead(201, { 'content-type': 'application/vnd.api+json' })
            .end('{"data":{"id":"ws-0000000000000001","type":"workspaces","attributes":{"name":"edge"}}}'),
        300,
      );
    });
    const result = await runBin(['workspace', 'create', 'edge', '--organization', 'acme', '-o', 'name'], {
      env: env(server.origin),
      onStart: (started) => {
        child = started;
      },
    });
    expect(result).toMatchObject({ code: 130, signal: null });
    expect(result.stdout).toBe('edge\n');
    expect(server.seen).toHaveLength(1);
  });
});

describe('the second signal', () => {
  test('ends the program at once, even if a change was sent', async () => {
    const result = await duringRequest(['workspace', 'create', 'edge', '--organization', 'acme'], (child) => {
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGINT'), 300);
    });
    expect(result).toMatchObject({ code: 130, signal: null, stdout: '' });
    expect(result.seen).toHaveLength(1);
  });
});

test('SIGUSR1 does not open an inspector, which could read the token', async () => {
  const result = await duringRequest(['job', 'list'], (child) => {
    child.kill('SIGUSR1');
    setTimeout(() => child.kill('SIGTERM'), 300);
  });
  expect(result).toMatchObject({ code: 143, signal: null });
  expect(result.stderr).not.toContain('Debugger listening');
});

test('a signal during the check of a wave is an interruption, and not a failure of the wave', async () => {
  // As a terminal does, the signal reaches both.
  const check = "sh -c 'kill -INT $PPID; exit 130'";
  const { code, stderr } = await runBin(
    [
      ...words('workspace lock - --organization acme --yes --waves 1,1 --reason x --on-failure undo --check'),
      check,
    ],
    { env: environmentOf(sandbox()), stdin: 'billing\nnope\n' },
  );
  expect([code, stderr]).toEqual([
    130,
    expect.stringContaining('the check after wave 1 of 2 was interrupted'),
  ]);
  expect(stderr).not.toContain('failed: exit code');
  // A person who interrupts decides about what was done.
  expect(stderr).toContain('To take back what was done: trivet undo ');
});
