/** Tests that man shows the pages of `trivet man install`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { find } from '../../support/pty.ts';
import { runCli } from '../../support/run-cli.ts';

test.skipIf(find('man') === undefined)('man shows the page of each command', async () => {
  const home = mkdtempSync(join(tmpdir(), 'trivet-man-'));
  await runCli(['man', 'install'], { env: { XDG_DATA_HOME: home } });
  const env = { PATH: process.env['PATH'], MANPATH: join(home, 'man'), MANWIDTH: '80' };
  for (const page of ['trivet', 'trivet-job', 'trivet-job-stop', 'trivet-pki-role-write']) {
    const { stdout, status } = spawnSync('man', ['-P', 'cat', page], { encoding: 'utf8', env });
    expect([page, status, stdout.split('\n').filter(Boolean)[1]]).toEqual([page, 0, 'NAME']);
  }
  rmSync(home, { recursive: true });
});
