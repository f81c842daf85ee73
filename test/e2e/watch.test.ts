/** Tests `trivet watch` on an emulated terminal: what a person sees, and the terminal afterwards. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { missing } from '../support/pty.ts';
import { startFakeServer } from '../support/fake-server.ts';
import { executable, launcher } from '../support/program.ts';
import { runCli } from '../support/run-cli.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';
import type { Screen } from '../support/screen.ts';
import { openScreen } from '../support/screen.ts';

const { sandbox, trivet, requests, clear } = useSandbox();
const why = missing('sh');

let home = '';
let open: Screen | undefined;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trivet-watch-'));
});
afterEach(async () => {
  await open?.close();
  open = undefined;
  rmSync(home, { recursive: true, force: true });
});

interface How {
  readonly cols?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Variables that are not there. */
  readonly unset?: RegExp;
  /** Words of a shell in place of the program. */
  readonly script?: string;
}

const start = (argv: readonly string[], { script, env, unset, ...size }: How = {}): Screen => {
  const inherited = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    TERM: 'xterm-256color',
  };
  const [program, words] = script === undefined ? [launcher, argv] : ['/bin/sh', ['-c', script]];
  const services = Object.entries(environmentOf(sandbox())).filter(([name]) => unset?.test(name) !== true);
  open = openScreen(program, words, {
    cwd: home,
    ...size,
    env: { ...inherited, HOME: home, TRIVET: launcher, ...Object.fromEntries(services), ...env },
  });
  return open;
};

/** The shell around it prints the settings of the terminal before and after. */
const around = (command: string): string => `stty -g; ${command}; echo "exit $?"; stty -g; echo end`;
const settings = (text: string): readonly string[] => text.match(/^[0-9a-f]+(?::[0-9a-f]+){5,}$/gm) ?? [];

