// Measures a process: bash's `time` keyword reads wall time and, from the rusage that wait returns, the CPU time of the
// process with all its threads, to the millisecond. Node itself cannot read the rusage of a child.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** The environment of every measured process, without variables that slow down only one side. */
export const environment = (more = {}) => {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, NODE_COMPILE_CACHE: ___, ...env } = process.env;
  for (const name of Object.keys(env)) {
    if (/^(?:TRIVET|VAULT|BAO|NOMAD|TFE|TF_TOKEN)_/.test(name)) delete env[name];
  }
  return { ...env, NO_PROXY: '127.0.0.1,localhost', ...more };
};

/** Two runs in one measurement halve the rounding to milliseconds. */
const runs = 2;
const script = `exec 3>"$1"; shift; TIMEFORMAT='%3R %3U %3S'; `;
const timed = `time { ${'"$@" 2>&4 || exit; '.repeat(runs)}}`;
const redirected = `${script} { ${timed}; } 4>/dev/null 2>&3 >/dev/null </dev/null`;
const onTerminal = `${script} { ${timed}; } 4>&2 2>&3`;

export const hasBash = spawnSync('bash', ['-c', 'exit 0']).status === 0;

const parse = (text, argv) => {
  const [wall, user, system] = text.trim().split(/\s+/).map(Number);
  if (![wall, user, system].every(Number.isFinite)) throw new Error(`no times of: ${argv.join(' ')}`);
  return { wall: (wall * 1000) / runs, cpu: ((user + system) * 1000) / runs };
};

const withFile = (use) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  const file = join(folder, 'times');
  closeSync(openSync(file, 'w'));
  const result = (outcome) => {
    try {
      return outcome.failed ? undefined : parse(readFileSync(file, 'utf8'), outcome.argv);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  return use(file, result);
};

/** Milliseconds of one run of `argv`; undefined if it fails. */
export const measure = (argv, env) =>
  withFile((file, result) => {
    const { status } = spawnSync('bash', ['-c', redirected, 'bash', file, ...argv], { env, stdio: 'ignore' });
    return result({ failed: status !== 0, argv });
  });

/** Like `measure`, on a terminal of 120 columns. */
export const measureOnTerminal = async (argv, env) => {
  const { spawn } = await import('@lydell/node-pty');
  return withFile(
    (file, result) =>
      new Promise((resolve) => {
        const terminal = spawn('bash', ['-c', onTerminal, 'bash', file, ...argv], {
          name: 'xterm-256color',
          cols: 120,
          rows: 40,
          env: { ...env, TERM: 'xterm-256color', CI: '', NO_COLOR: '' },
        });
        terminal.onData(() => undefined);
        terminal.onExit(({ exitCode }) => resolve(result({ failed: exitCode !== 0, argv })));
      }),
  );
};

/**
 * Runs every row once per round, each round beginning with another row; ratios are to the first row in that round.
 * @param rows `{ name, run }`, the baseline first; a row whose `run` returns undefined is left out
 */
export const compare = async (rows, rounds) => {
  const samples = new Map(rows.map(({ name }) => [name, []]));
  const failed = new Set();
  for (const { name, run } of rows) if ((await run()) === undefined) failed.add(name);
  for (let round = 0; round < rounds; round += 1) {
    const start = round % rows.length;
    const times = new Map();
    for (const { name, run } of [...rows.slice(start), ...rows.slice(0, start)]) {
      if (!failed.has(name)) times.set(name, await run());
    }
    const base = times.get(rows[0].name);
    for (const [name, time] of times) {
      if (time === undefined || base === undefined) failed.add(name);
      else
        samples.get(name).push({ ...time, wallRatio: time.wall / base.wall, cpuRatio: time.cpu / base.cpu });
    }
  }
  const result = new Map();
  for (const [name, all] of samples) {
    if (failed.has(name)) continue;
    const of = (key) => median(all.map((one) => one[key]));
    result.set(name, {
      wall: of('wall'),
      cpu: of('cpu'),
      wallRatio: of('wallRatio'),
      cpuRatio: of('cpuRatio'),
    });
  }
  return result;
};
