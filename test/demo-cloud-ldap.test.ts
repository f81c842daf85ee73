/** Runs the stories of cloud credentials and directory accounts as a newcomer would. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { launcher } from './support/program.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'trivet-demo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['cloud', 'ldap'])('demo/%s.sh runs in the sandbox', (name) => {
  const { status, stdout, stderr } = spawnSync(
    launcher,
    ['sandbox', 'exec', '--', 'sh', join(root, 'demo', `${name}.sh`)],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, TRIVET: launcher, HOME: folder } },
  );
  expect({ status, stderr, stdout }).toMatchObject({ status: 0 });
});
