/** Tests the script that mutates the sources of decisions: what it changes, and that survivors are found. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'trivet-mutants-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'test'));
cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

/** Runs the script on a decision whose test has these rows, where these mutants are explained. */
const mutants = (source: string, checks: string, survivors: Readonly<Record<string, string>> = {}) => {
  writeFileSync(join(folder, 'decider.ts'), source);
  writeFileSync(
    join(folder, 'decider.test.ts'),
    `import { expect, test } from 'vitest';
     import { decide } from './decider.ts';
     test('decides', async () => { ${checks} });`,
  );
  const deciders = [{ name: 'one', sources: ['decider.ts'], tests: ['decider.test.ts'], survivors }];
  writeFileSync(join(folder, 'test', 'mutants.json'), JSON.stringify({ deciders }));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/mutants.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

const atLeast = 'export const decide = (count: number): boolean => count >= 3;\n';

test('a mutant that no test notices is reported with its place, and fails', () => {
  const { status, stdout, stderr } = mutants(
    atLeast,
    'expect(decide(4)).toBe(true); expect(decide(1)).toBe(false);',
  );
  expect(stderr).toBe('');
  expect(stdout).toContain('one: 2 of 4 mutants survive\n');
  expect(stdout).toContain('survives: decider.ts:1\n    decide: >= -> >\n    count > 3\n');
  expect(stdout).toContain('decide: 3 -> 4');
  expect(stdout).toContain('50.0 % survive');
  expect(status).toBe(1);
});

test('a decision whose mutants are all noticed passes', () => {
  const { status, stdout } = mutants(atLeast, 'expect(decide(3)).toBe(true); expect(decide(2)).toBe(false);');
  expect(stdout).toBe('one: 0 of 4 mutants survive\n');
  expect(status).toBe(0);
});

test('an explanation without a survivor fails', () => {
  const { status, stdout } = mutants(
    atLeast,
    'expect(decide(3)).toBe(true); expect(decide(2)).toBe(false);',
    { 'decide: >= -> >': 'It makes no difference.' },
  );
  expect(stdout).toContain('is in test/mutants.json, but does not survive: decide: >= -> >');
  expect(status).toBe(1);
});

test('a mutant that never ends is noticed', () => {
  const source = `export const decide = (count: number): number => {
    let steps = 0;
    for (let left = count; left > 0; left -= 1) steps += 1;
    while (steps < 2) { steps += 1; }
    return steps;
  };\n`;
  const { stdout } = mutants(
    source,
    'expect(decide(3)).toBe(3); expect(decide(1)).toBe(2); expect(decide(0)).toBe(2);',
  );
  expect(stdout).toMatch(/^one: \d of \d+ mutants survive\n/);
  expect(stdout).not.toContain('left -= 1 -> undefined');
});

test('tests that fail without a mutant end the run', () => {
  const { status, stderr } = mutants(atLeast, 'expect(decide(3)).toBe(false);');
  expect(status).not.toBe(0);
  expect(stderr).toContain('AssertionError');
});
