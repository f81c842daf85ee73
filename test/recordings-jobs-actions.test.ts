/** Plays recorded action streams and compares what trivet sends, prints and exits with. */
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { startActionServer } from './support/action-server.ts';
import type { Frame } from './support/action-server.ts';
import { jobRecordings } from './support/job-recordings.ts';
import type { Recording } from './support/replay.ts';
import { runCli } from './support/run-cli.ts';

interface ActionRecording extends Recording {
  readonly frames: readonly Frame[];
  readonly end: string;
}

/** Streams that no command can request, with the reason. */
const impossible: Readonly<Record<string, string>> = {
  'job.action.bad-frame': 'trivet writes the frames',
  'job.action.bad-tty': 'a switch is true or false',
  'job.action.handshake-and-header': 'trivet sends the token in one place only',
  'job.action.handshake-and-other-header': 'trivet sends the token in one place only',
  'job.action.handshake-bad-flag': 'a switch is true or false',
  'job.action.handshake-bad-version': 'trivet writes the frame',
  'job.action.handshake-missing': 'trivet writes the frame',
  'job.action.handshake-no-version': 'trivet writes the frame',
  'job.action.handshake-not-announced': 'announced with the frame',
  'job.action.handshake-not-json': 'trivet writes the frame',
  'job.action.no-action': 'the action is an argument',
  'job.action.no-alloc': 'an allocation is always chosen',
  'job.action.no-task': 'a task is always chosen',
  'job.action.plain-get': 'no WebSocket: test/commands/job/action.test.ts',
  'job.action.plain-post': 'no WebSocket',
  'job.action.short-alloc-id': 'a short ID is looked up',
};

/** Streams that the client ended: by a signal after the first output. */
const interrupted = new Set([
  'job.action.client-closes',
  'job.action.client-drops',
  'job.action.stdin-not-closed',
]);

/** Streams that use the documents' names: Bearer, and alloc_id. */
const documented = new Set(['job.action.bearer', 'job.action.documented-parameter-name']);

const isAction = (recording: Recording): recording is ActionRecording =>
  recording.operation === 'job.action' && 'frames' in recording;

const recordings = [...jobRecordings.values()].filter(
  (recording) => recording.operation === 'job.action' && !(recording.name in impossible),
);

const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (current, key) =>
      typeof current === 'object' && current !== null
        ? Object.entries(current).find(([one]) => one === key)?.[1]
        : undefined,
    value,
  );

/** The recorded bytes of one stream. */
const recordedBytes = (frames: readonly Frame[], dir: Frame['dir'], stream: string): readonly Buffer[] =>
  frames.flatMap((frame) => {
    const data = frame.dir === dir ? at(frame.json, stream, 'data') : undefined;
    return typeof data === 'string' ? [Buffer.from(data, 'base64')] : [];
  });

/** Recorded frames of the client with the token filled in, without heartbeats and closes. */
const recordedClient = (frames: readonly Frame[], token: string): readonly unknown[] =>
  frames
    .filter(({ dir, opcode, json }) => dir === 'client' && opcode === 'text' && JSON.stringify(json) !== '{}')
    .map(({ json }) => JSON.parse(JSON.stringify(json).replace('<token>', token)));

interface Terminal {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  readonly raw: boolean[];
  readonly written: () => Buffer;
}

/** The terminal of the recording: input in its pieces, and a TTY if sizes were sent. */
const terminalOf = ({ frames, name }: ActionRecording, tty: boolean): Terminal => {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const raw: boolean[] = [];
  const chunks: Buffer[] = [];
  const sizes = frames.flatMap(({ dir, json }) => {
    const size = dir === 'client' ? at(json, 'tty_size') : undefined;
    return size === undefined ? [] : [{ rows: at(size, 'height'), columns: at(size, 'width') }];
  });
  if (tty) {
    Object.assign(stdin, { isTTY: true, setRawMode: (on: boolean) => raw.push(on) });
    if (sizes[0] !== undefined) Object.assign(stdout, { isTTY: true, ...sizes[0] });
  }
  const input = [...recordedBytes(frames, 'client', 'stdin')];
  const closes = frames.some(({ dir, json }) => dir === 'client' && at(json, 'stdin', 'close') === true);
  const feed = (): void => {
    const piece = input.shift();
    if (piece !== undefined) stdin.write(piece);
    if (input.length === 0 && closes) stdin.end();
  };
  if (name === 'job.action.stdin-closed-later') stdout.once('data', () => stdin.end());
  else if (!tty || input.length > 0)
    do feed();
    while (input.length > (tty ? 1 : 0));
  stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (tty && input.length > 0) feed();
    if (chunks.length === 1 && sizes[1] !== undefined) {
      Object.assign(stdout, sizes[1]);
      stdout.emit('resize');
    }
  });
  return { stdin, stdout, raw, written: () => Buffer.concat(chunks) };
};

