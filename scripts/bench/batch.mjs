// Compares `batch run` as a whole process with a bare undici pool that sends the same requests.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, environment, measure } from './measure.mjs';
import { highWater } from './other.mjs';

const width = 16;

const lines = (count) =>
  Array.from(
    { length: count },
    (_, index) => `workspace tag add ws-${String(index).padStart(16, '0')} eu critical\n`,
  ).join('');

/** The peak resident size of one run, in MB; NaN if the system does not report it. */
export const peak = (argv, env) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'ignore', 'ignore'] });
    let most = Number.NaN;
    const timer = setInterval(() => {
      const now = highWater(child.pid);
      if (!(now <= most)) most = Number.isNaN(now) ? most : now;
    }, 5);
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(timer);
      if (code === 0) resolve(most);
      else reject(new Error(`${argv.join(' ')} ended with ${code}`));
    });
  });

/** @returns ratios of a batch to the bare pool, also for a server that takes 20 ms, and its peak memory, also for four times the lines */
export const batchBesidePool = async ({ root, server, rounds, requests, executable }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  try {
    const file = (count) => {
      const path = join(folder, `${count}.txt`);
      writeFileSync(path, lines(count));
      return [join(root, 'bin', 'trivet'), 'batch', 'run', path, '--parallel', String(width)];
    };
    const env = (latency) =>
      environment({
        TRIVET_WORKSPACES_URL: `${server.http}/tags/${latency}/api/v2`,
        TRIVET_WORKSPACES_TOKEN: 'bench',
        TRIVET_WORKSPACES_PRODUCT: 'generic',
        TRIVET_CONFIG_DIR: join(folder, 'config'),
      });
    const near = env(0);
    const bare = (count, latency) => {
      const words = [server.http, count, width, latency].map(String);
      return [process.execPath, join(root, 'scripts/bench/bare-pool.cjs'), ...words];
    };
    const ours = file(requests);
    const found = await compare(
      [
        { name: 'bare', run: () => measure(bare(requests, 0), near) },
        { name: 'batch', run: () => measure([process.execPath, ...ours], near) },
        ...(executable === undefined
          ? []
          : [{ name: 'executable', run: () => measure([executable, ...ours.slice(1)], near) }]),
      ],
      rounds,
    );
    const few = file(1000);
    const far = await compare(
      [
        { name: 'bare', run: () => measure(bare(1000, 20), near) },
        { name: 'batch', run: () => measure([process.execPath, ...few], env(20)) },
      ],
      rounds,
    );
    const small = await peak(ours, near);
    const large = await peak(file(requests * 4), near);
    return {
      ...found.get('batch'),
      far: far.get('batch'),
      small,
      large,
      executable: found.get('executable'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
