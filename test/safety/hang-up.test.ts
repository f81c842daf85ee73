/** Tests a server that reads a request and closes the connection: every operation of the catalogue, by its effect. */
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/catalogue/operation.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import { allOperations } from '../support/catalogue.ts';
import { partOf } from '../support/part.ts';
import { runCli, words } from '../support/run-cli.ts';
import { environmentOf } from '../support/sandbox.ts';
import { baselineFor } from '../torture/driver.ts';
import { reportedError, timesSent } from '../torture/oracle.ts';
import { prepare } from '../torture/stage.ts';

/** How often the operation's own request arrives if the connection is closed every time. */
const hungUp = async (operation: Operation) => {
  const baseline = await baselineFor(operation);
  const read = operation.effect === 'read';
  const isOwn = (request: Buffer): boolean => timesSent([{ request }], baseline.own) > 0;
  const prepared = await prepare(operation);
  try {
    const fault = { way: 'fin', side: 'reply', at: 0, connection: 0, always: true } as const;
    prepared.proxy.arm(read ? fault : { ...fault, from: isOwn });
    const result = await prepared.attempt(['-o', 'json', '--timeout', '60s']);
    const carried = prepared.proxy.carried();
    const sent = read ? carried.length : timesSent(carried, baseline.own);
    const error = reportedError(result.stderr);
    const looked =
      error.lookUp === undefined ? undefined : await prepared.straight(words(error.lookUp).slice(1));
    return { code: result.code, sent, error, looked };
  } finally {
    await prepared.close();
  }
};

const of = (...effects: readonly string[]) =>
  allOperations
    .filter(({ effect, id }) => effects.includes(effect) && id !== 'job.action')
    .map((operation) => [operation.id, operation] as const);

describe('an operation that must not be repeated', () => {
  test.concurrent.each(of('idempotent', 'unsafe'))(
    'is sent once, and its error has a look-up command: %s',
    async (_, operation) => {
      const { code, sent, error, looked } = await hungUp(operation);
      expect({ code, sent, word: error.code }).toEqual({ code: 9, sent: 1, word: 'unknown-outcome' });
      if (operation.lookUp !== undefined) expect([0, 5]).toContain(looked?.code);
    },
  );
});

describe('an operation that may be repeated', () => {
  test.concurrent.each(partOf(of('harmless', 'keyed'), 2))(
    'is retried, and its error has a look-up command: %s',
    async (_, operation) => {
      const { code, sent, looked } = await hungUp(operation);
      expect(sent).toBeGreaterThan(1);
      expect(code).toBe(9);
      expect([0, 5]).toContain(looked?.code);
    },
  );
});

describe('a read', () => {
  test.concurrent.each(partOf(of('read'), 4))(
    'is retried, and its error mentions no change: %s',
    async (_, operation) => {
      const { code, sent, error } = await hungUp(operation);
      expect({ code, word: error.code }).toEqual({ code: 8, word: 'unreachable' });
      expect(sent).toBeGreaterThan(1);
      expect(error.effect).toBeUndefined();
    },
  );
});

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Reads every request and closes; counts the connections that sent something. */
const hangingServer = async (): Promise<{ readonly port: number; readonly connections: () => number }> => {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      connections += 1;
      socket.end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => connections,
  };
};

test('create is sent once and its look-up command works; list is retried', async () => {
  const { port, connections } = await hangingServer();
  const sandbox = await startSandbox();
  open.push(() => void sandbox.close());
  const env = { ...environmentOf(sandbox), TRIVET_WORKSPACES_URL: `http://127.0.0.1:${port}/api/v2` };

  const created = await runCli(words('workspace create lost'), { env });
  expect(created.code).toBe(9);
  expect(connections()).toBe(1);
  expect(created.stderr).toContain('To see whether it happened: trivet workspace show demo/lost');
  expect(created.stderr).toMatch(/\n {2}It is not known whether the change was made\.\n$/);
  const looked = await runCli(words('workspace show demo/lost'), { env: environmentOf(sandbox) });
  expect(looked.code).toBe(5);

  const listed = await runCli(words('workspace list --timeout 3s'), { env });
  expect(listed.code).toBe(8);
  expect(connections()).toBeGreaterThan(2);
  expect(listed.stderr).not.toContain('change');
});
