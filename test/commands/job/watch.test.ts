/** Tests blocking queries: a line for each change, indices as real servers send them, a clean end. */
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { jobRecordings, replyOf } from '../../support/job-recordings.ts';
import { serviceFile, useFolder } from '../../support/job-files.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { smallServer } from '../../support/small-server.ts';

const bench = useSandbox();
const file = useFolder();

/** Reads lines as they arrive; `signal` ends the run. */
const watching = (
  line: string,
  env: Readonly<Record<string, string>>,
  onLine: (line: string, count: number, signal: () => void) => void,
  tty = false,
) => {
  const stdout = new PassThrough();
  if (tty) Object.assign(stdout, { isTTY: true, columns: 100 });
  let deliver: (number: number) => void = () => undefined;
  let text = '';
  let count = 0;
  stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    const complete = text.split('\n').slice(0, -1);
    while (count < complete.length) {
      count += 1;
      onLine(complete[count - 1] ?? '', count, () => deliver(2));
    }
  });
  const run = runCli(words(line), {
    env,
    io: { stdout },
    onStart: (signal) => {
      deliver = signal;
    },
  });
  return run.then((result) => ({ ...result, text }));
};

const index = (value: number): Readonly<Record<string, string>> => ({ 'X-Nomad-Index': String(value) });

test('show --watch in a pipe prints a line when another process scales the job', async () => {
  const env = environmentOf(bench.sandbox());
  await bench.trivet(`job register ${file('seen.hcl', serviceFile('seen'))}`);
  const counts: unknown[] = [];
  let scaled = false;
  const result = await watching('job show seen --watch', env, (line, _count, end) => {
    const job = JSON.parse(line) as { TaskGroups: readonly { Count: number }[]; Status: string };
    counts.push(job.TaskGroups[0]?.Count);
    if (job.TaskGroups[0]?.Count === 3) end();
    else if (!scaled && job.Status === 'running') {
      scaled = true;
      const scale = async (): Promise<void> => {
        const done = await runCli(words('job scale seen app 3'), { env });
        if (done.code !== 0) setTimeout(() => void scale(), 200);
      };
      void scale();
    }
  });
  expect(result.code).toBe(130);
  expect(counts.at(0)).toBe(1);
  expect(counts.at(-1)).toBe(3);
  expect(result.stderr).not.toContain('trivet:');
});

test('the last index is sent with a short wait, and unchanged replies print nothing', async () => {
  const { env, received } = await smallServer((_, number) => {
    const versions = [1, 1, 2];
    return { headers: index(40 + number), body: { ID: 'web', Version: versions[number] ?? 3 } };
  });
  const lines: string[] = [];
  const result = await watching('job show web --watch', env, (line, count, end) => {
    lines.push(line);
    if (count === 3) end();
  });
  expect(result.code).toBe(130);
  expect(lines.map((line) => (JSON.parse(line) as { Version: number }).Version)).toEqual([1, 2, 3]);
  expect(received.slice(0, 4).map(({ query }) => query)).toEqual([
    {},
    { index: '40', wait: '30s' },
    { index: '41', wait: '30s' },
    { index: '42', wait: '30s' },
  ]);
});

test('an index that decreases restarts the watch', async () => {
  const indices = [50, 7, 8, 9];
  const { env, received } = await smallServer((_, number) => ({
    headers: index(indices[number] ?? 10),
    body: { ID: 'web', Version: number },
  }));
  await watching('job show web --watch', env, (_line, count, end) => {
    if (count === 4) end();
  });
  expect(received.slice(0, 4).map(({ query }) => query['index'])).toEqual([undefined, '50', undefined, '8']);
});

