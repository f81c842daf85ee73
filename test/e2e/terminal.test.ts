/** Tests bin/trivet on a real terminal: colour, questions, a prompt without echo. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { make } from '../commands/pki/authority-maker.ts';
import { useServers } from '../support/counting-server.ts';
import { missing, openTerminal } from '../support/pty.ts';
import type { Terminal } from '../support/pty.ts';
import { launcher } from '../support/program.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const { sandbox, requests, clear } = useSandbox();
const serve = useServers();
const why = missing('bash');

let home = '';
let open: Terminal | undefined;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trivet-terminal-'));
  clear();
});
afterEach(async () => {
  await open?.close();
  open = undefined;
  rmSync(home, { recursive: true, force: true });
});

const start = (
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, string>> = environmentOf(sandbox()),
): Terminal => {
  const inherited = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    TERM: 'xterm-256color',
  };
  open = openTerminal(launcher, argv, {
    cwd: home,
    env: { ...inherited, HOME: home, ...settings, ...env },
  });
  return open;
};

describe.skipIf(why !== undefined)(`on a terminal${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
  test('a list is a table with a header and colour, cut to the width', async () => {
    // Quiet, because a slow machine would show the spinner and erase it.
    const terminal = start(['workspace', 'list', '--limit', '5', '-q']);
    expect(await terminal.exited).toBe(0);
    expect(terminal.raw()).toContain('\u001b[');
    const lines = terminal.screen().trim().split(/\r?\n/);
    expect(lines[0]).toMatch(/name/i);
    expect(lines).toHaveLength(6);
    for (const line of lines) expect(line).toMatch(/^.{0,100}$/);
  });

  test('NO_COLOR turns colour off', async () => {
    const terminal = start(['workspace', 'list', '--limit', '5'], { NO_COLOR: '1' });
    expect(await terminal.exited).toBe(0);
    expect(terminal.raw()).not.toContain('\u001b[1m');
    expect(terminal.raw()).not.toMatch(new RegExp(String.raw`\u001b\[3\dm`));
  });

  test('a session of jobs that the server ended early is begun again, and the command goes on', async () => {
    const { origin, token, urls } = sandbox();
    const session = {
      method: 'jwt ci',
      user: 'ci',
      since: new Date(Date.now() - 60_000).toISOString(),
      expires: new Date(Date.now() + 3_600_000).toISOString(),
      renewable: false,
      again: { method: 'github' },
    };
    const ended = { kind: 'stored', value: '0b1ee3c5-0dbb-4f4c-8a6e-5b1f6a5f0f0e', session };
    const jobs = { url: urls.jobs, product: 'generic', token: ended };
    writeFileSync(
      join(home, 'profiles.json'),
      JSON.stringify({ version: 1, current: 'p', profiles: { p: { jobs } } }),
      { mode: 0o600 },
    );
    const env = {
      TRIVET_CONFIG_DIR: home,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/identity/token`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: token,
    };
    const terminal = start(['job', 'list', '--limit', '3', '-q'], env, {});
    await terminal.until(/ci, jwt ci\) is not accepted by the server\. Log in again\? \[y\/N\]/);
    terminal.type('y\r');
    await terminal.until(/running/);
    expect(await terminal.exited).toBe(0);
  });

  test('a question that is answered with no sends nothing', async () => {
    const terminal = start(['workspace', 'delete', 'billing-dev']);
    await terminal.until(/\[y\/N\]/);
    expect(requests().filter(({ method }) => method !== 'GET')).toEqual([]);
    terminal.type('n\r');
    await terminal.until(/Nothing was changed\./);
    expect(await terminal.exited).toBe(2);
    expect(requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test.each(['y', 'y\r'])('a question is not answered by %j that was typed before it', async (early) => {
    const terminal = start(['workspace', 'delete', 'billing-dev']);
    terminal.type(early);
    await terminal.until(/\[y\/N\]/);
    terminal.type('\r');
    expect(await terminal.exited).toBe(2);
    expect(requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('a question that is answered with yes makes the change', async () => {
    const terminal = start(['workspace', 'force-unlock', 'demo/billing-dev']);
    await terminal.until(/\[y\/N\]/);
    terminal.type('y\r');
    // The workspace is not locked: the server was asked, and its reply says so.
    expect(await terminal.exited).toBe(6);
    expect(requests().at(-1)?.path).toContain('/actions/force-unlock');
  });

  test.each([
    ['job', 'wait', 'api'],
    ['pki', 'tidy', '--tidy-cert-store', '--wait'],
  ])('%s %s draws a single line while it waits', async (...argv) => {
    let started = 'earlier';
    const server = await serve((request, response) => {
      const at = new URL(request.url ?? '', 'http://x').pathname;
      if (at.endsWith('/tidy')) started = 'now';
      // Slower than the delay before a spinner appears.
      setTimeout(() => {
        const wrapped = at.endsWith('/tidy-status')
          ? { data: { state: 'Finished', time_started: started } }
          : { data: {} };
        response.writeHead(200, { 'content-type': 'application/json', 'x-nomad-index': '1' });
        response.end(JSON.stringify(at.startsWith('/v1/job') ? [] : wrapped));
      }, 700);
    });
    const terminal = start([...argv, '--timeout', '20s'], {
      TRIVET_JOBS_URL: server.origin,
      TRIVET_SECRETS_URL: `${server.origin}/v1`,
      TRIVET_JOBS_PRODUCT: 'generic',
      TRIVET_SECRETS_PRODUCT: 'generic',
    });
    await terminal.exited;
    expect(terminal.screen()).not.toContain('[ora]');
  });

  test('pki inventory counts the certificates that it has read, and erases the line', async () => {
    const { pem } = await make({ name: 'www.example.com' });
    const server = await serve((request, response) => {
      const keys = Array.from({ length: 20 }, (_, index) => `0${index.toString(16).padStart(2, '0')}:01`);
      const list = request.url?.includes('/certs') === true;
      const data = list ? { keys } : { certificate: pem, revocation_time: 0 };
      setTimeout(
        () => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ data }));
        },
        list ? 0 : 150,
      );
    });
    const terminal = start(['pki', 'inventory', '--parallel', '1'], {
      TRIVET_CONFIG_DIR: home,
      TRIVET_SECRETS_URL: `${server.origin}/v1`,
      TRIVET_SECRETS_PRODUCT: 'openbao',
    });
    await terminal.until(/Reading certificates of pki \[#+-*\] +\d+% \d+\/20/);
    expect(await terminal.exited).toBe(0);
    const raw = terminal.raw();
    expect(raw).toContain('DAYS LEFT');
    // The line is erased before the table begins, and not drawn again.
    const between = raw.slice(raw.lastIndexOf('/20'), raw.indexOf('SERIAL'));
    expect(between).toMatch(new RegExp(String.raw`\u001b\[[012]?K`));
    expect(raw.lastIndexOf('Reading certificates')).toBeLessThan(raw.indexOf('SERIAL'));
  });

  test('Ctrl-C at a question exits 130 and sends nothing', async () => {
    const terminal = start(['workspace', 'delete', 'billing-dev']);
    await terminal.until(/\[y\/N\]/);
    terminal.type('\u0003');
    await terminal.until(/^trivet: interrupted at the prompt$/m);
    expect(await terminal.exited).toBe(130);
    expect(requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('a change that cannot be undone asks for the name, and --yes does not replace it', async () => {
    const terminal = start(['workspace', 'force-delete', 'demo/billing-dev', '--yes']);
    await terminal.until(/Type \S+ to confirm/);
    terminal.type('billing\r');
    expect(await terminal.exited).toBe(2);
    expect(requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('what would be lost is shown above the question, which is the last line', async () => {
    const terminal = start(['pki', 'root', 'delete']);
    await terminal.until(/Type pki to confirm: $/);
    expect(terminal.screen()).toMatch(
      /the CA of pki: CN=.*\r?\n\d+ stored certificates? could no longer be revoked\r?\nThis destroys/,
    );
    terminal.type('no\r');
    expect(await terminal.exited).toBe(2);
    expect(requests().filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  test('the prompt of auth login does not show what is typed', async () => {
    const config = { TRIVET_CONFIG_DIR: join(home, 'config') };
    const setUp = start(['profile', 'set', 'p', '--jobs-url', 'http://127.0.0.1:9'], config);
    expect(await setUp.exited).toBe(0);
    const terminal = start(['auth', 'login', 'jobs'], config);
    await terminal.until(/Token for jobs: /);
    terminal.type('hush-hushX\u007f-token\r');
    expect(await terminal.exited).toBe(0);
    expect(terminal.raw()).not.toContain('hush');
    expect(terminal.raw()).not.toContain('token\r');
    expect(readFileSync(join(home, 'config', 'profiles.json'), 'utf8')).toContain('"hush-hush-token"');
  });

  test('Ctrl-C at the prompt exits 130 and stores nothing', async () => {
    const config = { TRIVET_CONFIG_DIR: join(home, 'config') };
    await start(['profile', 'set', 'p', '--jobs-url', 'https://j.example'], config).exited;
    const terminal = start(['auth', 'login', 'jobs'], config);
    await terminal.until(/Token for jobs: /);
    terminal.type('hush\u0003');
    expect(await terminal.exited).toBe(130);
    expect(readFileSync(join(home, 'config', 'profiles.json'), 'utf8')).not.toContain('hush');
  });

  test('a spinner appears while a server is slow, is erased, and the cursor is shown again', async () => {
    const server = await serve((_, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'), 700);
    });
    const terminal = start(['job', 'list'], { TRIVET_JOBS_URL: server.origin });
    await terminal.until(/Listing jobs/);
    expect(await terminal.exited).toBe(0);
    const hidden = terminal.raw().lastIndexOf('\u001b[?25l');
    expect(terminal.raw().lastIndexOf('\u001b[?25h')).toBeGreaterThan(hidden);
  });
});
