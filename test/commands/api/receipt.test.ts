/** Tests what the receipt of a raw request says: its mount, and why nothing takes it back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../../src/sandbox/start.ts';
import { startSandbox } from '../../../src/sandbox/start.ts';
import { runCli } from '../../support/run-cli.ts';
import { environmentOf } from '../../support/sandbox.ts';

let sandbox: Sandbox;
let folder = '';
beforeAll(async () => {
  sandbox = await startSandbox();
  folder = mkdtempSync(join(tmpdir(), 'trivet-raw-receipt-'));
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const trivet = (line: readonly string[]) =>
  runCli(line, { cwd: folder, env: { ...environmentOf(sandbox), TRIVET_STATE_DIR: folder } });

test('a raw request is in its mount, and says why it has no undo', async () => {
  const data = ['--data', '{"allow_any_name":true}'];
  expect((await trivet(['api', 'secrets', 'POST', '/pki_int/roles/made', ...data])).code).toBe(0);
  const listed: readonly { readonly id: string }[] = JSON.parse(
    (await trivet(['changes', '-o', 'json'])).stdout,
  );
  const id = listed[0]?.id ?? '';
  const { stdout } = await trivet(['changes', 'show', id, '-o', 'json']);
  expect(stdout).toMatch(/"mount": ?"pki_int"/);
  const undo = await trivet(['undo', id, '--yes']);
  for (const text of [stdout, `${undo.stdout}${undo.stderr}`]) {
    expect(text).toContain('no receipt keeps the state before a raw request');
    expect(text).not.toContain('does not know');
  }
});
