/** Tests what a person is asked for on a terminal when an argument is missing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { missing } from '../support/pty.ts';
import { launcher } from '../support/program.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';
import type { Screen } from '../support/screen.ts';
import { openScreen } from '../support/screen.ts';

const { sandbox, requests, clear, trivet } = useSandbox();
const why = missing('sh');

let home = '';
let open: Screen | undefined;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trivet-picker-'));
  clear();
});
afterEach(async () => {
  await open?.close();
  open = undefined;
  rmSync(home, { recursive: true, force: true });
});

const start = (argv: readonly string[], env: Readonly<Record<string, string>> = {}): Screen => {
  const inherited = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    TERM: 'xterm-256color',
  };
  open = openScreen(launcher, argv, {
    cwd: home,
    cols: 120,
    rows: 24,
    env: { ...inherited, HOME: home, ...environmentOf(sandbox()), ...env },
  });
  return open;
};
/** Keys that arrive before this line says what they do were typed before the list, and are dropped. */
const takesKeys = /Enter picks/;
const changes = (): readonly string[] =>
  requests()
    .filter(({ method }) => method !== 'GET' && method !== 'LIST')
    .map(({ path }) => path);

describe.skipIf(why !== undefined)(
  `a missing argument${why === undefined ? '' : ` (skipped: ${why})`}`,
  () => {
    test('unlock offers what is locked with holder and reason, finds it by letters, and shows the line', async () => {
      const screen = start(['workspace', 'unlock']);
      await screen.until(/Which workspace\?[\s\S]*dns-prod +.*mia\.tanaka/);
      expect(screen.text()).not.toContain('network-prod');
      await screen.until(takesKeys);
      screen.type('dnsprod');
      await screen.until(/1 of 4/);
      screen.type('\r');
      await screen.exited;
      expect(screen.text()).toMatch(/\$ trivet workspace unlock dns-prod/);
      expect(changes()).toHaveLength(1);
    });

    test('pasted text narrows the list and takes nothing', async () => {
      const screen = start(['workspace', 'unlock']);
      await screen.until(/Which workspace/);
      await screen.until(takesKeys);
      screen.type('\u001b[200~dnsprod\r\u001b[201~');
      await screen.until(/> dnsprod_ +1 of 4/);
      screen.type('\u001b');
      expect(await screen.exited).toBe(130);
      expect(changes()).toEqual([]);
    });

    test('Escape sends nothing', async () => {
      const screen = start(['workspace', 'unlock']);
      await screen.until(/Which workspace/);
      await screen.until(takesKeys);
      screen.type('\u001b');
      expect(await screen.exited).toBe(130);
      expect(screen.text()).toContain('Nothing was changed.');
      expect(changes()).toEqual([]);
    });

    test('keys that were typed before the list answer nothing', async () => {
      const screen = start(['workspace', 'force-unlock']);
      screen.type('\r\r\r');
      await screen.until(/Which workspace/);
      await screen.until(takesKeys);
      expect(screen.text()).toMatch(/Which workspace/);
      screen.type('\u001b');
      expect(await screen.exited).toBe(130);
      expect(changes()).toEqual([]);
    });

    test('revert asks for the job, then for its version', async () => {
      const screen = start(['job', 'revert']);
      await screen.until(/Which job\?/);
      await screen.until(takesKeys);
      screen.type('web\r');
      await screen.until(/Which version\? trivet job revert web/);
      await screen.until(/SUBMITTED/);
      await screen.until(takesKeys);
      screen.type('\u001b');
      expect(await screen.exited).toBe(130);
      expect(changes()).toEqual([]);
    });

    test('an action of a job and a library set are offered, too', async () => {
      const action = start(['job', 'action', 'web']);
      expect(await action.until(/Which action\?/)).toContain('trivet job action web');
      await action.close();
      const set = start(['ldap', 'library', 'check-in']);
      await set.until(/Which [\w-]+\? trivet ldap library check-in/);
      expect(await set.until(/team/)).toContain('team');
      await set.close();
    });

    test('what the token holds itself comes first, and is marked', async () => {
      const screen = start(['workspace', 'unlock']);
      const text = await screen.until(/\* yours/);
      expect(text.split('\n')[2]).toMatch(/^>\* {2}data-pipeline-prod +.*owner/);
      expect(text.match(/^.\* /gm)).toHaveLength(1);
      await screen.until(takesKeys);
      screen.type('\u001b');
      await screen.exited;
    });

    test('check-in asks for the set, then for an account that somebody has', async () => {
      expect((await trivet('ldap library check-out team-a -o json')).code).toBe(0);
      clear();
      const screen = start(['ldap', 'library', 'check-in', 'team-a']);
      const shown = await screen.until(/Which [\w-]+\? trivet ldap library check-in team-a/);
      expect(shown).not.toMatch(/^.. {2}[\w-]+ +yes/m);
      await screen.until(takesKeys);
      screen.type('\r');
      expect(await screen.exited).toBe(0);
      expect(screen.text()).toMatch(/\$ trivet ldap library check-in team-a [\w-]+/);
      expect(changes()).toHaveLength(1);
    });

    test('a token that may not list types the name, and sees why there is no list', async () => {
      const screen = start(['job', 'revert'], { TRIVET_JOBS_TOKEN: 'nobody' });
      await screen.until(/Which job\?[\s\S]*the list could not be read: .*; type the value/);
      await screen.until(takesKeys);
      screen.type('web\r');
      await screen.until(/Which version\? trivet job revert web[\s\S]*the list could not be read/);
      await screen.until(takesKeys);
      screen.type('\u001b');
      expect(await screen.exited).toBe(130);
      expect(changes()).toEqual([]);
    });

    test('undo and changes ask for a receipt, profile use for a profile, and a closed list of words is offered', async () => {
      const config = { TRIVET_CONFIG_DIR: join(home, 'config'), TRIVET_STATE_DIR: join(home, 'state') };
      expect((await trivet('workspace lock network-dev', { env: config })).code).toBe(0);
      expect((await trivet('workspace unlock network-dev', { env: config })).code).toBe(0);
      expect(
        (
          await trivet('profile set staging --jobs-url http://127.0.0.1:9 --jobs-product nomad', {
            env: config,
          })
        ).code,
      ).toBe(0);
      const cases = [
        [['changes', 'show'], /Which id\?[\s\S]*workspace lock/, /network-dev/],
        [['undo'], /Which id\?[\s\S]*workspace unlock/, undefined],
        [['profile', 'use'], /Which name\?[\s\S]*staging/, /staging is now the current one/],
        [['completion'], /Which shell\?[\s\S]*zsh/, /trivet/],
      ] as const;
      for (const [argv, question, then] of cases) {
        const screen = start(argv, config);
        await screen.until(question);
        await screen.until(takesKeys);
        screen.type(then === undefined ? '\u001b' : '\r');
        const exit = await screen.exited;
        expect([argv, exit]).toEqual([argv, then === undefined ? 130 : 0]);
        if (then !== undefined) expect(screen.raw()).toMatch(then);
        await screen.close();
      }
    });

    test('undo offers the latest change first, also where an older one is open', async () => {
      const config = { TRIVET_CONFIG_DIR: join(home, 'config'), TRIVET_STATE_DIR: join(home, 'state') };
      const open = await trivet('workspace lock - --reason x --yes', {
        env: config,
        stdin: 'dns-dev\nno-such-workspace\n',
      });
      expect(open.code).toBe(10);
      expect((await trivet('workspace unlock dns-dev', { env: config })).code).toBe(0);
      const screen = start(['undo'], config);
      const text = await screen.until(/Which id\?[\s\S]*workspace unlock[\s\S]* open/);
      expect(text.indexOf('workspace unlock')).toBeLessThan(text.indexOf('workspace lock'));
      await screen.until(takesKeys);
      screen.type('\u001b');
      await screen.exited;
    });

    test.each([
      ['--no-input', ['workspace', 'unlock', '--no-input'], {}],
      ['CI', ['workspace', 'unlock'], { CI: '1' }],
      ['a server that is down', ['job', 'revert'], { TRIVET_JOBS_URL: 'http://127.0.0.1:9' }],
      ['a further argument without a list', ['job', 'update'], {}],
      ['-q', ['workspace', 'unlock', '-q'], {}],
    ])('nobody is asked with %s', async (_, argv, env) => {
      const screen = start(argv, env);
      expect(await screen.until(/Nothing was sent/)).toContain('is missing');
      expect(await screen.exited).toBe(2);
    });
  },
);

test('without a terminal a missing argument is an error', async () => {
  const { code, stderr } = await trivet('workspace unlock');
  expect([code, stderr]).toEqual([2, expect.stringContaining('is missing')]);
});
