import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { PrincipalName } from '../support/sandbox-types.ts';
import { asObject, asText, openJobs, type JobsFixture, type JsonBody } from './jobs-fixture.ts';

let jobs: JobsFixture;
let server: Server;
let sockets: WebSocketServer;
let alloc: string;
let as: PrincipalName | 'nobody' | 'stranger';

beforeEach(async () => {
  jobs = openJobs(false);
  as = 'owner';
  const allocations = await jobs.list('/v1/job/api/allocations');
  const web = allocations.find((one) => one['TaskGroup'] === 'web' && one['ClientStatus'] === 'running');
  alloc = asText(web?.['ID']);
  server = createServer();
  sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (message, connection, head) => {
    sockets.handleUpgrade(message, connection, head, (socket) => {
      jobs.service.upgrade?.(jobs.request('GET', message.url ?? '', { as }), socket);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});

afterEach(async () => {
  await jobs.service.close();
  for (const client of sockets.clients) client.terminate();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

interface Run {
  readonly frames: readonly JsonBody[];
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly exit: JsonBody | undefined;
  readonly code: number;
  readonly reason: string;
}

function stream(frames: readonly JsonBody[], name: 'stdout' | 'stderr'): Buffer {
  const parts = frames.flatMap((frame) => {
    const data = name in frame ? asObject(frame[name])['data'] : undefined;
    return typeof data === 'string' ? [Buffer.from(data, 'base64')] : [];
  });
  return Buffer.concat(parts);
}

interface Plan {
  readonly query?: Readonly<Record<string, string>>;
  readonly job?: string;
  readonly send?: readonly (object | string)[];
  /** Called for each frame that arrives. */
  readonly onFrame?: (frame: JsonBody, socket: WebSocket) => void;
}

/** Runs an action to its end, and advances the clock of the sandbox meanwhile. */
async function run(plan: Plan): Promise<Run> {
  const query = new URLSearchParams({ task: 'server', alloc_id: alloc, ...plan.query });
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}/v1/job/${plan.job ?? 'api'}/action?${query.toString()}`,
  );
  const frames: JsonBody[] = [];
  const ticking = setInterval(() => jobs.clock.advance(100), 5);
  try {
    return await new Promise<Run>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () => {
        for (const frame of plan.send ?? [])
          socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
      });
      socket.on('message', (raw) => {
        if (!Buffer.isBuffer(raw)) throw new Error('no frame of text');
        const frame = asObject(JSON.parse(raw.toString()));
        frames.push(frame);
        plan.onFrame?.(frame, socket);
      });
      socket.on('close', (code, reason) => {
        resolve({
          frames,
          stdout: stream(frames, 'stdout'),
          stderr: stream(frames, 'stderr').toString(),
          exit: frames.find((frame) => frame['exited'] === true),
          code,
          reason: reason.toString(),
        });
      });
    });
  } finally {
    clearInterval(ticking);
  }
}

const input = (text: string): object => ({ stdin: { data: Buffer.from(text).toString('base64') } });
const END = { stdin: { close: true } };

describe('running an action (4.12)', () => {
  it('sends output and an exit code, which is omitted if it is 0', async () => {
    const { stdout, stderr, frames, exit } = await run({ query: { action: 'greet' } });
    expect(stdout.toString()).toBe('hello from api\n');
    expect(stderr).toBe('');
    expect(frames).toContainEqual({ stdout: { close: true } });
    expect(frames).toContainEqual({ stderr: { close: true } });
    expect(exit).toEqual({ exited: true, result: {} });
    expect(frames.at(-1)).toBe(exit);
    expect(jobs.effects().map((effect) => effect.what)).toEqual(['action.run api server greet']);
  });

  it('sends both streams and a nonzero exit code', async () => {
    const { stdout, stderr, exit } = await run({ query: { action: 'fail', allocID: alloc }, send: [END] });
    expect(stdout.toString()).toBe('working\n');
    expect(stderr).toBe('it went wrong\n');
    expect(exit).toEqual({ exited: true, result: { exit_code: 3 } });
  });

  it('accepts the name that other servers use for alloc_id', async () => {
    const { exit } = await run({ query: { action: 'greet', alloc_id: '', allocID: alloc } });
    expect(exit).toEqual({ exited: true, result: {} });
  });

  it('echoes its input until it is closed', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
    const send = [{ stdin: { data: bytes.toString('base64') } }, input('more'), END];
    const { stdout, exit } = await run({ query: { action: 'cat' }, send });
    expect(stdout).toEqual(Buffer.concat([bytes, Buffer.from('more')]));
    expect(exit).toBeDefined();
  });

  it('sends large output in pieces', async () => {
    const { stdout, frames } = await run({ query: { action: 'flood' } });
    expect(stdout.length).toBeGreaterThan(900_000);
    expect(stdout.toString().endsWith('169999\n170000\n')).toBe(true);
    expect(frames.length).toBeGreaterThan(20);
  });

  it('sends empty frames while it runs', async () => {
    const { stdout, frames } = await run({ query: { action: 'slow' } });
    expect(stdout.toString()).toBe('start\nmiddle\nend\n');
    expect(frames.filter((frame) => Object.keys(frame).length === 0).length).toBeGreaterThan(1);
  });

  it('reports a new size of its terminal, in one stream with carriage returns', async () => {
    let resized = false;
    const { stdout, frames } = await run({
      query: { action: 'size', tty: 'true' },
      send: [{ tty_size: { height: 40, width: 100 } }],
      onFrame: (frame, socket) => {
        if (resized || !('stdout' in frame)) return;
        resized = true;
        socket.send(JSON.stringify({ tty_size: { height: 24, width: 80 } }));
      },
    });
    expect(stdout.toString()).toBe('40 100\r\n24 80\r\n');
    expect(frames.some((frame) => 'stderr' in frame)).toBe(false);
  });

  it('has a terminal that echoes, and Control-D ends its input', async () => {
    const send = [input('hello\n'), input('\u0004')];
    const { stdout, exit } = await run({ query: { action: 'upper', tty: 'true' }, send });
    expect(stdout.toString()).toBe('hello\r\nHELLO\r\n');
    expect(exit).toBeDefined();
  });

  it('ignores everything after an invalid frame', async () => {
    const { stdout, exit } = await run({
      query: { action: 'cat' },
      send: [input('before'), '{nope', input('after'), END],
      onFrame: (frame, socket) => {
        if (Object.keys(frame).length === 0) socket.close();
      },
    });
    expect(stdout.toString()).toBe('before');
    expect(exit).toBeUndefined();
  });
});

describe('running an action', () => {
  it.each([
    ['reader', 1011, 'Permission denied'],
    ['operator', 1011, 'Permission denied'],
    ['organization', 1011, 'Permission denied'],
    ['nobody', 1011, 'Permission denied'],
    ['stranger', 1008, 'rpc error: Permission denied'],
  ] as const)('is refused for the %s', async (name, code, reason) => {
    as = name;
    expect(await run({ query: { action: 'greet' } })).toMatchObject({ code, reason, exit: undefined });
    expect(jobs.effects()).toEqual([]);
  });

  const handshake = (auth_token: string, version = 1): object => ({ version, auth_token });

  it('accepts a token in the first frame', async () => {
    as = 'nobody';
    const query = { action: 'greet', ws_handshake: 'true' };
    const { exit } = await run({ query, send: [handshake('token-owner'), END] });
    expect(exit).toEqual({ exited: true, result: {} });
    expect(await run({ query, send: [handshake('token-reader')] })).toMatchObject({ code: 1011 });
    expect(await run({ query, send: [handshake('')] })).toMatchObject({
      code: 1011,
      reason: 'Permission denied',
    });
    expect(await run({ query, send: [handshake('other')] })).toMatchObject({
      code: 1008,
      reason: 'rpc error: Permission denied',
    });
    expect(await run({ query, send: [handshake('token-owner', 2)] })).toMatchObject({
      code: 1008,
      reason: 'unexpected handshake value: 2',
    });
    expect(await run({ query, send: [END] })).toMatchObject({
      code: 1008,
      reason: 'unexpected handshake value: 0',
    });
    expect(await run({ query, send: ['hello'] })).toMatchObject({ code: 1008 });
  });

  it('needs the same token in frame and header', async () => {
    const query = { action: 'greet', ws_handshake: 'true' };
    expect((await run({ query, send: [handshake('token-owner')] })).exit).toBeDefined();
    expect(await run({ query, send: [handshake('token-operator')] })).toMatchObject({
      code: 1008,
      reason: 'handshake auth token mismatched auth header token',
    });
  });

  it('ignores a token frame that was not announced', async () => {
    as = 'nobody';
    expect(await run({ query: { action: 'greet' }, send: [handshake('token-owner')] })).toMatchObject({
      code: 1011,
    });
  });
});

describe('an action is refused', () => {
  const unknown = '00000000-0000-0000-0000-000000000000';

  it.each([
    [{ action: 'nosuch' }, 1008, 'action nosuch not found in task server'],
    [{ action: '' }, 1008, 'command is not present'],
    [{ action: 'greet', task: '' }, 1008, 'must provide task name'],
    [{ action: 'greet', alloc_id: '' }, 1008, 'missing AllocID'],
    [
      { action: 'greet', alloc_id: 'abc' },
      1011,
      'alloc lookup failed: index error: UUID must be 36 characters',
    ],
    [{ action: 'greet', alloc_id: unknown }, 1008, `Unknown allocation "${unknown}"`],
    [
      { action: 'greet', tty: 'maybe' },
      1011,
      'tty value is not a boolean: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    [
      { action: 'greet', ws_handshake: 'maybe' },
      1008,
      'ws_handshake value is not a boolean: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
  ])('for %j', async (query, code, reason) => {
    expect(await run({ query })).toMatchObject({ code, reason });
  });

  it('for a task or a job that the allocation does not have', async () => {
    expect(await run({ query: { action: 'greet', task: 'nosuch' } })).toMatchObject({
      code: 1008,
      reason: `task nosuch not found in allocation ${alloc}`,
    });
    expect(await run({ query: { action: 'greet' }, job: 'cache' })).toMatchObject({
      code: 1008,
      reason: `job cache does not have allocation ${alloc}`,
    });
  });

  it('for a task that has ended', async () => {
    await jobs.ask('DELETE', '/v1/job/api');
    jobs.clock.advance(1000);
    expect(await run({ query: { action: 'greet' } })).toMatchObject({
      code: 1008,
      reason: 'task "server" is not running.',
    });
  });

  it('at any other path', () => {
    const at = (path: string): number | undefined =>
      jobs.service.refuseUpgrade?.(jobs.request('GET', path))?.status;
    expect(at('/v1/job/api/actions')).toBe(404);
    expect(at('/v1/jobs')).toBe(404);
    expect(at('/v1/job/api/action')).toBeUndefined();
  });
});
