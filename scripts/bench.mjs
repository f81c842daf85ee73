// Measures trivet against its limits of speed (bars): `npm run bench`. Every bar is a ratio to a baseline in the same
// run and Node, with NODE_EXTRA_CA_CERTS unset for both. Method and results: docs/performance.md.
//   --quick       fewer rounds and requests
//   --record      writes the rows into docs/performance.md (scripts/bench/page.mjs)
//   --pairs N     rounds of the start-up rows (25)
//   --only NAMES  of start-up, bare, library, terminal, vendors, batch, many, receipt, inventory, guard, status, state, volume, memory, sandbox,
//                 watch, picker, tab, size
// Exits 1 when a row is above its bar by more than the margin.
import { execFileSync, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasBash } from './bench/measure.mjs';
import { batchBesidePool } from './bench/batch.mjs';
import { guardBesideBare } from './bench/guard.mjs';
import { inventoryBesidePool } from './bench/inventory.mjs';
import { statusBesidePool } from './bench/status.mjs';
import { diffBesidePool } from './bench/state.mjs';
import { manyBesideBare } from './bench/many.mjs';
import { keysOfPicker } from './bench/picker.mjs';
import { lockBesideUnrecorded } from './bench/receipt.mjs';
import { firstReply, fromFiles, manyRequests } from './bench/sandbox.mjs';
import { watchRows } from './bench/watch.mjs';
import { record } from './bench/page.mjs';
import { longList, sizes, tab, volume } from './bench/other.mjs';
import { besideBareExecutable } from './bench/bare-executable.mjs';
import { besideVendors, libraryImport, onTerminal, startUp } from './bench/start-up.mjs';
import { fileOf, here } from './runtimes.mjs';

/** Noise above the bar, as a part of it: medians of 25 pairs vary by this much on a busy machine. */
const margin = 0.08;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    pairs: { type: 'string' },
    only: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.pairs ?? (values.quick ? 7 : 25));
const only = values.only?.split(',');
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const say = (text) => process.stdout.write(`${text}\n`);
let missed = 0;

const verdict = ({ value, bar }) => {
  if (bar === undefined) return '';
  if (value > bar * (1 + margin)) {
    missed += 1;
    return 'ABOVE';
  }
  return 'ok';
};

const row = ({ name, value, bar, unit = 'x', digits = 2, detail = '', skipped }) => {
  if (skipped !== undefined) {
    say(`  ${name.padEnd(38)} skipped: ${skipped}`);
    return;
  }
  const limit = bar === undefined ? '' : `<= ${bar}${unit}`;
  const shown = `${value.toFixed(digits)}${unit}`;
  const line = `  ${name.padEnd(38)} ${shown.padStart(10)}  ${limit.padEnd(10)} ${verdict({ value, bar }).padEnd(6)} ${detail}`;
  say(line.trimEnd());
};

/** Rows by the title of their section. */
const measured = {};

const section = async (name, title, work) => {
  if (only !== undefined && !only.includes(name)) return;
  say(`\n${title}`);
  const rows = await work();
  for (const one of rows) row(one);
  measured[title] = rows.map((one) => ({ ...one, detail: undefined }));
};

/** How a program compares with its baseline. */
const ratios = ({ wallRatio, cpuRatio, wall, cpu }) => ({
  wall: wallRatio,
  cpu: cpuRatio,
  detail: `wall ${wallRatio.toFixed(2)}x (${wall.toFixed(0)} ms), CPU ${cpuRatio.toFixed(2)}x (${cpu.toFixed(0)} ms)`,
});

/** The slowest of twenty keys, since a person notices that one; a busy machine has slower ones. */
const pickerRows = async (at) => {
  const name = 'a key among 2,000 names';
  const found = (await keysOfPicker(at))?.toSorted((one, other) => one - other);
  if (found === undefined) return [{ name, skipped: 'no @lydell/node-pty for this platform' }];
  const [middle, slow] = [0.5, 0.95].map((part) => found[Math.floor(part * found.length)]);
  return [{ name, value: slow, bar: 50, unit: ' ms', digits: 0, detail: `median ${middle.toFixed(0)} ms` }];
};

/** Resident memory; the count of items is checked, since a list that lost some would need less. */
const memoryRows = async (at) => {
  const { code, lines, megabytes, seconds } = await longList(at);
  if (code !== 0 || lines !== 100_000)
    throw new Error(`the long list ended with ${code} after ${lines} items`);
  if (megabytes === 0) return [{ name: '100,000 items as jsonl', skipped: 'no /proc here' }];
  const detail = `${seconds.toFixed(1)} s, server included`;
  return [{ name: '100,000 items as jsonl', value: megabytes, bar: 250, unit: ' MB', digits: 0, detail }];
};

