// Runs in a separate process: work in memory and many requests, each compared with the minimum that does the same.
//   node volume.mjs <folder of bundled parts> <server> <requests> <rounds>
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import { Client, Pool } from 'undici';
import { median } from './measure.mjs';

const [folder, server, wanted, repeated] = process.argv.slice(2);
const requests = Number(wanted);
const rounds = Number(repeated);
const require = createRequire(import.meta.url);
const part = (name) => require(join(folder, `${name}.cjs`));
const { parseJson } = part('lossless');
const { tableRows } = part('table');
const { noColor } = part('color');
const { planText } = part('plan');
const { createSession } = part('session');
const { createPool } = part('pool');
const { openTransport } = part('transport');
const { createReporter } = part('reporter');

const timed = async (work) => {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const used = process.cpuUsage(cpu);
  return { wall: performance.now() - began, cpu: (used.user + used.system) / 1000 };
};

/** A piece that takes only milliseconds would be measured with any collection that falls into it. */
const times = (count, work) => async () => {
  for (let time = 0; time < count; time += 1) await work();
};

/** The median of the ratios of paired runs; the first pair only warms up. */
const pairs = async (base, own, times = rounds) => {
  const ratios = [];
  for (let round = 0; round <= times; round += 1) {
    const [first, second] = round % 2 === 0 ? [base, own] : [own, base];
    const one = await timed(first);
    const two = await timed(second);
    const [bare, ours] = round % 2 === 0 ? [one, two] : [two, one];
    if (round > 0) ratios.push({ wall: ours.wall / bare.wall, cpu: ours.cpu / bare.cpu, bare, ours });
  }
  return {
    wall: median(ratios.map(({ wall }) => wall)),
    cpu: median(ratios.map(({ cpu }) => cpu)),
    bareMs: median(ratios.map(({ bare }) => bare.wall)),
    oursMs: median(ratios.map(({ ours }) => ours.wall)),
  };
};

const inFlight = async (count, width, send) => {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await send(next);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
};

const width = 32;
const body = { Meta: { text: 'x'.repeat(220) } };
const target = { path: '/post/v1/job/api/dispatch', method: 'POST', body: JSON.stringify(body) };
const headers = { 'content-type': 'application/json', authorization: 'Bearer bench' };

const sessionFor = () => {
  const sink = Object.assign(async () => {}, { readerGone: () => false, flush: async () => {} });
  const reporter = createReporter({
    version: '0.0.0',
    sink,
    quiet: true,
    verbose: false,
    json: false,
    startProgress: () => ({ update() {}, text() {}, stop() {} }),
    paint: (_, text) => text,
  });
  const globals = {
    output: 'json',
    noInput: true,
    validate: true,
    quiet: true,
    color: 'never',
    failOnWarning: false,
  };
  const io = {
    env: { TRIVET_JOBS_URL: `${server}/post`, TRIVET_JOBS_TOKEN: 'bench', TRIVET_JOBS_PRODUCT: 'generic' },
    home: undefined,
    platform: process.platform,
    cwd: process.cwd(),
    uid: undefined,
    stdin: new PassThrough(),
    now: () => Date.now(),
    monotonic: () => performance.now(),
  };
  const pool = createPool({ io, openTransport, tokenAccess: {}, life: Number.POSITIVE_INFINITY });
  const { signal } = new AbortController();
  const nothing = { done: async () => {}, failed: () => {} };
  const run = {
    io,
    reporter,
    pool,
    approvals: new Map(),
    receipt: { name() {}, started: async () => nothing },
    interruption: { signal, writeSignal: signal, hold: () => () => {}, inFlight: () => () => {} },
    show: async () => {},
  };
  const session = createSession(run, globals);
  return { session, close: () => pool.close() };
};

const operation = (effect) => ({
  id: 'bench.post',
  summary: 'Post',
  source: '0 §0',
  service: 'jobs',
  method: 'POST',
  path: '/v1/job/{job_id}/dispatch',
  parameters: {
    job_id: { in: 'path', type: 'string', summary: 'Job' },
    Meta: { in: 'body', type: 'json', summary: 'Meta' },
  },
  effect,
  view: { kind: 'message', text: 'posted' },
  lookUp: 'job show {job_id}',
  examples: [],
});

