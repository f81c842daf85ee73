// Compares a change of many workspaces as a whole process with a bare Node program that reads the same list and sends
// the same changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, environment, measure } from './measure.mjs';
import { peak } from './batch.mjs';

/** The default of `--parallel`. */
const width = 4;

/** Milliseconds that the server takes for a change: none, and what a nearby server needs to write. */
const latencies = [0, 20];

/**
 * @returns ratios to the bare program by latency; for a paced run the ratio to its rate; peak memory; pages of one list
 */
export const manyBesideBare = async ({ root, server, rounds, workspaces, rate }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  const base = (latency, count) => `${server.http}/many/${count}/${latency}/api/v2`;
  const env = (latency, count = workspaces) =>
    environment({
      TRIVET_WORKSPACES_URL: base(latency, count),
      TRIVET_WORKSPACES_TOKEN: 'bench',
      TRIVET_WORKSPACES_PRODUCT: 'generic',
      TRIVET_ORGANIZATION: 'demo',
      TRIVET_CONFIG_DIR: join(folder, 'config'),
    });
  const lock = ['workspace', 'lock', '--where', 'locked=false', '--reason', 'bench', '--yes', '--rate'];
  const ours = (pace) => [join(root, 'bin', 'trivet'), ...lock, String(pace)];
  const seen = async () => (await fetch(`${server.http}/many/seen`)).json();
  try {
    const found = [];
    for (const latency of latencies) {
      const bare = [join(root, 'scripts/bench/bare-many.cjs'), base(latency, workspaces), String(width)];
      const rows = await compare(
        [
          { name: 'bare', run: () => measure([process.execPath, ...bare], env(latency)) },
          { name: 'many', run: () => measure([process.execPath, ...ours(0)], env(latency)) },
        ],
        rounds,
      );
      found.push({ latency, ...rows.get('many') });
    }
    const before = await seen();
    const small = await peak(ours(0), env(0));
    const after = await seen();
    const large = await peak(ours(0), env(0, workspaces * 4));
    const paced = measure([process.execPath, ...ours(rate)], env(0));
    return {
      found,
      small,
      large,
      pages: after.pages - before.pages,
      changes: after.changes - before.changes,
      paced: paced.wall / ((workspaces / rate) * 1000),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