test.each([
  ['job list --watch', 4],
  ['job list --watch --where Status=running', 3],
])('a list prints new and changed items, and what was removed: %s', async (line, last) => {
  const pages = [
    [
      { ID: 'a', Namespace: 'x', Status: 'pending' },
      { ID: 'b', Namespace: 'x', Status: 'running' },
    ],
    [
      { ID: 'a', Namespace: 'x', Status: 'running' },
      { ID: 'b', Namespace: 'x', Status: 'running' },
    ],
    [{ ID: 'a', Namespace: 'x', Status: 'running' }],
  ];
  const { env } = await smallServer((_, number) => ({
    headers: index(60 + number),
    body: pages[Math.min(number, 2)],
  }));
  const lines: unknown[] = [];
  await watching(line, env, (printed, count, end) => {
    lines.push(JSON.parse(printed));
    if (count === last) end();
  });
  expect(lines).toEqual([
    ...(pages[0] ?? []).slice(4 - last),
    { ID: 'a', Namespace: 'x', Status: 'running' },
    { ID: 'b', Namespace: 'x', removed: true },
  ]);
});

test('--limit counts what the conditions select', async () => {
  const job = (name: string, status: string) => ({ ID: name, Namespace: 'x', Status: status });
  const pages = [
    [job('a', 'pending'), job('b', 'running'), job('c', 'running')],
    [job('a', 'pending'), job('b', 'pending'), job('c', 'running')],
  ];
  const { env, received } = await smallServer((_, number) => ({
    headers: index(60 + number),
    body: pages[Math.min(number, 1)],
  }));
  const lines: unknown[] = [];
  await watching('job list --watch --where Status=running --limit 1', env, (printed, count, end) => {
    lines.push(JSON.parse(printed));
    if (count === 2) end();
  });
  expect(lines).toEqual([job('b', 'running'), job('c', 'running')]);
  expect(received[0]?.query['per_page']).toBe('500');
});

test('a single field prints a line for each change', async () => {
  const { env } = await smallServer((_, number) => ({
    headers: index(60 + number),
    body: { ID: 'd', Status: number === 0 ? 'running' : 'successful' },
  }));
  const result = await watching('job deployment web --watch --field Status', env, (line, _count, end) => {
    if (line === 'successful') end();
  });
  expect(result.text).toBe('running\nsuccessful\n');
});

test.each(['--field Status', '--fields Status'])(
  '%s prints nothing when another field changes',
  async (choice) => {
    const { env } = await smallServer((_, number) => ({
      headers: index(60 + number),
      body: { ID: 'd', ModifyIndex: number, Status: number < 4 ? 'running' : 'successful' },
    }));
    const lines: string[] = [];
    await watching(`job deployment web --watch ${choice}`, env, (line, _count, end) => {
      lines.push(line);
      if (line.includes('successful')) end();
    });
    expect(lines).toHaveLength(2);
  },
);

describe('--timeout', () => {
  test('ends the whole watch with exit 0, including a pending request', async () => {
    const { env, received } = await smallServer((_, number) =>
      number === 0 ? { headers: index(60), body: { ID: 'web' } } : undefined,
    );
    // Long enough for a process to start on a busy machine.
    const result = await runCli(words('job show web --watch --timeout 3s'), { env });
    expect(result).toMatchObject({ code: 0, stdout: '{"ID":"web"}\n', stderr: '' });
    expect(received).toHaveLength(2);
  });

  test('ends a watch that constantly sees changes', async () => {
    const { env, received } = await smallServer((_, number) => ({
      headers: index(60 + number),
      body: { ID: 'web', Version: number },
    }));
    const result = await runCli(words('job show web --watch --timeout 1s'), { env });
    expect(result.code).toBe(0);
    // The last request may have been aborted.
    expect(result.stdout.trim().split('\n').length).toBeGreaterThanOrEqual(received.length - 1);
  });

  test('fails if the server never replied', async () => {
    const { env } = await smallServer(() => undefined);
    const result = await runCli(words('job show web --watch --timeout 200ms'), { env });
    expect(result).toMatchObject({ code: 124, stdout: '' });
  });
});

describe('a reader that leaves', () => {
  test('ends the watch even if nothing changes', async () => {
    const { env, received } = await smallServer((_, number) =>
      number === 0 ? { headers: index(60), body: { ID: 'web' } } : undefined,
    );
    const stdout = new PassThrough();
    stdout.once('data', () => stdout.destroy());
    const result = await runCli(words('job show web --watch'), { env, io: { stdout } });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(received.length).toBeLessThanOrEqual(2);
  });
});