const throughSession = (effect, count) => async () => {
  const { session, close } = sessionFor();
  const what = operation(effect);
  await inFlight(count, width, () => session.call(what, { job_id: 'api', Meta: body.Meta }));
  await close();
};

const bareKept = (count) => async () => {
  const pool = new Pool(server, { connections: width });
  await inFlight(count, width, async () => {
    const { body: reply } = await pool.request({ ...target, headers });
    JSON.parse(await reply.text());
  });
  await pool.close();
};

const bareFresh = (count) => async () => {
  await inFlight(count, width, async () => {
    const client = new Client(server, { pipelining: 0 });
    const { body: reply } = await client.request({ ...target, headers });
    JSON.parse(await reply.text());
    await client.destroy();
  });
};

const items = (count) =>
  Array.from({ length: count }, (_, index) => ({
    id: `ws-${String(index).padStart(16, '0')}`,
    name: `workspace-${index}`,
    mode: 'remote',
    locked: String(index % 3 === 0),
    engine: '1.9.5',
    updated: '2026-01-02T00:00:00.000Z',
  }));
const paths = ['name', 'id', 'mode', 'locked', 'engine', 'updated'];
const columns = paths.map((path) => ({ header: path, path }));

const table = (rows) => async () => {
  const style = { human: true, reveal: false, now: 0 };
  const writer = tableRows({ columns, style, paint: noColor, width: undefined, aliases: {} });
  return `${await writer.page(rows)}${(await writer.end?.()) ?? ''}`;
};

const padded = (rows) => () => {
  const widths = paths.map((path) =>
    Math.max(...rows.slice(0, 100).map((row) => row[path].length), path.length),
  );
  let text = '';
  for (const row of rows) {
    let line = '';
    for (let index = 0; index < paths.length; index += 1)
      line += `${row[paths[index]].padEnd(widths[index])}  `;
    text += `${line.trimEnd()}\n`;
  }
  return text;
};

/**
 * How much longer one piece of forty thousand takes than four of ten thousand: 1 is linear, 4 is quadratic. Even the
 * small ones outlive the young generation. Takes the best of each.
 */
const growth = async (of, repeated = rounds * 2) => {
  const [small, large] = [of(10_000), of(40_000)];
  let [least, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < repeated + 2; round += 1) {
    least = Math.min(least, (await timed(times(4, small))).cpu);
    whole = Math.min(whole, (await timed(large)).cpu);
  }
  return whole / least;
};

const diffOf = (lines) => ({
  JobModifyIndex: 1,
  Diff: {
    Type: 'Edited',
    ID: 'api',
    Fields: Array.from({ length: lines }, (_, index) => ({
      Type: 'Edited',
      Name: `Meta[key-${index}]`,
      Old: `value ${index}`,
      New: `value ${index + 1}`,
    })),
  },
});
const planned = (lines) => {
  const plan = diffOf(lines);
  return () => planText(plan, { paint: noColor, now: 0, file: 'api.hcl', register: (index) => index });
};

const page = JSON.stringify({
  data: Array.from({ length: 100 }, (_, index) => ({
    id: `ws-${index}`,
    type: 'workspaces',
    attributes: {
      name: `w-${index}`,
      text: 'x'.repeat(2000),
      count: index,
      ratio: index / 3,
      on: true,
      none: null,
    },
  })),
});

const tenThousand = items(10_000);
const results = {
  kept: await pairs(bareKept(requests), throughSession('harmless', requests)),
  fresh: await pairs(bareFresh(requests), throughSession('unsafe', requests)),
  table: await pairs(times(10, padded(tenThousand)), times(10, table(tenThousand)), rounds * 3),
  tableGrowth: await growth((count) => table(items(count))),
  diffGrowth: await growth(planned),
  json: await pairs(
    times(50, () => JSON.parse(page)),
    times(50, () => parseJson(page)),
    rounds * 3,
  ),
};
process.stdout.write(JSON.stringify(results));
