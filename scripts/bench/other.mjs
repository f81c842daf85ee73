// Measures the memory of a long list, a TAB, and sizes.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../chunks.mjs';
import { environment } from './measure.mjs';

/** Runs the volume rows in a separate process. */
export const volume = async ({ root, server, requests, rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  try {
    const input = {
      lossless: 'src/documents/json/lossless.ts',
      table: 'src/output/formats/table.ts',
      color: 'src/output/color.ts',
      plan: 'src/commands/job/workflows/format/plan.ts',
      session: 'src/run/session/one-session.ts',
      pool: 'src/run/session/pool.ts',
      transport: 'src/http/transport/transport.ts',
      reporter: 'src/run/reporter.ts',
    };
    await bundle({ folder, input });
    const argv = [
      join(root, 'scripts/bench/volume.mjs'),
      folder,
      server.http,
      String(requests),
      String(rounds),
    ];
    const child = spawn(process.execPath, argv, { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    const code = await new Promise((resolve) => child.on('close', resolve));
    if (code !== 0) throw new Error('the measurement of volume failed');
    return JSON.parse(text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The peak resident size of a living process, in MB, which Linux keeps. */
export const highWater = (pid) => {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
};

/** Lists 100,000 workspaces as JSON lines. */
export const longList = async ({ root, server }) => {
  const env = environment({
    TRIVET_WORKSPACES_URL: `${server.http}/all/api/v2`,
    TRIVET_WORKSPACES_TOKEN: 'bench',
    TRIVET_WORKSPACES_PRODUCT: 'generic',
    TRIVET_CONFIG_DIR: join(tmpdir(), 'trivet-bench-none'),
    TRIVET_ORGANIZATION: 'demo',
  });
  const began = performance.now();
  const argv = [join(root, 'bin', 'trivet'), 'workspace', 'list', '-o', 'jsonl'];
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let [lines, most] = [0, 0];
  const hash = createHash('sha256');
  const timer = setInterval(() => (most = Math.max(most, highWater(child.pid) || 0)), 20);
  child.stdout.on('data', (chunk) => {
    hash.update(chunk);
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(timer);
  return { code, lines, megabytes: most, seconds: (performance.now() - began) / 1000 };
};

const completing = `
source "$1"
words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=\${#COMP_LINE}; }
once() { words trivet workspace tag ''; _trivet trivet '' tag; words trivet job reg; _trivet trivet reg job; }
once
[[ \${COMPREPLY[*]} == *register* ]] || exit 1
began=$EPOCHREALTIME
for ((time = 0; time < 100; time++)); do once; done
ended=$EPOCHREALTIME
echo $(((\${ended/[.,]/} - \${began/[.,]/}) / 200))
`;

/** Microseconds of one TAB in bash on a static word, with a PATH that holds no programs. */
export const tab = ({ root }) => {
  const script = join(root, 'dist', 'completions', 'trivet.bash');
  const bash = spawnSync('bash', ['-c', 'command -v bash']).stdout.toString().trim();
  const { status, stdout } = spawnSync(bash, ['--norc', '-c', completing, 'bash', script], {
    env: { PATH: '/nonexistent' },
  });
  return status === 0 ? Number(stdout.toString()) : undefined;
};

/** The sizes of what `npm pack` would publish. The package has no dependencies, so this is an installation, too. */
export const sizes = ({ root }) => {
  const text = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString();
  const [{ files, size, unpackedSize }] = JSON.parse(text.slice(text.indexOf('[')));
  const dist = files.filter(({ path }) => path.startsWith('dist/'));
  const code = dist.filter(({ path }) => path.endsWith('.cjs'));
  const sum = (some) => some.reduce((total, file) => total + file.size, 0) / 1e6;
  return {
    files: files.length,
    packed: size / 1e6,
    unpacked: unpackedSize / 1e6,
    dist: sum(dist),
    distFiles: dist.length,
    code: sum(code),
    codeFiles: code.length,
  };
};
