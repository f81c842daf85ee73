/** Tests `job logs` and `job events`. */
import { describe, expect, test } from 'vitest';
import { batchFile, serviceFile, useFolder } from '../../support/job-files.ts';
import { useServers } from '../../support/counting-server.ts';
import { openMcp } from '../../support/mcp.ts';
import { relayTo } from '../../support/relay.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';
import { smallServer } from '../../support/small-server.ts';

const bench = useSandbox();
const file = useFolder();
const serve = useServers();

/** A batch job that prints, and exits with 3 after its attempts. */
const crashing = (id: string, attempts = 1): string =>
  batchFile(id, '')
    .replace('"/bin/true"', '"/bin/sh"\n        args = ["-c", "echo working; echo went wrong >&2; exit 3"]')
    .replace(
      'group "work" {',
      `group "work" {\n    restart {\n      attempts = ${attempts}\n      delay = "0s"\n      mode = "fail"\n    }\n    reschedule {\n      attempts  = 0\n      unlimited = false\n    }`,
    );

interface Row {
  readonly allocation: string;
  readonly task: string;
  readonly status: string;
  readonly log: string;
}

describe('job logs', () => {
  test('shows the log of the newest allocation that failed, and says which and why', async () => {
    await bench.trivet(`job register ${file('crash.hcl', crashing('crash'))} --wait`);
    const { code, stdout, stderr } = await bench.trivet('job logs crash');
    expect([code, stdout]).toEqual([0, 'working\nworking\n']);
    expect(stderr).toMatch(
      /^task run \(stdout\) in allocation [0-9a-f]{8} of group "work", version 0: failed, changed /,
    );
    expect(stderr).toContain('run: exit code 3');
    expect((await bench.trivet('job logs crash --stderr --tail 1')).stdout).toBe('went wrong\n');
  });

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

  test('says that a stream is empty, and how to read the other one', async () => {
    const quiet = crashing('quiet', 0).replace('echo working; ', '');
    await bench.trivet(`job register ${file('quiet.hcl', quiet)} --wait`);
    const { code, stdout, stderr } = await bench.trivet('job logs quiet');
    expect([code, stdout]).toEqual([0, '']);
    const [, line = ''] = /its stdout is empty; for stderr: trivet (.*)/.exec(stderr) ?? [];
    expect((await bench.trivet(line)).stdout).toBe('went wrong\n');
    expect((await bench.trivet('job logs crash')).stderr).not.toContain('is empty');
  });

  test('says that the job file turned the logs of a task off', async () => {
    const silent = serviceFile('silent').replace(
      'driver = "raw_exec"',
      'driver = "raw_exec"\n      logs {\n        disabled = true\n      }',
    );
    await bench.trivet(`job register ${file('silent.hcl', silent)} --wait`);
    const { code, stderr } = await bench.trivet('job logs silent');
    expect([code, stderr]).toEqual([
      5,
      expect.stringMatching(/task server of allocation \w{8} has no stdout log\n/),
    ]);
    expect(stderr).toContain('logs { disabled = true }');
    expect(stderr).not.toMatch(/does not exist|permission/);
    const followed = await bench.trivet('job logs silent --follow --timeout 3s');
    expect(followed.stderr).toContain('has no stdout log; still following');
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

  test('is a document for programs', async () => {
    const [row, ...more] = (await bench.json('job logs crash --stderr')) as readonly Row[];
    expect(more).toEqual([]);
    expect(row).toMatchObject({ task: 'run', status: 'failed', log: 'went wrong\nwent wrong\n' });
  });

  test('has the lines of every allocation after a prefix', async () => {
    const { code, stdout } = await bench.trivet('job logs api --group web --every-allocation --tail 1');
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^[0-9a-f]{8} api: \d+ requests served$/);
  });

  test('of the allocation before needs one', async () => {
    const { code, stderr } = await bench.trivet('job logs crash --previous');
    expect([code, stderr.includes('no allocation before')]).toEqual([5, true]);
  });

  test('reports unknown jobs, tasks and groups', async () => {
    expect((await bench.trivet('job logs nope')).code).toBe(5);
    const task = await bench.trivet('job logs crash --task nope');
    expect([task.code, task.stderr.includes('Its tasks are run.')]).toEqual([2, true]);
    expect((await bench.trivet('job logs crash --group nope')).code).toBe(5);
  });

  test.each(['--follow -o json', '--follow --previous', '--every-allocation --previous'])(
    'refuses %s',
    async (flags) => {
      expect((await bench.trivet(`job logs crash ${flags}`)).code).toBe(2);
    },
  );

  test('needs the right to read logs', async () => {
    const { code, stderr } = await bench.trivet('job logs web', { as: 'reader' });
    expect([code, stderr.includes('namespace:read-logs')]).toEqual([4, true]);
  });

  test('does not wait for a task that has not started', async () => {
    const { code, stderr } = await bench.trivet('job logs huge');
    expect([code, stderr.includes('no allocation')]).toEqual([5, true]);
  });
});

describe('job logs --follow', () => {
  test('ends with the fate of the job: 12 and the reason when it fails', async () => {
    await bench.trivet(`job register ${file('doomed.hcl', crashing('doomed'))}`);
    const { code, stdout, stderr } = await bench.trivet('job logs doomed --follow');
    expect([code, stdout]).toEqual([12, 'working\nworking\n']);
    expect(stderr).toContain('trivet: job doomed failed: run: exit code 3');
  });

  test('ends with 0 when the job is complete', async () => {
    await bench.trivet(`job register ${file('fine.hcl', batchFile('fine', ''))}`);
    const { code, stderr } = await bench.trivet('job logs fine --follow');
    expect([code, stderr.includes('job fine is complete')]).toEqual([0, true]);
  });

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

describe('job events', () => {
  test('puts everything that happened into the order of time', async () => {
    const rows = (await bench.json('job events crash')) as readonly Record<string, string>[];
    const times = rows.map(({ time = '' }) => Date.parse(time));
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    const events = rows.map(({ what, event }) => `${what} ${event}`);
    expect(events[0]).toBe('version registered');
    expect(events).toContain('allocation placed');
    expect(events).toContain('task Terminated');
    expect(events.at(-1)).toBe('allocation failed');
  });

  test('can be those of one group or task, or the newest', async () => {
    const rows = (await bench.json('job events api --group web --last 3')) as readonly unknown[];
    expect(rows).toHaveLength(3);
    const tasks = (await bench.json('job events api --task server')) as readonly Record<string, string>[];
    expect(new Set(tasks.map(({ what }) => what))).toEqual(new Set(['allocation', 'task']));
  });

  test('say why nothing was placed', async () => {
    const rows = (await bench.json('job events huge')) as readonly Record<string, string>[];
    expect(rows.find(({ event }) => event === 'cannot be placed')?.['message']).toContain('memory');
  });

  test('report an unknown job', async () => {
    expect((await bench.trivet('job events nope')).code).toBe(5);
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
