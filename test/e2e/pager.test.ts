/** Tests the pager for long output, on a terminal. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { missing, openTerminal } from '../support/pty.ts';
import type { Terminal } from '../support/pty.ts';
import { launcher } from '../support/program.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const { sandbox } = useSandbox();
const why = missing('sh');

let folder = '';
let open: Terminal | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-pager-'));
  // Keeps what it gets, and its environment.
  writeFileSync(join(folder, 'pager'), `#!/bin/sh\nenv > ${folder}/env\ncat > ${folder}/text\necho paged\n`, {
    mode: 0o755,
  });
});
afterEach(async () => {
  await open?.close();
  open = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const start = (
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { rows = 20, cols = 100 }: { readonly rows?: number; readonly cols?: number } = {},
): Terminal => {
  open = openTerminal(launcher, argv, {
    cwd: folder,
    rows,
    cols,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      TERM: 'xterm-256color',
      HOME: folder,
      TRIVET_PAGER: join(folder, 'pager'),
      VAULT_TOKEN: 'secret-of-vault',
      LESSOPEN: '|danger %s',
      ...environmentOf(sandbox()),
      ...env,
    },
  });
  return open;
};
const paged = (): string | undefined => {
  try {
    return readFileSync(join(folder, 'text'), 'utf8');
  } catch {
    return undefined;
  }
};

describe.skipIf(why !== undefined)(`the pager${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
  test('gets what is longer than the screen, in colour, and an environment without tokens', async () => {
    const terminal = start(['workspace', 'list']);
    await terminal.until(/paged/);
    expect(await terminal.exited).toBe(0);
    expect(paged()).toContain('payroll-dev');
    expect(paged()).toContain('\u001b[');
    const env = readFileSync(join(folder, 'env'), 'utf8');
    expect(env).toContain('LESSSECURE=1');
    expect(env).toContain('LESS=FRX');
    expect(env).not.toMatch(/TRIVET_|VAULT_|LESSOPEN/);
    expect(env).not.toContain(sandbox().tokens.owner);
  });

  test('is followed by the note about columns that had no room', async () => {
    const terminal = start(['job', 'list'], {}, { rows: 4, cols: 24 });
    expect(await terminal.exited).toBe(0);
    const words = /not shown: .*STATUS.*; -o wide/;
    expect(paged()).not.toContain('not shown');
    expect(terminal.screen().replaceAll(/\s+/g, ' ')).toMatch(words);
  });

  test.each([
    ['job logs', ['job', 'logs', 'web', '--tail', '200'], /./],
    ['job status', ['job', 'status', 'api'], /Allocations/],
  ])('gets %s, without control characters of the log', async (_, argv, expected) => {
    const terminal = start(argv);
    await terminal.until(/paged/);
    expect(await terminal.exited).toBe(0);
    expect(paged()).toMatch(expected);
  });

  test.each([
    ['a log is followed', ['job', 'logs', 'web', '--follow', '--timeout', '2s']],
    ['a job is watched', ['job', 'status', 'api', '--watch', '--timeout', '2s']],
  ])('is not used where %s', async (_, argv) => {
    const terminal = start(argv);
    expect(await terminal.exited).toBe(0);
    expect(paged()).toBeUndefined();
  });

  test.each([
    ['--no-pager was given', ['workspace', 'list', '--no-pager'], {}],
    ['it fits', ['workspace', 'list', '--limit', '5'], {}],
    ['a CI service runs it', ['workspace', 'list'], { CI: 'true' }],
    ['TRIVET_PAGER is cat', ['workspace', 'list'], { TRIVET_PAGER: 'cat' }],
    ['secrets are shown', ['workspace', 'list', '--reveal'], {}],
    ['the format is for programs', ['workspace', 'list', '-o', 'json'], {}],
    ['it does not exist', ['workspace', 'list'], { TRIVET_PAGER: '/nonexistent/pager' }],
  ])('is not used where %s', async (_, argv, env) => {
    const terminal = start(argv, env);
    await terminal.until(/dns-prod/);
    expect(await terminal.exited).toBe(0);
    expect(paged()).toBeUndefined();
  });
});
