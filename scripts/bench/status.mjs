// Compares `trivet status` as a whole process with a bare undici pool that reads the same.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, environment, measure } from './measure.mjs';

const width = 16;

/** The only file that an inventory has stored. */
const keptIn = (folder) => {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const [file, ...others] = names.filter((entry) => entry.isFile() && entry.name.endsWith('.json'));
  if (file === undefined || others.length > 0) throw new Error('the inventory kept no file, or several');
  return join(file.parentPath, file.name);
};

/** @returns ratios for 400 workspaces, 300 jobs and 300 certificates to the bare pool */
export const statusBesidePool = async ({ root, server, rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  try {
    const env = environment({
      TRIVET_CONFIG_DIR: folder,
      TRIVET_WORKSPACES_URL: `${server.http}/status/api/v2`,
      TRIVET_WORKSPACES_TOKEN: 'bench',
      TRIVET_WORKSPACES_PRODUCT: 'terraform-enterprise',
      TRIVET_ORGANIZATION: 'demo',
      TRIVET_JOBS_URL: `${server.http}/status`,
      TRIVET_JOBS_TOKEN: 'bench',
      TRIVET_JOBS_PRODUCT: 'nomad',
      TRIVET_SECRETS_URL: `${server.http}/certificates/300/v1`,
      TRIVET_SECRETS_TOKEN: 'bench',
      TRIVET_SECRETS_PRODUCT: 'openbao',
    });
    const trivet = [process.execPath, join(root, 'bin', 'trivet')];
    spawnSync(trivet[0], [trivet[1], 'pki', 'inventory'], { env, stdio: 'ignore' });
    const bare = [join(root, 'scripts/bench/bare-status.cjs'), server.http, String(width), keptIn(folder)];
    const found = await compare(
      [
        { name: 'bare', run: () => measure([process.execPath, ...bare], env) },
        { name: 'status', run: () => measure([...trivet, 'status', '-o', 'json'], env) },
      ],
      rounds,
    );
    return found.get('status');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
