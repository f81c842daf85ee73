/** Tests `job wait` against servers that the sandbox does not play, and its end by a signal. */
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { serviceFile, useFolder } from '../../support/job-files.ts';
import { relayTo } from '../../support/relay.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';
import { smallServer } from '../../support/small-server.ts';
import type { Answering, FakeRequest, Reply } from '../../support/fake-server.ts';

const bench = useSandbox();
const file = useFolder();

const steady = (id: string, seconds: number): string => serviceFile(id).replace('"0s"', `"${seconds}s"`);

describe('job wait', () => {
  test.each([
    ['never replies', () => undefined],
    [
      'drips',
      (_request: unknown, _before: number, { reply }: { reply: ServerResponse }) => {
        reply.writeHead(200, { 'content-type': 'application/json' });
        reply.write('{"ID":');
        return undefined;
      },
    ],
  ] as const)('obeys --wait-timeout and --timeout when the server %s', async (_, answer) => {
    const { env } = await smallServer(answer);
    const line = 'job wait web --wait-timeout 2s -o json';
    const { code, stdout } = await runCli(words(line), { env });
    expect([code, JSON.parse(stdout)]).toMatchObject([
      124,
      { result: 'timeout', reason: 'the server did not reply in time' },
    ]);
    const tried = await runCli(words(`${line} --timeout 1s`), { env });
    expect([tried.code, tried.stdout]).toEqual([124, expect.stringContaining('deadline of 1 s')]);
  });

  test('exits 130 after Ctrl-C, with the document and the command that continues', async () => {
    const stderr = new PassThrough();
    let deliver: (signal: number) => void = () => undefined;
    let text = '';
    stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('not ended yet')) deliver(2);
    });
    const result = await runCli(words('job wait cache --for dead -o json'), {
      env: environmentOf(bench.sandbox()),
      io: { stderr },
      onStart: (signal) => {
        deliver = signal;
      },
    });
    expect(result.code).toBe(130);
    expect(JSON.parse(result.stdout)).toMatchObject({ job: 'cache', result: 'interrupted' });
    expect(text).toContain('Continue waiting with: trivet job wait cache --job-version');
  });

  test('continues after a restart of the server', async () => {
    await bench.trivet(`job register ${file('seen.hcl', steady('seen', 1))}`);
    const relay = await relayTo(bench.sandbox().urls.jobs);
    const stderr = new PassThrough();
    let text = '';
    stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('still waiting')) relay.open();
      else if (text.includes('0/1 healthy')) relay.cut();
    });
    const result = await runCli(words('job wait seen -o json'), {
      env: { ...environmentOf(bench.sandbox()), TRIVET_JOBS_URL: relay.url },
      io: { stderr },
    });
    expect([result.code, JSON.parse(result.stdout)], text).toEqual([
      0,
      expect.objectContaining({ job: 'seen', result: 'healthy' }),
    ]);
  }, 60_000);

  test('uses a single connection', async () => {
    await bench.trivet(`job register ${file('calm.hcl', steady('calm', 1))}`);
    const relay = await relayTo(bench.sandbox().urls.jobs);
    const { code } = await bench.trivet('job wait calm', { env: { TRIVET_JOBS_URL: relay.url } });
    expect([code, relay.most()]).toEqual([0, 1]);
  });
});

