/** Tests that runs of the executable wait for each other, also where a runtime reports a full socket as a dead one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { machineMark } from '../../src/system/owner.ts';
import { launcher } from '../support/program.ts';
import { runProgram } from '../support/run-bin.ts';
import { secretsServer } from '../support/small-server.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-locks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Listens on the socket that it is given, and then does not accept a connection. */
const blocked = `
require('node:net').createServer().listen({ path: process.argv[1], backlog: 1 }, () => {
  require('node:fs').writeSync(1, 'listening');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
`;

/** Connects until the queue of the socket is full. */
const fill = async (path: string): Promise<void> => {
  for (;;) {
    const socket = connect(path);
    const failure = await new Promise((resolve) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('error', (error) => resolve('code' in error ? error.code : error));
    });
    if (failure === 'EAGAIN') return;
    expect(failure).toBeUndefined();
    socket.unref();
  }
};

test.skipIf(process.platform !== 'linux')(
  'a lock is not taken from an owner whose queue is full, and is when it has ended',
  async () => {
    const { env } = await secretsServer(({ method }) => ({ status: method === 'GET' ? 403 : 204 }));
    const id = `${machineMark()}${'0'.repeat(16)}`;
    const lock = join(folder, 'journal.lock');
    const content = `${JSON.stringify({ id, listens: true })}\n`;
    const socket = join(folder, `.owner-${id}`);
    const holder = spawn(process.execPath, ['-e', blocked, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ends = once(holder, 'exit');
    const run = () =>
      runProgram(launcher, ['batch', 'run', '-', '--journal', join(folder, 'journal')], {
        env,
        stdin: 'pki role delete a --yes\n',
      });
    try {
      await once(holder.stdout, 'data');
      writeFileSync(lock, content);
      await fill(socket);
      const refused = await run();
      expect([refused.code, refused.stderr]).toEqual([
        3,
        expect.stringContaining('is in use by another run'),
      ]);
      expect(readFileSync(lock, 'utf8')).toBe(content);
      expect(existsSync(socket)).toBe(true);
    } finally {
      holder.kill('SIGKILL');
      await ends;
    }
    const taken = await run();
    expect(taken.code, taken.stderr).toBe(0);
    expect(existsSync(lock)).toBe(false);
    expect(existsSync(socket)).toBe(false);
  },
);

const writers = 20;

test(`${writers} runs that write profiles at once lose none`, async () => {
  const env = { TRIVET_CONFIG_DIR: join(folder, 'config') };
  const names = Array.from({ length: writers }, (_, index) => `p${index}`);
  const results = await Promise.all(
    names.map((name) => runProgram(launcher, ['profile', 'set', name, '--receipt-days', '3'], { env })),
  );
  // On a busy machine one may wait longer for its turn than the program does: that is an error, and loses nothing.
  const refused = results.filter(({ code }) => code !== 0);
  for (const { code, stderr } of refused)
    expect([code, stderr]).toEqual([3, expect.stringContaining('was not released')]);
  const { stdout } = await runProgram(launcher, ['profile', 'list', '-o', 'json'], { env });
  for (const [index, name] of names.entries())
    expect([name, stdout.includes(`"${name}"`)]).toEqual([name, results[index]?.code === 0]);
});
