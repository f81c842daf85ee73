/** The module of the package, used by a program outside the repository, from the tarball that would be published. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packOnce } from '../support/packed.ts';
import { runProgram } from '../support/run-bin.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const root = join(import.meta.dirname, '..', '..');
const { sandbox } = useSandbox({ fresh: true });
const folder = mkdtempSync(join(tmpdir(), 'trivet-module-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  const { tarball } = await packOnce();
  mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  renameSync(join(folder, 'package'), join(folder, 'node_modules', 'trivet'));
  for (const types of ['@types/node', 'undici-types']) {
    const path = join(folder, 'node_modules', types);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(root, 'node_modules', types), path);
  }
  // Texts here, since they import the package by its name.
  for (const name of ['uses', 'misuses'])
    cpSync(join(import.meta.dirname, 'program', `${name}.ts.txt`), join(folder, `${name}.ts`));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        module: 'NodeNext',
        target: 'ES2023',
        types: ['node'],
        outDir: 'out',
        rootDir: '.',
      },
      files: ['uses.ts', 'misuses.ts'],
    }),
  );
});

test('ten uses compile and each of twelve misuses does not', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--project', folder],
    { encoding: 'utf8' },
  );
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  const misuses = readFileSync(join(folder, 'misuses.ts'), 'utf8');
  expect(misuses.match(/@ts-expect-error/g)).toHaveLength(12);
});

test('the uses work, and nothing else is printed', async () => {
  const { code, stdout, stderr } = await runProgram(process.execPath, [join(folder, 'out', 'uses.js')], {
    env: {
      ...environmentOf(sandbox()),
      TRIVET_CONFIG_DIR: join(folder, 'config'),
      TRIVET_STATE_DIR: join(folder, 'state'),
    },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({
    names: ['network-prod', 'dns-prod', 'identity-prod'],
    running: ['web running'],
    locked: false,
    reason: 'from a program',
    conflict: { effect: 'unchanged', reason: 'already-locked', exit: 6 },
    rows: ['done', 'done', 'done', 'done'],
    keyType: 'ec',
    first: ['interrupted'],
    some: [true, true],
    notes: true,
  });
});