describe('a list of many pages', () => {
  const jobs = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({
      ID: `job-${from + place}`,
      Namespace: 'x',
      Status: 'dead',
    }));
  /** Pages of two: four jobs, then five, then without the first. */
  const paged = () => {
    let round = -1;
    return smallServer(({ query }) => {
      const token = query['next_token'];
      if (token === undefined) round += 1;
      const all = round === 0 ? jobs(0, 4) : round === 1 ? jobs(0, 5) : jobs(1, 4);
      const from = Number(token ?? 0);
      const next = from + 2 < all.length ? { 'X-Nomad-NextToken': String(from + 2) } : {};
      return {
        headers: { ...index(60 + round), ...next },
        body: all.slice(from, from + 2),
      };
    });
  };

  test('is read completely at every change', async () => {
    const { env, received } = await paged();
    const lines: unknown[] = [];
    await watching('job list --watch', env, (line, count, end) => {
      lines.push(JSON.parse(line));
      if (count === 6) end();
    });
    expect(lines).toEqual([...jobs(0, 5), { ID: 'job-0', Namespace: 'x', removed: true }]);
    // Only the first page waits for a change.
    expect(received.slice(0, 5).map(({ query }) => [query['next_token'], query['index']])).toEqual([
      [undefined, undefined],
      ['2', undefined],
      [undefined, '60'],
      ['2', undefined],
      ['4', undefined],
    ]);
  });

  test('ends at --limit without reporting the items behind it as removed', async () => {
    const { env } = await paged();
    const lines: string[] = [];
    await watching('job list --watch --limit 3', env, (line, count, end) => {
      lines.push((JSON.parse(line) as { ID: string }).ID);
      if (count === 4) end();
    });
    expect(lines).toEqual(['job-0', 'job-1', 'job-2', 'job-3']);
  });
});

test('a terminal shows no more lines than it has', async () => {
  const { env } = await smallServer((_, number) => ({
    headers: index(60 + number),
    body: Array.from({ length: 50 }, (_item, place) => ({ ID: `job-${place}`, Status: 'dead' })),
  }));
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 12 });
  let text = '';
  let deliver: (number: number) => void = () => undefined;
  stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    if (text.includes('more lines')) deliver(2);
  });
  await runCli(words('job list --watch'), {
    env: { ...env, NO_COLOR: '1' },
    io: { stdout },
    onStart: (signal) => {
      deliver = signal;
    },
  });
  const lines = text.split('\n');
  expect(lines).toHaveLength(11);
  expect(lines[9]).toBe('… 42 more lines');
});

test('a terminal is redrawn completely', async () => {
  const { env } = await smallServer((_, number) => ({
    headers: index(60 + number),
    body: { ID: 'web', Status: number === 0 ? 'pending' : 'running' },
  }));
  const result = await watching(
    'job show web --watch',
    { ...env, NO_COLOR: '1' },
    (line, _count, end) => {
      if (line.includes('running')) end();
    },
    true,
  );
  expect(result.code).toBe(130);
  expect(result.text.split('\u001b[H\u001b[2J')).toHaveLength(3);
});

test('ages are computed when they are drawn', async () => {
  let now = Date.parse('2026-11-21T10:00:10Z');
  const { env } = await smallServer((_, number) => ({
    headers: index(60 + number),
    // In nanoseconds: 2026-11-21T10:00:00Z.
    body: { ID: 'web', SubmitTime: 1_795_255_200_000_000_000, Version: number },
  }));
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 100 });
  let text = '';
  let deliver: (number: number) => void = () => undefined;
  stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    if (text.includes('10 seconds ago')) now = Date.parse('2026-11-21T13:00:00Z');
    if (text.includes('3 hours ago')) deliver(2);
  });
  const result = await runCli(words('job show web --watch'), {
    env: { ...env, NO_COLOR: '1' },
    now: () => now,
    io: { stdout },
    onStart: (signal) => {
      deliver = signal;
    },
  });
  expect(result.code).toBe(130);
  expect(text).toMatch(/10 seconds ago[^]*3 hours ago/);
});

