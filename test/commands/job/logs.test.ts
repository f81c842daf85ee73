/** Tests `job logs` against servers that the sandbox does not play, while something else happens, and for agents. */
import { describe, expect, test } from 'vitest';
import { serviceFile, useFolder } from '../../support/job-files.ts';
import { useServers } from '../../support/counting-server.ts';
import { openMcp } from '../../support/mcp.ts';
import { relayTo } from '../../support/relay.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';
import { smallServer } from '../../support/small-server.ts';

const bench = useSandbox();
const file = useFolder();
const serve = useServers();

describe('job logs', () => {
  test.each([
    ['job logs web'],
    ['job logs web --follow'],
    ['job status web'],
    ['job allocations web --watch'],
  ])('the deadline ends "%s" of a server that never answers', async (line) => {
    const { origin } = await serve(() => undefined);
    const { code, stderr } = await bench.trivet(`${line} --timeout 300ms`, {
      env: { TRIVET_JOBS_URL: origin },
    });
    expect([code, stderr]).toEqual([124, expect.stringContaining('Give more time with --timeout')]);
  });

  const id = '9fd9af80-0000-4000-8000-000000000000';
  // The words of a real server.
  test.each([
    [
      `state for allocation ${id} not found on client`,
      'node node-1 has deleted the log of allocation 9fd9af80',
    ],
    [`Unknown allocation "${id}"`, 'node node-1 has deleted the log of allocation 9fd9af80'],
    ['task "run" not started yet. No logs available', 'task run of allocation 9fd9af80 has not started'],
  ])('explains "%s" without a doubt about the allocation, which was listed', async (words, message) => {
    const TaskStates = { run: { State: 'dead', Failed: true, Restarts: 0, Events: [] } };
    const row = { ID: id, NodeName: 'node-1', TaskGroup: 'work', ClientStatus: 'failed', TaskStates };
    const text = { status: 404, headers: { 'content-type': 'text/plain' } };
    const { env } = await smallServer(({ path }) => {
      if (path.startsWith('/v1/client/fs/logs/')) return { ...text, body: words };
      if (path.endsWith('/allocations')) return { body: [row] };
      return path.endsWith('/evaluations') ? { body: [] } : { ...text, body: 'job not found' };
    });
    const once = await bench.trivet('job logs gone --alloc-id 9fd9', { env });
    expect(once.code).toBe(5);
    const followed = await bench.trivet('job logs gone --alloc-id 9fd9 --follow --timeout 30s', { env });
    for (const { stderr } of [once, followed]) {
      expect(stderr).toContain(`${message}\n`);
      expect(stderr).not.toMatch(/does not exist|permission|not found in/);
    }
  });
});

describe('job logs --follow', () => {
  test('goes on with an allocation that runs when the one that it follows is not needed any more', async () => {
    await bench.trivet(`job register ${file('less.hcl', serviceFile('less'))} --wait`);
    await bench.trivet('job scale less app 2 --wait');
    const all = (await bench.json('job allocations less')) as readonly { ID: string; Name: string }[];
    const gone = all.find(({ Name }) => Name.endsWith('[1]'))?.ID;
    await bench.trivet('job scale less app 1 --wait');
    const relay = await relayTo(bench.sandbox().urls.jobs);
    const following = bench.trivet(`job logs less --follow --alloc-id ${gone}`, {
      env: { TRIVET_JOBS_URL: relay.url },
    });
    const kept = all.find(({ ID }) => ID !== gone)?.ID ?? '';
    const followed = (): boolean =>
      bench.requests().some(({ path }) => path.endsWith(`/client/fs/logs/${kept}`));
    await expect.poll(followed, { timeout: 60_000 }).toBe(true);
    await bench.trivet('job stop less --yes --wait');
    const { code, stderr } = await following;
    expect(code).toBe(0);
    expect(stderr.match(/in allocation [0-9a-f]{8}/g)).toHaveLength(2);
    expect(stderr).toContain('job less was stopped');
  });

  test('goes on after a restart of the server, and repeats nothing', async () => {
    const talking = serviceFile('long')
      .replace('"/bin/sleep"', '"/bin/sh"')
      .replace('["600"]', '["-c", "echo working; sleep 600"]');
    await bench.trivet(`job register ${file('long.hcl', talking)} --wait`);
    const relay = await relayTo(bench.sandbox().urls.jobs);
    const env = { TRIVET_JOBS_URL: relay.url };
    const following = bench.trivet('job logs long --follow', { env });
    await expect.poll(relay.most).toBeGreaterThan(1);
    // One connection for the log, one for the blocking query.
    expect(relay.most()).toBe(2);
    relay.cut();
    relay.open();
    await bench.trivet('job stop long --yes --wait');
    const { code, stdout, stderr } = await following;
    expect([code, stdout]).toEqual([0, 'working\n']);
    expect(stderr).toContain('job long was stopped');
  });

  test('reads again from the beginning where files were rotated meanwhile', async () => {
    const frame = (text: string, number: number, end: number): string =>
      JSON.stringify({
        Data: Buffer.from(text).toString('base64'),
        File: `alloc/logs/main.stdout.${number}`,
        Offset: end,
      });
    const allocation = (status: string) => [
      {
        ID: '11111111-2222-3333-4444-555555555555',
        Name: 'j.g[0]',
        TaskGroup: 'g',
        CreateIndex: 5,
        ClientStatus: status,
        TaskStates: { main: { State: status === 'running' ? 'running' : 'dead', Events: [] } },
      },
    ];
    let streams = 0;
    const { env, received } = await smallServer(({ path, query }, _before, { reply }) => {
      if (path.endsWith('/allocations')) {
        return { headers: { 'x-nomad-index': '7' }, body: allocation(streams > 2 ? 'complete' : 'running') };
      }
      if (path.endsWith('/evaluations')) return { body: [] };
      if (!path.startsWith('/v1/client/fs/logs/')) return { body: { ID: 'j', Stop: true } };
      streams += 1;
      reply.writeHead(200, { 'content-type': 'application/json' });
      if (streams === 1) reply.end(frame('a\nb\n', 0, 4));
      else if (query['origin'] === 'end') reply.end(frame('e\n', 2, 2));
      else reply.end(`${frame('b\nc\n', 0, 6)}${frame('d\n', 1, 2)}${frame('e\n', 2, 2)}`);
      return undefined;
    });
    const { code, stdout } = await bench.trivet('job logs j --follow', { env });
    expect([code, stdout]).toEqual([0, 'a\nb\nc\nd\ne\n']);
    expect(
      received.filter(({ path }) => path.includes('/fs/logs/')).map(({ query }) => query['origin']),
    ).toEqual(expect.arrayContaining(['start', 'end', 'start']));
  });
});

test('logs are a tool for agents only where they are named', async () => {
  const names = async (...argv: readonly string[]): Promise<readonly string[]> => {
    const session = await openMcp(argv, { env: environmentOf(bench.sandbox()) });
    const { tools } = await session.client.listTools();
    await session.end();
    return tools.map(({ name }) => name);
  };
  expect(await names()).not.toContain('job_logs');
  expect(await names('--toolset', 'job')).not.toContain('job_logs');
  expect(await names('--toolset', 'job-logs')).toEqual(['job_logs']);
});
