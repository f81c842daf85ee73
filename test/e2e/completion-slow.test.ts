/** Tests a server that is slower than the shell waits: its names are available at the next TAB. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeServer } from '../support/fake-server.ts';
import { launcher } from '../support/program.ts';

test('names of a slow server are read in the background', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-slow-'));
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { origin } = await fakeServer(async () => {
    await released;
    return { body: [{ ID: 'slow-job', Name: 'slow-job', Status: 'running' }] };
  });
  try {
    // Asynchronous, because the server runs in this process.
    const child = spawn(launcher, ['completion', 'candidates', 'job', '--context=here'], {
      cwd: folder,
      env: {
        PATH: dirname(process.execPath),
        TRIVET_CONFIG_DIR: folder,
        TRIVET_JOBS_URL: origin,
        TRIVET_JOBS_TOKEN: 'token-of-the-jobs-service',
      },
    });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString('utf8');
    });
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    // The server has not replied yet, and the shell continues.
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    release();
    const file = join(folder, 'cache', 'names', 'job');
    const names = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    await expect.poll(names, { timeout: 600_000 }).toContain('\nslow-job\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
