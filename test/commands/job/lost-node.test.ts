/**
 * Tests what commands say of allocations whose node does not answer, with replies that were recorded on a real Nomad
 * when a client was killed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';
import { moments } from '../../support/lives.ts';
import type { Moment } from '../../support/lives.ts';
import { smallServer } from '../../support/small-server.ts';

const bench = useSandbox();

const momentOf = (life: string, what: string): Moment => {
  const found = moments.find((one) => one.life === life && one.what === what);
  if (found === undefined) throw new Error(`no moment "${what}" of ${life}`);
  return found;
};
const lost = momentOf('lost-node', 'the node is lost');
const stopped = momentOf('lost-node-stopped', 'stopped');
const ended = momentOf('lost-node-stopped', 'the node answers again');
const silent = momentOf('disconnected', 'the node does not answer');
const back = momentOf('disconnected', 'it answers again');

const noPath = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'No path to node' };

/** The server at that moment; the logs of all allocations but `readable` are out of reach. */
const serverAt = (now: () => Moment, more: readonly unknown[] = [], readable = '') =>
  smallServer(({ path }) => {
    const { job, allocations, evaluations, deployments, summary, list, nodes } = now().replies;
    const name = path.split('/').at(-1) ?? '';
    if (path.startsWith('/v1/client/fs/logs/'))
      return readable !== '' && path.endsWith(readable)
        ? {
            headers: { 'content-type': 'text/plain' },
            body: Buffer.from('{"Data":"aGkK","File":"alloc/logs/main.stdout.0","Offset":3}'),
          }
        : noPath;
    if (path.startsWith('/v1/client/')) return noPath;
    if (path === '/v1/nodes' && nodes === undefined) return { status: 403, body: 'Permission denied' };
    const replies: Readonly<Record<string, unknown>> = {
      allocations: [...more, ...allocations],
      evaluations,
      deployments,
      summary,
      versions: { Versions: [job] },
      jobs: list,
      nodes,
    };
    return { body: replies[name] ?? job };
  });

describe('an allocation that was lost with its node', () => {
  test('is why its job has no place', async () => {
    const { env } = await serverAt(() => lost);
    const { stdout } = await bench.trivet(`job status ${lost.job}`, { env });
    expect(stdout).toContain(
      '1 allocation was lost with node node-2; cannot be placed: no node was eligible',
    );
    expect(stdout).toMatch(/b0a9997e.*stop\/lost.*\n +on node-2: alloc is lost since its node is down\n/);
    // Nobody can read its log.
    expect(stdout).not.toContain('Log of');
  });

  test('has a log that cannot be read at the moment, and nothing else is reported about it', async () => {
    const { env } = await serverAt(() => lost);
    const { code, stderr } = await bench.trivet(`job logs ${lost.job}`, { env });
    expect(code).toBe(7);
    expect(stderr).toContain('No path to node');
    expect(stderr).toContain('The node of the allocation does not answer');
    expect(stderr).not.toContain('not found');
  });

  test('gives way to one whose log can be read', async () => {
    const other = {
      ...Object(lost.replies.allocations[0]),
      ID: '99999999-0000-4000-8000-000000000000',
      NodeID: 'another',
    };
    const running = { ...other, ClientStatus: 'running', DesiredStatus: 'run', CreateIndex: 1 };
    const { env } = await serverAt(() => lost, [running], String(other.ID));
    const { code, stdout } = await bench.trivet(`job logs ${lost.job}`, { env });
    expect([code, stdout]).toEqual([0, 'hi\n']);
    const every = await bench.trivet(`job logs ${lost.job} --every-allocation`, { env });
    expect(every.code).toBe(0);
  });
});

