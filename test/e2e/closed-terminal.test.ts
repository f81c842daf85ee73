/** Tests the end of a terminal on which something is lent: the window is closed, the connection breaks. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { errorCode } from '../../src/system/system-error.ts';
import { triesOf } from '../support/part.ts';
import { launcher } from '../support/program.ts';
import { missing, openTerminal } from '../support/pty.ts';
import type { Terminal } from '../support/pty.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const { sandbox, trivet } = useSandbox();
const why = missing('sh');
const hangUp = 129;

const folders: string[] = [];
const open: Terminal[] = [];
afterEach(async () => {
  for (const terminal of open.splice(0)) await terminal.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const kinds = [
  {
    line: ['ldap', 'library', 'check-out', 'team/ops'],
    isBack: async () =>
      !(await trivet('ldap library status team/ops --fields available')).stdout.includes('false'),
  },
  {
    line: ['workspace', 'lock', 'billing', '--organization', 'acme', '--reason', 'maintenance'],
    isBack: async () =>
      (await trivet('workspace show billing --organization acme --field locked')).stdout === 'false',
  },
] as const;

/** A loan on a terminal, whose command has started; what that command does is a script. */
const lent = async (
  line: readonly string[],
  script: string,
): Promise<Terminal & { readonly folder: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-closed-'));
  folders.push(folder);
  writeFileSync(join(folder, 'script'), `echo started\n${script}`);
  const terminal = openTerminal(launcher, [...line, '--', 'sh', 'script'], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      TERM: 'xterm-256color',
      ...environmentOf(sandbox()),
    },
    leads: true,
  });
  open.push(terminal);
  await terminal.until(/^started$/m);
  return { ...terminal, folder };
};

/** Everything can have been given back before the second one. */
const hangUpNow = ({ pid }: Terminal): void => {
  try {
    process.kill(pid(), 'SIGHUP');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
};

describe.skipIf(why !== undefined)(
  `a closed terminal${why === undefined ? '' : ` (skipped: ${why})`}`,
  () => {
    test.each(kinds)(
      'two SIGHUPs one after the other end a loan, and it is given back: $line',
      async (kind) => {
        for (let turn = 0; turn < triesOf(10, 2); turn += 1) {
          const terminal = await lent(kind.line, 'read line');
          hangUpNow(terminal);
          // A shell and the kernel send theirs one after the other.
          await sleep(10);
          hangUpNow(terminal);
          expect([await terminal.exited, await terminal.killedBy]).toEqual([hangUp, 0]);
          expect(await kind.isBack()).toBe(true);
        }
      },
    );

    test.each(kinds)('a terminal that vanishes ends a loan, and it is given back: $line', async (kind) => {
      for (let turn = 0; turn < triesOf(10, 2); turn += 1) {
        // A command that reads the terminal can end by itself first.
        const terminal = await lent(kind.line, 'exec sleep 60');
        terminal.vanish();
        expect([await terminal.exited, await terminal.killedBy]).toEqual([hangUp, 0]);
        expect(await kind.isBack()).toBe(true);
      }
    });

    test('a command that outlives its terminal keeps what was lent to it until it ends', async () => {
      const [kind] = kinds;
      const terminal = await lent(
        kind.line,
        "trap '' HUP; touch ready; until [ -e go ]; do sleep 0.05; done; touch done",
      );
      terminal.vanish();
      hangUpNow(terminal);
      await expect.poll(() => readFileSync(join(terminal.folder, 'ready'), 'utf8')).toBe('');
      expect(await kind.isBack()).toBe(false);
      writeFileSync(join(terminal.folder, 'go'), '');
      expect(await terminal.killedBy).toBe(0);
      expect(readFileSync(join(terminal.folder, 'done'), 'utf8')).toBe('');
      expect(await kind.isBack()).toBe(true);
    });
  },
);
