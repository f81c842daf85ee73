/** Runs `docs/demo/pki.sh` as the documentation says, against its own sandbox, and checks the results with openssl. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasOpenssl } from '../sandbox/openssl.ts';
import { runBin } from '../support/run-bin.ts';
import type { Served } from '../support/served.ts';
import { serveProgram } from '../support/served.ts';

const demo = join(import.meta.dirname, '..', '..', 'docs', 'demo', 'pki.sh');

let served: Served;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

test.skipIf(!hasOpenssl)('docs/demo/pki.sh runs from root to tidy', async () => {
  const { code, stdout, stderr } = await runBin(['sandbox', 'exec', '--', 'sh', demo], {
    env: { TRIVET: served.program },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('not allowed by this role') });
  expect(stdout).toMatch(/intermediate\/cert\.pem: OK[\s\S]*www\/cert\.pem: OK/);
  expect(stdout).toMatch(/-rw-------\s+key\.pem/);
  expect(stdout).toMatch(/Serial Number: [0-9A-F]+[\s\S]*state\tFinished[\s\S]*== Done\n$/);
  expect(stdout + stderr).not.toContain('PRIVATE KEY');
});
