/** Tests issue: a key that cannot be written after its request, and the header with the namespace. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../../src/sandbox/start.ts';
import { environmentOf } from '../../support/sandbox.ts';
import { runCli, words } from '../../support/run-cli.ts';

test('saves a key that could not be written in a file of its own, exit 74', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-issue-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const out = join(folder, 'out');
  mkdirSync(out);
  const config = join(folder, 'config');
  const server = await startSandbox({ faults: ['slow:200ms@/issue'] });
  const arrived = setInterval(() => {
    if (!server.requests.list().some(({ path }) => path.includes('/issue'))) return;
    clearInterval(arrived);
    // Only after the request; before it, trivet would have noticed.
    mkdirSync(join(out, 'key.pem'));
  }, 5);
  const { code, stderr } = await runCli(
    words(`pki issue web --common-name www.example.com --ttl 1h --out ${out}`),
    {
      env: { ...environmentOf(server), TRIVET_CONFIG_DIR: config },
    },
  );
  await server.close();
  expect(code).toBe(74);
  const path = /saved to (\S+) /.exec(stderr)?.[1] ?? '';
  expect(readFileSync(path, 'utf8')).toContain('PRIVATE KEY');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(stderr).not.toContain('BEGIN');
  expect(readdirSync(out)).toEqual(['key.pem']);
});

test('the namespace is sent with every request', async () => {
  const sandbox = await startSandbox();
  try {
    await runCli(words('pki role list --namespace team/a'), { env: environmentOf(sandbox) });
    expect(sandbox.requests.list()[0]?.headers['x-vault-namespace']).toBe('team/a');
  } finally {
    await sandbox.close();
  }
});