test('a server that is unavailable for a moment does not end the watch', async () => {
  const { env } = await smallServer((_, number) =>
    number >= 1 && number <= 4
      ? { status: 503, body: 'away' }
      : { headers: index(60 + number), body: { ID: 'web', Version: number } },
  );
  const result = await watching('job show web --watch', env, (_line, count, end) => {
    if (count === 2) end();
  });
  expect(result.code).toBe(130);
  expect(result.stderr).toContain('still watching');
});

test('a job that disappears ends the watch with not found', async () => {
  const { env } = await smallServer((_, number) =>
    number === 0
      ? { headers: index(60), body: { ID: 'web' } }
      : { status: 404, headers: index(61), body: 'job not found' },
  );
  expect((await watching('job show web --watch', env, () => undefined)).code).toBe(5);
});

test('formats that print one document cannot be watched', async () => {
  for (const format of ['json', 'yaml', 'csv', 'name']) {
    expect((await bench.trivet(`job list --watch -o ${format}`)).code).toBe(2);
  }
  expect((await bench.trivet('job list --watch --query [0]')).code).toBe(2);
});

/** Recorded replies to the second request, which carries the index of the first. */
test.each(['job.show.blocking-change', 'job.list.blocking-change', 'job.list.blocking-timeout'])(
  'the recorded blocking query %s is replayed',
  async (name) => {
    const recording = jobRecordings.get(name);
    const wanted = new Map(recording?.request.query);
    const text =
      recording?.response.body !== null && recording !== undefined && 'text' in recording.response.body
        ? recording.response.body.text
        : '';
    const moved = recording?.response.headers.find(([key]) => key === 'X-Nomad-Index')?.[1] ?? '';
    const job = recording?.request.path.split('/').at(-1) ?? '';
    const first = name.startsWith('job.list') ? [] : { ID: job, Status: 'pending' };
    const { env, received } = await smallServer((_, number) =>
      number === 0
        ? { headers: { 'X-Nomad-Index': wanted.get('index') ?? '' }, body: first }
        : { headers: { 'X-Nomad-Index': moved, 'content-type': 'application/json' }, body: text },
    );
    const prefix = wanted.has('prefix') ? ` --prefix ${wanted.get('prefix')}` : '';
    const id = name.startsWith('job.show') ? ` ${job}` : '';
    const lines: string[] = [];
    const reply = replyOf(name);
    const items = Array.isArray(reply) ? reply.length : 2;
    await watching(`job ${name.split('.')[1]}${id}${prefix} --watch`, env, (line, count, end) => {
      lines.push(line);
      if (count === items) end();
    });
    expect(received[1]).toMatchObject({
      path: recording?.request.path,
      query: { ...Object.fromEntries(wanted), wait: '30s' },
    });
    expect(lines).toHaveLength(items);
  },
);

test('an unknown job ends the watch with exit 5', async () => {
  const { env } = await smallServer(() => ({ status: 404, headers: index(100361), body: 'job not found' }));
  expect((await watching('job show nosuch --watch', env, () => undefined)).code).toBe(5);
});

