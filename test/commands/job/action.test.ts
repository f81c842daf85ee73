/** Tests actions at servers that the sandbox does not play, terminals, and every way to fail. */
import type { Socket } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { eventually } from '../../support/job-files.ts';
import { fakeServer } from '../../support/fake-server.ts';
import type { CliOptions, CliResult } from '../../support/run-cli.ts';
import { runCli } from '../../support/run-cli.ts';
import { smallServer } from '../../support/small-server.ts';

const allocation = '82c00d2c-5d86-7155-9b91-b87575099713';

/** Runs `fail` in its only allocation against a server that handles the stream with `accept`. */
const against = async (
  accept: (socket: WebSocket, connection: Socket) => void,
  options: CliOptions = {},
  flags: readonly string[] = [],
): Promise<CliResult> => {
  const { http, origin } = await fakeServer(() => ({ status: 404 }));
  const server = new WebSocketServer({ server: http });
  server.on('connection', (socket, request) => accept(socket, request.socket));
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
  });
  return runCli(['job', 'action', 'web', 'fail', '--alloc-id', allocation, '--task', 'server', ...flags], {
    ...options,
    env: {
      TRIVET_JOBS_URL: origin,
      TRIVET_JOBS_PRODUCT: 'nomad',
      TRIVET_JOBS_TOKEN: 'the-token',
    },
  });
};

const exited = JSON.stringify({ exited: true, result: { exit_code: 4 } });

/** What an action may send to take over a terminal: the clipboard, a title, a cleared screen. */
const takeOver = '\u001b]52;c;aGk=\u0007\u001b]0;mine\u0007\u001b[2J';

const taking = (flags: readonly string[], options: CliOptions): Promise<CliResult> =>
  against(
    (socket) => {
      const data = Buffer.from(takeOver).toString('base64');
      socket.send(JSON.stringify({ stdout: { data } }));
      socket.send(JSON.stringify({ stderr: { data } }));
      socket.send(exited);
    },
    options,
    flags,
  );

test('on a terminal control characters of an action are shown, and take effect only with --tty', async () => {
  const shown = await taking([], { tty: true });
  expect(shown.stdout + shown.stderr).not.toContain('\u001b');
  expect(shown.stdout).toContain(String.raw`\u{1b}]52;c;`);
  expect(shown.stderr).toContain(String.raw`\u{1b}[2J`);
  expect((await taking(['--tty'], { tty: true, stdin: '' })).stdout).toContain(takeOver);
  expect((await taking([], {})).stdout).toBe(takeOver);
});

test.each<[string, (socket: WebSocket, connection: Socket) => void, RegExp]>([
  [
    'a reset in the middle of the stream',
    (_, connection) => connection.destroy(),
    /result of the action is unknown/,
  ],
  ['a close 1000 without an exit frame', (socket) => socket.close(1000), /without an exit code/],
  [
    'a close with a reason',
    (socket) => socket.close(1008, 'action fail not found in task server'),
    /action fail not found/,
  ],
  ['a close with a code of its own', (socket) => socket.close(4001, 'restarting'), /restarting/],
  ['a frame that is not JSON', (socket) => socket.send('nope'), /not JSON/],
  ['a frame that is a list', (socket) => socket.send('[]'), /not an object/],
  ['output that is not base64', (socket) => socket.send('{"stdout":{"data":"a*b"}}'), /not base64/],
  [
    'an exit code that is text',
    (socket) => socket.send('{"exited":true,"result":{"exit_code":"3"}}'),
    /exited with "3"/,
  ],
  [
    'an exit code that is huge',
    (socket) => socket.send('{"exited":true,"result":{"exit_code":99999999999999999999}}'),
    /exited with 99999999999999999999/,
  ],
  [
    'an exit code that means unknown',
    (socket) => socket.send('{"exited":true,"result":{"exit_code":-1}}'),
    /exited with -1/,
  ],
  [
    'a frame above the limit',
    (socket) => socket.send(`{"stdout":{"data":"${'A'.repeat(2 << 20)}"}}`),
    /1 MiB/,
  ],
])('%s is exit 125 with an unknown or refused result', async (_name, accept, message) => {
  const result = await against(accept);
  expect(result.code).toBe(125);
  expect(result.stderr).toMatch(message);
  expect(result.stderr).not.toContain('the-token');
});

test('output after the exit frame is not written, and only the first exit frame counts', async () => {
  const result = await against((socket) => {
    socket.send(JSON.stringify({ stdout: { data: Buffer.from('a').toString('base64') } }));
    socket.send('{}');
    socket.send('{"something":"new"}');
    socket.send(exited);
    socket.send(JSON.stringify({ stdout: { data: Buffer.from('b').toString('base64') } }));
    socket.send(JSON.stringify({ exited: true, result: {} }));
  });
  expect(result).toMatchObject({ code: 4, stdout: 'a' });
});

test('a server that never closes the stream does not block trivet', async () => {
  expect((await against((socket) => socket.send(exited))).code).toBe(4);
});

test('bytes are passed on unchanged, wherever frames divide them', async () => {
  const bytes = Buffer.from('grüß-€\u0000\u001b[31m', 'utf8');
  const result = await against((socket) => {
    for (const byte of bytes)
      socket.send(JSON.stringify({ stdout: { data: Buffer.from([byte]).toString('base64') } }));
    socket.send(exited);
  });
  expect(result.bytes.equals(bytes)).toBe(true);
});

