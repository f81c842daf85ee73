/** Checks the package as it would be published: it holds exactly what should ship, and runs without anything else. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { packOnce } from './support/packed.ts';
import { runProgram } from './support/run-bin.ts';
import { packedPages } from './support/man-pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};

let folder = '';
let unpacked = '';
let files: readonly string[] = [];
let stage = '';
let tarball = '';

beforeAll(async () => {
  ({ stage, tarball } = await packOnce());
  folder = mkdtempSync(join(tmpdir(), 'trivet-pack-'));
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  unpacked = join(folder, 'package');
  files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(unpacked, name)).isFile(),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package holds everything that package.json names', () => {
  // Without a file of its own, the repository host says how to report a vulnerability.
  const named = manifest.files.filter(
    (name) => !name.startsWith('!') && (name !== 'SECURITY.md' || existsSync(join(root, name))),
  );
  for (const name of named) expect(existsSync(join(unpacked, name)), name).toBe(true);
});

test('the package holds nothing else', () => {
  const allowed = [
    /^package\.json$/,
    /^(?:README|CHANGELOG|CONTRIBUTING|SECURITY|THIRD_PARTY_NOTICES)\.md$/,
    /^docs\/(?:adr\/|cookbook\/|demo\/)?[\w.-]+\.(?:md|svg|sh)$/,
    /^src\/sandbox\/README\.md$/,
    /^LICENSE$/,
    /^bin\/(?:trivet|package\.json)$/,
    /^dist\/(?:main\.cjs|library\.(?:cjs|mjs|d\.ts)|package\.json|(?:build|how|manifest|prompts)\.json)$/,
    /^dist\/chunks\/[\w.-]+\.cjs$/,
    /^dist\/help\/[a-z0-9/-]+\.txt$/,
    /^dist\/completions\/trivet\.(?:bash|zsh|fish|ps1|words)$/,
    /^man\/trivet(?:-[a-z-]+)?\.1$/,
    /^skills\/trivet\/SKILL\.md$/,
  ];
  expect(files.filter((name) => !allowed.some((pattern) => pattern.test(name)))).toEqual([]);
});

test('every link of its pages leads to one of its files, or to the repository', () => {
  const pages = files.filter((name) => name.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(40);
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(unpacked, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].flatMap(
      ([, target = '']) => (existsSync(join(unpacked, dirname(page), target)) ? [] : [`${page}: ${target}`]),
    ),
  );
  expect(dead).toEqual([]);
  expect(readFileSync(join(unpacked, 'CONTRIBUTING.md'), 'utf8')).toContain(
    '](https://github.com/trivet-cli/trivet/blob/HEAD/src/run/review.ts)',
  );
});

test('the package has at most 10 MB unpacked', () => {
  const sizes = files.map((name) => statSync(join(unpacked, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10e6);
});

test('the package holds no sources, tests, source maps or install scripts', () => {
  expect(
    files.filter(
      (name) =>
        name !== 'dist/library.d.ts' &&
        /\.(?:ts|map|test\.\w+)$|^(?:src(?!\/sandbox\/README)|test|scripts)\//.test(name),
    ),
  ).toEqual([]);
  for (const name of ['preinstall', 'install', 'postinstall'])
    expect(manifest.scripts).not.toHaveProperty(name);
});

test('the package declares no bundled dependency and no script of a checkout', () => {
  const published = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as object;
  for (const name of [
    'dependencies',
    'optionalDependencies',
    'peerDependencies',
    'devDependencies',
    'scripts',
  ])
    expect(published).not.toHaveProperty(name);
});

test('packing leaves the package.json and the pages of the checkout unchanged', () => {
  execFileSync(process.execPath, [join(stage, 'scripts', 'published.mjs')]);
  execFileSync(process.execPath, [join(stage, 'scripts', 'published.mjs'), '--restore']);
  for (const name of ['package.json', 'CONTRIBUTING.md', 'docs/concepts.md'])
    expect(readFileSync(join(stage, name), 'utf8')).toBe(readFileSync(join(root, name), 'utf8'));
});

test('the package installs for all users without a network or a warning, with its man pages', async () => {
  const prefix = join(folder, 'prefix');
  const options = [
    '--prefix',
    prefix,
    '--cache',
    join(folder, 'cache'),
    '--userconfig',
    join(folder, 'npmrc'),
  ];
  const { stdout, stderr, status } = spawnSync(
    'npm',
    ['install', '--global', '--offline', ...options, tarball],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder },
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('added 1 package');
  const pages = packedPages(root, inject('built'));
  expect(readdirSync(join(prefix, 'share', 'man', 'man1')).sort()).toEqual(pages);
  expect(readFileSync(join(prefix, 'share', 'man', 'man1', 'trivet.1'), 'utf8')).toContain('.TH TRIVET 1');
  expect(readFileSync(join(prefix, 'share', 'man', 'man1', 'trivet-job-stop.1'), 'utf8')).toBe(
    '.so man1/trivet-job.1\n',
  );
  const run = await runProgram(join(prefix, 'bin', 'trivet'), ['profile', 'list']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
});

test('a checkout that is not built says how to build it', async () => {
  const bare = join(folder, 'bare');
  for (const name of ['bin', 'package.json']) cpSync(join(root, name), join(bare, name), { recursive: true });
  const { code, stdout, stderr } = await runProgram(join(bare, 'bin', 'trivet'), ['workspace', 'list']);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toBe(`trivet: ${bare} is not built: run npm run build there\n`);
});

test("prepare says what to do if the build's packages are missing", () => {
  const { status, stderr } = spawnSync(process.execPath, [join(stage, 'scripts', 'prepare.mjs')], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('npm pack URL, then npm install --global ./trivet-*.tgz');
});

test('no file holds a path of the machine that built it', () => {
  const found = files.filter((name) => {
    const text = readFileSync(join(unpacked, name), 'utf8');
    return text.includes(root) || text.includes(root.replace(/\/$/, '')) || text.includes(stage);
  });
  expect(found).toEqual([]);
});

test('the launcher is executable, and its folder and the program are CommonJS', () => {
  expect(statSync(join(unpacked, 'bin/trivet')).mode & 0o111).toBe(0o111);
  for (const name of ['bin', 'dist']) {
    const { type } = JSON.parse(readFileSync(join(unpacked, name, 'package.json'), 'utf8')) as {
      type: string;
    };
    expect(type).toBe('commonjs');
  }
});

test('the program runs without node_modules: version, help, a whole rehearsal', async () => {
  const program = join(unpacked, manifest.bin['trivet'] ?? '');
  expect(await runProgram(program, ['--version'])).toMatchObject({
    code: 0,
    stdout: `${manifest.version}\n`,
  });
  expect(JSON.parse((await runProgram(program, ['--version', '-o', 'json'])).stdout)).toMatchObject({
    ...(JSON.parse(readFileSync(join(unpacked, 'dist', 'build.json'), 'utf8')) as object),
    version: manifest.version,
    form: 'package',
  });
  expect((await runProgram(program, ['workspace', 'list', '--help'])).stdout).toContain('USAGE');
  const list = ['workspace', 'list', '-o', 'table', '--color', 'always', '--limit', '3'];
  const rehearsal = await runProgram(program, ['sandbox', 'exec', '--', process.execPath, program, ...list]);
  expect(rehearsal).toMatchObject({ code: 0, stderr: '' });
  expect(rehearsal.stdout.split('\n')).toHaveLength(5);
});

test('profiles, queries and yaml work: their packages are bundled', async () => {
  const program = join(unpacked, 'bin', 'trivet');
  const env = { TRIVET_CONFIG_DIR: join(folder, 'config') };
  const set = await runProgram(program, ['profile', 'set', 'p', '--jobs-url', 'https://j.example'], { env });
  expect(set).toMatchObject({ code: 0 });
  expect(await runProgram(program, ['profile', 'list', '--query', '[0].name'], { env })).toMatchObject({
    code: 0,
    stdout: '"p"\n',
  });
  expect((await runProgram(program, ['profile', 'list', '-o', 'yaml'], { env })).stdout).toContain('name: p');
});