describe('--until', () => {
  const server = () =>
    smallServer((_, number) => ({
      headers: index(40 + number),
      body: { ID: 'web', Version: Math.min(number, 2) },
    }));

  test('ends when the condition is true', async () => {
    const { env, received } = await server();
    const result = await runCli(words("job show web --watch --until 'Version>=2' --field Version"), { env });
    expect([result.code, result.stdout]).toEqual([0, '0\n1\n2\n']);
    expect(received).toHaveLength(3);
  });

  test('of a list ends when it is true for one item', async () => {
    const { env } = await smallServer((_, number) => ({
      headers: index(40 + number),
      body: [
        { ID: 'a', ClientStatus: 'pending' },
        { ID: 'b', ClientStatus: number < 1 ? 'pending' : 'running' },
      ],
    }));
    const line = "job allocations web --watch --until 'ClientStatus=running'";
    expect((await runCli(words(line), { env })).code).toBe(0);
  });

  test('of a list counts a row that met it at the start only with --or-now, and says which one ended it', async () => {
    const rows = (...states: readonly string[]) =>
      states.map((ClientStatus, number) => ({ ID: `a${number}`, ClientStatus }));
    const reads = [
      rows('failed', 'running'),
      rows('failed', 'pending'),
      rows('running', 'running'),
      rows('failed', 'running'),
    ];
    const { env, received } = await smallServer((_, number) => ({
      headers: index(40 + number),
      body: reads[Math.min(number, reads.length - 1)],
    }));
    const line = "job allocations web --watch --until 'ClientStatus=failed'";
    const waits = await runCli(words(line), { env });
    expect([waits.code, received.length]).toEqual([0, 4]);
    expect(waits.stderr).toContain('ClientStatus=failed: already met at the start by a0;');
    expect(waits.stderr).toContain('ClientStatus=failed: met by a0\n');
    const now = await runCli(words(`${line} --or-now`), { env });
    expect([now.code, received.length]).toEqual([0, 5]);
    expect((await runCli(words('job allocations web --watch --or-now'), { env })).code).toBe(2);
  });

  test('of a list counts a row that is new', async () => {
    const { env } = await smallServer((_, number) => ({
      headers: index(40 + number),
      body: [
        { ID: 'old', ClientStatus: 'failed' },
        ...(number > 0 ? [{ ID: 'new', ClientStatus: 'failed' }] : []),
      ],
    }));
    const line = "job allocations web --watch --until 'ClientStatus=failed'";
    expect((await runCli(words(line), { env })).stderr).toContain('met by new\n');
  });

  test('exits 124 if the condition is not true within --timeout', async () => {
    const { env } = await server();
    const result = await runCli(words("job show web --watch --until 'Version>7' --timeout 1s"), { env });
    expect([result.code, result.stderr]).toEqual([
      124,
      expect.stringContaining('Version>7 was not met within --timeout'),
    ]);
    expect((await runCli(words('job show web --watch --timeout 3s'), { env })).code).toBe(0);
  });

  test('is checked before anything is sent, and needs --watch', async () => {
    const { env, received } = await server();
    for (const [line, message] of [
      ["job show web --watch --until 'Versoin>1'", '--until "Versoin>1": there is no field "Versoin"'],
      ['job show web --watch --until Version', '--until "Version": there is no operator'],
      ["job show web --until 'Version>1'", '--until needs --watch'],
    ] as const) {
      const { code, stderr } = await runCli(words(line), { env });
      expect([line, code, stderr]).toEqual([line, 2, expect.stringContaining(message)]);
      expect(stderr).not.toContain('--where');
    }
    expect(received).toEqual([]);
  });

  test('exits 7 for a field that the server does not report', async () => {
    const { env } = await server();
    const { code, stderr } = await runCli(words("job show web --watch --until 'Status=dead'"), { env });
    expect([code, stderr]).toEqual([7, expect.stringContaining('this server does not report Status')]);
  });
});

test('is redrawn within a terminal of a few lines', async () => {
  const { env } = await smallServer((_, number) => ({
    headers: index(40 + number),
    body: {
      ID: 'web',
      Name: 'web',
      Type: 'service',
      Status: number === 0 ? 'pending' : 'dead',
      Version: number,
    },
  }));
  for (const rows of [1, 2, 3, 5]) {
    const stdout = new PassThrough();
    Object.assign(stdout, { isTTY: true, columns: 60, rows });
    let text = '';
    stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    const line = "job show web --watch --until 'Version>=0'";
    expect((await runCli(words(line), { env, io: { stdout } })).code).toBe(0);
    const newlines = text.split('\n').length - 1;
    expect([rows, newlines <= Math.max(0, rows - 1)]).toEqual([rows, true]);
  }
});
