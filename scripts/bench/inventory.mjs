// Compares `pki inventory` as a whole process with a bare undici pool that reads the same certificates.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, environment, measure } from './measure.mjs';

const width = 16;

/** Every run has an empty cache, so it reads all certificates. */
const withoutCache = 'TRIVET_CONFIG_DIR=$(mktemp -d "$0/XXXXXXXX") exec "$@"';

/**
 * @param latency milliseconds that the server takes for each reply
 * @returns ratios of an inventory to the bare pool
 */
export const inventoryBesidePool = async ({ root, server, rounds, certificates, latency }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  try {
    const env = environment({
      TRIVET_SECRETS_URL: `${server.http}/certificates/${certificates}/${latency}/v1`,
      TRIVET_SECRETS_TOKEN: 'bench',
      TRIVET_SECRETS_PRODUCT: 'openbao',
    });
    const bare = [join(root, 'scripts/bench/bare-reads.cjs'), env.TRIVET_SECRETS_URL, String(width)];
    const ours = [join(root, 'bin', 'trivet'), 'pki', 'inventory', '--parallel', String(width), '-o', 'json'];
    const found = await compare(
      [
        { name: 'bare', run: () => measure([process.execPath, ...bare], env) },
        {
          name: 'inventory',
          run: () => measure(['sh', '-c', withoutCache, folder, process.execPath, ...ours], env),
        },
      ],
      rounds,
    );
    return found.get('inventory');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
