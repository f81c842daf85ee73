/** Runs `npm run new` on a copy of the sources, and type-checks what it wrote. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

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
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  return folder;
};

const write = (folder: string, what: string, name: string): void => {
  const { code, text } = node(folder, join(root, 'scripts/new.mjs'), what, name);
  expect(code, text).toBe(0);
  expect(text).toMatch(/^Written:\n(?: {2}.*\n)+Left:\n(?: {2}.*\n)+$/);
};

/** The errors of the type checker, by file. */
const errorsIn = (folder: string): readonly string[] =>
  node(folder, join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false')
    .text.split('\n')
    .filter((line) => /error TS\d+/.test(line));

test('what is written compiles, but for the decisions of a product, which the type checker names', () => {
  const folder = scratch();
  write(folder, 'operation', 'job.drain');
  write(folder, 'kind', 'lease.ticket');
  write(folder, 'service', 'queues.queue');
  write(folder, 'product', 'jobs.citadel');
  const [error, ...others] = errorsIn(folder);
  expect(others).toEqual([]);
  expect(error).toMatch(/^src[\\/]services[\\/]jobs[\\/]products\.ts.*hcl1.*revert-tokens.*submissions/);
}, 120_000);

test('a name of another form is refused, and nothing is written over', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'src/groups/job/operations'), { recursive: true });
  cpSync(join(root, 'src/groups/groups.ts'), join(folder, 'src/groups/groups.ts'));
  writeFileSync(join(folder, 'src/groups/job/operations/drain.ts'), 'kept');
  const script = join(root, 'scripts/new.mjs');
  expect(node(folder, script, 'operation', 'job').text).toContain('usage: npm run new');
  expect(node(folder, script, 'operation', 'job.drain').text).toContain('exists already');
  expect(readFileSync(join(folder, 'src/groups/job/operations/drain.ts'), 'utf8')).toBe('kept');
});
