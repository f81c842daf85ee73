/** Runs `npm run new` on a copy of the sources, type-checks what it wrote, and asks a service that it made. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { groups } from '../src/commands/groups.ts';
import { fakeServer } from './support/fake-server.ts';
import { bundle } from './unit/bundled-script.ts';

const root = resolve(import.meta.dirname, '..');

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-new-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const node = (folder: string, ...words: readonly string[]): { code: number | null; text: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, TRIVET_ROOT: folder },
  });
  return { code: status, text: stdout + stderr };
};

/** A copy of the sources that is type-checked by itself. */
const scratch = (): string => {
  const folder = temporaryFolder();
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const own: unknown = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(Object.assign({}, own, { include: ['src'] })));
  for (const file of ['package.json', '.oxfmtrc.json']) cpSync(join(root, file), join(folder, file));
  return folder;
};

const write = (folder: string, what: string, name: string): void => {
  const { code, text } = node(folder, join(root, 'scripts/new.mjs'), what, name);
  expect(code, text).toBe(0);
  expect(text).toMatch(/^Written:\n(?: {2}.*\n)+Left:\n(?: {2}.*\n)+$/);
};

/** What the test calls of the library that a copy makes. */
interface Commands {
  readonly queue: {
    readonly list: () => Promise<unknown>;
    readonly change: (name: string) => Promise<unknown>;
  };
  readonly status: () => Promise<unknown>;
  readonly whoami: () => Promise<unknown>;
  readonly doctor: () => Promise<unknown>;
}

/** The errors of the type checker, by file. */
const errorsIn = (folder: string): readonly string[] =>
  node(folder, join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false')
    .text.split('\n')
    .filter((line) => /error TS\d+/.test(line));

test('what is written compiles and runs, but for the decisions of a product, which the type checker names', async () => {
  const folder = scratch();
  write(folder, 'operation', 'job.drain');
  write(folder, 'kind', 'lease.ticket');
  write(folder, 'service', 'queues.queue');
  write(folder, 'product', 'jobs.citadel');
  const product = join(folder, 'src/services/queues/product.ts');
  const text = readFileSync(product, 'utf8').replace(
    "tokenHeader: 'authorization'",
    "tokenHeader: 'x-queue-token'",
  );
  writeFileSync(product, text);
  const [error, ...others] = errorsIn(folder);
  expect(others).toEqual([]);
  expect(error).toMatch(
    /^src[\\/]catalogue[\\/]services[\\/]jobs[\\/]facts\.ts.*hcl1.*revert-tokens.*submissions/,
  );

  // The service is asked by its own commands, and by those that ask every service.
  const { origin, received } = await fakeServer(({ headers, path }) =>
    path === '/' || headers['x-queue-token'] === 'the-token'
      ? { body: [{ name: 'mails' }, { name: 'events' }] }
      : { status: 403, body: 'no' },
  );
  const { openLibrary }: { openLibrary: (options: object) => Promise<Commands> } = await import(
    await bundle(`export { openLibrary } from '${join(folder, 'src/library.ts')}';`, temporaryFolder())
  );
  const env = { TRIVET_QUEUES_URL: origin, TRIVET_QUEUES_TOKEN: 'the-token', TRIVET_CONFIG_DIR: folder };
  const { queue, status, whoami, doctor } = await openLibrary({ env });
  expect(await queue.list()).toEqual([{ name: 'mails' }, { name: 'events' }]);
  await queue.change('mails');
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /queue',
    'POST /queue/mails',
  ]);
  expect(await status()).toEqual([]);
  expect(await whoami()).toMatchObject([{ service: 'queues' }]);
  expect(await doctor()).toContainEqual(
    expect.objectContaining({ service: 'queues', check: 'token', status: 'ok' }),
  );
});

test('what is written needs no formatting, in every group of a service', () => {
  const folder = scratch();
  write(folder, 'service', 'queues.queue');
  write(folder, 'kind', 'queue.queue');
  for (const { name, service } of groups)
    if (service !== undefined) write(folder, 'operation', `${name}.try-it-out`);
  const { code, text } = node(folder, join(root, 'node_modules/oxfmt/bin/oxfmt'), '--check', 'src');
  expect(code, text).toBe(0);
});

test('a name of another form is refused, and nothing is written over', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'src/commands/job/operations'), { recursive: true });
  for (const file of ['groups', 'job/commands'])
    cpSync(join(root, `src/commands/${file}.ts`), join(folder, `src/commands/${file}.ts`));
  writeFileSync(join(folder, 'src/commands/job/operations/drain.ts'), 'kept');
  const script = join(root, 'scripts/new.mjs');
  expect(node(folder, script, 'operation', 'job').text).toContain('usage: npm run new');
  expect(node(folder, script, 'operation', 'job.drain').text).toContain('exists already');
  expect(node(folder, script, 'operation', 'job.submission').text).toContain('declares submission already');
  expect(readFileSync(join(folder, 'src/commands/job/operations/drain.ts'), 'utf8')).toBe('kept');
});