const volumeRows = async (at) => {
  const found = await volume({ ...at, requests: values.quick ? 2000 : 10_000, rounds: values.quick ? 3 : 5 });
  const pair = (name, { wall, cpu, bareMs, oursMs }, bar) => ({
    name,
    value: Math.max(wall, cpu),
    bar,
    wall,
    cpu,
    detail: `wall ${wall.toFixed(2)}x (${oursMs.toFixed(0)} ms to ${bareMs.toFixed(0)}), CPU ${cpu.toFixed(2)}x`,
  });
  return [
    pair('POSTs on kept connections, to bare undici', found.kept, 1.3),
    pair('POSTs, unsafe, to bare undici', found.fresh, 1.3),
    pair('table of 10,000 rows to padEnd', found.table),
    { name: 'table of 40,000 to four of 10,000', value: found.tableGrowth, bar: 1.5 },
    { name: 'plan diff of 40,000 to four of 10,000', value: found.diffGrowth, bar: 1.5 },
    pair('lossless JSON to JSON.parse', found.json, 1.25),
  ];
};

const batchRows = async (at) => {
  const requests = values.quick ? 2000 : 10_000;
  const pairs = values.pairs === undefined ? (values.quick ? 3 : 7) : rounds;
  const { wallRatio, cpuRatio, wall, cpu, far, small, large, executable } = await batchBesidePool({
    ...at,
    requests,
    rounds: pairs,
  });
  return [
    {
      name: `batch run of ${requests} lines`,
      value: Math.max(wallRatio, cpuRatio),
      bar: 2,
      ...ratios({ wallRatio, cpuRatio, wall, cpu }),
    },
    { name: 'batch run of 1000 lines, replies after 20 ms', value: far.wallRatio, bar: 1.1, ...ratios(far) },
    executable === undefined
      ? { name: `the executable, ${requests} lines`, skipped: 'it was not built' }
      : {
          name: `the executable, ${requests} lines`,
          value: Math.max(executable.wallRatio, executable.cpuRatio),
          bar: 2,
          ...ratios(executable),
        },
    Number.isNaN(small + large)
      ? { name: 'memory of a batch', skipped: 'no /proc here' }
      : {
          name: 'memory of four times as many lines',
          value: large / small,
          bar: 1.25,
          detail: `${small.toFixed(0)} MB, ${large.toFixed(0)} MB`,
        },
  ];
};

const receiptRows = async (at) => {
  const pairs = values.pairs === undefined ? (values.quick ? 25 : 100) : rounds;
  const { wallRatio, cpuRatio, wall, cpu } = await lockBesideUnrecorded({ ...at, rounds: pairs });
  return [
    { name: 'one lock, CPU', value: cpuRatio, bar: 1.15, ...ratios({ wallRatio, cpuRatio, wall, cpu }) },
  ];
};

const manyRows = async (at) => {
  const workspaces = 500;
  const pairs = values.pairs === undefined ? (values.quick ? 3 : 7) : rounds;
  const rate = 30;
  const { found, small, large, pages, changes, paced } = await manyBesideBare({
    ...at,
    workspaces,
    rate,
    rounds: pairs,
  });
  if (pages !== workspaces / 100 || changes !== workspaces) {
    throw new Error(`a change of ${workspaces} read ${pages} pages and sent ${changes} changes`);
  }
  return [
    ...found.map(({ latency, wallRatio, wall, cpu, cpuRatio }) => ({
      name: `${workspaces} locks of ${latency} ms, --rate 0`,
      value: wallRatio,
      bar: latency === 0 ? 1.5 : 1.1,
      wall: wallRatio,
      cpu: cpuRatio,
      detail: `wall ${wall.toFixed(0)} ms; CPU ${cpuRatio.toFixed(2)}x (${cpu.toFixed(0)} ms)`,
    })),
    { name: `${workspaces} locks, to what --rate ${rate} allows`, value: paced, bar: 1.3 },
    Number.isNaN(small + large)
      ? { name: 'memory of four times as many', skipped: 'no /proc here' }
      : {
          name: 'memory of four times as many',
          value: large / small,
          bar: 1.25,
          detail: `${small.toFixed(0)} MB, ${large.toFixed(0)} MB`,
        },
  ];
};