test('every recorded stream is played, or has a reason why it cannot be', () => {
  expect(recordings.filter((recording) => !isAction(recording)).map(({ name }) => name)).toEqual([]);
  expect(Object.keys(impossible).filter((name) => !jobRecordings.has(name))).toEqual([]);
});

describe('a recorded stream', () => {
  test.each(recordings.filter(isAction).map((one) => [one.name, one] as const))(
    '%s is played',
    async (name, recording) => {
      const { frames, end, request } = recording;
      const query = new Map(request.query);
      const tty = query.get('tty') === 'true';
      const header = request.headers['X-Nomad-Token'] ?? request.headers['Authorization'];
      const spoken = recordedClient(frames, 'the-token')
        .map((json) => at(json, 'auth_token'))
        .find((one) => one !== undefined);
      const token = typeof spoken === 'string' ? spoken : header === undefined ? '' : 'the-token';
      const server = await startActionServer(frames, end);
      const terminal = terminalOf(recording, tty);
      let signal: (number: number) => void = () => undefined;
      if (interrupted.has(name)) terminal.stdout.once('data', () => signal(2));
      const product = documented.has(name) ? 'generic' : 'nomad';
      try {
        const result = await runCli(
          [
            'job',
            'action',
            decodeURIComponent(request.path.split('/')[3] ?? ''),
            query.get('action') ?? '',
            `--alloc-id=${query.get('allocID') ?? query.get('alloc_id')}`,
            `--task=${query.get('task')}`,
            ...(tty ? ['--tty'] : []),
            ...(query.has('ws_handshake') ? ['--ws-handshake'] : []),
            ...(query.has('namespace') ? [`--namespace=${query.get('namespace')}`] : []),
          ],
          {
            env: {
              TRIVET_JOBS_URL: server.origin,
              TRIVET_JOBS_PRODUCT: product,
              ...(token === '' ? {} : { TRIVET_JOBS_TOKEN: token }),
            },
            io: { stdin: terminal.stdin, stdout: terminal.stdout },
            onStart: (deliver) => {
              signal = deliver;
            },
          },
        );
        const exited = frames.find(({ json }) => at(json, 'exited') === true);
        const code = interrupted.has(name)
          ? 130
          : exited === undefined
            ? 125
            : (at(exited.json, 'result', 'exit_code') ?? 0);
        expect({ code: result.code, stderr: result.stderr }).toEqual({ code, stderr: expect.any(String) });
        expect(terminal.written()).toEqual(Buffer.concat(recordedBytes(frames, 'server', 'stdout')));
        expect(result.stderr).toContain(Buffer.concat(recordedBytes(frames, 'server', 'stderr')).toString());
        const reason = frames.find(({ dir, opcode }) => dir === 'server' && opcode === 'close')?.reason ?? '';
        if (!interrupted.has(name)) expect(result.stderr).toContain(reason);
        expect(server.received).toEqual(recordedClient(frames, token));
        const sent = new URL(server.upgrades[0]?.url ?? '', server.origin);
        expect(sent.pathname).toBe(request.path);
        // An absent value means false. A server that accepts Bearer reads the documented name only where it is
        // documented.
        const renamed = (key: string): string =>
          product === 'generic' && key === 'allocID' ? 'alloc_id' : key;
        const wanted = request.query
          .filter(([key, value]) => key !== 'tty' || value === 'true')
          .map(([key, value]) => [renamed(key), value]);
        expect(Object.fromEntries(sent.searchParams)).toEqual(Object.fromEntries(wanted));
        const shown = product === 'nomad' ? 'x-nomad-token' : 'authorization';
        expect(server.upgrades[0]?.headers[shown] === undefined).toBe(header === undefined);
        expect(terminal.raw).toEqual(tty ? [true, false] : []);
      } finally {
        await server.close();
      }
    },
  );
});
