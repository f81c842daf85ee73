/** Tests the questions of `trivet undo`, to which a person types an ID that differs from run to run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-changes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trivet: typeof bench.trivet = (line, options) =>
  bench.trivet(line, { ...options, env: { TRIVET_CONFIG_DIR: folder } });

test('a yes takes the change back', async () => {
  await trivet('workspace lock network-dev --reason x');
  const { stdout: id } = await trivet('changes --fields id');
  expect((await trivet(`undo ${id.trim()}`, { typed: 'y' })).code).toBe(0);
  expect((await trivet('workspace show network-dev --field locked')).stdout).toBe('false');
});

test('without an ID lists the latest changes and asks which', async () => {
  await trivet('workspace lock network-dev --reason x');
  const id = (await trivet('changes --fields id')).stdout.trim();
  // The second question gets the same answer, which is not yes.
  const { code, stdout, stderr } = await trivet('undo', { typed: id });
  expect(stdout).toContain(id);
  expect({ code, stderr }).toMatchObject({ code: 2 });
  expect(stderr).toContain('network-dev: locked: true → false');
  expect((await trivet('undo --yes')).code).toBe(2);
});
