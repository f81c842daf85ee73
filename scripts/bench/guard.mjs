// Compares `pki guard` as a whole process with a bare program that sends the same requests and connects as often.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, environment, measure } from './measure.mjs';

/** The file of a fleet, every certificate of which is good, or due again at once. */
const fleetOf = (endpoints, port, isDue) =>
  [
    `defaults: {role: web, layout: nginx, ttl: 24h, before: ${isDue ? '1/1' : '1/3'}}`,
    'endpoints:',
    ...Array.from({ length: endpoints }, (_, index) => {
      const name = `www-${index + 1}.example.com`;
      return `  - {folder: ${name}, common_name: ${name}, served: "https://127.0.0.1:${port}", server_name: ${name}}`;
    }),
    '',
  ].join('\n');

/**
 * @param latency milliseconds that the server takes for each reply
 * @returns ratios of a run in which nothing is due, and of one in which all are
 */
export const guardBesideBare = async ({ root, server, rounds, endpoints, latency }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  const port = await server.fleet(folder);
  const url = `${server.http}/fleet/${latency}/v1`;
  const found = [];
  try {
    const env = environment({
      TRIVET_SECRETS_URL: url,
      TRIVET_SECRETS_TOKEN: 'bench',
      TRIVET_SECRETS_PRODUCT: 'openbao',
      TRIVET_CONFIG_DIR: join(folder, '.config'),
      TRIVET_STATE_DIR: join(folder, '.state'),
    });
    const file = (isDue) => join(folder, isDue ? 'due.yaml' : 'good.yaml');
    const ours = (isDue) => [
      process.execPath,
      join(root, 'bin/trivet'),
      'pki',
      'guard',
      file(isDue),
      '-o',
      'json',
    ];
    const request = join(folder, 'csr.pem');
    writeFileSync(request, server.request);
    for (const isDue of [true, false])
      writeFileSync(file(isDue), fleetOf(endpoints, port, isDue), { mode: 0o600 });
    // The bare program connects to what a first run has made.
    if (measure(ours(true), env) === undefined) throw new Error('the fleet could not be made');
    for (const isDue of [false, true]) {
      const words = [url, String(port), String(endpoints), ...(isDue ? [request] : [])];
      const bare = [process.execPath, join(root, 'scripts/bench/bare-guard.cjs'), ...words];
      const rows = [
        { name: 'bare', run: () => measure(bare, env) },
        { name: 'guard', run: () => measure(ours(isDue), env) },
      ];
      const both = await compare(rows, rounds);
      found.push({ isDue, latency, ...both.get('guard') });
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