const inventoryRows = async (at) => {
  const pairs = values.pairs === undefined ? (values.quick ? 3 : 7) : rounds;
  const [many, few] = [values.quick ? 2000 : 10_000, 2000];
  const near = await inventoryBesidePool({ ...at, certificates: many, latency: 0, rounds: pairs });
  const far = await inventoryBesidePool({ ...at, certificates: few, latency: 20, rounds: pairs });
  return [
    {
      name: `pki inventory of ${many}`,
      value: Math.max(near.wallRatio, near.cpuRatio),
      bar: 1.4,
      ...ratios(near),
    },
    {
      name: `pki inventory of ${few}, replies after 20 ms`,
      value: far.wallRatio,
      bar: 1.1,
      ...ratios(far),
    },
  ];
};

const guardRows = async (at) => {
  const pairs = values.pairs === undefined ? (values.quick ? 3 : 7) : rounds;
  const endpoints = values.quick ? 50 : 200;
  const rows = [];
  for (const latency of [0, 20]) {
    for (const { isDue, ...found } of await guardBesideBare({ ...at, endpoints, latency, rounds: pairs })) {
      rows.push({
        name: `${endpoints} endpoints, ${isDue ? 'all' : 'none'} due${latency === 0 ? '' : `, replies after ${latency} ms`}`,
        value: found.wallRatio,
        bar: latency === 0 ? 1.5 : 1.1,
        ...ratios(found),
      });
    }
  }
  return rows;
};

const statusRows = async (at) => {
  const pairs = values.pairs === undefined ? (values.quick ? 3 : 7) : rounds;
  const { wallRatio, cpuRatio, wall, cpu } = await statusBesidePool({ ...at, rounds: pairs });
  return [
    {
      name: 'status of 400, 300 and 300',
      value: Math.max(wallRatio, cpuRatio),
      bar: 1.5,
      ...ratios({ wallRatio, cpuRatio, wall, cpu }),
    },
  ];
};

const stateRows = async (at) => {
  const pairs = values.pairs === undefined ? (values.quick ? 3 : 7) : rounds;
  const { found, since, small, large } = await diffBesidePool({ ...at, rounds: pairs });
  return [
    ...found.map(({ latency, requests, wallRatio, cpuRatio, wall, cpu }) => ({
      name: `diff of 900 objects, ${requests} requests of ${latency} ms`,
      // Where the server takes time, that is what users wait for.
      value: latency === 0 ? Math.max(wallRatio, cpuRatio) : wallRatio,
      bar: latency === 0 ? 2.2 : 1.1,
      ...ratios({ wallRatio, cpuRatio, wall, cpu }),
    })),
    {
      name: 'the same with --since HEAD, to without',
      value: Math.max(since.wallRatio, since.cpuRatio),
      bar: 1.3,
      ...ratios(since),
    },
    Number.isNaN(small + large)
      ? { name: 'memory of a diff', skipped: 'no /proc here' }
      : {
          name: 'memory of four times as many objects',
          value: large / small,
          bar: 1.5,
          detail: `${small.toFixed(0)} MB, ${large.toFixed(0)} MB`,
        },
  ];
};

/** The sandbox as a double for other clients; the executable where it was built. */
const sandboxRows = async ({ executable }) => {
  const command = executable === undefined ? [process.execPath, join(root, 'bin/trivet')] : [executable];
  const starts = [];
  for (let round = 0; round < (values.quick ? 3 : 9); round += 1)
    starts.push(await firstReply(command, process.env));
  const start = starts.toSorted((a, b) => a - b)[Math.floor(starts.length / 2)] ?? 0;
  const total = values.quick ? 40_000 : 1_000_000;
  const found = await manyRequests(command, process.env, total);
  const taken = await fromFiles(command, process.env, 5000);
  const name = executable === undefined ? 'on Node' : 'executable';
  return [
    { name: `sandbox to its first reply, ${name}`, value: start / 1000, bar: 0.5, unit: ' s' },
    ...(found === undefined
      ? [{ name: 'sandbox under load', skipped: 'no /proc here' }]
      : [
          {
            name: `sandbox, CPU of a request, ${name}`,
            value: 1000 / found.perSecond,
            bar: 1,
            unit: ' ms',
            detail: `${found.perSecond.toFixed(0)} requests for each second of CPU`,
          },
          {
            name: `sandbox, memory of ${total} requests to half`,
            value: found.memory[3] / found.memory[1],
            bar: 1.15,
            detail: found.memory.map((megabytes) => `${megabytes.toFixed(0)} MB`).join(', '),
          },
          { name: 'sandbox, CPU of 5,000 objects from files', value: taken, bar: 5, unit: ' s' },
        ]),
  ];
};

