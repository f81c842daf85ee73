/** Variables, templates and arguments of a job: every way in which a job is shown or compared agrees about them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import { openMcp } from '../support/mcp.ts';
import { runCli, words } from '../support/run-cli.ts';
import { environmentOf } from '../support/sandbox.ts';

let sandbox: Sandbox;
let cwd = '';
const before = process.cwd();

/** @param mark is in the value of a variable, in a template, in an argument and in the metadata */
const jobOf = (mark: string): string => `job "painted" {
  datacenters = ["dc1"]
  meta {
    owner = "meta-${mark}"
  }
  group "app" {
    task "server" {
      driver = "docker"
      config {
        image = "nginx:${mark}"
        args  = ["--password", "args-${mark}"]
      }
      env {
        COLOR = "env-${mark}"
      }
      template {
        data        = "template-${mark}"
        destination = "local/x"
      }
    }
  }
}
`;

/** Hidden from people, too. */
const variables = ['env-one', 'env-two', 'env-three', 'template-one', 'template-two', 'template-three'];
/** Hidden from models. */
const texts = ['args-one', 'args-two', 'args-three', 'meta-one', 'meta-two', 'meta-three'];

const env = () => ({ ...environmentOf(sandbox), TRIVET_CONFIG_DIR: join(cwd, 'config') });

const trivet = async (line: string, more: { readonly tty?: true } = {}): Promise<string> => {
  const { stdout, stderr } = await runCli(words(line), { cwd, ...more, env: env() });
  return `${stdout}\n${stderr}`;
};

beforeAll(async () => {
  sandbox = await startSandbox();
  cwd = mkdtempSync(join(tmpdir(), 'trivet-shown-'));
  process.chdir(cwd);
  for (const mark of ['one', 'two', 'three']) writeFileSync(join(cwd, `${mark}.nomad.hcl`), jobOf(mark));
  for (const mark of ['one', 'two']) {
    const { code, stderr } = await runCli(words(`job register ${mark}.nomad.hcl --yes`), { cwd, env: env() });
    if (code !== 0) throw new Error(stderr);
  }
});
afterAll(async () => {
  process.chdir(before);
  await sandbox.close();
  rmSync(cwd, { recursive: true, force: true });
});

const found = (text: string, marks: readonly string[]): readonly string[] =>
  marks.filter((mark) => text.includes(mark));

describe('without --reveal variables and templates are hidden by', () => {
  test.each([
    'diff three.nomad.hcl',
    'diff three.nomad.hcl --full',
    'diff three.nomad.hcl -o md',
    'diff three.nomad.hcl -o json',
    'apply three.nomad.hcl --dry-run',
    'apply three.nomad.hcl --dry-run -o json',
    'job plan three.nomad.hcl',
    'job plan three.nomad.hcl --full',
    'job plan three.nomad.hcl -o json',
    'job plan three.nomad.hcl -o yaml',
    'job diff painted',
    'job diff painted -o json',
    'job revert painted --to previous --no-input',
    'job show painted',
  ])('trivet %s', async (line) => {
    const text = await trivet(line);
    if (!line.startsWith('job show')) expect(text).toContain('COLOR');
    expect(found(text, variables)).toEqual([]);
  });

  test('trivet job versions --diffs on a terminal', async () => {
    const text = await trivet('job versions painted --diffs', { tty: true });
    expect(text).toContain('COLOR');
    expect(found(text, variables)).toEqual([]);
  });
});

describe('with --reveal they are shown by', () => {
  test.each([
    'diff three.nomad.hcl --full',
    'diff three.nomad.hcl -o json',
    'job plan three.nomad.hcl',
    'job plan three.nomad.hcl -o json',
    'job diff painted',
    'job diff painted -o json',
  ])('trivet %s', async (line) => {
    expect(found(await trivet(`${line} --reveal`), variables)).toContain('env-two');
  });
});

const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['job_show', { job: 'painted' }],
  ['job_versions', { job: 'painted', diffs: true, fields: ['Version', 'TaskGroups', 'Meta'] }],
  ['job_diff', { job: 'painted' }],
  ['job_plan', { file: 'three.nomad.hcl' }],
  ['job_parse', { file: 'three.nomad.hcl' }],
  ['diff', { file: ['three.nomad.hcl'] }],
];

describe('a model does not get variables, templates, arguments and metadata by', () => {
  test.each(calls)('%s', async (tool, given) => {
    const session = await openMcp(words('--toolset job,diff'), { cwd, env: env() });
    const { texts: reply, failed } = await session.call(tool, given);
    await session.end();
    expect(failed).toBe(false);
    expect(found(reply.join('\n'), [...variables, ...texts])).toEqual([]);
  });
});

/** A reply of a server that quotes what it got. */
const files: Readonly<Record<string, string>> = {
  '.env': 'DB_PASSWORD=hunter2secret\n',
  'pin.txt': '4711\n',
  'word.txt': 'swordfish\n',
  'broken.hcl': 'job "painted" {\n  swordfish = hunter2secret\n}\n',
  'data.json': '{"bindpass":"swordfish","note":"hunter2secret","url":"4711"}\n',
};

const reads: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['job_parse', { file: 'one.nomad.hcl', 'var-file': ['.env'] }],
  ['job_parse', { file: '.env' }],
  ['job_parse', { file: 'broken.hcl' }],
  ['job_parse', { file: 'word.txt' }],
  ['job_plan', { file: 'one.nomad.hcl', 'var-file': ['.env'] }],
  ['job_plan', { file: 'broken.hcl' }],
  ['diff', { file: ['.env'] }],
  ['diff', { file: ['broken.hcl'] }],
  ['diff', { file: ['word.txt'] }],
  ['diff', { file: ['one.nomad.hcl'], 'var-file': ['.env'] }],
  ['pki_cert_show', { serial: '@pin.txt' }],
  ['pki_cert_show', { serial: '@word.txt' }],
  ['api', { service: 'secrets', METHOD: 'POST', path: '/ldap/config', data: '@data.json' }],
  ['api', { service: 'secrets', METHOD: 'POST', path: '/ldap/config', data: '@word.txt' }],
  [
    'api',
    { service: 'workspaces', METHOD: 'POST', path: '/organizations/acme/workspaces', data: '@data.json' },
  ],
];

describe('a model does not read a file through an error of', () => {
  test.each(reads)('%s %j', async (tool, given) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
    const session = await openMcp(words('--toolset job,diff,pki,api --allow api'), { cwd, env: env() });
    const { texts: reply } = await session.call(tool, given);
    await session.end();
    expect(found(reply.join('\n'), ['hunter2secret', '4711', '47:11', 'swordfish'])).toEqual([]);
  });
});
