/** Runs the pipelines of docs/ci.md as printed: they install a tarball of this tree and use the sandbox. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { load } from 'js-yaml';
import { packOnce } from './support/packed.ts';
import { partOf } from './support/part.ts';
import type { Served } from './support/served.ts';
import { serveProgram } from './support/served.ts';
import { environmentOf, useSandbox } from './support/sandbox.ts';

const page = readFileSync(resolve(import.meta.dirname, '../docs/ci.md'), 'utf8');
const [github = '', gitlab = ''] = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) => text);
const { steps } = (load(github) as { jobs: { deploy: { steps: readonly { readonly run?: string }[] } } }).jobs
  .deploy;
const { script, after_script: after } = (
  load(gitlab) as { deploy: { script: readonly string[]; after_script: readonly string[] } }
).deploy;

const { sandbox } = useSandbox({ fresh: true });
const install = 'npm install --global "$PACKAGE"';

let folder = '';
let work = '';
let env: Readonly<Record<string, string>> = {};
let served: Served;
beforeAll(async () => {
  served = await serveProgram();
  folder = mkdtempSync(join(tmpdir(), 'trivet-ci-'));
  const prefix = join(folder, 'prefix');
  mkdirSync(prefix);
  env = {
    PATH: [join(prefix, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
    HOME: folder,
    CI: 'true',
    CI_PIPELINE_ID: '1',
    PACKAGE: (await packOnce()).tarball,
    npm_config_prefix: prefix,
    npm_config_cache: join(folder, 'cache'),
    npm_config_offline: 'true',
  };
  // Installs once. Later calls of this `npm` accept the same arguments without installing and refuse any others.
  execFileSync('sh', ['-e', '-c', install], { cwd: folder, env, stdio: 'ignore' });
  const npm = `#!/bin/sh\ntest "npm $*" = "npm install --global $PACKAGE"\n`;
  writeFileSync(join(prefix, 'bin', 'npm'), npm, { mode: 0o755 });
});
afterAll(() => {
  served.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  work = mkdtempSync(join(folder, 'checkout-'));
  writeFileSync(join(work, 'migrate.sh'), '#!/bin/sh\nexit "${MIGRATION:-0}"\n');
  writeFileSync(join(work, 'deploy.sh'), '#!/bin/sh\ntrivet workspace lock demo/network-prod\n');
  for (const name of ['migrate.sh', 'deploy.sh']) chmodSync(join(work, name), 0o755);
  const task = 'task "server" {\n driver = "raw_exec"\n config { command = "/bin/sleep" }\n}';
  writeFileSync(join(work, 'web.nomad.hcl'), `job "web" {\n group "app" {\n ${task}\n }\n}\n`);
});

interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs the lines in one shell that ends at the first failure, as runners do. */
const run = (shell: string, lines: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  new Promise<Ran>((done) => {
    const server = { ...environmentOf(sandbox()), TRIVET_ORGANIZATION: 'acme' };
    const variables = { ...server, GITHUB_ENV: join(work, 'github-env'), ...more };
    const PATH = [served.bin, env['PATH']].join(delimiter);
    const options = { cwd: work, env: { ...env, PATH, ...variables } };
    const child = execFile(shell, ['-e', '-c', lines.join('\n')], options, (error, out, err) => {
      done({ code: error === null ? 0 : Number(error.code), output: `${out}${err}` });
    });
    child.stdin?.end();
  });

const isLocked = async (): Promise<string> =>
  (await run('sh', ['trivet workspace show network-prod --field locked'])).output;

test('both pages install the package with the command that was run here', () => {
  const lines = [...steps.flatMap(({ run: text = '' }) => text.split('\n')), ...script];
  expect(lines.filter((line) => line.includes('npm '))).toEqual([install, install]);
});

test('GitHub: every step runs, and runs again without a change', { timeout: 180_000 }, async () => {
  const runs = steps.flatMap(({ run: lines }) => (lines === undefined ? [] : [lines]));
  expect(runs.length).toBe(3);
  // With the installed package.
  const installed = { PATH: env['PATH'] ?? '' };
  for (const lines of runs) expect(await run('bash', [lines], installed)).toMatchObject({ code: 0 });
  expect(readFileSync(join(work, 'github-env'), 'utf8')).toMatch(/^APP_PASSWORD=\S+\n$/);
  const again = await run('bash', [runs.at(-1) ?? ''], installed);
  expect(again).toEqual({ code: 0, output: 'no changes\n' });
});

describe.each(partOf(['sh', 'bash'], 2))('GitLab under %s', (shell) => {
  /** `after_script` has its own shell and runs whatever the result of the script. */
  const pipeline = async (more: Readonly<Record<string, string>> = {}): Promise<number> => {
    const { code } = await run(shell, script, more);
    expect(await run(shell, after, more)).toMatchObject({ code: 0 });
    return code;
  };

  test('locks, migrates and unlocks, even if the migration fails', { timeout: 180_000 }, async () => {
    expect(await pipeline()).toBe(0);
    expect(await isLocked()).toBe('false');
    expect(await pipeline({ MIGRATION: '9' })).toBe(9);
    expect(existsSync(join(work, '.locked'))).toBe(true);
    expect(await isLocked()).toBe('false');
  });

  test(
    'does not release the lock of another pipeline with the same token',
    { timeout: 180_000 },
    async () => {
      await run(shell, script.slice(0, -1), { CI_PIPELINE_ID: 'other' });
      // A runner gives each pipeline its own checkout.
      work = mkdtempSync(join(folder, 'checkout-'));
      expect(await pipeline()).toBe(6);
      expect(await isLocked()).toBe('true');
    },
  );
});

test('the rehearsal ends as the page says', { timeout: 180_000 }, async () => {
  const lines = /## Rehearsing[\s\S]*?```sh\n([\s\S]*?)```/.exec(page)?.[1]?.trim().split('\n') ?? [];
  expect(lines).toHaveLength(3);
  const codes = [];
  for (const line of lines) codes.push((await run('sh', [line])).code);
  expect(codes.slice(0, 2)).toEqual([0, 0]);
  expect([4, 5]).toContain(codes[2]);
});
