// The CPU that `trivet watch` takes while nothing changes, on a terminal of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from './measure.mjs';
import { usage } from './sandbox.mjs';

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * The server of the measurements with one set of replies that never changes. With `waits` its lists have an index, and a
 * reply to a request with that index comes when the wait is over.
 */
const still = async (origin, waits) => {
  const kept = new Map();
  const reply = async (url) => {
    if (!kept.has(url)) kept.set(url, Buffer.from(await (await fetch(`${origin}${url}`)).arrayBuffer()));
    return kept.get(url);
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const isWait = waits && searchParams.has('index');
    for (const name of ['index', 'wait']) searchParams.delete(name);
    const found = reply(`${pathname}?${searchParams}`);
    const send = async () => {
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(waits ? { 'x-nomad-index': '7' } : {}),
      });
      response.end(await found);
    };
    if (isWait) setTimeout(() => void send(), 5000);
    else void send();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return { origin: `http://127.0.0.1:${port}`, close: () => server.closeAllConnections() ?? server.close() };
};

/** @returns percent of a core that a running `watch` takes; undefined without a terminal or /proc */
const idle = async (command, env, seconds) => {
  const pty = await import('@lydell/node-pty').catch(() => undefined);
  if (pty === undefined) return undefined;
  const [program, ...words] = command;
  const child = pty.spawn(program, words, { cols: 120, rows: 40, env });
  let text = '';
  child.onData((data) => (text = (text + data).slice(-20_000)));
  try {
    for (let turn = 0; !text.includes('Enter open'); turn += 1) {
      if (turn > 600) throw new Error(`watch shows nothing:\n${text}`);
      await pause(100);
    }
    // The first reads, and the code that they load, are its start.
    await pause(20_000);
    const [before, began] = [usage(child.pid)?.cpu, performance.now()];
    await pause(seconds * 1000);
    const after = usage(child.pid)?.cpu;
    if (before === undefined || after === undefined) return undefined;
    return ((after - before) / ((performance.now() - began) / 1000)) * 100;
  } finally {
    child.kill();
  }
};

/** Rows for both runtimes, with and without a server that can wait for a change, all at the same time. */
export const watchRows = async ({ root, server, executable, seconds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  const programs = [
    { prefix: '', command: [process.execPath, join(root, 'bin', 'trivet')] },
    ...(executable === undefined ? [] : [{ prefix: 'executable: ', command: [executable] }]),
  ];
  const servers = await Promise.all([still(server.http, false), still(server.http, true)]);
  const [reads, waits] = servers;
  const common = { TERM: 'xterm-256color', TRIVET_CONFIG_DIR: folder };
  const jobs = (at) => ({
    ...common,
    TRIVET_JOBS_URL: `${at.origin}/status`,
    TRIVET_JOBS_TOKEN: 'bench',
    TRIVET_JOBS_PRODUCT: 'nomad',
  });
  const all = {
    ...jobs(reads),
    TRIVET_WORKSPACES_URL: `${reads.origin}/status/api/v2`,
    TRIVET_WORKSPACES_TOKEN: 'bench',
    TRIVET_WORKSPACES_PRODUCT: 'terraform-enterprise',
    TRIVET_ORGANIZATION: 'demo',
  };
  try {
    const cases = programs.flatMap(({ prefix, command }) => [
      [`${prefix}watch job, 300 that the server waits for`, [...command, 'watch', 'job'], jobs(waits)],
      [`${prefix}watch job, 300 read every 5 s`, [...command, 'watch', 'job'], jobs(reads)],
      [`${prefix}watch of 300 jobs and 400 workspaces`, [...command, 'watch'], all],
    ]);
    return await Promise.all(
      cases.map(async ([name, argv, env]) => {
        const value = await idle(argv, environment(env), seconds);
        return value === undefined
          ? { name, skipped: 'no @lydell/node-pty for this platform, or no /proc' }
          : { name, value, bar: 3, unit: ' %' };
      }),
    );
  } finally {
    for (const one of servers) one.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