describe.skipIf(why !== undefined)(`watch${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
  test('runs a command of the object, which asks its own question', async () => {
    const screen = start(['watch', 'job', 'api'], { cols: 120, rows: 40 });
    await screen.until(/type +service/);
    clear();
    screen.type('R');
    await screen.until(/\$ trivet job restart api_$/m);
    screen.type('\r');
    await screen.until(/Restart job api\?.*\[y\/N\]/);
    expect(screen.alternate()).toBe(false);
    screen.type('n\r');
    await screen.until(/Nothing was changed\.\s+\[exit 2\] Press a key/);
    expect(requests().filter(({ method }) => method !== 'GET' && method !== 'LIST')).toEqual([]);
    screen.type(' ');
    await screen.until(/type +service/);
    screen.type('q');
    expect(await screen.exited).toBe(0);
  });

  test('shows what hurts, opens an object, runs a command of it, and leaves the terminal as it was', async () => {
    const screen = start([], { cols: 200, rows: 40, script: around('"$TRIVET" watch') });
    await screen.until(/! .*broken/);
    await screen.until(/dns-prod +demo +locked/);
    expect(screen.alternate()).toBe(true);
    screen.type('/name=broken\r');
    await screen.until(/where name=broken +1 row /);
    screen.type('\r');
    await screen.until(/\[1 now\][\s\S]*type +batch/);
    screen.type('R');
    await screen.until(/\$ trivet job restart broken --namespace default_$/m);
    clear();
    screen.type('\r');
    await screen.until(/no running allocation to restart[\s\S]*\[exit 6\] Press a key/);
    expect(screen.alternate()).toBe(false);
    expect(requests().filter(({ method }) => method !== 'GET' && method !== 'LIST')).toEqual([]);
    screen.type(' ');
    await screen.until(/\[1 now\]/);
    screen.type('q');
    await screen.until(/^end$/m);
    expect(screen.alternate()).toBe(false);
    const [before, after] = settings(screen.text());
    expect(screen.text()).toContain('exit 0');
    expect([before, after]).toEqual([before, before]);
    // The cursor is shown again, and lines break again.
    expect(screen.raw().lastIndexOf('\u001b[?25h')).toBeGreaterThan(screen.raw().lastIndexOf('\u001b[?25l'));
    expect(screen.raw().lastIndexOf('\u001b[?7h')).toBeGreaterThan(screen.raw().lastIndexOf('\u001b[?7l'));
  });

  test.each([
    [80, 24],
    [40, 12],
    [200, 60],
  ])(
    'fits a terminal of %i columns and %i lines, without colour, and follows a new size',
    async (cols, rows) => {
      const screen = start(['watch'], { cols, rows, env: { NO_COLOR: '1' } });
      await screen.until(/broken/);
      expect(screen.lines()).toHaveLength(rows);
      expect(screen.lines().at(-1)).toMatch(/^Enter open/);
      expect(screen.lines().at(-1)).not.toContain('…');
      expect(screen.text()).toMatch(/^>! /m);
      expect(screen.raw()).not.toMatch(new RegExp(String.raw`\u001b\[(?:1|2|3\d)m`));
      screen.resize(60, 18);
      await screen.until(
        (text) => screen.lines().length === 18 && /\nEnter open/.test(text) && /broken/.test(text),
      );
      screen.type('q');
      expect(await screen.exited).toBe(0);
    },
  );

  test.each([
    ['Ctrl-C', '\u0003', 130],
    ['q', 'q', 0],
  ])('%s ends it', async (_, key, exit) => {
    const screen = start(['watch']);
    await screen.until(/Enter open/);
    screen.type(key);
    expect(await screen.exited).toBe(exit);
    expect(screen.alternate()).toBe(false);
  });

  test('a signal ends it, and the terminal is as it was', async () => {
    const screen = start(['watch']);
    await screen.until(/Enter open/);
    process.kill(screen.pid(), 'SIGTERM');
    expect(await screen.exited).toBe(143);
    expect(screen.alternate()).toBe(false);
  });

  test('Ctrl-Z gives the terminal to the shell, and fg draws the screen again', async () => {
    const screen = start([], {
      cols: 200,
      rows: 40,
      script: `set -m; ${around('"$TRIVET" watch; echo stopped; stty -g; fg')}`,
    });
    await screen.until(/Enter open/);
    screen.type('\u001a');
    await screen.until((text) => /^>. /m.test(text) && screen.raw().includes('stopped'));
    expect(screen.alternate()).toBe(true);
    const words = screen.raw();
    expect(words.slice(words.indexOf('stopped'))).toContain('\u001b[?1049h');
    screen.type('q');
    await screen.until(/^end$/m);
    expect(screen.text()).toContain('exit 0');
    const [before, ...after] = settings(screen.text());
    expect(after).toEqual([before, before]);
  });

  test('pasted text runs no key', async () => {
    const screen = start(['watch'], { cols: 200, rows: 40 });
    await screen.until(/R restart/);
    clear();
    screen.type('\u001b[200~R\ry\rq\u001b[201~');
    await screen.until(/pasted text is not read as keys/);
    screen.type('/');
    await screen.until(/^\/_$/m);
    screen.type('\u001b[200~name=broken\r\u001b[201~');
    await screen.until(/^\/name=broken_$/m);
    screen.type('\r');
    await screen.until(/where name=broken +1 row /);
    expect(requests().filter(({ method }) => method !== 'GET' && method !== 'LIST')).toEqual([]);
    screen.type('q');
    expect(await screen.exited).toBe(0);
  });

  test.each([
    ['an error that nobody caught', 'throw new Error("crashed")'],
    ['a rejection that nobody caught', 'Promise.reject(new Error("crashed"))'],
  ])('%s leaves the terminal as it was', async (_, crash) => {
    const pid = join(home, 'pid');
    writeFileSync(
      join(home, 'crash.cjs'),
      `require('node:fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid));
       process.on('SIGUSR2', () => { ${crash}; });`,
    );
    const preload = join(home, 'crash.cjs');
    const screen = start([], {
      cols: 200,
      rows: 60,
      env:
        executable === undefined
          ? { NODE_OPTIONS: `--require ${preload}` }
          : { BUN_OPTIONS: `--preload ${preload}` },
      script: around('"$TRIVET" watch'),
    });
    await screen.until(/Enter open/);
    expect(screen.alternate()).toBe(true);
    process.kill(Number(readFileSync(pid, 'utf8')), 'SIGUSR2');
    await screen.until(/^end$/m);
    expect(screen.text()).toContain('crashed');
    expect(screen.text()).not.toMatch(/^exit 0$/m);
    expect(screen.alternate()).toBe(false);
    const [before, after] = settings(screen.text());
    expect([before, after]).toEqual([before, before]);
    expect(screen.raw().lastIndexOf('\u001b[?25h')).toBeGreaterThan(screen.raw().lastIndexOf('\u001b[?25l'));
  });

  test('5,000 objects fill a large screen, answer keys, and the last one is reached with one key', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({
      ID: `job-${String(at).padStart(4, '0')}`,
      Name: `job-${String(at).padStart(4, '0')}`,
      Namespace: 'default',
      Type: 'service',
      Status: at === 4321 ? 'dead' : 'running',
      Priority: 50,
      SubmitTime: 1_795_000_000_000_000_000,
      JobSummary: { Summary: {} },
    }));
    const server = await startFakeServer(({ query }) => {
      if (query['index'] !== undefined) return undefined;
      return { headers: { 'x-nomad-index': '7' }, body: many };
    });
    try {
      const screen = start(['watch', 'job'], {
        cols: 200,
        rows: 60,
        env: { TRIVET_JOBS_URL: server.origin, TRIVET_JOBS_TOKEN: 't', TRIVET_JOBS_PRODUCT: 'nomad' },
      });
      await screen.until(/5000 rows[\s\S]*job-0000/);
      expect(screen.lines()).toHaveLength(60);
      screen.type('G');
      await screen.until(/>\S* +job-4999/);
      screen.type('/ID=job-4321\r');
      await screen.until(/1 row[\s\S]*job-4321 /);
      screen.type('q');
      expect(await screen.exited).toBe(0);
      expect(screen.alternate()).toBe(false);
    } finally {
      await server.close();
    }
  });

  test('a token that may read half shows the other half', async () => {
    const screen = start(['watch'], { cols: 120, env: { TRIVET_JOBS_TOKEN: 'nobody' } });
    await screen.until(/service +jobs +.*denied/);
    await screen.until(/identity-prod/);
    screen.type('q');
    expect(await screen.exited).toBe(0);
  });

  test('a service that is not configured is not waited for', async () => {
    const screen = start(['watch'], {
      cols: 120,
      unset: /SECRETS|WORKSPACES/,
    });
    await screen.until(/rows +(?:just now|\d+ seconds? ago)[\s\S]*broken/);
    expect(screen.text()).not.toContain('no address');
    screen.type('q');
    expect(await screen.exited).toBe(0);
  });

  test('a server that is down is a row, and the others are shown', async () => {
    const screen = start(['watch'], { cols: 120, env: { TRIVET_JOBS_URL: 'http://127.0.0.1:9' } });
    await screen.until(/identity-prod/);
    // It comes first, although nobody knows since when.
    await screen.until(/KIND[^\n]*\n>! +service +jobs +.*unreachable/);
    screen.type('q');
    expect(await screen.exited).toBe(0);
  });
});

/** Runs longer and longer until the lines match, since a busy machine may read late; the exit code. */
const plainly = async (expected: RegExp, env: Readonly<Record<string, string>> = {}): Promise<number> => {
  for (let seconds = 6; ; seconds *= 2) {
    const { code, stdout } = await trivet(`watch --plain --timeout ${seconds}s`, { env });
    if (expected.test(stdout)) return code;
    if (seconds > 100) throw new Error(`no ${String(expected)} in:\n${stdout}`);
  }
};

describe('where the screen cannot be drawn', () => {
  test('a terminal without a cursor is refused in words', async () => {
    const { code, stderr } = await trivet('watch', { env: { TERM: 'dumb' }, tty: true });
    expect([code, stderr]).toEqual([2, expect.stringContaining('TERM is dumb')]);
    expect(stderr).toContain('trivet watch --plain');
  });

  test('a pipe is refused in words, and --plain prints lines', async () => {
    const refused = await trivet('watch');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('trivet watch --plain')]);
    expect(await plainly(/Z jobs: service jobs, kind job, name broken, .*state failed/)).toBe(0);
  });

  test('--plain says that a service hangs', async () => {
    const hanging = await startFakeServer(() => undefined);
    try {
      const both = /identity-prod[\s\S]*Z jobs: no reply since \d{4}-.*Z/;
      expect(await plainly(both, { TRIVET_JOBS_URL: hanging.origin })).toBe(0);
    } finally {
      await hanging.close();
    }
  });

  test.each([
    ['watch', 'nothing is configured'],
    ['watch job', 'no address is configured for the jobs service'],
    ['watch job web', 'no address is configured for the jobs service'],
  ])('%s without a server is refused', async (line, words) => {
    const { code, stderr } = await runCli([...line.split(' '), '--plain'], { env: {} });
    expect([code, stderr]).toEqual([3, expect.stringContaining(words)]);
    expect(stderr).toContain('trivet sandbox exec');
  });

  test('words that are not a kind are refused with the nearest one', async () => {
    const { code, stderr } = await trivet('watch jbo --plain');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean job?')]);
    expect((await trivet('watch allocation --plain')).stderr).toContain('trivet watch job NAME');
  });
});
