/** Runs the demos of cloud credentials, jobs and directory accounts as a newcomer does. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBin } from './support/run-bin.ts';
import type { Served } from './support/served.ts';
import { serveProgram } from './support/served.ts';

const root = join(import.meta.dirname, '..');

let served: Served;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

test.each(['cloud', 'jobs', 'ldap'])('docs/demo/%s.sh runs in the sandbox', async (name) => {
  const script = join(root, 'docs', 'demo', `${name}.sh`);
  const { code, stdout, stderr } = await runBin(['sandbox', 'exec', '--', 'sh', script], {
    env: { TRIVET: served.program },
  });
  expect({ code, stderr, stdout }).toMatchObject({ code: 0 });
});
