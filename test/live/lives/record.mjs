// Records lives of jobs on a real Nomad for test/recordings/lives: what trivet reads, and what `nomad` says then.
//   NOMAD_ADDR=… NOMAD_TOKEN=… NOMAD=/path/to/nomad node test/live/lives/record.mjs [NAME …]
// Lives named `collected-…` need a server with an eval_gc_threshold, batch_eval_gc_threshold and deployment_gc_threshold of 5s.
// Lost nodes need NODE2, a command that starts and kills a second client in the node pool `lab`.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { kept } from './kept.mjs';
import { lives } from './lives.mjs';

const { NOMAD_ADDR: address, NOMAD_TOKEN: token, NOMAD: nomad = 'nomad', NODE2: node2 } = process.env;
const folder = new URL('../../recordings/lives/', import.meta.url);
const run = promisify(execFile);
const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

const send = async (method, path, body) => {
  const reply = await fetch(`${address}${path}`, {
    method,
    headers: { 'X-Nomad-Token': token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (reply.status === 404) return null;
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return JSON.parse(text);
};

/** What the vendor's command prints; with its exit code, as that is a verdict too. */
const says = async (...words) => {
  try {
    return (await run(nomad, words, { env: { ...process.env, NOMAD_CLI_NO_COLOR: '1' } })).stdout;
  } catch (error) {
    return `${error.stdout}${error.stderr}(exit code ${error.code})`;
  }
};

const read = async (id) => {
  const path = `/v1/job/${encodeURIComponent(id)}`;
  const [job, summary, allocations, evaluations, deployments, all, list, statuses, nodes] = await Promise.all(
    [
      send('GET', path),
      send('GET', `${path}/summary`),
      send('GET', `${path}/allocations`),
      send('GET', `${path}/evaluations`),
      send('GET', `${path}/deployments`),
      send('GET', '/v1/deployments?namespace=*'),
      send('GET', `/v1/jobs?namespace=*&prefix=${encodeURIComponent(id)}`),
      send('GET', '/v1/jobs/statuses?namespace=*&per_page=500&include_children=true'),
      send('GET', '/v1/nodes'),
    ],
  );
  const own = (items) => items.filter(({ JobID, ID }) => (JobID ?? ID) === id);
  return kept({
    job,
    summary,
    allocations,
    evaluations,
    deployments,
    all: own(all),
    list: list.filter(({ ID }) => ID === id),
    statuses: statuses.filter(({ ID }) => ID === id),
    nodes,
  });
};

/** Maps come in any order. */
const canonical = (value) =>
  JSON.stringify(value, (_, one) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([left], [right]) => (left < right ? -1 : 1)))
      : one,
  );

/** A moment: the replies before and after the vendor's words are equal, so that both describe one state. */
const moment = async (id, began) => {
  for (let attempt = 1; ; attempt += 1) {
    const at = new Date().toISOString();
    const replies = await read(id);
    const newest = replies.deployments.toSorted((a, b) => b.CreateIndex - a.CreateIndex)[0]?.ID;
    const jobStatus = await says('job', 'status', id);
    const nodeStatus = await says('node', 'status');
    const deploymentStatus = newest === undefined ? null : await says('deployment', 'status', newest);
    if (attempt === 8 || canonical(await read(id)) === canonical(replies)) {
      const after = `${((Date.parse(at) - began) / 1000).toFixed(1)}s`;
      return { at, after, steady: attempt < 8, job: id, replies, jobStatus, deploymentStatus, nodeStatus };
    }
  }
};

/** A line for each reply: a difference shows where it is. */
const textOf = ({ name, about }, moments) => {
  const member =
    (indent) =>
    ([key, value]) =>
      `${indent}${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  const parts = moments.map(({ replies, ...others }) => {
    const lines = Object.entries(replies).map(member('   ')).join(',\n');
    return ` {\n${Object.entries(others).map(member('  ')).join(',\n')},\n  "replies": {\n${lines}\n  }\n }`;
  });
  const head = Object.entries({ life: name, about, nomad: '2.0.5' }).map(member('')).join(',\n');
  return `{\n${head},\n"moments": [\n${parts.join(',\n')}\n]\n}\n`;
};

const live = async (life) => {
  const id = `lives-${life.name}`;
  const moments = [];
  const began = Date.now();
  const tools = {
    id,
    send,
    pause,
    node2: (...words) => run(node2, words),
    register: (job) => send('PUT', '/v1/jobs', { Job: { ID: id, Name: id, ...job } }),
    record: async (what, of = id) => moments.push({ what, ...(await moment(of, began)) }),
    until: async (holds, limit = 90) => {
      for (const end = Date.now() + limit * 1000; Date.now() < end; await pause(0.5)) {
        if (holds(await read(id))) return;
      }
      process.stderr.write(`${life.name}: a state was not reached\n`);
    },
  };
  try {
    await life.live(tools);
    writeFileSync(new URL(`${life.name}.json`, folder), textOf(life, moments));
    process.stdout.write(`${life.name}: ${moments.length} moments\n`);
  } catch (error) {
    process.stdout.write(`${life.name}: FAILED ${error.stack}\n`);
  }
  for (const { ID } of await send('GET', `/v1/jobs?prefix=${encodeURIComponent(id)}`)) {
    if (ID === id || ID.startsWith(`${id}/`))
      await send('DELETE', `/v1/job/${encodeURIComponent(ID)}?purge=true`);
  }
};

mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
const queue = lives.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const worker = async () => {
  for (let life = queue.shift(); life !== undefined; life = queue.shift()) await live(life);
};
await Promise.all(Array.from({ length: 8 }, worker));
