// Runs real commands on a real terminal with a separate sandbox, for the pictures and the demo.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Variables that name a server, change the output, or make each start read certificates that nothing here needs. */
const removed =
  /^(?:TRIVET_|VAULT_|BAO_|NOMAD_|TFE_|TF_|CI$|NO_COLOR$|FORCE_COLOR$|CLICOLOR|COLORTERM$|NODE_EXTRA_CA_CERTS$)/;

/**
 * Starts a sandbox with the demo state in a separate process; `env` points to it, and `cwd` is an empty folder.
 * @returns {Promise<{ env: Record<string, string>, cwd: string, close: () => Promise<void> }>}
 */
export const openSandbox = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-terminal-'));
  const bin = join(folder, 'bin');
  const cwd = join(folder, 'work');
  const home = join(folder, 'home');
  for (const one of [bin, cwd, home]) mkdirSync(one);
  const program = (name, line) => writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  program('trivet', `exec '${process.execPath}' '${join(root, 'bin', 'trivet')}' "$@"`);
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !removed.test(name)));
  const base = {
    ...inherited,
    HOME: home,
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    TRIVET_CONFIG_DIR: join(folder, 'config'),
  };
  const child = spawn(process.execPath, [join(root, 'bin', 'trivet'), 'sandbox', 'start'], {
    env: base,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const found = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) found[name] = value;
    if (name === 'TRIVET_ORGANIZATION') break;
  }
  if (found.TRIVET_ORGANIZATION === undefined)
    throw new Error('the sandbox does not start; run npm run build');
  return {
    env: { ...base, ...found, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
    cwd,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const firstColumn = new RegExp(String.raw`\u001b\[1?G`, 'g');

const openPty = async () => {
  try {
    return await import('@lydell/node-pty');
  } catch {
    return undefined;
  }
};

/**
 * Runs one line in a shell whose output is a terminal of that width.
 * @returns {Promise<{ text: string, code: number }>} the text with its control sequences
 */
export const run = async (line, { env, cwd, columns = 100, color = false }) => {
  const pty = await openPty();
  if (pty === undefined) throw new Error('there is no @lydell/node-pty for this platform');
  const child = pty.spawn('/bin/sh', ['-c', line], {
    cols: columns,
    rows: 50,
    cwd,
    env: { ...env, TERM: 'xterm-256color', ...(color ? {} : { NO_COLOR: '1' }) },
  });
  let text = '';
  child.onData((data) => {
    text += data;
  });
  // A question that gets no answer must not block forever.
  const timer = setTimeout(() => child.kill(), 600_000);
  const code = await new Promise((resolve) => {
    child.onExit(({ exitCode }) => resolve(exitCode));
  });
  clearTimeout(timer);
  // A spinner returns to the first column and overwrites itself.
  return { text: text.replaceAll(firstColumn, '\r').replaceAll(/\r+\n/g, '\n'), code };
};

/** Replaces what differs from run to run by fixed values. */
export const steady = (text, env) =>
  text
    .replaceAll(new URL(env.TRIVET_JOBS_URL).host, '127.0.0.1:8321')
    .replaceAll(env.TRIVET_WORKSPACES_TOKEN, 'the-token');
