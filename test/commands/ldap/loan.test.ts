/** Tests that an account is returned when a signal ends the command that has it. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-loan-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trivet: typeof bench.trivet = (line, options = {}) =>
  bench.trivet(line, {
    ...options,
    env: { TRIVET_CONFIG_DIR: join(folder, 'config'), PATH: process.env['PATH'] ?? '', ...options.env },
  });

const lends = (): readonly string[] => {
  try {
    return readdirSync(join(folder, 'config', 'lends'));
  } catch {
    return [];
  }
};
const free = 'svc-ops-1\ttrue\nsvc-ops-2\ttrue\n';
const available = async (): Promise<string> =>
  (await trivet('ldap library status team/ops --fields account,available')).stdout;

/** Lends to a shell that waits, and sends the signal while it does. @param trap what the shell does then */
const signalled = (number: number, trap: string) =>
  trivet(
    `ldap library check-out team/ops -- sh -c '${trap}touch ${folder}/running; while :; do sleep 0.05; done'`,
    {
      onStart: (signal) => {
        const timer = setInterval(() => {
          try {
            statSync(join(folder, 'running'));
          } catch {
            return;
          }
          clearInterval(timer);
          signal(number);
        }, 20);
      },
    },
  );

test.each([2, 15, 1, 3])('signal %i ends the command and returns the account', async (number) => {
  expect((await signalled(number, '')).code).toBe(128 + number);
  expect(await available()).toBe(free);
  expect(lends()).toEqual([]);
});

test.each([
  [15, 'TERM', 5],
  [15, 'TERM', 0],
  [2, 'INT', 0],
  [1, 'HUP', 7],
])('a command that ends by itself after signal %i passes its own code on', async (number, name, code) => {
  expect((await signalled(number, `trap "exit ${code}" ${name}; `)).code).toBe(code);
  expect(await available()).toBe(free);
  expect(lends()).toEqual([]);
});
