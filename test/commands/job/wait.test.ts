/** Tests `job wait` and `--wait`: every end is one correct document and one exit code. */
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { batchFile, parameterized, periodic, serviceFile, useFolder } from '../../support/job-files.ts';
import { relayTo } from '../../support/relay.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';
import { smallServer } from '../../support/small-server.ts';
import type { Answering, FakeRequest, Reply } from '../../support/fake-server.ts';

const bench = useSandbox();
const file = useFolder();

interface Document {
  readonly job: string;
  readonly version: number | null;
  readonly deployment: string | null;
  readonly result: string;
  readonly reason: string;
}

/** The exit code, the document, and the error under -o json. */
const ended = async (line: string, env: Readonly<Record<string, string>> = {}) => {
  const { code, stdout, stderr } = await bench.trivet(`${line} -o json`, { env });
  const last: unknown = JSON.parse(stderr.trim().split('\n').at(-1) || 'null');
  return { code, document: JSON.parse(stdout) as Document, last, stderr };
};

const steady = (id: string, seconds: number): string => serviceFile(id).replace('"0s"', `"${seconds}s"`);
const failing = (id: string): string =>
  steady(id, 1).replace('"/bin/sleep"', '"/bin/sh"').replace('["600"]', '["-c", "exit 7"]');

/** For a batch job: an allocation that failed is not replaced. */
const unrepeated = `  reschedule {
    attempts  = 0
    unlimited = false
  }`;

/** A constraint that no node meets. */
const elsewhere = `  constraint {
    attribute = "\${attr.kernel.name}"
    value     = "windows"
  }`;