describe('job wait against a minimal server', () => {
  const index = { 'X-Nomad-Index': '7' };
  const job = {
    ID: 'web',
    Namespace: 'default',
    Type: 'service',
    Status: 'running',
    Version: 0,
    CreateIndex: 1,
    JobModifyIndex: 1,
    TaskGroups: [{ Name: 'app', Count: 2, Update: { MaxParallel: 1 } }],
  };
  const deployment = (status: string, group: object) => ({
    ID: 'd1',
    JobVersion: 0,
    Status: status,
    StatusDescription: status,
    ModifyIndex: 1,
    TaskGroups: { app: { DesiredTotal: 2, PlacedAllocs: 2, ...group } },
  });
  /** Replies by the last segment of the path, and to a blocking query as `later` says. */
  const server = (deployments: unknown, later: (request: FakeRequest) => Reply) =>
    smallServer((request) => {
      if (request.query['index'] !== undefined) return later(request);
      const what = request.path.split('/').at(-1);
      if (what === 'web') return { body: job, headers: index };
      return { body: what === 'deployments' ? deployments : [], headers: index };
    });

  test('exits 4 if the token expires meanwhile, and the document says what is not known', async () => {
    const { env, received } = await server([deployment('running', { HealthyAllocs: 1 })], () => ({
      status: 403,
      body: 'ACL token expired',
    }));
    const { code, stdout, stderr } = await runCli(words('job wait web -o json'), { env });
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ job: 'web', result: 'unknown', deployment: 'd1' });
    expect(stderr).toContain('web: app 1/2 healthy');
    expect(received.map(({ path, query }) => [path, query['index']])).toEqual([
      ['/v1/job/web', undefined],
      ['/v1/job/web/deployments', undefined],
      ['/v1/job/web/evaluations', undefined],
      ['/v1/job/web/allocations', undefined],
      ['/v1/job/web/deployments', '7'],
    ]);
  });

  test('continues while a restarted server denies until it has read its tokens', async () => {
    const after = [{ status: 503 }, { status: 403, body: 'Permission denied' }];
    let up = false;
    const { env } = await smallServer((request) => {
      const what = request.path.split('/').at(-1);
      if (request.query['index'] !== undefined && !up) {
        const next = after.shift();
        up = after.length === 0;
        return next ?? {};
      }
      if (what === 'web') return { body: job, headers: index };
      const state = up ? 'successful' : 'running';
      const list = [deployment(state, { HealthyAllocs: up ? 2 : 1 })];
      const running = { ClientStatus: 'running', DesiredStatus: 'run', JobVersion: 0, TaskGroup: 'app' };
      const both = ['a', 'b'].map((ID) => ({ ID, Name: ID, ...running }));
      const lists: Readonly<Record<string, unknown>> = { deployments: list, allocations: both };
      return { body: lists[what ?? ''] ?? [], headers: index };
    });
    const { code, stdout, stderr } = await runCli(words('job wait web --field result'), { env });
    expect([code, stdout], stderr).toEqual([0, 'healthy']);
    expect(stderr).toContain('; still waiting');
  });

  test('exits 12 at once for canaries that wait, with the command that promotes them', async () => {
    const waiting = deployment('running', { DesiredCanaries: 1, HealthyAllocs: 1, Promoted: false });
    const { env } = await server([waiting], () => undefined);
    const { code, stdout, stderr } = await runCli(words('job wait web -o json'), { env });
    expect([code, JSON.parse(stdout)]).toEqual([
      12,
      expect.objectContaining({ result: 'awaiting-promotion' }),
    ]);
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: {
        reason: 'awaiting-promotion',
        hint: 'Promote the canaries: trivet job promote web --deployment d1',
      },
    });
    const promotable = await runCli(words('job wait web --for promotable --field result'), { env });
    expect([promotable.code, promotable.stdout]).toEqual([0, 'promotable']);
  });

  test('sees a crash although the deployment, which it waits for, does not change', async () => {
    let crashed = false;
    const list = [deployment('running', { HealthyAllocs: 0 })];
    const { env } = await smallServer((request) => {
      const what = request.path.split('/').at(-1);
      if (request.query['index'] !== undefined) crashed = true;
      if (what === 'web') return { body: job, headers: index };
      const state = crashed
        ? { State: 'pending', Restarts: 1, Events: [{ Type: 'Terminated', ExitCode: 7, Details: {} }] }
        : { State: 'running', Restarts: 0, Events: [] };
      const allocation = {
        ID: '0123456789',
        Name: 'web.app[0]',
        ClientStatus: crashed ? 'pending' : 'running',
        DesiredStatus: 'run',
        JobVersion: 0,
        TaskGroup: 'app',
        TaskStates: { main: state },
      };
      const lists: Readonly<Record<string, unknown>> = { deployments: list, allocations: [allocation] };
      return { body: lists[what ?? ''] ?? [], headers: index };
    });
    const { code, stdout, stderr } = await runCli(words('job wait web --wait-timeout 9s -o json'), { env });
    expect([code, JSON.parse(stdout)], stderr).toEqual([
      12,
      expect.objectContaining({
        result: 'failed',
        reason: expect.stringMatching(/^app is restarting: allocation 01234567: main: .*restarted once/),
      }),
    ]);
    expect(stderr).toMatch(/web: app 0\/2 healthy; allocation 01234567: main: /);
  });

  test('ends a blocking query at the deadline', async () => {
    const { env } = await server([deployment('running', { HealthyAllocs: 1 })], () => undefined);
    const { code, stdout } = await runCli(words('job wait web --wait-timeout 3s --field reason'), { env });
    expect([code, stdout]).toEqual([124, 'app 1/2 healthy']);
  });

  // The limit of a request would end these only after an hour.
  test.each<[string, Answering]>([
    ['never replies', () => undefined],
    ['replies to the first read only', ({ path }) => (path === '/v1/job/web' ? { body: job } : undefined)],
    [
      'sends its reply drop by drop',
      (_, before, { reply }) => {
        if (before === 0) reply.writeHead(200, { 'content-type': 'application/json' });
        const drops = setInterval(() => reply.write(' '), 50);
        reply.on('close', () => clearInterval(drops));
        return undefined;
      },
    ],
  ])('ends at --wait-timeout where the server %s', async (_, answer) => {
    const { env } = await smallServer(answer);
    const line = 'job wait web --timeout 1h --wait-timeout 1s -o json';
    const { code, stdout } = await runCli(words(line), { env });
    expect([code, JSON.parse(stdout)]).toEqual([
      124,
      expect.objectContaining({ result: 'timeout', reason: 'the server did not reply in time' }),
    ]);
  });
});
