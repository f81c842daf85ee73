/** Tests what a person sees of a wait: terminals of every width, the reason, and Ctrl-C. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { missing, openTerminal } from '../support/pty.ts';
import type { Terminal } from '../support/pty.ts';
import { launcher } from '../support/program.ts';
import { smallServer } from '../support/small-server.ts';

const why = missing('stty');

let home = '';
let open: Terminal | undefined;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trivet-waiting-'));
});
afterEach(async () => {
  await open?.close();
  open = undefined;
  rmSync(home, { recursive: true, force: true });
});

/** Runs trivet on a terminal with so many columns. */
const start = (columns: number, line: string, env: Readonly<Record<string, string>>): Terminal => {
  const script = `stty cols ${columns}; exec "$0" ${line}`;
  open = openTerminal('/bin/sh', ['-c', script, launcher], {
    cwd: home,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      TERM: 'xterm-256color',
      HOME: home,
      ...env,
    },
  });
  return open;
};

const busyServer = () =>
  smallServer((_, index) =>
    index === 0 ? { status: 503, headers: { 'retry-after': '1' }, body: 'busy' } : { body: [] },
  );

describe.skipIf(why !== undefined)(`a wait${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
  test.each([0, 1, 40, 80, 300])('on a terminal of %d columns ends, and writes little', async (columns) => {
    const { env, received } = await busyServer();
    const terminal = start(columns, 'job list', env);
    expect(await terminal.exited, terminal.screen()).toBe(0);
    expect(received).toHaveLength(2);
    expect(terminal.raw().length).toBeLessThan(20_000);
  });

  test('shows its reason in the line of the spinner', async () => {
    const { env } = await busyServer();
    const terminal = start(100, 'job list', env);
    await terminal.until(/\(retry in 1 s: status 503\)/);
    expect(await terminal.exited).toBe(0);
    expect(terminal.screen()).not.toContain('retrying in');
  });

  test('for a read ends at once with Ctrl-C', async () => {
    const { env, received } = await smallServer(() => undefined);
    const terminal = start(80, 'job list', env);
    await expect.poll(() => received.length).toBe(1);
    terminal.type('\u0003');
    expect(await terminal.exited).toBe(130);
    expect(terminal.screen()).not.toContain('Waiting for the reply');
  });

  test('for a change says after Ctrl-C what it waits for, and after a second one what is unknown', async () => {
    const { env, received } = await smallServer(() => undefined);
    const terminal = start(80, 'job evaluate web', env);
    await expect.poll(() => received.some(({ method }) => method !== 'GET')).toBe(true);
    terminal.type('\u0003');
    await terminal.until(/Waiting for the reply; press Ctrl-C again to give up\./);
    // Signals of one moment count once.
    await sleep(150);
    terminal.type('\u0003');
    await terminal.until(/outcome is unknown/);
    expect(await terminal.exited).toBe(130);
  });
});
