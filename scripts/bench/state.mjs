// Compares `diff` of a folder as a whole process with a bare undici pool that sends the same requests.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peak } from './batch.mjs';
import { compare, environment, measure } from './measure.mjs';

/** Requests that `diff` has in flight at once. */
const width = 8;

/** Milliseconds that the server takes for a reply: none, and what a nearby server needs. */
const latencies = [0, 20];

/** The server's requests since they were last read: method, path and body. */
const requestsOf = async (server) => (await fetch(`${server.http}/requests`)).json();

const run = (argv, env) =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, argv, { env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${argv.join(' ')}: ${stderr}`));
    });
  });

/** Exports the server into a folder, and compares that folder. */
const prepare = async ({ root, server }, folder, scale, latency) => {
  const trivet = join(root, 'bin', 'trivet');
  const base = `${server.http}/state/${scale}/${latency}`;
  const env = environment({
    TRIVET_WORKSPACES_URL: `${base}/api/v2`,
    TRIVET_WORKSPACES_TOKEN: 'bench',
    TRIVET_WORKSPACES_PRODUCT: 'generic',
    TRIVET_ORGANIZATION: 'acme',
    TRIVET_SECRETS_URL: `${base}/v1`,
    TRIVET_SECRETS_TOKEN: 'bench',
    TRIVET_SECRETS_PRODUCT: 'openbao',
    TRIVET_JOBS_URL: base,
    TRIVET_JOBS_TOKEN: 'bench',
    TRIVET_JOBS_PRODUCT: 'generic',
    TRIVET_CONFIG_DIR: join(folder, 'config'),
  });
  const infra = join(folder, `infra-${scale}-${latency}`);
  mkdirSync(infra);
  await run([trivet, 'export', 'workspace', 'pki-role', 'job', '--dir', infra], env);
  await requestsOf(server);
  const ours = [trivet, 'diff', infra, '--detailed-exitcode'];
  await run(ours, env);
  const requests = await requestsOf(server);
  const seen = new Set(requests.map(({ method, path, body }) => `${method} ${path} ${body}`));
  if (seen.size !== requests.length) throw new Error('the diff sent a request twice');
  const file = join(folder, `requests-${scale}-${latency}.json`);
  writeFileSync(file, JSON.stringify(requests));
  const bare = [join(root, 'scripts/bench/bare-requests.cjs'), server.http, file, String(width)];
  return { ours, bare, env, count: requests.length };
};

/** Ratios of a diff that also reads what the files were at a revision, to one that does not. */
const besideSince = async (ours, env, infra, rounds) => {
  const git = (...words) =>
    execFileSync('git', ['-C', infra, '-c', 'user.name=a', '-c', 'user.email=b', ...words]);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'everything');
  const since = [...ours, '--since', 'HEAD'];
  await run(since, env);
  const rows = await compare(
    [
      { name: 'diff', run: () => measure([process.execPath, ...ours], env) },
      { name: 'since', run: () => measure([process.execPath, ...since], env) },
    ],
    rounds,
  );
  return rows.get('since');
};

/**
 * @returns ratios of a diff to the bare pool by latency, how many requests it sends, and its peak memory at once and four
 * times the size
 */
export const diffBesidePool = async ({ root, server, rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  try {
    const found = [];
    let small = Number.NaN;
    let since;
    for (const latency of latencies) {
      const { ours, bare, env, count } = await prepare({ root, server }, folder, 1, latency);
      const rows = await compare(
        [
          { name: 'bare', run: () => measure([process.execPath, ...bare], env) },
          { name: 'diff', run: () => measure([process.execPath, ...ours], env) },
        ],
        rounds,
      );
      found.push({ latency, requests: count, ...rows.get('diff') });
      if (latency !== 0) continue;
      small = await peak(ours, env);
      since = await besideSince(ours, env, join(folder, `infra-1-${latency}`), rounds);
    }
    const four = await prepare({ root, server }, folder, 4, 0);
    return { found, since, small, large: await peak(four.ours, four.env) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
