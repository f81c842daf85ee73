/** The stories of cloud credentials and directory accounts, as a newcomer runs them. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'trivet-demo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['cloud', 'ldap'])('demo/%s.sh in the sandbox', (name) => {
  const program = join(folder, 'trivet');
  writeFileSync(
    program,
    `#!/bin/sh\nexec '${process.execPath}' '${join(inject('built'), 'bin', 'trivet')}' "$@"\n`,
  );
  chmodSync(program, 0o755);
  const { status, stdout, stderr } = spawnSync(
    program,
    ['sandbox', 'exec', '--', 'sh', join(root, 'demo', `${name}.sh`)],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, TRIVET: program, HOME: folder } },
  );
  expect({ status, stderr, stdout }).toMatchObject({ status: 0 });
});
