/** Checks which files a start loads, since laziness makes it fast. Nothing is timed here; `npm run bench` measures. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { FakeServer } from './support/fake-server.ts';
import { startFakeServer } from './support/fake-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'trivet-speed-'));
const program = inject('built');
const hook = join(folder, 'hook.cjs');
let server: FakeServer;
let origin = '';

interface Loaded {
  readonly code: number | null;
  readonly stdout: string;
  /** Paths relative to the program, in the order in which they were loaded. */
  readonly files: readonly string[];
  /** The contents of these files. */
  readonly text: string;
  /** Builtin modules that `node -e 0` does not load. */
  readonly builtins: readonly string[];
}

const report = (path: string): { readonly files: string[]; readonly builtins: string[] } =>
  JSON.parse(readFileSync(path, 'utf8'));

let bare: ReadonlySet<string> = new Set();

const run = async (argv: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Loaded> => {
  const out = join(folder, 'loaded.json');
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env;
  const env = {
    ...rest,
    LOADED: out,
    TRIVET_CONFIG_DIR: join(folder, 'config'),
    TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
    TRIVET_WORKSPACES_TOKEN: 'test',
    TRIVET_WORKSPACES_PRODUCT: 'generic',
    TRIVET_ORGANIZATION: 'demo',
    ...more,
  };
  const child = spawn(process.execPath, ['--require', hook, ...argv], { env });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.resume();
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const found = report(out);
  const files = found.files.filter((path) => path.startsWith(program));
  return {
    code,
    stdout,
    files: files.map((path) => relative(program, path)),
    text: files.map((path) => readFileSync(path, 'utf8')).join('\n'),
    builtins: found.builtins.filter((name) => !bare.has(name)),
  };
};

const trivet = (...argv: readonly string[]): Promise<Loaded> =>
  run([join(program, 'bin', 'trivet'), ...argv]);

/** A text that only this library contains. */
const libraries = {
  commander: 'commander.invalidArgument',
  undici: 'class UndiciError',
  'cli-table3': 'rowSpan',
  ora: 'isUnicodeSupported',
  chalk: 'createStyler',
  'js-yaml': 'YAMLException',
  conf: 'ajv',
  execa: 'ExecaError',
  ws: 'class WebSocket',
  '@modelcontextprotocol/server': 'io.modelcontextprotocol/clientCapabilities',
} as const;

const within = ({ text }: Loaded): readonly string[] =>
  Object.entries(libraries).flatMap(([name, sign]) => (text.includes(sign) ? [name] : []));

const workspaceOf = (index: number) => ({
  id: `ws-${String(index).padStart(16, '0')}`,
  type: 'workspaces',
  attributes: { name: `workspace-${index}` },
});
const single = JSON.stringify({ data: workspaceOf(0) });
const page = JSON.stringify({
  data: Array.from({ length: 20 }, (_, index) => workspaceOf(index)),
  meta: { pagination: { 'current-page': 1, 'total-pages': 1, 'total-count': 20 } },
});

beforeAll(async () => {
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED, JSON.stringify({
      files: Object.keys(require.cache),
      builtins: process.moduleLoadList.filter((name) => name.startsWith('NativeModule ')).map((name) => name.slice(13)),
    })));`,
  );
  server = await startFakeServer(({ path }) => ({
    headers: { 'content-type': 'application/vnd.api+json' },
    body: path.includes('/workspaces/ws-') ? single : page,
  }));
  // The server keeps connections open for longer than any test: the client must end by itself.
  server.http.keepAliveTimeout = 600_000;
  origin = server.origin;
  bare = new Set((await run(['-e', '0'])).builtins);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([[['--version']], [['--help']], [['workspace', 'list', '--help']], [['help', 'job', 'plan']]])(
  '%s loads only the launcher',
  async (argv) => {
    const loaded = await trivet(...argv);
    expect(loaded.code).toBe(0);
    expect(loaded.stdout).not.toBe('');
    expect(loaded.files).toEqual(['bin/trivet']);
    expect(loaded.builtins).toEqual([]);
  },
);

/** Builtin modules that Node's http client does not need. */
const needless =
  /^(?:child_process|crypto|fs\/promises|perf_hooks|readline|tls|tty|worker_threads|os|util\/parse_args)$|undici|internal\/(?:readline|modules\/esm\/hooks|crypto\/(?!hash|random|util))/;

test('a list loads the core, its group, and of the libraries only the parser', async () => {
  const loaded = await trivet('workspace', 'list');
  expect(loaded.code).toBe(0);
  expect(loaded.stdout.split('\n')).toHaveLength(21);
  expect(within(loaded)).toEqual(['commander']);
  expect(loaded.files.length).toBeLessThanOrEqual(6);
  // The words of other groups do not belong to every command.
  expect(loaded.text).not.toContain('sign-intermediate');
  expect(loaded.builtins.filter((name) => needless.test(name))).toEqual([]);
});

test('a list loads little code', async () => {
  const loaded = await trivet('workspace', 'list');
  // 510,000 bytes as before, commander, the words of its mistakes, and small checks that are not loaded one by one.
  expect(Buffer.byteLength(loaded.text)).toBeLessThanOrEqual(616_000);
});

test('the operations of a service do not bring those of another, nor the commands of trivet itself', () => {
  const chunks = join(program, 'dist', 'chunks');
  const files = readdirSync(chunks).filter((file) => /^operations-(?!own)/.test(file));
  const others = /require\("\.\/operations-(own|job|workspace)\.cjs"\)/;
  const found = files.map((file) => [file, others.exec(readFileSync(join(chunks, file), 'utf8'))?.[1]]);
  expect(found.length).toBeGreaterThan(4);
  expect(found.filter(([, other]) => other !== undefined)).toEqual([]);
});

test('reading a token file loads neither fs/promises nor readline', async () => {
  const token = join(folder, 'token');
  writeFileSync(token, 'test\n');
  const variables = { TRIVET_WORKSPACES_TOKEN: undefined, TRIVET_WORKSPACES_TOKEN_FILE: token };
  const loaded = await run([join(program, 'bin', 'trivet'), 'workspace', 'list'], variables);
  expect(loaded.code).toBe(0);
  expect(loaded.builtins.filter((name) => /fs\/promises|readline/.test(name))).toEqual([]);
});

test.each(['-o tsv --limit=3 --no-input', 'more'])(
  'the parser does not load the modules by which commander starts programs: workspace list %s',
  async (words) => {
    const loaded = await trivet('workspace', 'list', ...words.split(' '));
    expect(loaded.code).toBe(words === 'more' ? 2 : 0);
    expect(within(loaded)).toEqual(['commander']);
    expect(loaded.builtins.filter((name) => needless.test(name))).toEqual([]);
  },
);

test('each format loads only its own library', async () => {
  expect(within(await trivet('workspace', 'list', '-o', 'yaml'))).toEqual(['commander', 'js-yaml']);
  expect(within(await trivet('workspace', 'list', '-o', 'jsonl'))).toEqual(['commander']);
});

test('a mistake in the arguments sends nothing and loads no transport', async () => {
  const loaded = await trivet('workspace', 'list', '--no-such-flag');
  expect(loaded.code).toBe(2);
  expect(loaded.builtins).not.toContain('http');
  expect(within(loaded)).not.toContain('undici');
});

test('no file of the program starts the ES module loader or holds characters that V8 stores in two bytes', async () => {
  const loaded = await trivet('workspace', 'list', '-o', 'yaml');
  expect(loaded.text).not.toMatch(/\bimport\(/);
  expect(/[^\0-\u007f]/.test(loaded.text)).toBe(false);
});
