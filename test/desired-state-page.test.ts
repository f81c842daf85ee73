/** Runs the pipeline of docs/desired-state.md as printed. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { load } from 'js-yaml';
import type { Served } from './support/served.ts';
import { serveProgram } from './support/served.ts';
import { environmentOf, useSandbox } from './support/sandbox.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/desired-state.md'), 'utf8');

interface Job {
  readonly run: string;
  readonly env?: Readonly<Record<string, string | number>>;
}

const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const jobs = Object.assign({}, ...blocks.slice(1).map((text) => load(text) as Record<string, Job>)) as Record<
  string,
  Job
>;

const { sandbox, trivet } = useSandbox();
const work = mkdtempSync(join(tmpdir(), 'trivet-state-'));
mkdirSync(join(work, 'infra'));
let served: Served;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => {
  served.close();
  rmSync(work, { recursive: true, force: true });
});

/** Runs Git in the checkout. */
const git = (...argv: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...argv], {
    cwd: work,
    env: { PATH: process.env['PATH'], HOME: work },
    stdio: 'ignore',
  });
};

/** Only the applying stage has a token that may change something. */
const tokenOf = (name: string): Readonly<Record<string, string>> => {
  const { owner, reviewer } = sandbox().tokens;
  const token = name === 'apply' ? owner : reviewer;
  return { TRIVET_WORKSPACES_TOKEN: token, TRIVET_SECRETS_TOKEN: token, TRIVET_JOBS_TOKEN: token };
};

const run = (name: string): Promise<{ readonly code: number; readonly output: string }> => {
  const job = jobs[name];
  if (job === undefined) throw new Error(`the page has no job ${name}`);
  const more = Object.fromEntries(Object.entries(job.env ?? {}).map(([key, value]) => [key, String(value)]));
  const env = {
    ...environmentOf(sandbox()),
    TRIVET_CONFIG_DIR: join(work, 'config'),
    PATH: [served.bin, process.env['PATH'] ?? ''].join(delimiter),
    CI: 'true',
    HOME: work,
    ...tokenOf(name),
    ...more,
  };
  return new Promise((done) => {
    const child = execFile('sh', ['-e', '-c', job.run], { cwd: work, env }, (error, out, err) => {
      done({ code: error === null ? 0 : Number(error.code), output: `${out}${err}` });
    });
    child.stdin?.end();
  });
};

test(
  'the pipeline works for a pull request, its merge, and the nights afterwards',
  { timeout: 120_000 },
  async () => {
    writeFileSync(
      join(work, 'infra', 'web.yaml'),
      'kind: pki-role\nname: web\nsettings:\n  ou: [platform]\n---\nkind: workspace\nname: made\nsettings: {auto-apply: true}\ntags: [eu]\n',
    );
    writeFileSync(join(work, 'trivet.yaml'), 'environments:\n  prod: { layers: [infra] }\n');
    git('init', '--initial-branch=main');
    git('init', '--bare', 'origin.git');
    git('remote', 'add', 'origin', join(work, 'origin.git'));
    git('add', 'trivet.yaml', 'infra');
    git('commit', '--message=x');
    git('push', 'origin', 'HEAD:refs/trivet/applied/prod');
    expect(await run('diff')).toMatchObject({ code: 0 });
    const comment = readFileSync(join(work, 'comment.md'), 'utf8');
    expect(comment).toContain('| pki-role | web | update | ou |');
    expect(comment).toContain('| workspace | `demo/made` | create |');
    expect(await run('apply')).toMatchObject({ code: 0 });
    expect((await trivet('workspace show demo/made --field auto-apply')).stdout).toBe('true');
    expect((await run('apply')).code).toBe(6);
    const drifted = await run('drift');
    // The sandbox has roles that no file names.
    expect(drifted.code).toBe(1);
    expect(drifted.output).toContain('| pki-role | internal | unmanaged |');
    expect(comment).toContain('**trivet diff** of environment prod: 2 differences');
    await trivet('pki role delete internal --yes');
    expect(await run('drift')).toMatchObject({ code: 0 });
    await trivet('pki role update web --ou other');
    const again = await run('drift');
    expect(again.code).toBe(1);
    expect(again.output).toContain('| pki-role | web | update | ou |');
  },
);

test('diff can read the first file of the page', async () => {
  const file = join(work, 'example.yaml');
  writeFileSync(
    join(work, 'web.nomad.hcl'),
    'variable "color" {}\njob "web" {\n group "app" {\n task "t" {\n driver = "raw_exec"\n config { command = "/bin/true" }\n}\n}\n}\n',
  );
  writeFileSync(file, blocks[0] ?? '');
  const { code, stdout } = await trivet(`diff ${file}`);
  expect(code).toBe(0);
  for (const name of ['acme/network-prod', 'web']) expect(stdout).toContain(name);
});
