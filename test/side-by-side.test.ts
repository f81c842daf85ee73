/** Tests scripts/side-by-side.mjs, which decides whether `npm test` fails. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const script = resolve(import.meta.dirname, '../scripts/side-by-side.mjs');

describe('checks beside the tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-side-by-side-'));
  beforeAll(() => {
    const scripts = { good: 'echo fine', bad: 'echo a wrong type; exit 2' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...argv: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...argv], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  const ends = (code: number): readonly string[] => ['--beside', 'sh', '-c', `echo tests; exit ${code}`];

  test('a failed check fails the whole, shows its output, and is repeated after the tests', () => {
    const { status, stdout, stderr } = run('good', 'bad', ...ends(0));
    expect({ status, stdout }).toEqual({ status: 1, stdout: 'tests\n' });
    expect(stderr).toContain('a wrong type');
    expect(stderr.split('\n\n').at(-1)).toBe('FAILED bad\nok     good\nok     sh\n');
  });

  test('failed tests fail the whole', () => {
    const { status, stderr } = run('good', ...ends(1));
    expect(status).toBe(1);
    expect(stderr.split('\n\n').at(-1)).toBe('FAILED sh\nok     good\n');
  });

  test('succeed together', () => {
    expect(run('good,good', ...ends(0))).toMatchObject({ status: 0, stdout: 'tests\n' });
  });
});