describe('a stop of what was lost with its node', () => {
  test('is not over, and purges nothing, until the node answers again', async () => {
    let now = stopped;
    const { env: own, received } = await serverAt(() => now);
    const folder = mkdtempSync(join(tmpdir(), 'trivet-lost-node-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const env = { ...own, TRIVET_CONFIG_DIR: folder };
    const line = `job stop ${stopped.job} --purge --wait --wait-timeout 1s --confirm ${stopped.job}`;
    const early = await bench.trivet(line, { env });
    expect([early.code, early.stderr]).toEqual([
      124,
      expect.stringContaining('1 allocation was lost with node node-2, and its tasks may still run'),
    ]);
    expect(early.stderr).toContain(`To do both: trivet job stop ${stopped.job} --purge --wait`);
    expect(received.filter(({ query }) => query['purge'] === 'true')).toEqual([]);
    const missing = `${stopped.job} was stopped, and not purged. To do both: trivet job stop ${stopped.job} --purge --wait`;
    const [left] = JSON.parse((await bench.trivet('changes -o json', { env })).stdout);
    expect(left).toMatchObject({ command: 'job stop', state: 'done', reason: missing });
    expect((await bench.trivet(`changes show ${left.id}`, { env })).stderr).toContain(missing);
    const continued = await bench.trivet(`changes continue ${left.id}`, { env });
    expect(continued.code).toBe(2);
    expect(continued.stderr).toContain(missing);
    now = ended;
    expect((await bench.trivet(line, { env })).code).toBe(0);
    expect(received.filter(({ query }) => query['purge'] === 'true')).toHaveLength(1);
    const [purged] = JSON.parse((await bench.trivet('changes -o json', { env })).stdout);
    expect(purged).toMatchObject({ command: 'job stop', done: 1, reason: null });
  });
});

test('a wait for a job of which the server keeps no allocation does not point to its allocations', async () => {
  const moment = momentOf('collected-service-failed', 'collected');
  const { env } = await serverAt(() => moment);
  const { code, stderr } = await bench.trivet(`job wait ${moment.job} --wait-timeout 20s`, { env });
  expect([code, stderr]).toEqual([
    12,
    expect.stringContaining('the server keeps no allocation that says why'),
  ]);
  expect(stderr).toContain('See what the scheduler would do: trivet job show');
  expect(stderr).not.toContain('job allocations');
});

describe('an allocation of a sysbatch job, which the server calls running although its node is lost', () => {
  const why = '1 allocation is on node node-2, which does not answer';

  test.each(['the node is lost', 'the node is purged'])('is named with its node: %s', async (what) => {
    const moment = momentOf('lost-node-sysbatch', what);
    const { env } = await serverAt(() => moment);
    expect((await bench.trivet(`job status ${moment.job}`, { env })).stdout).toContain(why);
    const waited = await bench.trivet(`job wait ${moment.job} --wait-timeout 1s --field reason`, { env });
    expect([waited.code, waited.stdout]).toEqual([124, `1/2 complete; ${why}`]);
    const all = await bench.trivet('status --service jobs -o jsonl', { env });
    expect(all.stdout).toContain(`"detail":"app 0/2 running: ${why}"`);
  });

  test('runs as far as a token can see that is not allowed to read nodes', async () => {
    const moment = momentOf('lost-node-sysbatch', 'the node is lost');
    const { nodes: _nodes, ...replies } = moment.replies;
    const { env } = await serverAt(() => ({ ...moment, replies }));
    expect((await bench.trivet(`job status ${moment.job}`, { env })).stdout).toContain(
      '1 running, 1 complete',
    );
    const waited = await bench.trivet(`job wait ${moment.job} --wait-timeout 1s --field reason`, { env });
    expect([waited.code, waited.stdout]).toEqual([124, '1/2 complete']);
  });
});

describe('an allocation whose node does not answer', () => {
  test('is named with its node, by status, by wait and in the timeline', async () => {
    const { env } = await serverAt(() => silent);
    const { stdout } = await bench.trivet(`job status ${silent.job}`, { env });
    expect(stdout).toContain('1 allocation is on node node-2, which does not answer');
    expect(stdout).toContain('on node-2: alloc is unknown since its node is disconnected');
    expect(stdout).not.toContain('Log of');
    const waited = await bench.trivet(`job wait ${silent.job} --wait-timeout 1s`, { env });
    expect([waited.code, waited.stderr]).toEqual([
      124,
      expect.stringContaining('app is unknown: 1 allocation is on node node-2'),
    ]);
    const events = await bench.trivet(`job events ${silent.job} --last 1`, { env });
    expect(events.stdout).toContain('unknown\talloc is unknown since its node is disconnected');
  });

  test('is not restarted, and the restart of the others is not a success', async () => {
    const [one] = silent.replies.allocations;
    const { env } = await serverAt(() => silent);
    const none = await bench.trivet(`job restart ${silent.job} --yes`, { env });
    expect([none.code, none.stderr]).toEqual([6, expect.stringContaining('no running allocation')]);
    let restarts = 0;
    const running = () => ({
      ...Object(one),
      ID: '99999999-0000-4000-8000-000000000000',
      ClientStatus: 'running',
      TaskStates: {
        main: {
          State: 'running',
          Restarts: restarts,
          StartedAt: `2026-01-01T00:00:0${restarts}Z`,
          Events: [],
        },
      },
    });
    const both = await smallServer(({ path }) => {
      if (path.endsWith('/restart')) {
        restarts += 1;
        return { body: { Index: 0 } };
      }
      return {
        body: path.endsWith('/allocations')
          ? [running(), one]
          : { ...Object(silent.replies.job), Update: null, TaskGroups: [{ Name: 'app' }] },
      };
    });
    const { code, stdout, stderr } = await bench.trivet(`job restart ${silent.job} --yes -o json`, both);
    expect(code).toBe(12);
    expect(JSON.parse(stdout)).toMatchObject([
      { result: 'running' },
      { result: 'not-restarted', node: 'node-2', reason: 'its node does not answer' },
    ]);
    expect(stderr).toContain(
      '1 allocation was not restarted, as its node does not answer: 3c4d5b30 on node-2',
    );
    expect(restarts).toBe(1);
  });

  test('is followed until it answers again', async () => {
    let attempts = 0;
    const moment = () => (attempts > 0 ? back : silent);
    const { env } = await smallServer(({ path }) => {
      const { allocations, job } = moment().replies;
      if (path.startsWith('/v1/client/fs/logs/')) {
        attempts += 1;
        return attempts > 1
          ? { body: Buffer.from('{"Data":"aGkK","File":"alloc/logs/main.stdout.0","Offset":3}') }
          : noPath;
      }
      return { body: path.endsWith('/allocations') ? allocations : job };
    });
    const { stdout, stderr } = await bench.trivet(`job logs ${silent.job} --follow --timeout 8s`, { env });
    expect(stderr).toContain('the node of allocation 3c4d5b30 does not answer; still following');
    expect(stdout).toContain('hi\n');
  });
});