const tabRows = (at) => {
  const microseconds = hasBash ? tab(at) : undefined;
  if (microseconds === undefined) return [{ name: 'TAB, bash', skipped: 'needs bash 5' }];
  const detail = 'no process started: the PATH is empty';
  return [
    {
      name: 'TAB on a static word, bash',
      value: microseconds / 1000,
      bar: 10,
      unit: ' ms',
      digits: 3,
      detail,
    },
  ];
};

const sizeRows = (at) => {
  const { files, packed, unpacked, dist, distFiles, code, codeFiles } = sizes(at);
  return [
    {
      name: 'dist',
      value: dist,
      unit: ' MB',
      detail: `${distFiles} files, ${codeFiles} of them code: ${code.toFixed(2)} MB`,
    },
    {
      name: 'package',
      value: unpacked,
      bar: 10,
      unit: ' MB',
      detail: `${files} files, ${packed.toFixed(2)} MB packed`,
    },
  ];
};

const serve = () =>
  new Promise((resolve, reject) => {
    const child = fork(join(root, 'scripts/bench/server.mjs'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    /** Starts TLS for a server of this machine and returns its address. */
    const front = (address) =>
      new Promise((found) => {
        child.once('message', (message) => found(message.front));
        child.send({ behind: Number(new URL(address).port) });
      });
    /** Starts a TLS server with the certificates in a folder and returns its port. */
    const fleet = (folder) =>
      new Promise((found) => {
        child.once('message', ({ fleetPort }) => found(fleetPort));
        child.send({ folder });
      });
    child.once('message', (found) => resolve({ ...found, front, fleet, stop: () => child.kill() }));
    child.once('error', reject);
  });

say(
  `Node ${process.version}, ${process.platform} ${process.arch}; ${rounds} pairs; margin ${margin * 100} %`,
);
const server = await serve();
const target = here();
const built = target === undefined ? undefined : join(root, 'dist', 'executable', fileOf(target));
const executable = built !== undefined && existsSync(built) ? built : undefined;
if (executable === undefined) say('No executable was built: npm run executable.');
const at = { root, server, rounds, executable };
try {
  if (hasBash) {
    await section('start-up', 'Start-up, to node -e 0', () => startUp(at));
    await section('bare', 'The executable, to a bare program compiled the same way', () =>
      besideBareExecutable(at),
    );
    await section('library', 'The library, to the import of an empty module', () => libraryImport(at));
    await section('terminal', 'On a terminal, to node -e 0 there', () => onTerminal(at));
    await section('batch', 'batch run, to a bare undici pool that sends the same', () => batchRows(at));
    await section('many', 'A change of many, to a bare Node program that reads and sends the same', () =>
      manyRows(at),
    );
    await section('receipt', 'A single change with its receipt, to one without', () => receiptRows(at));
    await section('inventory', 'pki inventory, to a bare undici pool that reads the same', () =>
      inventoryRows(at),
    );
    await section('guard', 'pki guard, to a bare program that sends and connects the same', () =>
      guardRows(at),
    );
    await section('status', 'trivet status, to a bare undici pool that reads the same', () => statusRows(at));
    await section('state', 'diff of a folder, to a bare undici pool that sends the same', () =>
      stateRows(at),
    );
    await section('vendors', 'One read beside other programs, to node -e 0', () => besideVendors(at));
  } else say('\nNo bash: processes are not measured.');
  await section('volume', 'Volume, to the least that does the same', () => volumeRows(at));
  await section('memory', 'Memory', () => memoryRows(at));
  await section('sandbox', 'The sandbox, for other clients', () => sandboxRows(at));
  await section('picker', 'A list of names, from a key to the screen', () => pickerRows(at));
  await section('watch', 'CPU of trivet watch while nothing changes, of one core', () =>
    watchRows({ ...at, seconds: values.quick ? 10 : 240 }),
  );
  await section('tab', 'Completion', () => tabRows(at));
  await section('size', 'Size', () => sizeRows(at));
} finally {
  server.stop();
}
if (missed > 0) say(`\n${missed} above the bar`);
if (values.record) {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  const [{ model }] = cpus();
  record(root, {
    node: process.versions.node,
    machine: `${cpus().length} cores (${model.trim()}), ${process.platform} ${process.arch}`,
    commit: git('rev-parse', '--short=12', 'HEAD'),
    date: git('show', '--no-patch', '--format=%cs', 'HEAD'),
    pairs: rounds,
    rows: measured,
  });
}
process.exitCode = missed > 0 ? 1 : 0;
