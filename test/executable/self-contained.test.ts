/**
 * Tests that the executable needs no other file, holds nothing of the machine that built it, and reads no file of a
 * folder.
 */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launcher } from '../support/program.ts';
import { runProgram } from '../support/run-bin.ts';
import { smallServer } from '../support/small-server.ts';

const root = resolve(import.meta.dirname, '../..');

let folder = '';
/** Renamed, in an otherwise empty folder. */
let alone = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-alone-'));
  alone = join(folder, 'infrastructure');
  copyFileSync(launcher, alone);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runProgram(alone, argv, { env: { PATH: '/usr/bin:/bin', ...env } });

test('version and help equal those of the program for Node', async () => {
  const node = (argv: readonly string[]) => runProgram(join(inject('built'), 'bin', 'trivet'), argv);
  for (const argv of [['--version'], ['--help'], [], ['pki', 'role', '--help'], ['help', 'job', 'list']])
    expect(await run(argv)).toEqual(await node(argv));
});

test('--version -o json describes the executable and the commit that was built', async () => {
  const built = readFileSync(join(inject('built'), 'dist', 'build.json'), 'utf8');
  expect(JSON.parse((await run(['--version', '-o', 'json'])).stdout)).toMatchObject({
    ...(JSON.parse(built) as object),
    form: 'executable',
    runtime: 'bun',
    platform: `${process.platform}-${process.arch}`,
  });
});

test('manifest, completion scripts and manual pages are included', async () => {
  const manifest = await run(['manifest']);
  expect(manifest.stdout).toBe(readFileSync(join(inject('built'), 'dist', 'manifest.json'), 'utf8'));
  const XDG_DATA_HOME = join(folder, 'data');
  expect(await run(['man', 'install', '-q'], { XDG_DATA_HOME })).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(join(XDG_DATA_HOME, 'man', 'man1', 'trivet-job-stop.1'), 'utf8')).toBe(
    '.so man1/trivet-job.1\n',
  );
  for (const page of readdirSync(join(root, 'man')))
    expect(readFileSync(join(XDG_DATA_HOME, 'man', 'man1', page), 'utf8')).toBe(
      readFileSync(join(root, 'man', page), 'utf8'),
    );
  const installed = await run(['completion', 'install', 'bash'], { XDG_DATA_HOME });
  expect(installed.code).toBe(0);
  expect(readFileSync(join(XDG_DATA_HOME, 'bash-completion', 'completions', 'trivet'), 'utf8')).toBe(
    readFileSync(join(inject('built'), 'dist', 'completions', 'trivet.bash'), 'utf8'),
  );
});

test('the sandbox is included, and its trivet is this program whatever its name', async () => {
  const result = await run(['sandbox', 'exec', '--', 'sh', '-c', 'trivet workspace list --limit 2 -o name']);
  expect(result).toMatchObject({ code: 0, stdout: 'network-prod\ndns-prod\n', stderr: '' });
});

test('the executable holds no path of the machine that built it', () => {
  const bytes = readFileSync(alone);
  for (const path of [root, inject('built'), 'trivet-executable-'])
    expect({ path, at: bytes.indexOf(path) }).toEqual({ path, at: -1 });
});

test('files in the working directory have no effect', async () => {
  const { env } = await smallServer(() => ({ body: [{ ID: 'web', Status: 'running' }] }));
  const work = join(folder, 'work');
  mkdirSync(work);
  const preload = `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'ran'))}, '');`;
  for (const [name, text] of [
    [
      '.env',
      'TRIVET_JOBS_NAMESPACE=of-the-folder\nTRIVET_OUTPUT=json\nNODE_OPTIONS=--require=./preload.js\n',
    ],
    ['.env.production', 'TRIVET_OUTPUT=json\n'],
    ['.env.local', 'TRIVET_OUTPUT=json\nBUN_OPTIONS=--preload=./preload.js\n'],
    ['bunfig.toml', 'preload = ["./preload.js"]\n[run]\nbun = true\n'],
    ['preload.js', preload],
    [
      'tsconfig.json',
      '{ "compilerOptions": { "paths": { "*": ["./preload.js"], "node:*": ["./preload.js"] } } }',
    ],
    ['package.json', '{ "type": "module", "main": "./preload.js", "imports": { "#*": "./preload.js" } }'],
    ['index.js', preload],
  ] as const)
    writeFileSync(join(work, name), text);
  const line = `cd ${work} && exec ../${basename(alone)} job list -o name`;
  expect(await runProgram('sh', ['-c', line], { env })).toMatchObject({
    code: 0,
    stdout: 'web\n',
    stderr: '',
  });
  expect(readdirSync(folder)).not.toContain('ran');
});

test('NODE_OPTIONS loads nothing, and NODE_DEBUG and similar variables show nothing', async () => {
  const { env } = await smallServer(() => ({ body: [{ ID: 'web', Status: 'running' }] }));
  writeFileSync(join(folder, 'load.js'), `require('node:fs').writeFileSync('loaded', '');`);
  const result = await run(['job', 'list', '-o', 'name'], {
    ...env,
    NODE_OPTIONS: `--require=${join(folder, 'load.js')}`,
    NODE_DEBUG: 'http,net,tls,undici',
    NODE_DEBUG_NATIVE: 'HTTP2,TLS',
    BUN_CONFIG_VERBOSE_FETCH: 'curl',
    BUN_INSPECT: 'ws://127.0.0.1:0/',
  });
  expect(result).toMatchObject({ code: 0, stdout: 'web\n', stderr: '' });
});

test('a working directory that was removed is an error of one line, exit 1, because the runtime needs it', async () => {
  const line = `mkdir gone && cd gone && rmdir ../gone && "${alone}" profile list`;
  const { code, stdout, stderr } = await runProgram('sh', ['-c', line]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