test('a slow reader slows the stream down: trivet reads no more than can be written', async () => {
  const block = JSON.stringify({ stdout: { data: Buffer.alloc(48 * 1024, 'x').toString('base64') } });
  let taken = 0;
  let waiting: (() => void) | undefined;
  const stdout = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => {
      taken += chunk.length;
      waiting = done;
    },
  });
  let sent = 0;
  const running = against(
    (socket) => {
      for (let index = 0; index < 2000; index += 1) socket.send(block, () => (sent += 1));
      socket.send(exited);
    },
    { io: { stdout } },
  );
  const first = await eventually(
    () => Promise.resolve(taken),
    (bytes) => bytes > 0,
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  // Meanwhile nothing was buffered for the reader, and the server could not send all of its 96 MB.
  expect(taken).toBe(first);
  expect(sent).toBeLessThan(2000);
  const pump = setInterval(() => {
    const done = waiting;
    waiting = undefined;
    done?.();
  }, 0);
  const result = await running;
  clearInterval(pump);
  expect(result.code).toBe(4);
  expect(taken).toBe(2000 * 48 * 1024);
});

test.each([
  [401, /does not accept the token|denied/],
  [403, /denied/],
  [302, /redirect/],
  [200, /200/],
  [500, /websocket/],
])('an upgrade that gets status %i is reported, and that nothing was run', async (status, message) => {
  const { env } = await smallServer(() => ({
    status,
    body: 'websocket connection not found in context',
    headers: { location: 'http://elsewhere/' },
  }));
  const result = await runCli(
    ['job', 'action', 'web', 'fail', '--alloc-id', allocation, '--task', 'server'],
    { env },
  );
  expect(result.code).toBe(125);
  expect(result.stderr).toMatch(message);
  expect(result.stderr).toMatch(/\n {2}Nothing was changed\.\n$/);
});

test.each([502, 504])('an upgrade that a gateway ends with %i may have begun the action', async (status) => {
  const { env } = await smallServer(({ path }) =>
    path.endsWith('/action') ? { status, body: 'Bad Gateway' } : { status: 404 },
  );
  const result = await runCli(
    ['job', 'action', 'web', 'fail', '--alloc-id', allocation, '--task', 'server'],
    { env },
  );
  expect(result.code).toBe(125);
  expect(result.stderr).toContain('Bad Gateway');
  expect(result.stderr).toMatch(/\n {2}It is not known whether the change was made\.\n$/);
});

test('a refused connection is exit 125: nothing was run', async () => {
  const result = await runCli(
    ['job', 'action', 'web', 'fail', '--alloc-id', allocation, '--task', 'server'],
    {
      env: { TRIVET_JOBS_URL: 'http://127.0.0.1:9', TRIVET_JOBS_PRODUCT: 'nomad' },
    },
  );
  expect(result.code).toBe(125);
  expect(result.stderr).toMatch(/\n {2}Nothing was sent\.\n$/);
});

test.each([
  ['no address', {}, ''],
  ['a token that is empty', { TRIVET_JOBS_URL: 'http://127.0.0.1:9', TRIVET_JOBS_TOKEN: '' }, ''],
  ['no CA file', { TRIVET_JOBS_URL: 'https://127.0.0.1:9' }, '--ca-file /dev/null/ca.pem'],
  ['no folder', { TRIVET_JOBS_URL: 'http://127.0.0.1:9' }, '--out /dev/null/out'],
])('%s is exit 125, because 3 could be the exit code of the action', async (_name, env, flags) => {
  const { code, stderr } = await runCli(
    ['job', 'action', 'web', 'fail', ...flags.split(' ').filter(Boolean)],
    {
      env,
    },
  );
  expect([code, stderr]).toEqual([125, expect.stringMatching(/^trivet: .+/)]);
  const list = await runCli(['job', 'list', ...flags.split(' ').filter(Boolean)], { env });
  expect(list.code).toBe(3);
});

test('--timeout ends an action that keeps running', async () => {
  const result = await against(() => undefined, {}, ['--timeout', '300ms']);
  expect(result.code).toBe(125);
  expect(result.stderr).toMatch(
    /might still be running\.[^]*\n {2}It is not known whether the change was made\.\n$/,
  );
});

test('the terminal is raw while the action runs, and a signal restores it', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const raw: boolean[] = [];
  Object.assign(stdin, { setRawMode: (on: boolean) => raw.push(on) });
  let deliver: (number: number) => void = () => undefined;
  const result = await against(
    () => setTimeout(() => deliver(15), 50),
    { io: { stdin }, onStart: (signal) => (deliver = signal) },
    ['--tty'],
  );
  expect(result.code).toBe(143);
  expect(raw).toEqual([true, false]);
});

test('without --tty a terminal is not read, and the input is closed at once', async () => {
  const frames: string[] = [];
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const result = await against(
    (socket) => {
      socket.on('message', (data) => {
        frames.push(Buffer.isBuffer(data) ? data.toString('utf8') : '');
        socket.send(exited);
      });
    },
    { io: { stdin } },
  );
  expect(result.code).toBe(4);
  expect(frames).toEqual(['{"stdin":{"close":true}}']);
});

test('output that cannot be written is exit 125, and the error has the exit code of the action', async () => {
  const stdout = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('full'), { code: 'ENOSPC' })),
  });
  const result = await against(
    (socket) => {
      socket.send(JSON.stringify({ stdout: { data: 'YQ==' } }));
      socket.send(exited);
    },
    { io: { stdout } },
  );
  expect(result.code).toBe(125);
  expect(result.stderr).toContain('no space left');
});