describe('--wait', () => {
  test.each([
    ['room', serviceFile('roomy').replace('memory = 20', 'memory = 99999999'), 'when there is room'],
    ['a node', serviceFile('choosy', elsewhere), 'when a node meets what it requires'],
  ])('says that a job which lacks %s is placed when there is one', async (_, text, when) => {
    const { code, document, last } = await ended(
      `job register ${file('unplaced.hcl', text)} --wait --wait-timeout 2s`,
    );
    expect([code, document.result]).toEqual([12, 'cannot-be-placed']);
    expect(JSON.stringify(last)).toContain(`The job is placed ${when}.`);
  });

  test('of register ends healthy, and the reply becomes a note', async () => {
    const path = file('well.hcl', serviceFile('well'));
    const { code, document, stderr } = await ended(`job register ${path} --wait`);
    expect(code, stderr).toBe(0);
    expect(document).toMatchObject({ job: 'well', namespace: 'default', version: 0, result: 'healthy' });
    expect(document.deployment).not.toBeNull();
    expect(stderr).toContain('well: registered, evaluation');
  });

  test('of an unchanged job keeps its version', async () => {
    const path = file('well.hcl', serviceFile('well'));
    expect((await ended(`job register ${path} --wait`)).document).toMatchObject({
      version: 0,
      result: 'healthy',
    });
  });

  test('works for scale up and down, revert and evaluate', async () => {
    const up = await ended('job scale well app 3 --wait');
    expect([up.code, up.document.version, up.document.result]).toEqual([0, 1, 'healthy']);
    const down = await ended('job scale well app 1 --wait');
    expect([down.code, down.document.version, down.document.result]).toEqual([0, 2, 'healthy']);
    const back = await ended('job revert well 1 --wait');
    expect([back.code, back.document.version, back.document.result]).toEqual([0, 3, 'healthy']);
    const again = await ended('job evaluate well --wait');
    expect([again.code, again.document.version, again.document.result]).toEqual([0, 3, 'healthy']);
  });

  test('of stop ends dead, which a wait for health reports', async () => {
    const { code, document } = await ended('job stop well --yes --wait');
    expect([code, document.version, document.result]).toEqual([0, 4, 'dead']);
    const waited = await ended('job wait well');
    expect([waited.code, waited.document.result]).toEqual([12, 'stopped']);
    expect(waited.last).toMatchObject({ error: { code: 'wait-failed', exit: 12, reason: 'stopped' } });
  });

  test('of a parent ends registered; its children complete or fail', async () => {
    const path = file('mails.hcl', batchFile('mails', parameterized));
    expect((await ended(`job register ${path} --wait`)).document.result).toBe('registered');
    const child = await ended('job dispatch mails --meta to=a@example.com --wait');
    expect([child.code, child.document.result]).toEqual([0, 'complete']);
    expect(child.document.job).toMatch(/^mails\/dispatch-/);
    const bad = file(
      'bad.hcl',
      batchFile('bad', `${parameterized}\n${unrepeated}`).replace('/bin/true', '/bin/false'),
    );
    await ended(`job register ${bad} --wait`);
    const failed = await ended('job dispatch bad --meta to=a@example.com --wait');
    expect([failed.code, failed.document.result]).toEqual([12, 'failed']);
    expect(failed.document.reason).toContain('exit code 1');
    expect(failed.last).toMatchObject({ error: { effect: 'done', exit: 12, reason: 'failed' } });
  });

  test('of periodic force waits for the child that it started', async () => {
    await ended(`job register ${file('nights.hcl', batchFile('nights', periodic))} --wait`);
    const { code, document } = await ended('job periodic force nights --wait');
    expect([code, document.result]).toEqual([0, 'complete']);
    expect(document.job).toMatch(/^nights\/periodic-\d+$/);
  });

  test('is needed by --for and --wait-timeout, and refuses a state that the change cannot reach', async () => {
    for (const line of [
      'job evaluate web --for dead',
      'job evaluate web --wait-timeout 1s',
      'job stop web --wait --for healthy',
    ]) {
      const { code, stdout } = await bench.trivet(line);
      expect([line, code, stdout]).toEqual([line, 2, '']);
    }
  });

  test('applies --field and --fields to the document of the wait', async () => {
    const path = file('fields.hcl', serviceFile('fields'));
    expect((await bench.trivet(`job register ${path} --wait --field result`)).stdout).toBe('healthy');
    const refused = await bench.trivet(`job register ${path} --wait --field EvalID`);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect((await bench.trivet(`job register ${path} --field result`)).code).toBe(2);
  });

  test('with a dry run shows the request of the change', async () => {
    bench.clear();
    const { code, stdout } = await bench.trivet('job evaluate web --wait --dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('POST ');
    expect(bench.requests()).toEqual([]);
  });
});

describe('job wait', () => {
  test('ends when a batch job completes, or fails with its exit code', async () => {
    await bench.trivet(`job register ${file('one.hcl', batchFile('one', ''))}`);
    expect((await ended('job wait one')).document.result).toBe('complete');
    const source = batchFile('two', unrepeated);
    const path = file('two.hcl', source.replace('"/bin/true"', '"/bin/sh"\n        args = ["-c", "exit 3"]'));
    await bench.trivet(`job register ${path}`);
    const { code, document } = await ended('job wait two');
    expect([code, document.result]).toEqual([12, 'failed']);
    expect(document.reason).toContain('run: exit code 3');
  });

  test('of several jobs prints a list, exits with the worst code, and warns of the others', async () => {
    const { code, stdout, stderr } = await bench.trivet('job wait one two nosuch -o json');
    expect(code).toBe(5);
    expect((JSON.parse(stdout) as Document[]).map(({ job, result }) => [job, result])).toEqual([
      ['one', 'complete'],
      ['two', 'failed'],
      ['nosuch', 'gone'],
    ]);
    expect(stderr).toContain('"warning":"two version 0 failed');
  });

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

  test('exits 124 after its time, with the command that continues', async () => {
    await bench.trivet(`job register ${file('slow.hcl', steady('slow', 60))}`);
    const { code, document, last } = await ended('job wait slow --for dead --wait-timeout 0s');
    expect([code, document.result]).toEqual([124, 'timeout']);
    expect(last).toMatchObject({
      error: {
        code: 'deadline',
        reason: 'timeout',
        message: expect.stringMatching(/^timed out waiting for slow version 0 to be dead/) as unknown,
        hint: expect.stringMatching(
          /^Wait longer: trivet job wait slow --job-version 0 --for dead/,
        ) as unknown,
      },
    });
  });

  test('reports a version that does not exist, and one that was overtaken', async () => {
    await bench.trivet(`job register ${file('newer.hcl', serviceFile('newer'))} --wait`);
    expect((await ended('job wait newer --job-version 7')).code).toBe(5);
    const other = file('newer.hcl', steady('newer', 1).replace('"blue"', '"red"'));
    await bench.trivet(`job register ${other}`);
    await bench.trivet(
      `job register ${file('newest.hcl', serviceFile('newer').replace('"blue"', '"green"'))}`,
    );
    const { code, document } = await ended('job wait newer --job-version 1');
    expect([code, document.version, document.result]).toEqual([12, 1, 'overtaken']);
    expect((await ended('job wait newer --job-version 2')).document.result).toBe('healthy');
  });

  test('names the exit code of a service that crashes', async () => {
    const { code, document } = await ended(
      `job register ${file('crash.hcl', failing('crash'))} --wait --wait-timeout 3s`,
    );
    expect([12, 124]).toContain(code);
    expect(document.reason).toContain('server: exit code 7');
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
      world: { stderr },
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
      world: { stderr },
    });
    expect([result.code, JSON.parse(result.stdout)], text).toEqual([
      0,
      expect.objectContaining({ job: 'seen', result: 'healthy' }),
    ]);
  }, 60_000);

  test('uses a single connection', async () => {
    await bench.trivet(`job register ${file('calm.hcl', steady('calm', 1))}`);
    const relay = await relayTo(bench.sandbox().urls.jobs);
    const { code } = await ended('job wait calm', { TRIVET_JOBS_URL: relay.url });
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
